"""FIL-5: bidding for the leadership."""

from typing import Any

from hemicycle.sim import decks
from hemicycle.sim.eventlog import note
from hemicycle.sim.game import MAX_OPTIONS
from hemicycle.sim.games.filibuster.log import BID_MADE, ELECTED, FOR_BID, POLICY
from hemicycle.sim.games.filibuster.moves import ask, draw_action, gain, left_of
from hemicycle.sim.games.filibuster.records import BID, ELECTION, NO_SEAT, OPENING
from hemicycle.sim.jit import inner_kernel


@inner_kernel
def begin_bidding(table: Any) -> None:
    """FIL-5.1: standing bids all 0; the previous Leader acts first."""
    for seat in range(table.players):
        table.bids[seat] = 0
    table.highest = 0
    table.high_bidder = NO_SEAT
    table.passes = 0
    ask(table, BID, table.leader)


@inner_kernel
def bid_options(table: Any, out: Any) -> int:
    """FIL-5.2, FIL-9.4: 0 = pass, then every total above the highest bid that can be paid.

    The count may exceed MAX_OPTIONS; the engine then fails the game rather than hide an option.
    """
    out[0] = 0
    count = 1 + max(0, table.influence[table.seat] - table.highest)
    written = 1
    while written < min(count, MAX_OPTIONS):
        for i in range(16):  # sixteen a pass, like moves.list_cards
            out[written + i] = table.highest + written + i
        written += 16
    return count


@inner_kernel
def apply_bid(state: Any, option: int) -> None:
    """FIL-5.2, FIL-5.3: bid or pass; over when all others passed in a row (FIL-9.26 forced or not)."""
    table = state.table
    note(state.hidden.log, BID_MADE, table.seat, option, 0, 0)
    if option > 0:
        table.bids[table.seat] = option
        table.highest = option
        table.high_bidder = table.seat
        table.passes = 0
    else:
        table.passes += 1
    needed = table.players if table.high_bidder == NO_SEAT else table.players - 1
    if table.passes == needed:
        table.stage = ELECTION
    else:
        ask(table, BID, left_of(table, table.seat, 1))


@inner_kernel
def elect(state: Any, mix: Any) -> None:
    """FIL-5.3, FIL-5.4: the high bidder leads (without a bid the old Leader); all bids are paid."""
    table = state.table
    if table.high_bidder != NO_SEAT:
        table.leader = table.high_bidder
    note(state.hidden.log, ELECTED, table.leader, table.highest, 0, 0)
    table.paid = 0
    for seat in range(table.players):
        if table.bids[seat] > 0:
            gain(state, mix, seat, -table.bids[seat], FOR_BID)
            table.bid_paid[seat] += table.bids[seat]
            table.paid += table.bids[seat]
    reveal_policy(state)
    refill(state, mix)
    table.stage = OPENING


@inner_kernel
def reveal_policy(state: Any) -> None:
    """FIL-4.4, FIL-5.5: turn the round's policy face up."""
    state.table.policy = decks.draw(state.hidden.policy_deck)
    note(state.hidden.log, POLICY, NO_SEAT, state.table.policy, state.table.round_number, 0)


@inner_kernel
def refill(state: Any, mix: Any) -> None:
    """FIL-5.6, FIL-9.19, FIL-9.25: after all bids are paid, all but the Leader draw up, in turn."""
    table = state.table
    for step in range(1, table.players):
        seat = left_of(table, table.leader, step)
        for _ in range(mix.parameters.refill_hand_to - table.hand_size[seat]):
            draw_action(state, seat)
