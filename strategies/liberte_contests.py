"""Which card a player of Liberté advances in a contest, or none; indices into `options`."""

from typing import Any

from numba import float64, int64

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.games.liberte.records import (
    AWARD_ADVANCE,
    BATTLE_ADVANCE,
    BLUE,
    COLOURS,
    GOVERNMENT_ADVANCE,
    GOVERNMENT_FIRST,
    GOVERNMENT_SECOND,
    NO_COLOUR,
    OPPOSITION_ADVANCE,
    PARIS_ADVANCE,
    PROVINCE_ADVANCE,
    RED,
    TABLE,
    WHITE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.piles import WORDS
from hemicycle.strategies.liberte_plan import LAND_VP, OWN_VOTE, VOTE_LOST, plan_of
from hemicycle.strategies.liberte_sense import (
    ENVY,
    GOVERN,
    OPPOSE,
    OPTIONS,
    SURVEY_TYPE,
    WANTS_TYPE,
    battle_prize,
    best_shown,
    card_worth,
    is_last,
    seat_count,
    survey,
)


@inner_kernel
def best_to_come(decision: int, table: Any) -> int:
    """Highest card that players who are still to be asked in this contest could advance."""
    contest, cards, found, seen = table.contest, table.mix.cards, 0, False
    for at in range(table.players):
        seat = int(table.order[at])
        if seat == table.seat:
            seen = True
        elif seen and contest.contestants >> seat & 1:
            if decision == BATTLE_ADVANCE:
                for word in range(WORDS):
                    left = table.displays[seat].kinds[word] & cards.generals[word]
                    while left != EMPTY_SET:
                        found = max(found, int(cards.value[64 * word + lowest(left)]))
                        left = without_lowest(left)
            elif decision == PROVINCE_ADVANCE or decision == PARIS_ADVANCE:
                found = max(found, best_shown(table, seat, int(table.colour[table.province, seat])))
            else:
                for colour in range(len(COLOURS)):
                    if contest.colours >> colour & 1:
                        found = max(found, best_shown(table, seat, colour))
    return found


@typed_kernel(int64(int64, TABLE, OPTIONS, WANTS_TYPE, float64, float64, float64), inlined=False)
def choose_advance(
    decision: int, table: Any, options: Any, wants: Any, red: float, blue: float, white: float
) -> int:
    """Index of the cheapest card that wins the contest for what it is worth, or NONE.

    `red`, `blue` and `white` are what it is worth to me that a card of that colour wins. A card that
    another may still beat has half the chance.
    """
    cards, top = table.mix.cards, int(table.contest.top)
    later = best_to_come(decision, table)
    share = 0.12 if is_last(table) else 0.2
    best, most = len(options) - 1, 0.0
    for i in range(len(options) - 1):
        card = int(options[i])
        value, colour = int(cards.value[card]), int(cards.colour[card])
        if value <= top:
            continue
        stake = red if colour == RED else (blue if colour == BLUE else white)
        chance = 1.0 if value > later else (0.3 if value == later else 0.15)
        worth = stake * chance - share * card_worth(table, card, wants)
        if worth > most:
            best, most = i, worth
    return best


@typed_kernel(float64(TABLE, SURVEY_TYPE, int64, float64))
def award_share(table: Any, seen: Any, colour: int, upper: float) -> float:
    """Victory points that a faction's first place brings me as blocks are held: all, a share, none."""
    mine, more, equal = seat_count(seen[colour], int(table.seat)), 0, 0
    for seat in range(table.players):
        held = seat_count(seen[colour], seat)
        more += int(held > mine)
        equal += int(held == mine)
    return upper / equal if mine > 0 and more == 0 else 0.0


@typed_kernel(float64(TABLE, int64, SURVEY_TYPE, WANTS_TYPE), inlined=False)
def government_worth(table: Any, colour: int, seen: Any, wants: Any) -> float:
    """Worth to me that this faction governs, the opposition going by votes."""
    parameters, mine, more = table.mix.parameters, seat_count(seen[colour], int(table.seat)), 0
    worth = award_share(table, seen, colour, wants[GOVERN] * parameters.gov_first_vp)
    for seat in range(table.players):
        more += int(seat_count(seen[colour], seat) > mine)
    if mine > 0 and more == 1:
        worth += wants[GOVERN] * parameters.gov_second_vp
    most, second = 0, NO_COLOUR
    for other in range(len(COLOURS)):
        if other != colour and table.votes[other] > most:
            most, second = int(table.votes[other]), other
    if second != NO_COLOUR:
        worth += award_share(table, seen, second, wants[OPPOSE] * parameters.opposition_first_vp)
    return float(worth)


@inner_kernel
def choose_national(decision: int, table: Any, options: Any, wants: Any) -> int:
    """A tie for government or opposition: help the faction that pays me most."""
    seen, top = survey(table, int(table.mix.board.provinces)), int(table.contest.top_colours)
    if decision == GOVERNMENT_ADVANCE:
        red = government_worth(table, RED, seen, wants)
        blue = government_worth(table, BLUE, seen, wants)
        white = government_worth(table, WHITE, seen, wants)
    else:
        upper = wants[OPPOSE] * table.mix.parameters.opposition_first_vp
        red = award_share(table, seen, RED, upper)
        blue = award_share(table, seen, BLUE, upper)
        white = award_share(table, seen, WHITE, upper)
    now = max(red * (top >> RED & 1), blue * (top >> BLUE & 1), white * (top >> WHITE & 1))
    return choose_advance(decision, table, options, wants, red - now, blue - now, white - now)


@inner_kernel
def choose_contest(decision: int, table: Any, own: Any, options: Any, wants: Any) -> int:
    """Which card to advance in any contest, or NONE."""
    parameters = table.mix.parameters
    if decision == GOVERNMENT_ADVANCE or decision == OPPOSITION_ADVANCE:
        return choose_national(decision, table, options, wants)
    if decision == BATTLE_ADVANCE:
        stake = battle_prize(table, table.round_number)
    elif decision == AWARD_ADVANCE:
        if table.award == GOVERNMENT_FIRST:
            stake = parameters.gov_first_vp - 0.5 * parameters.gov_first_tie_unbroken_each_vp
        elif table.award == GOVERNMENT_SECOND:
            stake = float(parameters.gov_second_vp)
        else:
            stake = float(parameters.opposition_first_vp)
    else:
        province, me = int(table.province), int(table.seat)
        plan = plan_of(table, own, province, 1.0, wants, survey(table, province))
        size = int(table.blocks[province, me])
        votes = min(size, int(table.mix.board.votes_max[province]))
        land = table.mix.board.vp[province] * plan[LAND_VP]
        stake = plan[OWN_VOTE + int(table.colour[province, me])] * votes
        stake += land + wants[ENVY] * (VOTE_LOST * votes + land)
    return choose_advance(decision, table, options, wants, stake, stake, stake)
