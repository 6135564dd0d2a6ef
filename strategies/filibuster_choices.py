"""How a player of Filibuster! picks an option once it knows what it wants; indices into `options`."""

from typing import Any

import numba as nb
from numba import float64, int64

from hemicycle.sim.games.filibuster.records import (
    ASSIST,
    BURY,
    BUY_HOUR,
    DISCARD,
    DRAW_CARD,
    END,
    NO,
    NO_SEAT,
    OFFER,
    PAY,
    PAY_OR_END,
    PLAY_HOURS,
    TABLE,
    TARGET,
    YES,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.strategies.filibuster_sense import (
    OWN,
    going_on,
    mean_clock,
    rescue,
    richest_other,
    text_worth,
    whole_limit,
)

OPTIONS = nb.types.Array(nb.int32, 1, "C")


@typed_kernel(int64(TABLE, OPTIONS, int64))
def bid_of(table: Any, options: Any, bid: int) -> int:
    """Index of the option to bid `bid` in all; pass when that is not above the highest bid."""
    if bid <= table.highest:
        return 0
    return min(int(bid - table.highest), len(options) - 1)


@inner_kernel
def outbid(table: Any, options: Any, rng: Any, limit: float, shy: float) -> int:
    """Index of a raise by one as long as that stays within `limit`, and within what rivals can pay.

    Each rival bidder after the first lowers the limit by the part `shy`. Who has not bid yet stays
    out when the bidding has reached three quarters of the limit: a lost bid is paid, too.
    """
    me, rivals = int(table.seat), 0
    for seat in range(table.players):
        rivals += int(seat != me and table.bids[seat] > 0)
    most = whole_limit(table, rng, limit * (1.0 - shy * max(0, rivals - 1)))
    if table.bids[me] == 0 and table.highest + 1 > 0.75 * most:
        return 0
    most = min(most, table.influence[richest_other(table, me)])
    return bid_of(table, options, min(most, table.highest + 1))


@typed_kernel(int64(TABLE, OPTIONS, float64, float64, float64, float64, float64), inlined=False)
def best_support(
    table: Any, options: Any, feed: float, keep: float, draw: float, envy: float, prize: float
) -> int:
    """Index of the `support` option worth most; the first among equals.

    An hours card brings its clock value and `feed` more for every hour handed to the Leader, less
    `keep` for every hour above the mean that I could play as Leader. An Assist brings its star and
    what its text is worth. `draw` is the worth of one more card.
    """
    me, action = int(table.seat), table.mix.action
    rival, mean = richest_other(table, me), mean_clock(table)
    going = going_on(table, me, rival, mean, envy, prize)
    best, most = 0, -1e9
    for i in range(len(options)):
        card, worth = int(options[i]), draw
        if card != DRAW_CARD:
            worth = float(action.value[card])
            if action.kind[card] == ASSIST:
                text = action.text[card]
                worth += text_worth(table, text.start, text.stop, me, rival, rival, envy, going)
            else:
                worth += feed * worth - keep * max(0.0, worth - mean)
        if worth > most:
            best, most = i, worth
    return best


@inner_kernel
def best_hours(table: Any, options: Any, rival: int, envy: float) -> int:
    """Index of the hours card that brings most; hours beyond the track's end count against it.

    A text of one part is the hours themselves.
    """
    me, best, most = int(table.seat), 0, -1e9
    room = int(table.mix.parameters.track_max_hours - table.hours)
    for i in range(len(options)):
        text, value = table.mix.action.text[options[i]], int(table.mix.action.value[options[i]])
        worth = float(value)
        if text.stop - text.start > 1:
            worth = text_worth(table, text.start, text.stop, me, rival, rival, envy, 0.0)
        worth -= 2.0 * max(0, value - room)
        if worth > most:
            best, most = i, worth
    return best


@typed_kernel(int64(TABLE, OPTIONS))
def least_card(table: Any, options: Any) -> int:
    """Index of the card with the lowest printed value; an Assist before an hours card."""
    action, best, least = table.mix.action, 0, 1000
    for i in range(len(options)):
        worth = 2 * int(action.value[options[i]]) - int(action.kind[options[i]] == ASSIST)
        if worth < least:
            best, least = i, worth
    return best


@typed_kernel(int64(TABLE, OPTIONS, int64, float64))
def best_target(table: Any, options: Any, rival: int, envy: float) -> int:
    """Index of the player whom the pending text should hit, or help."""
    me, best, most = int(table.seat), 0, -1e9
    start, stop = int(table.effect.at), int(table.effect.stop)
    for i in range(len(options)):
        worth = text_worth(table, start, stop, me, int(options[i]), rival, envy, 0.0)
        if worth > most:
            best, most = i, worth
    return best


@inner_kernel
def bury_or_leave(table: Any, own: Any, rival: int, envy: float, going: float) -> int:
    """Bury the cards peeked at when together they do me harm."""
    worth, me = 0.0, int(table.seat)
    amount = int(table.mix.program[table.effect.at].amount)
    for i in range(min(amount, int(own.peeked_count))):
        text = table.mix.time.text[own.peeked[i]]
        worth += text_worth(table, text.start, text.stop, me, NO_SEAT, rival, envy, going)
    return YES if worth < 0.0 else NO


@typed_kernel(int64(int64, TABLE, OWN, OPTIONS, float64, float64), inlined=False)
def usual(decision: int, table: Any, own: Any, options: Any, envy: float, prize: float) -> int:
    """What any sensible player does where character hardly shows; 0 for all other decisions."""
    if decision == DISCARD:
        return least_card(table, options)
    me = int(table.seat)
    rival = richest_other(table, me)
    if decision == PLAY_HOURS:
        return best_hours(table, options, rival, envy)
    if decision == TARGET:
        return best_target(table, options, rival, envy)
    mean = mean_clock(table)
    going = going_on(table, me, rival, mean, envy, prize)
    if decision == BURY:
        return bury_or_leave(table, own, rival, envy, going)
    if decision == PAY_OR_END:
        price = int(table.mix.program[table.effect.at].amount)
        return PAY if price < 2.0 * going else END
    if decision == OFFER:
        worth = prize * rescue(table, own) / (table.players - 1)
        return min(int(worth), int(table.round_number) + 1, len(options) - 1)
    if decision == BUY_HOUR:
        worth = 1.0 + (going - mean) / 3.0
        return YES if table.mix.parameters.buy_hour_price < worth else NO
    return 0
