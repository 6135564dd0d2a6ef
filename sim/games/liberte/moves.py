"""Moves every phase makes: questions, cards between deck, market, hands, displays and discards, blocks."""

from typing import Any

import numpy as np
from numba import int64, uint64, void

from hemicycle.sim import decks, piles
from hemicycle.sim.bits import EMPTY_SET, with_bit, without_bit_if
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.log import (
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_TAKEN,
    DECK_RESHUFFLED,
    MARKET_FILLED,
    SUPPLY_EXHAUSTED,
    VP_SCORED,
)
from hemicycle.sim.games.liberte.records import (
    ANY_REGION,
    DECK,
    MIX,
    NO_SEAT,
    OVERFLOW_DISCARD,
    RESHUFFLE_STREAM,
    STATE,
    TABLE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.rng import start


@typed_kernel(void(TABLE, int64, int64))
def ask(table: Any, decision: int, seat: int) -> None:
    """Stop for `seat` to take `decision`."""
    table.pending = decision
    table.seat = seat


@inner_kernel
def reshuffle(state: Any, mix: Any) -> None:
    """LIB-3.6: the discards become the deck."""
    table, hidden = state.table, state.hidden
    deck, discards = hidden.deck_b, table.discards
    hidden.reshuffles += 1
    laid = 0
    for card in range(mix.cards.kinds):
        for _ in range(discards.copies[card]):
            deck.slots[laid] = card
            laid += 1
    deck.length = laid
    deck.left = laid
    deck.top = 0
    deck.fixed = 0
    start(deck.rng, hidden.key, RESHUFFLE_STREAM, hidden.reshuffles)
    piles.clear(discards, mix.cards.kinds)
    table.deck_left = laid
    note(hidden.log, DECK_RESHUFFLED, NO_SEAT, laid, 0, 0)


@typed_kernel(int64(STATE, MIX), inlined=False)
def draw_card(state: Any, mix: Any) -> int:
    """LIB-3.6: the top card of the deck, set A above set B; EMPTY when there is none anywhere."""
    table, hidden = state.table, state.hidden
    if table.deck_left == 0:
        if table.discards.cards == 0:
            return EMPTY
        reshuffle(state, mix)
    table.deck_left -= 1
    if hidden.deck_a.left > 0:
        return decks.draw(hidden.deck_a)
    return decks.draw(hidden.deck_b)


@typed_kernel(void(STATE, MIX))
def fill_market(state: Any, mix: Any) -> None:
    """LIB-3.3, LIB-3.6: cards from the deck into the market's gaps, slot 1 first."""
    table = state.table
    for slot in range(mix.parameters.faceup_cards):
        if table.market[slot] == EMPTY:
            card = draw_card(state, mix)
            table.market[slot] = card
            if card != EMPTY:
                note(state.hidden.log, MARKET_FILLED, NO_SEAT, slot + 1, card, 0)


@typed_kernel(void(STATE, int64, int64))
def put_in_hand(state: Any, seat: int, card: int) -> None:
    """Give `seat` one `card`."""
    piles.put(state.own[seat].hand, card)
    state.table.hand_size[seat] += 1


@typed_kernel(void(STATE, int64, int64))
def take_from_hand(state: Any, seat: int, card: int) -> None:
    """Lift one `card` out of the hand of `seat`."""
    piles.take(state.own[seat].hand, card)
    state.table.hand_size[seat] -= 1


@typed_kernel(void(STATE, int64, int64, int64))
def discard_from_hand(state: Any, seat: int, card: int, why: int) -> None:
    """`seat` throws `card` away."""
    take_from_hand(state, seat, card)
    piles.put(state.table.discards, card)
    note(state.hidden.log, CARD_DISCARDED, seat, card, why, 0)


@typed_kernel(void(STATE, MIX, int64))
def draw_to_hand(state: Any, mix: Any, seat: int) -> None:
    """`seat` draws the top of the deck, where there is a card."""
    card = draw_card(state, mix)
    if card != EMPTY:
        put_in_hand(state, seat, card)
        state.own[seat].drawn[card] += 1
        note(state.hidden.log, CARD_DRAWN, seat, card, 0, 0)


@typed_kernel(void(STATE, MIX, int64, int64), inlined=False)
def take_from_market(state: Any, mix: Any, seat: int, card: int) -> None:
    """LIB-3.6, LIB-13.2: `seat` takes the first slot that shows `card`; the gap is filled at once."""
    table = state.table
    slot = 0
    while table.market[slot] != card:
        slot += 1
    table.market[slot] = EMPTY
    put_in_hand(state, seat, card)
    state.own[seat].taken[card] += 1
    note(state.hidden.log, CARD_TAKEN, seat, card, slot + 1, 0)
    fill_market(state, mix)


@inner_kernel
def is_of(kinds: Any, card: int) -> bool:
    """Is `card` in a set of kinds spread over words?"""
    return bool((kinds[card >> 6] >> np.uint64(card & 63)) & np.uint64(1) != EMPTY_SET)


@inner_kernel
def list_market(table: Any, mix: Any, out: Any, only_ones: bool) -> int:
    """LIB-13.2: the kinds in the market by slot, each at its first; all, or those of value 1."""
    count = 0
    for slot in range(mix.parameters.faceup_cards):
        card = int(table.market[slot])
        if card == EMPTY or (only_ones and not is_of(mix.cards.ones, card)):
            continue
        known = False
        for earlier in range(slot):
            known |= table.market[earlier] == card
        if not known:
            out[count] = card
            count += 1
    return count


@inner_kernel
def can_draw(table: Any) -> bool:
    """True when the deck or the discards hold a card."""
    return bool(table.deck_left + table.discards.cards > 0)


@typed_kernel(int64(TABLE, MIX))
def sources(table: Any, mix: Any) -> int:
    """How many slots of the market, or the deck, have a card to take."""
    found = int(can_draw(table))
    for slot in range(mix.parameters.faceup_cards):
        found += table.market[slot] != EMPTY
    return found


@inner_kernel
def list_sources(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.2: the kinds in the market, then DECK."""
    count = list_market(table, mix, out, False)
    if can_draw(table):
        out[count] = DECK
        count += 1
    return count


@typed_kernel(int64(TABLE, MIX, int64, int64))
def display_limit(table: Any, mix: Any, seat: int, added: int) -> int:
    """LIB-5.5: how many cards the display of `seat` may hold once `added` (or EMPTY) is in it."""
    kinds, wanted = table.displays[seat].kinds, mix.cards.with_sansculottes
    if piles.has_any(kinds, wanted) or (added != EMPTY and is_of(wanted, added)):
        return int(mix.parameters.display_limit_sansculottes)
    return int(mix.parameters.display_limit)


@typed_kernel(void(TABLE, MIX, int64))
def check_overflow(table: Any, mix: Any, seat: int) -> None:
    """LIB-5.5: a display above its limit must lose a card before anything else happens."""
    if table.displays[seat].cards > display_limit(table, mix, seat, EMPTY):
        ask(table, OVERFLOW_DISCARD, seat)


@typed_kernel(uint64(TABLE, MIX, int64, int64))
def room(table: Any, mix: Any, seat: int, colour: int) -> Any:
    """LIB-5.1: the set of provinces where `seat` may place a block of `colour`."""
    if table.supply[colour] == 0:
        return EMPTY_SET
    found = table.grows[seat, colour]
    if table.free_tokens[seat] > 0:
        found |= mix.board.whole & ~(table.full | table.stands[seat])
    return found


@typed_kernel(uint64(MIX, int64))
def region_set(mix: Any, region: int) -> Any:
    """The provinces of a region; all for ANY_REGION."""
    if region == ANY_REGION:
        return mix.board.whole
    return mix.board.in_region[region]


@typed_kernel(void(STATE, MIX, int64, int64, int64), inlined=False)
def add_block(state: Any, mix: Any, seat: int, province: int, colour: int) -> None:
    """LIB-5.1: one block from the supply on the stack of `seat`; a new stack takes a token."""
    table, parameters = state.table, mix.parameters
    if table.blocks[province, seat] == 0:
        table.colour[province, seat] = colour
        table.free_tokens[seat] -= 1
        table.stands[seat] = with_bit(table.stands[seat], province)
        table.stacks[province] += 1
        if table.stacks[province] == parameters.stacks_per_province:
            table.full = with_bit(table.full, province)
        table.stacks_of[province, colour] += 1
        table.coloured[colour] = with_bit(table.coloured[colour], province)
        table.grows[seat, colour] = with_bit(table.grows[seat, colour], province)
    table.supply[colour] -= 1
    table.blocks[province, seat] += 1
    table.grows[seat, colour] = without_bit_if(
        table.grows[seat, colour],
        province,
        table.blocks[province, seat] >= parameters.stack_max,
    )


@typed_kernel(void(STATE, int64))
def note_supply(state: Any, colour: int) -> None:
    """LIB-4.4: remember that a supply ran out in this action phase."""
    table = state.table
    if table.supply[colour] == 0 and table.exhausted == 0:
        table.exhausted = 1
        note(state.hidden.log, SUPPLY_EXHAUSTED, NO_SEAT, colour, 0, 0)


@typed_kernel(void(TABLE, int64, int64, int64), inlined=False)
def lift_blocks(table: Any, seat: int, province: int, amount: int) -> None:
    """Take `amount` blocks off the stack of `seat` (the caller says where to); an empty one is gone."""
    colour = int(table.colour[province, seat])
    table.blocks[province, seat] -= amount
    gone = table.blocks[province, seat] == 0
    table.grows[seat, colour] = without_bit_if(
        with_bit(table.grows[seat, colour], province), province, gone
    )
    if gone:
        table.free_tokens[seat] += 1
        table.stands[seat] = without_bit_if(table.stands[seat], province, True)
        table.stacks[province] -= 1
        table.full = without_bit_if(table.full, province, True)
        table.stacks_of[province, colour] -= 1
        table.coloured[colour] = without_bit_if(
            table.coloured[colour], province, table.stacks_of[province, colour] == 0
        )


@typed_kernel(void(STATE, int64, int64, int64), inlined=False)
def score_vp(state: Any, seat: int, amount: int, source: int) -> None:
    """LIB-7.4: victory points, and where they came from."""
    table = state.table
    table.vp[seat] += amount
    table.vp_from[seat, source] += amount
    note(state.hidden.log, VP_SCORED, seat, amount, table.vp[seat], source)
