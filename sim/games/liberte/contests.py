"""LIB-7.6: contests by cards, the same for battles, provinces, government, opposition and awards."""

from typing import Any

from numba import int64, uint64, void

from hemicycle.sim import piles
from hemicycle.sim.bits import EMPTY_SET
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.log import CARD_ADVANCED, DISPLAY_OVERFLOW
from hemicycle.sim.games.liberte.moves import ask, check_overflow
from hemicycle.sim.games.liberte.records import (
    BATTLE_ADVANCE,
    COLOURS,
    CONTEST,
    MIX,
    PARIS_ADVANCE,
    PROVINCE_ADVANCE,
    SEATS,
    STOP,
    TABLE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel


@typed_kernel(void(TABLE, int64, int64, int64, int64))
def begin_contest(table: Any, decision: int, contestants: int, colours: int, after: int) -> None:
    """Open one round of a contest: bit masks of the seats and of the colours; `after` follows."""
    contest = table.contest
    contest.decision = decision
    contest.contestants = contestants
    contest.colours = colours
    contest.after = after
    contest.at = 0
    contest.top = 0
    contest.top_colours = 0
    contest.leaders = 0
    for seat in range(SEATS):
        contest.advanced[seat] = EMPTY
    table.stage = CONTEST


@typed_kernel(uint64(TABLE, MIX, int64, int64), inlined=False)
def advanceable(table: Any, mix: Any, seat: int, word: int) -> Any:
    """LIB-7.6: the kinds (of one word) in the display of `seat` that may be advanced."""
    contest, cards = table.contest, mix.cards
    kinds = table.displays[seat].kinds[word]
    if contest.decision == BATTLE_ADVANCE:
        return kinds & cards.generals[word]
    if contest.decision == PROVINCE_ADVANCE or contest.decision == PARIS_ADVANCE:
        return kinds & cards.of_colour[table.colour[table.province, seat], word]
    wanted = EMPTY_SET
    for colour in range(len(COLOURS)):
        if contest.colours >> colour & 1:
            wanted |= cards.of_colour[colour, word]
    return kinds & wanted


@inner_kernel
def has_card(table: Any, mix: Any, seat: int) -> bool:
    """May `seat` advance any card?"""
    found = EMPTY_SET
    for word in range(piles.WORDS):
        found |= advanceable(table, mix, seat, word)
    return bool(found != EMPTY_SET)


@inner_kernel
def go_on_contest(table: Any, mix: Any) -> None:
    """LIB-7.6: the next contestant in player order who has a card is asked; then it is settled."""
    contest = table.contest
    while contest.at < table.players:
        seat = table.order[contest.at]
        contest.at += 1
        if contest.contestants >> seat & 1 and has_card(table, mix, seat):
            ask(table, contest.decision, seat)
            return
    table.stage = contest.after


@inner_kernel
def advance_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: the kinds that may be advanced; NONE."""
    count = 0
    for word in range(piles.WORDS):
        count = piles.list_word(advanceable(table, mix, table.seat, word), word, out, count)
    out[count] = STOP
    return count + 1


@inner_kernel
def apply_advance(state: Any, mix: Any, option: int) -> None:
    """LIB-7.6: an advanced card is shown and leaves the display at once."""
    table = state.table
    contest, seat = table.contest, table.seat
    if option == STOP:
        return
    contest.advanced[seat] = option
    piles.take(table.displays[seat], option)
    piles.put(table.discards, option)
    state.own[seat].advanced[option] += 1
    note(state.hidden.log, CARD_ADVANCED, seat, option, contest.decision, table.province)
    value = int(mix.cards.value[option])
    if value > contest.top:
        contest.top = value
        contest.leaders = 0
        contest.top_colours = 0
    if value == contest.top:
        contest.leaders |= 1 << seat
        contest.top_colours |= 1 << int(mix.cards.colour[option])
    check_overflow(table, mix, seat)


@inner_kernel
def overflow_options(table: Any, out: Any) -> int:
    """LIB-13.3: the kinds in the display."""
    return piles.list_kinds(table.displays[table.seat].kinds, out, 0)


@inner_kernel
def apply_overflow(state: Any, mix: Any, option: int) -> None:
    """LIB-5.5: discard from the display until it is within its limit."""
    table = state.table
    seat = table.seat
    piles.take(table.displays[seat], option)
    piles.put(table.discards, option)
    note(state.hidden.log, DISPLAY_OVERFLOW, seat, option, 0, 0)
    check_overflow(table, mix, seat)


@typed_kernel(int64(int64))
def only(mask: int) -> int:
    """The one member of a bit mask; -1 (NO_SEAT, NO_COLOUR) when it has none or several."""
    if mask == 0 or mask & (mask - 1) != 0:
        return -1
    found = 0
    while mask > 1:
        mask >>= 1
        found += 1
    return found
