"""What a player of Liberté can read off the table; the strategies weigh it differently.

Everything comes from the printed mix and the public record, so that the judgement follows the cards
when a designer changes them. A worth is in victory points, to the seat that decides. What a player is
after comes as its `wants`, a tuple whose places have names below.
"""

from typing import Any

import numba as nb
import numpy as np
from numba import boolean, float64, int64, uint64

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.games.liberte.records import BLUE, COLOURS, RED, SPECIAL, TABLE, WHITE, own_dtype
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.piles import WORDS
from hemicycle.sim.rng import uniform_at

UniTuple: Any = nb.types.UniTuple
OWN = nb.from_dtype(own_dtype)
RNG = nb.types.Array(nb.uint64, 1, "C")
OPTIONS = nb.types.Array(nb.int32, 1, "C")
SURVEY_TYPE = UniTuple(uint64, 6)
"""Of `survey`: votes of R, B, W and blocks of R and W, eight bits a seat; white provinces."""
REDS, WHITES, ROYALIST = range(len(COLOURS), 6)

(GOVERN, OPPOSE, LANDS, WAR, ROYAL, RADICAL, GUARD, ENVY, CHEAP) = range(9)
"""Places in `wants`: weights of the government's awards, the opposition's, victory points of
provinces and battles; pull to the counter-revolution and to the landslide; guard against either when
another would win it; worth of another's loss; liking for provinces that are empty."""
WANTS_TYPE = UniTuple(float64, 9)

LOW_BYTE = np.uint64(255)


@typed_kernel(float64(TABLE, RNG, int64))
def lot(table: Any, rng: Any, option: int) -> float:
    """A number from 0 to 1 that belongs to this option of this decision, in this round and turn."""
    place = (table.round_number * 256 + table.action_round) * 32 + table.pending
    return uniform_at(rng, place * 1024 + option + 1)


@typed_kernel(float64(float64, float64))
def ahead(lead: float, width: float) -> float:
    """Chance to end in front with this lead, when leads of about `width` are turned round."""
    return 0.5 + 0.5 * lead / (width + abs(lead))


@typed_kernel(int64(uint64, int64))
def seat_count(packed: Any, seat: int) -> int:
    """The number that a word of the survey holds for `seat`."""
    return int((packed >> np.uint64(8 * seat)) & LOW_BYTE)


@typed_kernel(int64(uint64, int64))
def total(packed: Any, players: int) -> int:
    """The sum over all seats."""
    found = 0
    for seat in range(players):
        found += seat_count(packed, seat)
    return found


@typed_kernel(SURVEY_TYPE(TABLE, int64), inlined=False)
def survey(table: Any, start: int) -> Any:
    """Who would win which votes now, those before province `start` being held already.

    A province with a tie brings no vote. Provinces that count for the counter-revolution are under
    white control when their largest white stack is larger than any other.
    """
    board = table.mix.board
    red, blue, white = EMPTY_SET, EMPTY_SET, EMPTY_SET
    reds, whites, royalist = EMPTY_SET, EMPTY_SET, EMPTY_SET
    left = table.coloured[RED] | table.coloured[BLUE] | table.coloured[WHITE]
    while left != EMPTY_SET:
        province = lowest(left)
        left = without_lowest(left)
        top, second, most_white = 0, 0, 0
        for seat in range(table.players):
            size = int(table.blocks[province, seat])
            colour = int(table.colour[province, seat])
            key = size * 64 + seat * 4 + colour
            second = max(second, min(top, key))
            top = max(top, key)
            is_white, shift = colour == WHITE, np.uint64(8 * seat)
            most_white = max(most_white, size * is_white)
            whites += np.uint64(size * is_white) << shift
            reds += np.uint64(size * (colour == RED)) << shift
        size = top >> 6
        if size == second >> 6:
            # White leads with two stacks of one size, too, unless one of another colour is as large.
            if board.counter_revolution[province] != 0 and most_white == size:
                other = 0
                for seat in range(table.players):
                    if table.colour[province, seat] != WHITE:
                        other = max(other, int(table.blocks[province, seat]))
                royalist += np.uint64(other < size)
            continue
        colour = top & 3
        royalist += np.uint64(board.counter_revolution[province] != 0 and colour == WHITE)
        if province >= start:
            votes = np.uint64(min(size, int(board.votes_max[province])))
            votes <<= np.uint64(8 * ((top >> 2) & 15))
            red += votes * np.uint64(colour == RED)
            blue += votes * np.uint64(colour == BLUE)
            white += votes * np.uint64(colour == WHITE)
    if start > 0:
        for seat in range(table.players):
            shift = np.uint64(8 * seat)
            red += np.uint64(table.held[seat, RED]) << shift
            blue += np.uint64(table.held[seat, BLUE]) << shift
            white += np.uint64(table.held[seat, WHITE]) << shift
    return red, blue, white, reds, whites, royalist


@inner_kernel
def shown_value(table: Any, seat: int, colour: int) -> int:
    """Sum of the values of one colour's cards in the display of `seat`."""
    cards, found = table.mix.cards, 0
    for word in range(WORDS):
        left = table.displays[seat].kinds[word] & cards.of_colour[colour, word]
        while left != EMPTY_SET:
            card = 64 * word + lowest(left)
            left = without_lowest(left)
            found += int(cards.value[card]) * int(table.displays[seat].copies[card])
    return found


@typed_kernel(int64(TABLE, int64, int64))
def best_shown(table: Any, seat: int, colour: int) -> int:
    """Highest value of one colour's cards in the display of `seat`; 0 for none."""
    cards, found = table.mix.cards, 0
    for word in range(WORDS):
        left = table.displays[seat].kinds[word] & cards.of_colour[colour, word]
        while left != EMPTY_SET:
            found = max(found, int(cards.value[64 * word + lowest(left)]))
            left = without_lowest(left)
    return found


@typed_kernel(int64(TABLE, OWN, int64))
def hand_value(table: Any, own: Any, colour: int) -> int:
    """Sum of the values of one colour's cards in my hand."""
    cards, found = table.mix.cards, 0
    for word in range(WORDS):
        left = own.hand.kinds[word] & cards.of_colour[colour, word]
        while left != EMPTY_SET:
            card = 64 * word + lowest(left)
            left = without_lowest(left)
            found += int(cards.value[card]) * int(own.hand.copies[card])
    return found


@typed_kernel(float64(TABLE, int64, int64, uint64), inlined=False)
def wins_with(table: Any, me: int, colour: int, blocks: Any) -> float:
    """Chance that I would win a sudden death of this colour (LIB-8.3), on `blocks` of the survey."""
    mine, best = 0, 0
    for seat in range(table.players):
        points = seat_count(blocks, seat) + int(table.held[seat, colour])
        if table.mix.parameters.points_sudden_death_count_display != 0:
            points += shown_value(table, seat, colour)
        if seat == me:
            mine = points
        else:
            best = max(best, points)
    return min(0.98, max(0.02, 0.5 + 0.15 * (mine - best)))


@inner_kernel
def hope_to_win(table: Any, me: int) -> float:
    """Rough chance that I win by victory points: an even share, more or less by my lead."""
    best = 0
    for seat in range(table.players):
        if seat != me:
            best = max(best, int(table.vp[seat]))
    lead = int(table.vp[me]) - best
    return float(min(0.9, max(0.03, 1.2 / table.players + 0.05 * lead)))


@typed_kernel(float64(TABLE))
def lateness(table: Any) -> float:
    """How near the end of the action phase is: 0 with full supplies, 1 in its last round."""
    if table.exhausted != 0:
        return 1.0
    least = min(table.supply[RED], table.supply[BLUE], table.supply[WHITE])
    return float(max(0.0, 1.0 - least / (2.5 * table.players)))


@typed_kernel(boolean(TABLE))
def is_last(table: Any) -> bool:
    """Is this the last turn?"""
    return bool(table.round_number >= table.mix.parameters.turns)


@inner_kernel
def revolt_weight(table: Any, turn: int) -> float:
    """How much the white provinces of now count for a counter-revolution: in which turns it can come."""
    parameters = table.mix.parameters
    now, soon = parameters.cr_active_turn4, 0
    if turn == 1:
        now, soon = parameters.cr_active_turn1, parameters.cr_active_turn2
    elif turn == 2:
        now, soon = parameters.cr_active_turn2, parameters.cr_active_turn3
    elif turn == 3:
        now, soon = parameters.cr_active_turn3, parameters.cr_active_turn4
    if now != 0:
        return 1.0
    return 0.4 if soon != 0 else 0.1


@typed_kernel(float64(TABLE, int64))
def land_weight(table: Any, turn: int) -> float:
    """How much of a province's victory points a stack there will bring: in which turns they score."""
    parameters, found, share = table.mix.parameters, 0.0, 1.0
    for later in range(turn, int(parameters.turns) + 1):
        scores = parameters.vp_province_turn4
        if later == 1:
            scores = parameters.vp_province_turn1
        elif later == 2:
            scores = parameters.vp_province_turn2
        elif later == 3:
            scores = parameters.vp_province_turn3
        found += share * min(1, scores)
        share *= 0.3
    return found


@typed_kernel(float64(TABLE, int64))
def battle_prize(table: Any, turn: int) -> float:
    """Victory points of this turn's battle, 0 for none (LIB-6.2)."""
    parameters = table.mix.parameters
    if turn < parameters.battle_first_turn or turn < 2:
        return 0.0
    if turn == 2:
        return float(parameters.battle_vp_turn2)
    return float(parameters.battle_vp_turn3 if turn == 3 else parameters.battle_vp_turn4)


@typed_kernel(int64(TABLE, int64))
def generals_shown(table: Any, seat: int) -> int:
    """Kinds of generals in the display of `seat`; 2 for more."""
    found = 0
    for word in range(WORDS):
        left = table.displays[seat].kinds[word] & table.mix.cards.generals[word]
        if left != EMPTY_SET:
            found += 1 if without_lowest(left) == EMPTY_SET else 2
    return min(2, found)


@typed_kernel(float64(TABLE, int64, WANTS_TYPE))
def card_worth(table: Any, card: int, wants: Any) -> float:
    """Rough worth of having a card, in hand or in the display."""
    cards = table.mix.cards
    if cards.type[card] == SPECIAL:
        return 0.55 if cards.needs_government[card] < 0 else 0.35
    value, colour = float(cards.value[card]), int(cards.colour[card])
    worth = 0.5 * value
    if cards.region[card] < 0:
        worth += 0.15
    if battle_prize(table, table.round_number) > 0.0 or not is_last(table):
        worth += wants[WAR] * (0.5 * cards.general[card] + 0.12 * cards.cannon[card])
    worth += 0.2 * cards.sansculottes[card]
    if colour == WHITE:
        worth += 0.15 * wants[ROYAL] * value
    elif colour == RED:
        worth += 0.15 * wants[RADICAL] * value
    return float(worth)


@typed_kernel(float64(TABLE), inlined=False)
def unseen_worth(table: Any) -> float:
    """Worth of a card from the deck: of the mean value of all that are printed, and a little more."""
    cards, value = table.mix.cards, 0
    for card in range(cards.kinds):
        value += int(cards.copies[card]) * int(cards.value[card])
    return 0.2 + 0.5 * value / max(1, int(cards.cards))
