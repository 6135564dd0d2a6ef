"""Mixes that differ from one in a single card: a copy made blank, or fewer and more copies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hemicycle.sim.cardmix import Card, Mix
from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.mixes import schema_of, tweak
from hemicycle.sim.mixfile import fold
from hemicycle.sim.mixtools import blank
from hemicycle.sim.runspec import Setup
from hemicycle.sim.sides import replace_mix

MORE_COPIES = 3
"""A copies curve goes so far beyond the mix's own number unless told otherwise."""


@dataclass(frozen=True)
class Variant:
    """The setup with one card changed: `copies` of `card` in `deck` are left (`own`: as before)."""

    deck: str
    card: str
    copies: int
    setup: Setup
    own: bool = False


def find_anywhere(mix: Mix, word: str) -> Card:
    """The card called `word` (name or id, or DECK.NAME) in any deck; InputError when none or two."""
    deck, dot, rest = word.partition(".")
    decks = {deck: mix.decks[deck]} if dot and deck in mix.decks else mix.decks
    name = fold((rest if len(decks) == 1 and dot and deck in mix.decks else word).strip('" '))
    cards = [card for listed in decks.values() for card in listed]
    for key in ("name", "id"):
        found = [card for card in cards if fold(getattr(card, key)) == name]
        if len(found) > 1:
            places = " and ".join(f"{card.deck}.{card.name}" for card in found)
            raise InputError(f"'{word}' is in several decks; say {places}")
        if found:
            return found[0]
    raise InputError(
        f"no card '{word}' in mix '{mix.name}'{nearest(word, [card.name for card in cards])}"
    )


def blanked(setup: Setup, deck: str | None = None, word: str | None = None) -> Iterator[Variant]:
    """The setup with one copy of a card made blank, card by card.

    All cards with copies of the decks that have blanks, or those of one `deck`, or the one called
    `word`. A card that is blank already is left out. InputError for an unknown deck or card, one
    that cannot be made blank, or a card without copies.
    """
    mix, schema = setup.mix, schema_of(setup.mix.game)
    if deck is not None and deck not in mix.decks:
        raise InputError(f"--deck: no deck '{deck}'{nearest(deck, mix.decks)}")
    if word is not None:
        card = find_anywhere(mix, word)
        if card.count == 0:
            raise InputError(f"no copy of '{card.name}' is in the {card.deck} deck")
        chosen = [card]
    else:
        listed = [deck] if deck else list(schema.blanks)
        chosen = [card for name in listed for card in mix.decks[name] if card.count]
    for card in chosen:
        other = blank(mix, schema, card.deck, card.name)
        if other is not mix:
            yield Variant(card.deck, card.name, card.count - 1, replace_mix(setup, other))


def copies(setup: Setup, word: str, most: int | None = None) -> list[Variant]:
    """The setup with 0, 1, 2 ... `most` copies of the card called `word`.

    Numbers of copies that the game cannot be played with are left out. InputError for an unknown
    card, or when not one number is left.
    """
    card = find_anywhere(setup.mix, word)
    most = card.count + MORE_COPIES if most is None else max(most, card.count)
    found, refused = [], ""
    for count in range(most + 1):
        try:
            mix = tweak(setup.mix, [f'{card.deck}."{card.name}"={count}'])
            own = count == card.count
            found.append(Variant(card.deck, card.name, count, replace_mix(setup, mix), own))
        except InputError as error:
            refused = str(error)
    if len(found) < 2:
        raise InputError(f"the copies of '{card.name}' cannot be changed: {refused}")
    return found
