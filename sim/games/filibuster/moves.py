"""Moves every phase makes: cards between deck, hands and discards; influence; hours; questions."""

from typing import Any

from numba import int64, void

from hemicycle.sim import decks
from hemicycle.sim.bits import EMPTY_SET, lowest, with_bit, without_bit_if, without_lowest
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.filibuster.log import (
    BY_CARD,
    DISCARDED,
    DREW,
    HOURS_MOVED,
    INFLUENCE,
    RESHUFFLED,
)
from hemicycle.sim.games.filibuster.records import (
    ACTION_STREAM,
    BY_FULL_TRACK,
    EFFECTS,
    MIX,
    NO_SEAT,
    NOT_ENDED,
    STATE,
    TABLE,
    TEXT,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.rng import start


@typed_kernel(int64(TABLE, int64, int64))
def left_of(table: Any, seat: int, steps: int) -> int:
    """The seat `steps` (0..players) to the left of `seat`."""
    seat += steps
    return seat - table.players if seat >= table.players else seat


@typed_kernel(void(TABLE, int64, int64))
def ask(table: Any, decision: int, seat: int) -> None:
    """Stop for `seat` to take `decision`."""
    table.pending = decision
    table.seat = seat


@typed_kernel(void(STATE, MIX, int64, int64, int64), inlined=False)
def gain(state: Any, mix: Any, seat: int, amount: int, reason: int) -> None:
    """FIL-2.5: change a player's influence; a loss by a card stops at the floor."""
    table = state.table
    before = table.influence[seat]
    floor = min(before, mix.parameters.influence_floor) if reason == BY_CARD else 0
    after = max(before + amount, floor)
    table.influence[seat] = after
    table.gains[int(seat == table.leader)] += after - before
    if state.hidden.log.watched and amount != 0:
        note(state.hidden.log, INFLUENCE, seat, after - before, after, reason)


@typed_kernel(void(TABLE, int64))
def end_filibuster(table: Any, cause: int) -> None:
    """Mark the filibuster as over; the first cause stands."""
    if table.end == NOT_ENDED:
        table.end = cause


@typed_kernel(void(STATE, MIX, int64))
def add_hours(state: Any, mix: Any, amount: int) -> None:
    """FIL-2.4: move the hours marker, at most to the end of the track, which ends the filibuster."""
    table = state.table
    table.hours = min(table.hours + amount, mix.parameters.track_max_hours)
    note(state.hidden.log, HOURS_MOVED, NO_SEAT, amount, table.hours, 0)
    if table.hours == mix.parameters.track_max_hours:
        end_filibuster(table, BY_FULL_TRACK)


@inner_kernel
def reshuffle(state: Any) -> None:
    """FIL-4.5, FIL-9.24: the discards become the action deck."""
    table, hidden = state.table, state.hidden
    deck = hidden.action_deck
    hidden.reshuffles += 1
    for i in range(table.action_discards):
        deck.slots[i] = hidden.discards[i]
    deck.length = table.action_discards
    deck.left = table.action_discards
    deck.top = 0
    deck.fixed = 0
    start(deck.rng, hidden.key, ACTION_STREAM, hidden.reshuffles)
    table.action_discards = 0
    note(state.hidden.log, RESHUFFLED, NO_SEAT, deck.left, 0, 0)


@inner_kernel
def put_in_hand(state: Any, seat: int, card: int) -> None:
    """Give `seat` one `card`."""
    own = state.own[seat]
    own.hand[card] += 1
    own.held = with_bit(own.held, card)
    state.table.hand_size[seat] += 1


@inner_kernel
def take_from_hand(state: Any, seat: int, card: int) -> None:
    """Lift one `card` out of the hand of `seat`."""
    own = state.own[seat]
    own.hand[card] -= 1
    own.held = without_bit_if(own.held, card, own.hand[card] == 0)
    state.table.hand_size[seat] -= 1


@inner_kernel
def put_on_discards(state: Any, card: int) -> None:
    """Lay `card` on the discards of the action deck."""
    table = state.table
    state.hidden.discards[table.action_discards] = card
    table.action_discards += 1


@typed_kernel(void(STATE, int64), inlined=False)
def draw_action(state: Any, seat: int) -> None:
    """FIL-4.5: `seat` draws one action card, if there is one; the discards are shuffled if need be."""
    table, hidden = state.table, state.hidden
    deck = hidden.action_deck
    if deck.left == 0:
        if table.action_discards == 0:
            return
        reshuffle(state)
    card = decks.draw(deck)
    table.action_cards_left = deck.left
    state.own[seat].drawn[card] += 1
    put_in_hand(state, seat, card)
    note(state.hidden.log, DREW, seat, card, 0, 0)


@typed_kernel(void(STATE, int64, int64))
def discard_from_hand(state: Any, seat: int, card: int) -> None:
    """`seat` throws `card` away."""
    take_from_hand(state, seat, card)
    put_on_discards(state, card)
    note(state.hidden.log, DISCARDED, seat, card, 0, 0)


@inner_kernel
def list_cards(cards: Any, out: Any, count: int) -> int:
    """Add the members of a set of cards to `count` options, in the order of the list (FIL-9.3)."""
    while cards != EMPTY_SET:
        # Eight a pass whatever is held: a loop that ends after a random number of steps stalls the
        # processor. What is written past the last card is overwritten or never read.
        for _ in range(8):
            out[count] = lowest(cards)
            count += cards != EMPTY_SET
            cards = without_lowest(cards)
    return count


@typed_kernel(void(TABLE, TEXT, int64, int64, int64))
def begin_text(table: Any, text: Any, actor: int, card: int, after: int) -> None:
    """Start carrying out a card's text; `card` (or EMPTY) is discarded when it is done."""
    effect = table.effect
    effect.at = text.start
    effect.stop = text.stop
    effect.actor = actor
    effect.target = NO_SEAT
    effect.turn = 0
    effect.left = -1
    effect.card = card
    effect.after = after
    table.stage = EFFECTS
