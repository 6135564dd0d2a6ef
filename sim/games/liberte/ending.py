"""LIB-8, LIB-9: sudden death, the last turn, and who wins."""

from typing import Any

from numba import boolean, int64, void

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.log import COUNTER_REVOLUTION, GAME_ENDED
from hemicycle.sim.games.liberte.records import (
    BY_COUNTER_REVOLUTION,
    BY_VP,
    MIX,
    NO_SEAT,
    OVER,
    RED,
    STATE,
    TABLE,
    WARNING_MARGIN,
    WHITE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel


@inner_kernel
def cr_active(parameters: Any, turn: int) -> bool:
    """LIB-8.1: can the counter-revolution come in this turn?"""
    if turn == 1:
        return bool(parameters.cr_active_turn1)
    if turn == 2:
        return bool(parameters.cr_active_turn2)
    return bool(parameters.cr_active_turn3 if turn == 3 else parameters.cr_active_turn4)


@typed_kernel(int64(TABLE, MIX), inlined=False)
def white_provinces(table: Any, mix: Any) -> int:
    """LIB-8.1: counter-revolutionary provinces whose largest stack is white, and larger than others."""
    left = mix.board.royalist & table.coloured[WHITE]
    found = 0
    while left != EMPTY_SET:
        province = lowest(left)
        left = without_lowest(left)
        white, other = 0, 0
        for seat in range(table.players):
            blocks = int(table.blocks[province, seat])
            if table.colour[province, seat] == WHITE:
                white = max(white, blocks)
            else:
                other = max(other, blocks)
        found += white > other
    return found


@typed_kernel(boolean(STATE, MIX), inlined=False)
def check_counter_revolution(state: Any, mix: Any) -> bool:
    """LIB-8.1: end the game when white controls enough; true when it did."""
    table = state.table
    if not cr_active(mix.parameters, table.round_number):
        return False
    controlled = white_provinces(table, mix)
    if controlled + table.lost_blocks < mix.parameters.cr_provinces_needed:
        return False
    note(state.hidden.log, COUNTER_REVOLUTION, NO_SEAT, controlled, table.lost_blocks, 0)
    end_game(state, mix, BY_COUNTER_REVOLUTION)
    return True


@typed_kernel(int64(TABLE, MIX))
def red_prospect(table: Any, mix: Any) -> int:
    """The votes red would get now if no tie were broken (LIB-7.1, LIB-7.7)."""
    left = table.coloured[RED]
    found = 0
    while left != EMPTY_SET:
        province = lowest(left)
        left = without_lowest(left)
        most, owners, red = 0, 0, False
        for seat in range(table.players):
            blocks = int(table.blocks[province, seat])
            if blocks > most:
                most, owners, red = blocks, 1, table.colour[province, seat] == RED
            elif blocks == most:
                owners += 1
        if red and owners == 1:
            found += min(most, int(mix.board.votes_max[province]))
    return found


@inner_kernel
def watch_sudden_death(table: Any, mix: Any) -> None:
    """Count the action rounds in a row that ended within WARNING_MARGIN of each sudden death."""
    parameters = mix.parameters
    white = white_provinces(table, mix) + table.lost_blocks
    near = white >= parameters.cr_provinces_needed - WARNING_MARGIN
    table.white_warning = table.white_warning + 1 if near else 0
    near = red_prospect(table, mix) >= parameters.landslide_red_votes - WARNING_MARGIN
    table.red_warning = table.red_warning + 1 if near else 0


@inner_kernel
def pile_value(pile: Any, mix: Any, colour: int) -> int:
    """Sum of the values of one colour's cards in a pile."""
    found = 0
    for card in range(mix.cards.kinds):
        if mix.cards.colour[card] == colour:
            found += pile.copies[card] * mix.cards.value[card]
    return found


@typed_kernel(int64(STATE, MIX, int64, int64), inlined=False)
def colour_points(state: Any, mix: Any, seat: int, colour: int) -> int:
    """LIB-8.3: blocks of the colour on the board and held, and values of its cards in the display."""
    table, parameters = state.table, mix.parameters
    found = table.held[seat, colour]
    for province in range(mix.board.provinces):
        if table.colour[province, seat] == colour:
            found += table.blocks[province, seat]
    if parameters.points_sudden_death_count_display:
        found += pile_value(table.displays[seat], mix, colour)
    if parameters.points_sudden_death_count_hand:
        found += pile_value(state.own[seat].hand, mix, colour)
    return found


@inner_kernel
def score(state: Any, mix: Any, seat: int) -> int:
    """LIB-8.3, LIB-9.1: victory points, or the winning colour's points after a sudden death."""
    if state.table.end == BY_VP:
        return int(state.table.vp[seat])
    colour = WHITE if state.table.end == BY_COUNTER_REVOLUTION else RED
    return colour_points(state, mix, seat, colour)


@typed_kernel(void(STATE, MIX, int64), inlined=False)
def end_game(state: Any, mix: Any, how: int) -> None:
    """The game is over; the best score wins, equals share."""
    table = state.table
    table.end = how
    table.stage = OVER
    best, winners = EMPTY, 0
    table.history[table.round_number - 1].white_provinces = white_provinces(table, mix)
    for seat in range(table.players):
        points = score(state, mix, seat)
        table.scores[seat] = points
        if points > best:
            best, winners = points, 0
        if points == best:
            winners |= 1 << seat
    note(state.hidden.log, GAME_ENDED, NO_SEAT, how, best, winners)
