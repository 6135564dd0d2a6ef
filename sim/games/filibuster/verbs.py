"""The verbs of Filibuster!: set up, list options, apply one, run on (FIL-4, FIL-9.3)."""

from typing import Any

from hemicycle.sim import decks
from hemicycle.sim.copying import copy_record
from hemicycle.sim.eventlog import note
from hemicycle.sim.game import apply, deal, options, run_on
from hemicycle.sim.games.filibuster import auction, effects, ending, turns, votes
from hemicycle.sim.games.filibuster.log import SET_UP
from hemicycle.sim.games.filibuster.moves import draw_action, left_of
from hemicycle.sim.games.filibuster.records import (
    ACTION_STREAM,
    AFTER_TIME_CARD,
    BID,
    BURY,
    BUY_HOUR,
    CALL_VOTE,
    DISCARD,
    EFFECTS,
    ELECTION,
    ENDING,
    FIRST_LEADER_STREAM,
    LEADER_DONE,
    NO,
    NONE,
    OFFER,
    OPENING,
    OVER,
    PAY_OR_END,
    PLAY_HOURS,
    POLICY_STREAM,
    ROUNDS,
    SETTLING,
    SUPPORT,
    SUPPORTER_DONE,
    TARGET,
    TIME_CARD,
    VOTE,
    YES,
    state_dtype,
)
from hemicycle.sim.jit import inner_kernel
from hemicycle.sim.rng import below, start
from hemicycle.sim.verbs import rule_of


@rule_of(run_on, state_dtype)
def filibuster_run_on(state: Any, mix: Any) -> None:
    """Go from stage to stage until a decision is pending or the game is over."""
    table = state.table
    while table.pending == NONE and table.stage != OVER:
        stage = table.stage
        if stage == EFFECTS:
            effects.run_text(state, mix)
        elif stage == SUPPORTER_DONE:
            turns.end_supporter_turn(state, mix)
        elif stage == TIME_CARD:
            turns.draw_time_card(state, mix)
        elif stage == AFTER_TIME_CARD:
            turns.after_time_card(state, mix)
        elif stage == LEADER_DONE:
            turns.end_leader_turn(state)
        elif stage == ENDING:
            ending.end_round(state, mix)
        elif stage == SETTLING:
            ending.settle_round(state, mix)
        elif stage == ELECTION:
            auction.elect(state, mix)
        elif stage == OPENING:
            turns.open_filibuster(state, mix)


@rule_of(deal, state_dtype)
def filibuster_deal(state: Any, mix: Any, players: int, key: Any) -> None:
    """FIL-4: set up a game for `players` from the random streams of `key`."""
    table, hidden = state.table, state.hidden
    copy_record(table.mix, mix)
    begin(state, mix, players)
    hidden.key = key
    copy_record(hidden.policy_deck, mix.policy.deck)
    start(hidden.policy_deck.rng, key, POLICY_STREAM, 0)
    deal_hands(state, mix)
    hidden.log.written = 0  # the hands are told by `words.opening`
    start(hidden.time_deck.rng, key, FIRST_LEADER_STREAM, 0)
    first = below(hidden.time_deck.rng, table.players)
    table.first_leader = first
    table.leader = first
    table.next_supporter = left_of(table, first, 1)
    note(state.hidden.log, SET_UP, first, 0, 0, 0)
    auction.reveal_policy(state)
    table.stage = OPENING


@inner_kernel
def begin(state: Any, mix: Any, players: int) -> None:
    """FIL-4.3: whatever does not begin at 0."""
    table = state.table
    table.players = players
    table.round_number = 1
    table.effect.card = decks.EMPTY
    state.hidden.reshuffles = 0
    for seat in range(players):
        table.influence[seat] = mix.parameters.start_influence
    for i in range(ROUNDS):
        table.history[i].policy = decks.EMPTY


@inner_kernel
def deal_hands(state: Any, mix: Any) -> None:
    """FIL-4.2: shuffle the action deck and deal the starting hands."""
    table, hidden = state.table, state.hidden
    copy_record(hidden.action_deck, mix.action.deck)
    start(hidden.action_deck.rng, hidden.key, ACTION_STREAM, 0)
    for seat in range(table.players):
        own = state.own[seat]
        for _ in range(mix.parameters.start_hand):
            draw_action(state, seat)
        for card in range(mix.action.kinds):
            own.opening[card] = own.hand[card]
            own.drawn[card] = 0


@rule_of(options, state_dtype)
def filibuster_options(state: Any, mix: Any, out: Any) -> int:
    """FIL-9.3: the options of the pending decision, in the order of the rules."""
    pending = state.table.pending
    if pending == SUPPORT:
        return turns.support_options(state, out)
    if pending == PLAY_HOURS:
        return turns.hours_options(state, mix, out)
    if pending == BID:
        return auction.bid_options(state.table, out)
    if pending == DISCARD:
        return effects.discard_options(state, out)
    if pending == TARGET:
        return effects.target_options(state.table, out)
    if pending == OFFER:
        return votes.offer_options(state, out)
    out[0] = NO  # call_vote, buy_hour, bury: no, yes; vote: aye, no; pay_or_end: pay, end
    out[1] = YES
    return 2


@rule_of(apply, state_dtype)
def filibuster_apply(state: Any, mix: Any, option: int) -> None:
    """Act on `option` (a value that `options` listed)."""
    pending = state.table.pending
    state.table.pending = NONE
    if pending == SUPPORT:
        turns.apply_support(state, mix, option)
    elif pending == PLAY_HOURS:
        turns.apply_play_hours(state, mix, option)
    elif pending == BID:
        auction.apply_bid(state, option)
    elif pending == CALL_VOTE:
        turns.apply_call_vote(state, mix, option)
    elif pending == VOTE:
        votes.apply_vote(state, mix, option)
    elif pending == PAY_OR_END:
        effects.apply_pay_or_end(state, mix, option)
    elif pending == DISCARD:
        effects.apply_discard(state, option)
    elif pending == TARGET:
        effects.apply_target(state, option)
    elif pending == BURY:
        effects.apply_bury(state, mix, option)
    elif pending == OFFER:
        votes.apply_offer(state, option)
    elif pending == BUY_HOUR:
        turns.apply_buy_hour(state, mix, option)
