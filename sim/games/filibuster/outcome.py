"""What a finished game leaves behind: rows, card counts, and the invariants of a checked run."""

from typing import Any

from hemicycle.sim.decks import EMPTY
from hemicycle.sim.game import (
    BEATEN,
    LOST,
    WON,
    Column,
    check,
    outcome,
    tally,
)
from hemicycle.sim.games.filibuster.records import ENDS, NONE, state_dtype
from hemicycle.sim.standings import place_of, standing
from hemicycle.sim.verbs import rule_of

GAME_COLUMNS = (
    Column("team_win", "?", "", "the players blocked enough policies (FIL-9.1)"),
    Column("blocked", "i1", "policies", "policies blocked"),
    Column("enacted", "i1", "policies", "policies enacted"),
    Column("passed_votes", "i1", "votes", "votes to end a filibuster that passed"),
    Column("first_leader", "i1", "number", "seat of the first Leader"),
    Column("margin", "i4", "influence", "first minus second in influence; 0 when all lose"),
    Column("comeback", "i4", "influence", "largest lag the winner caught up; 0 when all lose"),
)
SEAT_COLUMNS = (
    Column("influence", "i4", "influence", "influence at the end"),
    Column("hand", "i2", "cards", "action cards in hand at the end"),
    Column("led", "i1", "rounds", "rounds as the Leader"),
    Column("bid", "i4", "influence", "influence paid for bids, won or lost"),
    Column("assists", "i2", "cards", "Assist cards played"),
    Column("passed", "i2", "cards", "hours cards passed to the Leader"),
)
ROUND_COLUMNS = (
    Column("difficulty", "i1", "hours", "hours needed"),
    Column("hours", "i1", "hours", "hours reached"),
    Column("blocked", "?", "", "the policy was blocked"),
    Column("end", "i1", "", "why the filibuster ended", ENDS[1:]),
    Column("leader", "i1", "number", "seat of the Leader"),
    Column("leader_turns", "i1", "turns", "turns the Leader began"),
    Column("bid", "i4", "influence", "winning bid; 0 without one and in round 1"),
    Column("paid", "i4", "influence", "all bids paid"),
    Column("policy", "i1", "", "the policy of the round", "policy"),
    Column("leader_gain", "i4", "influence", "what the Leader gained, bids apart"),
    Column("supporter_gain", "i4", "influence", "what all supporters gained together, bids apart"),
    Column("votes_called", "i1", "votes", "votes called"),
)
DECKS = ("time", "action", "policy")
TIME, ACTION, POLICY = range(len(DECKS))

# Columns of the card counts, in the order of `game.MEASURES`.
OPENING, DRAWN_BY, HAD_BY, DRAWN, RECEIVED, PLAYED, PASSED, HELD = range(8)


@rule_of(outcome, state_dtype)
def filibuster_outcome(state: Any, mix: Any, game: Any, seats: Any, rounds: Any) -> int:
    """FIL-9.1, FIL-9.2: with enough policies blocked the most influence wins; equals share.

    A game that a fault broke off is won by nobody, and has the rounds that were settled.
    """
    table = state.table
    team_win = table.pending == NONE and table.successes >= mix.parameters.blocks_to_win
    best, second, winners = standing(table.influence, table.players)
    game.team_win = team_win
    game.blocked = table.successes
    game.enacted = table.failures
    game.passed_votes = table.passed_votes
    game.first_leader = table.first_leader
    game.margin = best - second if team_win else 0
    game.comeback = 0
    for seat in range(table.players):
        row = seats[seat]
        influence = table.influence[seat]
        row.win = 1.0 / winners if team_win and influence == best else 0.0
        row.place = place_of(table.influence, table.players, seat) if team_win else table.players
        row.score = influence
        row.influence = influence
        row.hand = table.hand_size[seat]
        row.led = table.led[seat]
        row.bid = table.bid_paid[seat]
        row.assists = table.assists[seat]
        row.passed = table.passed[seat]
        if team_win and influence == best:
            game.comeback = max(game.comeback, table.deficit[seat])
    played = int(table.successes + table.failures)
    if played > 0 and table.history[played - 1].policy == EMPTY:
        played -= 1
    for i in range(played):
        row, entry = rounds[i], table.history[i]
        row.difficulty = entry.difficulty
        row.hours = entry.hours
        row.blocked = entry.blocked != 0
        row.end = entry.end - 1
        row.leader = entry.leader
        row.leader_turns = entry.leader_turns
        row.bid = entry.bid
        row.paid = entry.paid
        row.policy = entry.policy
        row.leader_gain = entry.leader_gain
        row.supporter_gain = entry.supporter_gain
        row.votes_called = entry.votes_called
    return played


@rule_of(tally, state_dtype)
def filibuster_tally(state: Any, mix: Any, counts: Any, totals: Any) -> None:
    """Add this game's cards to `counts[deck, result, measure, card]` and `totals[deck, result]`."""
    table = state.table
    team_win = table.successes >= mix.parameters.blocks_to_win
    best, _, winners = standing(table.influence, table.players)
    for seat in range(table.players):
        result = LOST
        if team_win:
            result = WON + winners - 1 if table.influence[seat] == best else BEATEN
        totals[ACTION, result] += 1
        own, sums = state.own[seat], counts[ACTION, result]
        for card in range(mix.action.kinds):
            drawn, opening, received = own.drawn[card], own.opening[card], own.received[card]
            sums[OPENING, card] += opening > 0
            sums[DRAWN_BY, card] += drawn > 0
            sums[HAD_BY, card] += opening + drawn + received > 0
            sums[DRAWN, card] += opening + drawn
            sums[RECEIVED, card] += received
            sums[PLAYED, card] += own.played[card]
            sums[PASSED, card] += own.handed_on[card]
            sums[HELD, card] += own.hand[card]
    result = WON if team_win else LOST
    totals[TIME, result] += 1
    totals[POLICY, result] += 1
    sums = counts[TIME, result]
    for card in range(mix.time.kinds):
        drawn = table.time_drawn[card]
        sums[DRAWN_BY, card] += drawn > 0
        sums[HAD_BY, card] += drawn > 0
        sums[DRAWN, card] += drawn
        sums[PLAYED, card] += drawn - table.time_cancelled[card]
    sums = counts[POLICY, result]
    for i in range(table.successes + table.failures):
        entry = table.history[i]
        sums[DRAWN_BY, entry.policy] += 1
        sums[HAD_BY, entry.policy] += 1
        sums[DRAWN, entry.policy] += 1
        sums[PLAYED, entry.policy] += 1 - entry.blocked


@rule_of(check, state_dtype)
def filibuster_check(state: Any, mix: Any) -> int:
    """0, or which invariant broke: see `words.INVARIANTS`."""
    table, hidden = state.table, state.hidden
    cards = hidden.action_deck.left + table.action_discards
    cards += int(table.effect.card != EMPTY)
    for seat in range(table.players):
        held = 0
        for card in range(mix.action.kinds):
            if state.own[seat].hand[card] < 0:
                return 1
            held += int(state.own[seat].hand[card])
        if held != table.hand_size[seat]:
            return 2
        cards += held
        if table.influence[seat] < min(0, mix.parameters.influence_floor):
            return 3
    if cards != mix.action.cards:
        return 4
    left = 0
    for card in range(mix.time.kinds):
        left += table.time_left[card]
    if left != hidden.time_deck.left:
        return 5
    if not 0 <= table.hours <= mix.parameters.track_max_hours:
        return 6
    if not table.players <= mix.parameters.players_max:
        return 7
    return 0
