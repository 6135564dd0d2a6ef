"""What a player of Filibuster! can work out at the table; the strategies weigh it differently.

Everything is read from the printed mix and the public record, so that the judgement follows the cards
when a designer changes them. A worth is in influence, to the seat `me`. `envy` is what one influence
for the richest other player (the rival) costs me; for anybody else it is a third of that.
"""

from math import comb
from typing import Any

import numba as nb
import numpy as np
from numba import boolean, float64, int64

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.games.filibuster.records import (
    DO_CANCEL_NEXT,
    DO_DISCARD,
    DO_DRAW,
    DO_END,
    DO_HOURS,
    DO_INFLUENCE,
    DO_PAY_OR_END,
    DO_PEEK,
    DO_SHUFFLE_TIME,
    DO_TRANSFER,
    EACH,
    LEADER,
    NO_SEAT,
    ROUNDS,
    SELF,
    SUPPORTERS,
    TABLE,
    TARGETED,
    TEXT,
    own_dtype,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.rng import uniform_at

OWN = nb.from_dtype(own_dtype)
RNG = nb.types.Array(nb.uint64, 1, "C")
"""The type of a player's own record, for kernels of one signature."""

CARD_WORTH = 1.5
"""Rough worth of one more action card: on average it brings a little less than its printed value."""
DECIDES = np.array([[comb(n, k) / 2**n for k in range(ROUNDS)] for n in range(ROUNDS)])
"""Chance that k of n later rounds are lost when each is lost half the time."""


@typed_kernel(boolean(TABLE, RNG, float64, float64))
def leans(table: Any, rng: Any, edge: float, width: float) -> bool:
    """Yes when `edge` is above 0; a close call, within `width` of 0, goes either way.

    Without it a player's habits would flip at one number of cards, and a deck that is changed by one
    card would look as if the card had done that.
    """
    place = (table.round_number * 256 + table.leader_turns) * 16 + table.pending
    return edge > width * (2.0 * uniform_at(rng, place) - 1.0)


@typed_kernel(int64(TABLE, RNG, float64))
def whole_limit(table: Any, rng: Any, limit: float) -> int:
    """`limit` rounded up or down by lot, once for the whole auction, so that its mean is `limit`."""
    return int(max(0.0, limit) + uniform_at(rng, table.round_number * 16 + table.pending))


@typed_kernel(int64(TABLE, int64))
def richest_other(table: Any, me: int) -> int:
    """The seat with most influence but mine; the first to my left among equals."""
    best, most = NO_SEAT, -1
    for seat in range(me + 1, table.players):
        if table.influence[seat] > most:
            best, most = seat, table.influence[seat]
    for seat in range(me):
        if table.influence[seat] > most:
            best, most = seat, table.influence[seat]
    return best


@typed_kernel(boolean(TABLE, TEXT))
def ends_it(table: Any, text: Any) -> bool:
    """Would this time card end the filibuster? A price that the Leader can pay does not."""
    for at in range(text.start, text.stop):
        primitive = table.mix.program[at]
        too_dear = table.influence[table.leader] < primitive.amount
        if primitive.op == DO_END or (primitive.op == DO_PAY_OR_END and too_dear):
            return True
    return False


@typed_kernel(int64(TABLE))
def enders_left(table: Any) -> int:
    """Undrawn time cards that would end the filibuster as things stand."""
    count = 0
    for card in range(table.mix.time.kinds):
        if table.time_left[card] > 0 and ends_it(table, table.mix.time.text[card]):
            count += int(table.time_left[card])
    return count


@typed_kernel(float64(TABLE, OWN, int64))
def survival(table: Any, own: Any, turns: int) -> float:
    """Chance that none of the next `turns` time cards ends the filibuster, cancelled ones apart.

    A player who has peeked knows what comes.
    """
    left, enders, chance = int(table.time_cards_left), enders_left(table), 1.0
    for i in range(turns):
        if i >= left:
            return 0.0
        if i < own.peeked_count:
            ends = ends_it(table, table.mix.time.text[own.peeked[i]])
            enders -= int(ends)
            if ends and i >= table.cancel:
                return 0.0
        elif i >= table.cancel:
            chance *= max(0.0, 1.0 - enders / (left - i))
    return chance


@typed_kernel(float64(TABLE))
def mean_clock(table: Any) -> float:
    """Mean clock value of the printed hours cards; at least a quarter hour."""
    action = table.mix.action
    hours, cards, left = 0, 0, table.mix.hours_cards
    while left != EMPTY_SET:
        card = lowest(left)
        left = without_lowest(left)
        hours += int(action.value[card]) * int(action.copies[card])
        cards += int(action.copies[card])
    return max(0.25, hours / max(1, cards))


@typed_kernel(float64(TABLE, OWN))
def chance_to_block(table: Any, own: Any) -> float:
    """Chance to reach the difficulty when the Leader plays an average hours card every turn."""
    missing = table.difficulty - table.hours
    if missing <= 0:
        return 1.0
    turns = missing / (1.1 * mean_clock(table))
    whole = int(turns)
    less, more = survival(table, own, whole), survival(table, own, whole + 1)
    return float(less + (turns - whole) * (more - less))


@typed_kernel(int64(TABLE))
def losses_to_spare(table: Any) -> int:
    """Policies that may still be enacted without the team losing."""
    parameters = table.mix.parameters
    lost_at = min(
        parameters.enacted_to_lose, parameters.policies_in_game - parameters.blocks_to_win + 1
    )
    return int(lost_at - 1 - table.failures)


@typed_kernel(float64(TABLE))
def stake(table: Any) -> float:
    """Chance that this round decides: the team wins if it is blocked and loses if it is not.

    It is the chance that the later rounds lose exactly what there is to spare.
    """
    spare = losses_to_spare(table)
    later = int(table.mix.parameters.policies_in_game - table.round_number)
    return float(DECIDES[later, spare]) if 0 <= spare <= later else 0.0


@typed_kernel(float64(int64, int64, int64, float64))
def weight(seat: int, me: int, rival: int, envy: float) -> float:
    """What one influence for `seat` is worth to me."""
    if seat == me:
        return 1.0
    return -envy if seat == rival else -0.33 * envy


@typed_kernel(boolean(int64, int64, int64, int64, int64))
def concerns(who: int, seat: int, leader: int, actor: int, target: int) -> bool:
    """Is `seat` one of WHO on a card played by `actor` against `target`?"""
    if who == EACH:
        return True
    if who == LEADER:
        return seat == leader
    if who == SUPPORTERS:
        return seat != leader
    return seat == actor if who == SELF else who == TARGETED and seat == target


@typed_kernel(float64(TABLE, int64, int64, int64, int64, int64, float64))
def group_worth(
    table: Any, who: int, amount: int, me: int, target: int, rival: int, envy: float
) -> float:
    """Worth to me, who acts, that each in WHO gains `amount`; nobody loses more than he has."""
    worth = 0.0
    for seat in range(table.players):
        if concerns(who, seat, table.leader, me, target):
            worth += weight(seat, me, rival, envy) * max(amount, -table.influence[seat])
    return worth


@inner_kernel
def time_worth(table: Any, op: int, going: float) -> float:
    """Worth of doing something about the time deck: the danger it takes away."""
    if op != DO_CANCEL_NEXT and op != DO_PEEK and op != DO_SHUFFLE_TIME:
        return 0.0
    if table.time_cards_left == 0 or table.cancel > 0:
        return 0.0
    risk = enders_left(table) / float(table.time_cards_left)
    if op == DO_CANCEL_NEXT:
        return risk * going
    if op == DO_PEEK:
        return 0.5 * risk * going
    return (risk - 0.2) * going


@typed_kernel(float64(TABLE, int64, int64, int64, int64, int64, float64, float64), inlined=False)
def text_worth(
    table: Any, start: int, stop: int, me: int, target: int, rival: int, envy: float, going: float
) -> float:
    """Worth to me, who acts, of the primitives `start` to `stop` of the mix's program.

    `going` is the worth that the filibuster goes on for a turn.
    """
    worth = 0.0
    for at in range(start, stop):
        primitive = table.mix.program[at]
        op, who, amount = int(primitive.op), int(primitive.who), int(primitive.amount)
        if op == DO_INFLUENCE:
            worth += group_worth(table, who, amount, me, target, rival, envy)
        elif op == DO_DRAW:
            worth += CARD_WORTH * group_worth(table, who, amount, me, target, rival, envy)
        elif op == DO_DISCARD:
            worth -= CARD_WORTH * group_worth(table, who, amount, me, target, rival, envy)
        elif op == DO_TRANSFER:
            for giver in range(table.players):
                if concerns(who, giver, table.leader, me, target):
                    moved = min(amount, table.influence[giver])
                    worth -= moved * weight(giver, me, rival, envy)
                    worth += group_worth(table, int(primitive.to), moved, me, target, rival, envy)
        elif op == DO_HOURS:
            worth += amount * (weight(table.leader, me, rival, envy) + 0.3 * going)
        elif op == DO_END:
            worth -= going
        elif op == DO_PAY_OR_END:
            if table.influence[table.leader] < amount:
                worth -= going
            else:
                worth -= min(amount * weight(table.leader, me, rival, envy), going)
        else:
            worth += time_worth(table, op, going)
    return worth


@typed_kernel(float64(TABLE, int64, int64, float64, float64, float64))
def going_on(table: Any, me: int, rival: int, hours: float, envy: float, prize: float) -> float:
    """Worth to me that the filibuster goes on for a turn.

    `prize` is what the team's win is worth to me, `hours` an average hours card: the Leader's gain
    and, now and then, my next card.
    """
    need = 0.0 if table.hours >= table.difficulty else prize * stake(table)
    if me == table.leader:
        return need + hours
    return need + hours * (1.0 / float(table.players - 1) + weight(table.leader, me, rival, envy))


@typed_kernel(float64(TABLE, OWN))
def rescue(table: Any, own: Any) -> float:
    """How much a passed vote would raise the team's chance to win, from 0 to 1."""
    return stake(table) * (1.0 - chance_to_block(table, own))


@typed_kernel(boolean(TABLE, OWN, RNG, float64))
def last_chance(table: Any, own: Any, rng: Any, nerve: float) -> bool:
    """Would failing lose the game, with a chance to block below `nerve`?"""
    if losses_to_spare(table) != 0:
        return False
    return leans(table, rng, nerve - chance_to_block(table, own), 0.1)


@typed_kernel(boolean(TABLE))
def team_is_safe(table: Any) -> bool:
    """Can the team no longer lose?"""
    later = table.mix.parameters.policies_in_game - table.round_number
    return bool(losses_to_spare(table) > later)


@typed_kernel(int64(TABLE))
def round_bonus(table: Any) -> int:
    """Influence lying on this round's policy."""
    parameters = table.mix.parameters
    if table.round_number == 5:
        return int(parameters.policy_bonus_round5)
    if table.round_number == 6:
        return int(parameters.policy_bonus_round6)
    if table.round_number == 7:
        return int(parameters.policy_bonus_round7)
    return 0


@typed_kernel(float64(TABLE, OWN))
def leading_worth(table: Any, own: Any) -> float:
    """Influence that leading this round should bring more than supporting it, the bonus apart.

    As Leader an average hours card for each turn before an ending time card, and more for my own
    better cards; as supporter an average card at each of my turns.
    """
    mix = table.mix
    ending = 0.0
    for card in range(mix.time.kinds):
        text = mix.time.text[card]
        for at in range(text.start, text.stop):
            if mix.program[at].op == DO_END:
                ending += mix.time.copies[card]
            elif mix.program[at].op == DO_PAY_OR_END:
                ending += 0.5 * mix.time.copies[card]
    mean, better, left = mean_clock(table), 0.0, own.held & mix.hours_cards
    while left != EMPTY_SET:
        card = lowest(left)
        left = without_lowest(left)
        better += own.hand[card] * max(0.0, mix.action.value[card] - mean)
    turns = (float(mix.time.cards) - ending) / (ending + 1.0)
    hours = min(float(mix.parameters.track_max_hours), turns * mean + min(better, turns))
    return hours - turns * mean / float(table.players - 1)


@inner_kernel
def early(table: Any) -> float:
    """How early in the game it is: 1 before the first round, 0 in the last two."""
    last = int(table.mix.parameters.policies_in_game) - 1
    return max(0, last - int(table.round_number)) / max(1, last)
