"""FIL-7: voting to end a filibuster."""

from typing import Any

from hemicycle.sim.eventlog import note
from hemicycle.sim.game import MAX_OPTIONS
from hemicycle.sim.games.filibuster.log import (
    CALLED,
    FOR_NO_VOTE,
    FOR_OFFER,
    OFFERED,
    VOTE_RESULT,
    VOTED,
)
from hemicycle.sim.games.filibuster.moves import ask, end_filibuster, gain, left_of
from hemicycle.sim.games.filibuster.records import (
    AYE,
    BY_VOTE,
    ENDING,
    NAY,
    OFFER,
    TIME_CARD,
    VOTE,
)
from hemicycle.sim.jit import inner_kernel


@inner_kernel
def may_call_vote(table: Any, mix: Any) -> bool:
    """FIL-6.1: calls left in this filibuster, and passed votes left in this game."""
    return bool(
        table.votes_called < mix.parameters.votes_per_round_max
        and table.passed_votes < mix.parameters.passed_votes_per_game_max
    )


@inner_kernel
def call_vote(state: Any, mix: Any) -> None:
    """FIL-7.1: a call counts at once; with bribes on, offers come first (FIL-7.5, FIL-9.6)."""
    table = state.table
    table.votes_called += 1
    note(state.hidden.log, CALLED, table.leader, table.votes_called, 0, 0)
    state.own[table.leader].promised = 0
    for seat in range(table.players):
        state.own[seat].offer = 0
    first = left_of(table, table.leader, 1)
    if mix.parameters.bribes:
        table.asked = first
        ask(table, OFFER, table.leader)
    else:
        ask(table, VOTE, first)


@inner_kernel
def offer_options(state: Any, out: Any) -> int:
    """FIL-9.6: 0 to the influence not yet promised; like bids, the count may exceed MAX_OPTIONS."""
    leader = state.table.leader
    count = state.table.influence[leader] - state.own[leader].promised + 1
    for i in range(min(count, MAX_OPTIONS)):
        out[i] = i
    return count


@inner_kernel
def apply_offer(state: Any, option: int) -> None:
    """FIL-7.5: promise the influence; it is paid only for an Aye."""
    table = state.table
    state.own[table.asked].offer = option
    state.own[table.leader].promised += option
    note(state.hidden.log, OFFERED, table.leader, option, table.asked, 0)
    table.asked = left_of(table, table.asked, 1)
    if table.asked == table.leader:
        ask(table, VOTE, left_of(table, table.leader, 1))
    else:
        ask(table, OFFER, table.leader)


@inner_kernel
def count_votes(state: Any, mix: Any) -> None:
    """FIL-7.2, FIL-7.3, FIL-7.4: show all votes, pay for Ayes, then end, or pay the No voters."""
    table = state.table
    nays = 0
    state.hidden.votes[table.leader] = AYE
    for seat in range(table.players):
        table.votes[seat] = state.hidden.votes[seat]
        nays += table.votes[seat] == NAY
    passed = nays == 0
    for step in range(1, table.players):
        seat = left_of(table, table.leader, step)
        note(state.hidden.log, VOTED, seat, table.votes[seat], 0, 0)
        offer = state.own[seat].offer
        if table.votes[seat] == AYE and offer > 0:
            gain(state, mix, table.leader, -offer, FOR_OFFER)
            gain(state, mix, seat, offer, FOR_OFFER)
        gain(state, mix, seat, table.round_number * (table.votes[seat] == NAY), FOR_NO_VOTE)
    note(state.hidden.log, VOTE_RESULT, table.leader, int(passed), nays, 0)
    if passed:
        table.passed_votes += 1
        end_filibuster(table, BY_VOTE)
        table.stage = ENDING
    else:
        table.stage = TIME_CARD


@inner_kernel
def apply_vote(state: Any, mix: Any, option: int) -> None:
    """FIL-7.2, FIL-9.7: votes stay hidden until the last one is in."""
    table = state.table
    state.hidden.votes[table.seat] = option
    following = left_of(table, table.seat, 1)
    if following == table.leader:
        count_votes(state, mix)
    else:
        ask(table, VOTE, following)
