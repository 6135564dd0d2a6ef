"""The shuffled deck: uniform, blind to empty slots, and steady when one card is changed."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from hemicycle.sim.decks import CAPACITY, EMPTY, bury, deck_dtype, draw, lay, peek
from hemicycle.sim.jit import kernel
from hemicycle.sim.rng import start

P_MIN = 1e-4


@kernel
def orders(plain: Any, deck: Any, count: int, out: Any) -> None:
    """Write `count` shuffles of `plain` into the rows of `out`."""
    for i in range(count):
        deck[0] = plain[0]
        start(deck[0].rng, np.uint64(11), 0, i)
        for j in range(out.shape[1]):
            out[i, j] = draw(deck[0])


def laid(slots: list[int]) -> Any:
    deck = np.zeros(1, deck_dtype).view(np.recarray)
    lay(deck[0], slots)
    return deck


def shuffles(slots: list[int], count: int, cards: int | None = None) -> Any:
    """int array (count, cards): the first cards of so many shuffles."""
    cards = sum(card != EMPTY for card in slots) if cards is None else cards
    out = np.empty((count, cards), np.int64)
    orders(laid(slots), laid(slots), count, out)
    return out


def deck_of(slots: list[int], key: int = 5) -> Any:
    """One deck, shuffled by stream `key`."""
    deck = laid(slots)[0]
    start(deck.rng, np.uint64(key), 0, 0)
    return deck


def rest(deck: Any) -> list[int]:
    return [int(draw(deck)) for _ in range(deck.left)]


def looked(deck: Any, count: int) -> list[int]:
    cards = np.zeros(16, np.int8)
    found = peek(deck, count, cards)
    return [int(card) for card in cards[:found]]


@pytest.mark.parametrize(
    "slots",
    [
        [0, 1, 2, 3],
        [0, 1, 2, 3, *[EMPTY] * 28],
        [EMPTY, 3, EMPTY, EMPTY, 0, 2, EMPTY, 1],
    ],
)
def test_all_orders_of_four_cards_are_equally_likely(slots: list[int]) -> None:
    found = Counter(tuple(row) for row in shuffles(slots, 48_000).tolist())
    assert set(found) == set(permutations(range(4)))
    assert stats.chisquare(list(found.values())).pvalue > P_MIN


def test_each_card_of_a_full_deck_is_equally_likely_in_each_place() -> None:
    found = shuffles([*range(24), *[EMPTY] * 8], 24_000)
    for place in (0, 1, 12, 23):
        assert stats.chisquare(np.bincount(found[:, place], minlength=24)).pvalue > P_MIN


def test_a_card_swapped_in_place_moves_no_other_card() -> None:
    before, after = [*range(24), *[EMPTY] * 8], [*range(24), *[EMPTY] * 8]
    after[5] = 40
    old, new = shuffles(before, 500), shuffles(after, 500)
    assert np.array_equal(np.where(old == 5, 40, old), new)


def test_a_card_added_to_an_empty_slot_keeps_the_order_of_the_others() -> None:
    before, after = [*range(24), *[EMPTY] * 8], [*range(24), *[EMPTY] * 8]
    after[27] = 40
    old, new = shuffles(before, 500), shuffles(after, 500)
    for one, other in zip(old.tolist(), new.tolist(), strict=True):
        assert one == [card for card in other if card != 40]
    assert len(set(np.argmax(new == 40, axis=1).tolist())) == 25


def test_a_card_taken_out_keeps_the_order_of_the_others() -> None:
    before, after = [*range(24), *[EMPTY] * 8], [*range(24), *[EMPTY] * 8]
    after[0] = EMPTY
    old, new = shuffles(before, 500), shuffles(after, 500)
    for one, other in zip(old.tolist(), new.tolist(), strict=True):
        assert other == [card for card in one if card != 0]


def test_a_deck_holds_each_card_once_and_then_none() -> None:
    deck = deck_of([3, 1, EMPTY, 2, 1])
    assert deck.left == 4
    assert sorted(rest(deck)) == [1, 1, 2, 3]
    assert (draw(deck), deck.left) == (EMPTY, 0)
    assert looked(deck, 3) == []


def test_peek_and_draw_agree_and_peek_changes_nothing() -> None:
    slots = [*range(24), *[EMPTY] * 8]
    for key in range(50):
        deck, twin = deck_of(slots, key), deck_of(slots, key)
        first = looked(deck, 3)
        assert looked(deck, 2) == first[:2]
        assert [int(draw(deck)) for _ in range(3)] == first
        assert [*first, *rest(deck)] == rest(twin)


def test_peek_sees_no_more_than_there_is() -> None:
    deck = deck_of([4, 5, EMPTY, 6])
    draw(deck)
    draw(deck)
    assert len(looked(deck, 3)) == 1


@pytest.mark.parametrize("count", [0, 1, 3, 6])
def test_bury_puts_the_top_under_the_deck_in_order(count: int) -> None:
    slots = [*range(8), *[EMPTY] * 24]
    for key in range(50):
        deck, twin = deck_of(slots, key), deck_of(slots, key)
        for one in (deck, twin):
            draw(one)
            draw(one)
        bury(deck, count)
        assert deck.left == 6
        order = rest(twin)
        assert rest(deck) == order[count:] + order[:count]


def test_bury_keeps_what_was_peeked_at() -> None:
    for key in range(50):
        deck = deck_of([*range(8), *[EMPTY] * 24], key)
        top = looked(deck, 3)
        bury(deck, 2)
        assert looked(deck, 1) == top[2:]
        assert rest(deck)[-2:] == top[:2]


def test_a_full_deck_can_be_laid() -> None:
    deck = deck_of([i % 64 for i in range(CAPACITY)])
    assert Counter(rest(deck)) == Counter(i % 64 for i in range(CAPACITY))
