"""What a player of Liberté makes of the board: worth of votes, blocks and tokens to it.

A `plan` is made once for a decision, from the survey of the table and what the player wants; then every
block is judged by it.
"""

from typing import Any

import numpy as np
from numba import float64, int64, uint64

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.games.liberte.records import BLUE, RED, TABLE, WHITE
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.piles import WORDS
from hemicycle.strategies.liberte_sense import (
    CHEAP,
    ENVY,
    GOVERN,
    GUARD,
    LANDS,
    OPPOSE,
    OWN,
    RADICAL,
    REDS,
    ROYAL,
    ROYALIST,
    SURVEY_TYPE,
    WANTS_TYPE,
    WAR,
    WHITES,
    UniTuple,
    ahead,
    battle_prize,
    best_shown,
    generals_shown,
    hand_value,
    hope_to_win,
    is_last,
    land_weight,
    lateness,
    revolt_weight,
    seat_count,
    total,
    wins_with,
)

OWN_VOTE, THEIR_VOTE = 0, 3
"""Places in `plan`, plus a colour: worth of a vote that I win and hold, of one that another wins."""
(STEP, BACK, LATE, STAY, LAND_VP, TIE) = range(6, 12)
"""Places in `plan`: worth of one more and of one less province under white control; how near the end
of the phase is, 0 to 1; worth of a block in later turns; worth of a province's victory point now;
(plus a colour) chance to win a tie."""
PLAN_TYPE = UniTuple(float64, 14)

PRIZE = 18.0
"""A game won on the spot, in victory points."""
NEAR = np.array([1.0, 0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.0])
"""How likely sudden death is when so many provinces, or votes, are missing."""
EARLY_CHANCE = np.array([0.01, 0.03, 0.1, 0.33, 0.77, 0.91, 0.96])
LATE_CHANCE = np.array([0.0, 0.0, 0.04, 0.3, 0.92, 1.0, 1.0])
"""Chance to win a province when my stack is 3 smaller, ..., as large as, ..., 3 larger than any other:
with full supplies, and in the last round."""
TIE_BY_CARD = 0.12
"""Chance to win a tie, for each point of my best card."""
CALM_VOTE, STAY_WORTH, VOTE_LOST = 0.18, 0.16, 0.4
"""Worth of a vote, for a weight of 1 of all awards; of a block in later turns; of a vote another loses."""


@typed_kernel(float64(float64, float64, float64, float64))
def shares(mine: float, most: float, width: float, least: float) -> float:
    """Weight of a faction with `mine` votes against one with `most`."""
    weight = max(least, 1.0 - (most - mine) / width)
    return weight * weight * weight


@typed_kernel(
    float64(
        float64, float64, float64, float64,
        float64, float64, float64, float64, float64, float64,
    ),
    inlined=False,
)  # fmt: skip
def prospect(
    red: float, blue: float, white: float, width: float,
    govern_r: float, govern_b: float, govern_w: float,
    oppose_r: float, oppose_b: float, oppose_w: float,
) -> float:  # fmt: skip
    """What the awards are worth to me with these votes, and these worths of each faction's offices.

    Differences of about `width` votes are turned round before the election.
    """
    most = max(red, blue, white)
    r, b, w = (
        shares(red, most, width, 0.1),
        shares(blue, most, width, 0.1),
        shares(white, most, width, 0.1),
    )
    if_red = govern_r + (b * oppose_b + w * oppose_w) / (b + w)
    if_blue = govern_b + (r * oppose_r + w * oppose_w) / (r + w)
    if_white = govern_w + (r * oppose_r + b * oppose_b) / (r + b)
    return (r * if_red + b * if_blue + w * if_white) / (r + b + w)


@typed_kernel(UniTuple(float64, 4)(TABLE, int64, uint64, float64, float64, WANTS_TYPE))
def offices(table: Any, me: int, packed: Any, hope: float, width: float, wants: Any) -> Any:
    """Worth to me of one faction's offices: in government and opposition, as held now and with one
    block more. `hope` is what my hand may add.
    """
    parameters, best, second = table.mix.parameters, 0, 0
    for seat in range(table.players):
        held = seat_count(packed, seat) if seat != me else 0
        second = max(second, min(best, held))
        best = max(best, held)
    mine = seat_count(packed, me) + hope
    sure = 0.5 if mine < 0.5 else 1.0
    first, first_more = sure * ahead(mine - best, width), ahead(mine + 1.0 - best, width)
    either, either_more = sure * ahead(mine - second, width), ahead(mine + 1.0 - second, width)
    lower = wants[GOVERN] * parameters.gov_second_vp
    upper = wants[GOVERN] * parameters.gov_first_vp - lower
    opposed = wants[OPPOSE] * parameters.opposition_first_vp
    return (
        upper * first + lower * either,
        opposed * first,
        upper * first_more + lower * either_more,
        opposed * first_more,
    )


@typed_kernel(PLAN_TYPE(TABLE, OWN, int64, float64, WANTS_TYPE, SURVEY_TYPE), inlined=False)
def plan_of(table: Any, own: Any, start: int, late: float, wants: Any, seen: Any) -> Any:
    """What votes, white provinces, stacks and ties are worth to me; see the places of a plan."""
    me, turn, players = int(table.seat), int(table.round_number), int(table.players)
    parameters = table.mix.parameters
    hope = 0.0 if start > 0 else 0.3 * (1.0 - late)
    width = 1.0 + 1.5 * (1.0 - late)
    hope_r, hope_b, hope_w = 0.0, 0.0, 0.0
    if hope > 0.0:
        hope_r = hope * hand_value(table, own, RED)
        hope_b = hope * hand_value(table, own, BLUE)
        hope_w = hope * hand_value(table, own, WHITE)
    gr, pr, gr1, pr1 = offices(table, me, seen[RED], hope_r, width, wants)
    gb, pb, gb1, pb1 = offices(table, me, seen[BLUE], hope_b, width, wants)
    gw, pw, gw1, pw1 = offices(table, me, seen[WHITE], hope_w, width, wants)
    red_votes = total(seen[RED], players)
    r, b, w = (
        red_votes + hope_r,
        total(seen[BLUE], players) + hope_b,
        total(seen[WHITE], players) + hope_w,
    )
    width = 2.0 + 5.0 * (1.0 - late)
    now = prospect(r, b, w, width, gr, gb, gw, pr, pb, pw)
    vote_r = prospect(r + 1.0, b, w, width, gr, gb, gw, pr, pb, pw) - now
    vote_b = prospect(r, b + 1.0, w, width, gr, gb, gw, pr, pb, pw) - now
    vote_w = prospect(r, b, w + 1.0, width, gr, gb, gw, pr, pb, pw) - now
    own_r = prospect(r + 1.0, b, w, width, gr1, gb, gw, pr1, pb, pw) - now
    own_b = prospect(r, b + 1.0, w, width, gr, gb1, gw, pr, pb1, pw) - now
    own_w = prospect(r, b, w + 1.0, width, gr, gb, gw1, pr, pb, pw1) - now
    standing = hope_to_win(table, me)
    missing = int(parameters.landslide_red_votes) - red_votes
    if missing < 7 or wants[RADICAL] > 0.0:
        nearer = NEAR[min(7, max(0, missing - 1))] - NEAR[min(7, max(0, missing))]
        chance = wins_with(table, me, RED, seen[REDS])
        pull = wants[RADICAL] + chance - wants[GUARD] * standing
        worth = PRIZE * pull * nearer * (0.4 + 0.6 * late) + 0.3 * wants[RADICAL]
        vote_r += worth
        own_r += worth
    step, back, reach = 0.0, 0.0, revolt_weight(table, turn)
    missing = int(parameters.cr_provinces_needed - table.lost_blocks) - int(seen[ROYALIST])
    if start == 0 and (missing < 6 or wants[ROYAL] > 0.0):
        here = NEAR[min(7, max(0, missing))]
        chance = wins_with(table, me, WHITE, seen[WHITES])
        pull = wants[ROYAL] + chance - wants[GUARD] * standing
        step = reach * (PRIZE * pull * (NEAR[min(7, max(0, missing - 1))] - here))
        back = reach * (PRIZE * pull * (NEAR[min(7, max(0, missing + 1))] - here))
        step += 0.3 * wants[ROYAL]
        back -= 0.3 * wants[ROYAL]
    stay = 0.0 if is_last(table) else STAY_WORTH
    return (
        own_r,
        own_b,
        own_w,
        vote_r,
        vote_b,
        vote_w,
        step,
        back,
        late,
        stay,
        wants[LANDS] * land_weight(table, turn),
        TIE_BY_CARD * best_shown(table, me, RED),
        TIE_BY_CARD * best_shown(table, me, BLUE),
        TIE_BY_CARD * best_shown(table, me, WHITE),
    )


@inner_kernel
def calm_plan(table: Any, wants: Any) -> Any:
    """A plan for finding a province once the colour is settled: each vote counts the same."""
    vote = CALM_VOTE * (wants[GOVERN] + wants[OPPOSE])
    colour = int(table.mix.cards.colour[table.action.card])
    tie = TIE_BY_CARD * best_shown(table, int(table.seat), colour)
    stay = 0.0 if is_last(table) else STAY_WORTH
    land = wants[LANDS] * land_weight(table, table.round_number)
    return (vote, vote, vote, 0.0, 0.0, 0.0, 0.0, 0.0, lateness(table), stay, land, tie, tie, tie)


@inner_kernel
def is_calm(table: Any, wants: Any, seen: Any) -> bool:
    """Is sudden death far from anybody's mind? Then a province is as good as its votes and points."""
    parameters, white = table.mix.parameters, int(seen[ROYALIST]) + table.lost_blocks
    near = total(seen[RED], table.players) + 6 > parameters.landslide_red_votes
    near |= white + 5 > parameters.cr_provinces_needed
    return not (near or wants[ROYAL] > 0.0 or wants[RADICAL] > 0.0)


@typed_kernel(float64(int64, int64, float64, float64))
def chance_to_win(size: int, other: int, late: float, tie: float) -> float:
    """Chance that a stack of `size` wins its province against one of `other` blocks."""
    if size == 0:
        return 0.0
    if size == other:
        return tie
    lead = min(3, max(-3, size - other)) + 3
    return float(EARLY_CHANCE[lead] + late * (LATE_CHANCE[lead] - EARLY_CHANCE[lead]))


@typed_kernel(UniTuple(float64, 2)(TABLE, int64, int64, int64, WANTS_TYPE, PLAN_TYPE))
def block_worth(table: Any, province: int, colour: int, left: int, wants: Any, plan: Any) -> Any:
    """Worth, each, of the best number of blocks, 1 to `left`, of `colour` for me in a province.

    A second value says how many. They may win it for me, take it from who has it, last into later
    turns, and give or take white control.
    """
    me, board = int(table.seat), table.mix.board
    other, their, white, coloured = 0, 0, 0, 0
    for seat in range(table.players):
        if seat == me:
            continue
        size, hue = int(table.blocks[province, seat]), int(table.colour[province, seat])
        if size > other:
            other, their = size, hue
        if hue == WHITE:
            white = max(white, size)
        else:
            coloured = max(coloured, size)
    mine, late, tie = int(table.blocks[province, me]), plan[LATE], plan[TIE + colour]
    vote = plan[OWN_VOTE + colour]
    land = float(board.vp[province]) * plan[LAND_VP]
    most = int(board.votes_max[province])
    denied = 0.0
    if other > 0:
        votes = min(other, most)
        denied = wants[ENVY] * (VOTE_LOST * votes + land) - votes * plan[THEIR_VOTE + their]
    before = chance_to_win(mine, other, late, tie)
    standing = before * (min(mine, most) * vote + land + denied)
    royalist = board.counter_revolution[province] != 0
    if royalist:
        if colour == WHITE:
            ruled = max(white, mine) > coloured
        else:
            ruled = white > max(coloured, mine)
    best, many = -1e9, 1
    fresh = wants[CHEAP] if other == 0 and mine == 0 else 0.0
    for more in range(1, min(left, int(table.mix.parameters.stack_max) - mine) + 1):
        size = mine + more
        worth = chance_to_win(size, other, late, tie) * (min(size, most) * vote + land + denied)
        worth += plan[STAY] * more + fresh - standing
        if royalist:
            if colour == WHITE:
                rules = max(white, size) > coloured
            else:
                rules = white > max(coloured, size)
            if rules and not ruled:
                worth += plan[STEP]
            elif ruled and not rules:
                worth += plan[BACK]
        worth /= more
        if worth > best:
            best, many = worth, more
    return best, float(many)


@inner_kernel
def open_places(table: Any, colour: int, region: int) -> Any:
    """Provinces of a region (below 0: of all) where I may place a block of `colour` (LIB-5.1)."""
    me, board = int(table.seat), table.mix.board
    if table.supply[colour] == 0:
        return EMPTY_SET
    found = table.grows[me, colour]
    if table.free_tokens[me] > 0:
        found |= board.whole & ~(table.full | table.stands[me])
    return found & (board.whole if region < 0 else board.in_region[region])


@typed_kernel(float64(TABLE, int64, int64, int64, WANTS_TYPE, PLAN_TYPE), inlined=False)
def blocks_worth(table: Any, colour: int, blocks: int, region: int, wants: Any, plan: Any) -> float:
    """Worth of placing so many blocks of a colour in a region (below 0: anywhere), each at its best."""
    left = open_places(table, colour, region)
    first, second, third, many, many_next = -1e9, -1e9, -1e9, 1.0, 1.0
    while left != EMPTY_SET:
        province = lowest(left)
        left = without_lowest(left)
        worth, number = block_worth(table, province, colour, blocks, wants, plan)
        if worth > first:
            third, second, many_next = second, first, many
            first, many = worth, number
        elif worth > second:
            third, second, many_next = second, worth, number
        elif worth > third:
            third = worth
    if first < -1e8:
        return 0.0
    if second < -1e8:
        return first * blocks
    used = min(many, blocks)
    then = min(many_next, blocks - used)
    rest = blocks - used - then
    return first * used + second * then + rest * (third if third > -1e8 else second)


@typed_kernel(float64(TABLE, OWN, int64, WANTS_TYPE, PLAN_TYPE), inlined=False)
def battle_worth(table: Any, own: Any, card: int, wants: Any, plan: Any) -> float:
    """Worth of a token in the Battle Box for `card`: how much likelier it makes me win the battle."""
    me, turn, cards = int(table.seat), int(table.round_number), table.mix.cards
    prize = wants[WAR] * battle_prize(table, turn)
    if prize <= 0.0:
        return 0.0
    room = table.displays[me].cards < table.mix.parameters.display_limit
    eligible = 0.1
    if generals_shown(table, me) > 0:
        eligible = 1.0
    elif room and cards.general[card] != 0:
        eligible = 0.95
    elif room:
        for word in range(WORDS):
            if own.hand.kinds[word] & cards.generals[word] != EMPTY_SET:
                eligible = 0.7 * (1.0 - plan[LATE])
    most = 0.0
    for seat in range(table.players):
        if seat != me:
            tokens = float(table.battle_tokens[seat])
            if generals_shown(table, seat) == 0:
                tokens = min(tokens, 1.0) * 0.5 * (1.0 - plan[LATE])
            most = max(most, tokens)
    lead, width = float(table.battle_tokens[me]) - most, 0.3 + 0.9 * (1.0 - plan[LATE])
    now = ahead(lead - 0.3, width) if table.battle_tokens[me] > 0 else 0.0
    gain = ahead(lead + 0.7, width) - now
    return float(eligible * prize * (1.0 + 0.3 * wants[ENVY]) * gain)
