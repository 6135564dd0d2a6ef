"""A pile of cards whose order does not matter: copies of each kind, and the set of kinds in it.

The set is spread over WORDS words of 64 bits (`sim.bits`), so that the kinds are listed in card order
without a look at those that are not there, and filtered by another set in one step.
"""

from typing import Any

import numpy as np

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.game import MAX_KINDS
from hemicycle.sim.jit import inner_kernel

WORDS = MAX_KINDS // 64

kinds_dtype = np.dtype(("u8", (WORDS,)))
"""A set of kinds: kind k is bit k % 64 of word k // 64."""
pile_dtype = np.dtype(
    [("cards", "i8"), ("kinds", "u8", (WORDS,)), ("copies", "i2", (MAX_KINDS,))], align=True
)

Pile = Any
"""A record of `pile_dtype`."""


def kinds_of(cards: Any) -> Any:
    """The set of kinds in `cards` as uint64 (WORDS,), for mix records."""
    words = [0] * WORDS
    for card in cards:
        words[card // 64] |= 1 << (card % 64)
    return np.array(words, np.uint64)


@inner_kernel
def clear(pile: Pile, kinds: int) -> None:
    """Make `pile` empty; it holds kinds below `kinds` at most."""
    pile.cards = 0
    for word in range(WORDS):
        pile.kinds[word] = EMPTY_SET
    for card in range(kinds):
        pile.copies[card] = 0


@inner_kernel
def put(pile: Pile, card: int) -> None:
    """Add one `card`."""
    pile.cards += 1
    pile.copies[card] += 1
    pile.kinds[card >> 6] |= np.uint64(1) << np.uint64(card & 63)


@inner_kernel
def take(pile: Pile, card: int) -> None:
    """Lift out one `card`, which must be there."""
    pile.cards -= 1
    pile.copies[card] -= 1
    gone = np.uint64(pile.copies[card] == 0)
    pile.kinds[card >> 6] &= ~(gone << np.uint64(card & 63))


@inner_kernel
def has_any(kinds: Any, wanted: Any) -> bool:
    """Is a kind of the set `wanted` in the set `kinds`?"""
    found = EMPTY_SET
    for word in range(WORDS):
        found |= kinds[word] & wanted[word]
    return bool(found != EMPTY_SET)


@inner_kernel
def list_word(bits: Any, word: int, out: Any, count: int) -> int:
    """Add the kinds of one word of a set to `count` options, in card order; return how many then."""
    while bits != EMPTY_SET:
        out[count] = 64 * word + lowest(bits)
        bits = without_lowest(bits)
        count += 1
    return count


@inner_kernel
def list_kinds(kinds: Any, out: Any, count: int) -> int:
    """Add all kinds of a set to `count` options, in card order."""
    for word in range(WORDS):
        count = list_word(kinds[word], word, out, count)
    return count


@inner_kernel
def list_common(kinds: Any, wanted: Any, out: Any, count: int) -> int:
    """Add the kinds that are in both sets to `count` options, in card order."""
    for word in range(WORDS):
        count = list_word(kinds[word] & wanted[word], word, out, count)
    return count
