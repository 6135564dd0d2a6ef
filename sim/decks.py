"""A shuffled deck that fixes each position only when somebody needs to know it.

Position i is swapped with a random one of i..length-1 the first time it is drawn or looked at
(Fisher-Yates, taken lazily): most cards of most decks are never seen, and are never paid for.

A deck's slots are padded with EMPTY up to a multiple of PAD. A draw passes over an empty slot. A
random order of n cards among empty slots is a random order of n cards, and two decks that differ
in one slot (a card swapped, added to an empty slot, or taken out) keep all others where they were.
"""

from typing import Any

import numpy as np

from hemicycle.sim.jit import inner_kernel, kernel
from hemicycle.sim.rng import below

CAPACITY = 256
PAD = 32
EMPTY = -1

deck_dtype = np.dtype(
    [
        ("rng", "u8", (1,)),
        ("length", "i8"),  # slots in use, empty ones included
        ("top", "i8"),  # next slot to be drawn
        ("fixed", "i8"),  # slots whose card is settled
        ("left", "i8"),  # cards still to be drawn
        ("slots", "i1", (CAPACITY,)),
    ],
    align=True,
)

Deck = Any
"""A record of `deck_dtype`. Unshuffled decks lie ready in the mix; to shuffle one is to copy it whole
and to start its stream."""


def lay(deck: Deck, slots: Any) -> None:
    """Make `deck` unshuffled with these slots: kinds of card, EMPTY for none (at most CAPACITY)."""
    deck["slots"][:] = EMPTY
    deck["slots"][: len(slots)] = slots
    deck["length"] = len(slots)
    deck["left"] = sum(card != EMPTY for card in slots)
    deck["top"] = deck["fixed"] = 0


@inner_kernel
def _fix_next(deck: Deck) -> None:
    i = deck.fixed
    j = i + below(deck.rng, deck.length - i)
    card = deck.slots[j]
    deck.slots[j] = deck.slots[i]
    deck.slots[i] = card
    deck.fixed = i + 1


@kernel
def draw(deck: Deck) -> int:
    """Take the top card; EMPTY when none is left."""
    if deck.left == 0:
        return EMPTY
    while True:
        if deck.top == deck.fixed:
            _fix_next(deck)
        card = int(deck.slots[deck.top])
        deck.top += 1
        if card != EMPTY:
            deck.left -= 1
            return card


@kernel
def peek(deck: Deck, count: int, cards: Any) -> int:
    """Write the top `count` cards, next first, into `cards`; return how many there were."""
    found = 0
    i = deck.top
    while found < count and found < deck.left:
        if i == deck.fixed:
            _fix_next(deck)
        if deck.slots[i] != EMPTY:
            cards[found] = deck.slots[i]
            found += 1
        i += 1
    return found


@kernel
def bury(deck: Deck, count: int) -> None:
    """Put the top `count` cards (at most `left`) under the deck, their order kept."""
    while deck.fixed < deck.length:
        _fix_next(deck)
    for _ in range(count):
        card = draw(deck)
        for i in range(deck.top, deck.length):
            deck.slots[i - 1] = deck.slots[i]
        deck.slots[deck.length - 1] = card
        deck.top -= 1
        deck.left += 1
