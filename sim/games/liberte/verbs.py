"""The verbs of Liberté: set up, list options, apply one, run on (LIB-3, LIB-13.3).

LIB-13.1: every list is made afresh; the engine carries out one with a single option unasked.
"""

from typing import Any

from numba import void

from hemicycle.sim import piles
from hemicycle.sim.copying import copy_record
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.game import apply, deal, options, run_on
from hemicycle.sim.games.liberte import actions, battle, contests, election, specials, turns
from hemicycle.sim.games.liberte.log import GAME_STARTED
from hemicycle.sim.games.liberte.moves import draw_card, fill_market, list_sources, put_in_hand
from hemicycle.sim.games.liberte.records import (
    ACTION_DONE,
    ACTION_KIND,
    AWARD,
    AWARD_TIED,
    BATTLE_ADVANCE,
    BATTLE_STAGE,
    BATTLE_TIED,
    BLUE,
    CLOSING,
    COLOURS,
    CONTEST,
    ELECTION,
    GOVERNMENT_TIED,
    KEEP_CARD,
    KEEPING,
    MIX,
    NATIONAL,
    NEW_TURN,
    NEXT_ACTION,
    NO_COLOUR,
    NONE,
    OPEN_PHASE,
    OPPOSITION_TIED,
    OPPOSITION_VOTE,
    OVER,
    OVERFLOW_DISCARD,
    PLACE_BLOCK,
    PLACING,
    PLAY_CARD,
    PLAYING,
    PROVINCE_TIED,
    PROVINCE_VOTE,
    RED,
    REFILL_DISCARD,
    REFILL_DRAW,
    REFILL_DRAWING,
    REFILL_PLAYER,
    SET_A_STREAM,
    SET_B_STREAM,
    START_PLAYER_STREAM,
    STATE,
    TAKE_DISCARD,
    TAKE_SECOND,
    TAKE_SOURCE,
    TAKING,
    TAKING_DISCARDS,
    TARGET_CARD,
    TARGET_PLAYER,
    TARGET_PROVINCE,
    TARGET_STACK,
    USE_CARD,
    WHITE,
    state_dtype,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.rng import below, start
from hemicycle.sim.verbs import rule_of


@rule_of(run_on, state_dtype)
def liberte_run_on(state: Any, mix: Any) -> None:
    """Go from stage to stage until a decision is pending or the game is over."""
    table = state.table
    while table.pending == NONE and table.stage != OVER:
        stage = table.stage
        if stage == PLACING:
            actions.go_on_placing(table, mix)
        elif stage == ACTION_DONE:
            turns.end_action(state, mix)
        elif stage == NEXT_ACTION:
            actions.next_action(table)
        elif stage == PLAYING:
            actions.go_on_playing(state, mix)
        elif stage == KEEPING:
            table.pending = KEEP_CARD
        elif stage == PROVINCE_VOTE:
            election.vote_in_province(state, mix)
        elif stage == TAKING_DISCARDS:
            actions.go_on_discarding(table)
        elif stage == TAKING:
            actions.take_one(state, mix)
        elif stage == REFILL_PLAYER:
            turns.refill_player(table)
        elif stage == REFILL_DRAWING:
            turns.refill_hand(state, mix)
        elif stage == CONTEST:
            contests.go_on_contest(table, mix)
        elif stage == PROVINCE_TIED:
            election.settle_province(state, mix)
        elif stage == AWARD:
            election.begin_award(state, mix)
        else:
            run_seldom(state, mix)


@typed_kernel(void(STATE, MIX), inlined=False)
def run_seldom(state: Any, mix: Any) -> None:
    """The stages that come once a turn."""
    stage = state.table.stage
    if stage == NEW_TURN:
        turns.begin_turn(state, mix)
    elif stage == OPEN_PHASE:
        turns.open_phase(state, mix)
    elif stage == BATTLE_STAGE:
        battle.begin_battle(state, mix)
    elif stage == BATTLE_TIED:
        battle.settle_battle(state, mix)
    elif stage == ELECTION:
        election.begin_election(state)
    elif stage == NATIONAL:
        election.count_nation(state, mix)
    elif stage == GOVERNMENT_TIED:
        election.settle_government(state, mix)
    elif stage == OPPOSITION_VOTE:
        election.vote_for_opposition(state)
    elif stage == OPPOSITION_TIED:
        election.settle_opposition(state)
    elif stage == AWARD_TIED:
        election.settle_award(state, mix)
    elif stage == CLOSING:
        election.close_turn(state, mix)


@rule_of(deal, state_dtype)
def liberte_deal(state: Any, mix: Any, players: int, key: Any) -> None:
    """LIB-3.1: set up a game for `players` from the random streams of `key`."""
    table, hidden = state.table, state.hidden
    copy_record(table.mix, mix)
    hidden.key = key
    begin(state, mix, players)
    start(hidden.order_rng, key, START_PLAYER_STREAM, 0)
    table.start_player = below(hidden.order_rng, players)
    for place in range(players):
        seat = table.start_player + place
        table.order[place] = seat if seat < players else seat - players
    deal_hands(state, mix)
    hidden.log.written = 0  # the hands are told by `words.opening`
    note(hidden.log, GAME_STARTED, table.start_player, players, 0, 0)
    fill_market(state, mix)


@inner_kernel
def begin(state: Any, mix: Any, players: int) -> None:
    """LIB-3.4, LIB-3.5: blocks in the supply and aside, tokens free; whatever does not begin at 0."""
    table, parameters = state.table, mix.parameters
    table.players = players
    table.stage = NEW_TURN
    table.round_number = 1
    table.governing = NO_COLOUR
    table.opposition = NO_COLOUR
    table.supply[RED] = parameters.blocks_red
    table.supply[BLUE] = parameters.blocks_blue
    table.supply[WHITE] = parameters.blocks_white
    for colour in range(len(COLOURS)):
        aside = min(parameters.blocks_reserved_turn1_each, table.supply[colour])
        table.supply[colour] -= aside
        table.reserve[colour] = aside
    for slot in range(len(table.market)):
        table.market[slot] = EMPTY
    for seat in range(players):
        table.free_tokens[seat] = parameters.tokens_per_player - parameters.tokens_on_tracks


@inner_kernel
def deal_hands(state: Any, mix: Any) -> None:
    """LIB-3.2: both sets shuffled; the first hands from set A, the rest of it lies above set B."""
    table, hidden = state.table, state.hidden
    hidden.reshuffles = 0
    copy_record(hidden.deck_a, mix.cards.deck_a)
    copy_record(hidden.deck_b, mix.cards.deck_b)
    start(hidden.deck_a.rng, hidden.key, SET_A_STREAM, 0)
    start(hidden.deck_b.rng, hidden.key, SET_B_STREAM, 0)
    table.deck_left = hidden.deck_a.left + hidden.deck_b.left
    for seat in range(table.players):
        for _ in range(mix.parameters.start_hand):
            card = draw_card(state, mix)
            put_in_hand(state, seat, card)
            state.own[seat].opening[card] += 1


@rule_of(options, state_dtype)
def liberte_options(state: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: the options of the pending decision, in the order of LIB-13.2."""
    table = state.table
    pending = table.pending
    if pending == PLACE_BLOCK:
        return piles.list_word(actions.places(table, mix), 0, out, 0)
    if pending == ACTION_KIND:
        return actions.action_options(state, mix, out)
    if pending == PLAY_CARD:
        return actions.play_options(state, mix, out)
    if pending == KEEP_CARD:
        return actions.keep_options(table, mix, out)
    if pending == USE_CARD:
        return actions.use_options(table, mix, out)
    if pending == TAKE_SOURCE or pending == REFILL_DRAW:
        return list_sources(table, mix, out)
    if pending == TAKE_SECOND:
        return actions.second_options(table, mix, out)
    if pending == TAKE_DISCARD:
        return turns.discard_options(state, out)
    if pending == REFILL_DISCARD:
        return turns.refill_options(state, out)
    if pending >= BATTLE_ADVANCE and pending != OVERFLOW_DISCARD:
        return contests.advance_options(table, mix, out)
    return list_targets(state, mix, out)


@inner_kernel
def list_targets(state: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: the options of the seldom decisions."""
    table = state.table
    pending = table.pending
    if pending == TARGET_PLAYER:
        return specials.player_options(table, mix, out)
    if pending == TARGET_CARD:
        return specials.card_options(table, mix, out)
    if pending == TARGET_PROVINCE:
        return specials.province_options(table, mix, out)
    if pending == TARGET_STACK:
        return specials.stack_options(table, mix, out)
    return contests.overflow_options(table, out)


@rule_of(apply, state_dtype)
def liberte_apply(state: Any, mix: Any, option: int) -> None:
    """Act on `option` (a value that `options` listed)."""
    table = state.table
    pending = table.pending
    table.pending = NONE
    if pending == PLACE_BLOCK:
        actions.apply_place_block(state, mix, option)
    elif pending == ACTION_KIND:
        actions.apply_action(state, mix, option)
    elif pending == PLAY_CARD:
        actions.apply_play_card(state, mix, option)
    elif pending == KEEP_CARD:
        actions.apply_keep_card(state, option)
    elif pending == USE_CARD:
        actions.apply_use_card(state, mix, option)
    elif pending == TAKE_SOURCE:
        actions.apply_take_source(state, mix, option)
    elif pending == TAKE_SECOND:
        actions.apply_take_second(state, mix, option)
    elif pending == TAKE_DISCARD:
        actions.apply_take_discard(state, option)
    elif pending == REFILL_DRAW:
        turns.apply_refill_draw(state, mix, option)
    elif pending == REFILL_DISCARD:
        turns.apply_refill_discard(state, option)
    elif pending >= BATTLE_ADVANCE and pending != OVERFLOW_DISCARD:
        contests.apply_advance(state, mix, option)
    else:
        apply_target(state, mix, pending, option)


@inner_kernel
def apply_target(state: Any, mix: Any, pending: int, option: int) -> None:
    """LIB-5.4: the seldom decisions."""
    if pending == TARGET_PLAYER:
        specials.apply_target_player(state.table, option)
    elif pending == TARGET_CARD:
        specials.apply_target_card(state, mix, option)
    elif pending == TARGET_PROVINCE:
        specials.apply_target_province(state, mix, option)
    elif pending == TARGET_STACK:
        specials.apply_target_stack(state, mix, option)
    else:
        contests.apply_overflow(state, mix, option)
