"""Two mixes side by side, and one mix in words: differences, coupling, blanks, sources."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hemicycle.sim.cardmix import ASSUMED, Card, Mix, Parameter, Schema, Target, lay_over
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.errors import InputError
from hemicycle.sim.mixfile import fold, make_id
from hemicycle.sim.tweaks import find_card

BLANK = "Blank"


def diff(a: Mix, b: Mix) -> list[str]:
    """What b has that a has not, in words: parameters, then cards deck by deck, then targets."""
    lines = []
    for key in dict.fromkeys([*a.parameters, *b.parameters]):
        old, new = a.parameters.get(key), b.parameters.get(key)
        if _number(old) != _number(new):
            lines.append(f"{key} {_number(old)} -> {_number(new)}")
    for deck in dict.fromkeys([*a.decks, *b.decks]):
        lines += [f"{deck}: {text}" for text in _card_diff(a.decks[deck], b.decks[deck])]
    for key in dict.fromkeys([*a.targets, *b.targets]):
        before, after = _aim(a.targets.get(key)), _aim(b.targets.get(key))
        if before != after:
            lines.append(f"target {key} {before} -> {after}")
    return lines


def _number(parameter: Parameter | None) -> str:
    return "none" if parameter is None else str(parameter.value)


def _aim(target: Target | None) -> str:
    if target is None:
        return "none"
    if target.value is not None:
        return f"{target.value:g}"
    low = "" if target.low is None else f"at least {target.low:g}"
    high = "" if target.high is None else f"at most {target.high:g}"
    return ", ".join(part for part in (low, high) if part)


def _card_diff(a: Iterable[Card], b: Iterable[Card]) -> Iterable[str]:
    old, new = ({fold(card.name): card for card in cards} for cards in (a, b))
    for key, card in old.items():
        other = new.get(key)
        count = 0 if other is None else other.count
        if count != card.count:
            yield f"{card.name} {card.count} -> {count}"
        if other is None:
            continue
        for column in dict.fromkeys([*card.fields, *other.fields]):
            before, after = card.fields.get(column), other.fields.get(column)
            if before != after:
                yield f"{card.name}, {column}: {_cell(before)} -> {_cell(after)}"
    for key, card in new.items():
        if key not in old:
            yield f"{card.name} 0 -> {card.count}, new ({card.text()})"
    shared = [key for key in old if key in new]
    if shared != [key for key in new if key in old]:
        yield "the cards are listed in another order"


def _cell(value: str | int | None) -> str:
    return "blank" if value == "" else str(value)


def align(base: Mix, other: Mix) -> Mix:
    """`other` with its decks laid over those of `base`, card by card name.

    Copies that both mixes have lie in the same slots, so that the same shuffle brings them up at
    the same moment. Nothing else changes: `other` keeps its own card order and numbers.
    """
    slots = {}
    for deck, cards in other.decks.items():
        number = {fold(card.name): i for i, card in enumerate(cards)}
        index = [number.get(fold(card.name), EMPTY) for card in base.decks[deck]]
        counts = [card.count for card in cards]
        slots[deck] = lay_over(deck, base.slots[deck], counts, index)
    return replace(other, slots=slots)


def blank(mix: Mix, schema: Schema, deck: str, word: str) -> Mix:
    """The mix with one copy of a card (by name or id) swapped in place for a card without effect.

    Columns that `schema.blanks` leaves out stay as they are. InputError for an unknown card, one
    without copies, or a deck whose cards are always needed.
    """
    cards = list(mix.decks[deck])
    i = find_card(cards, deck, word, "blank")
    card = cards[i]
    if deck not in schema.blanks:
        raise InputError(
            f"'{card.name}' of the {deck} deck cannot be made blank; decks with blanks: "
            f"{', '.join(schema.blanks)}"
        )
    if card.count == 0:
        raise InputError(f"no copy of '{card.name}' in the {deck} deck to be swapped for a blank")
    empty = {**card.fields, **schema.blanks[deck]}
    names = {fold(c.name): k for k, c in enumerate(cards)}
    name = BLANK
    while fold(name) in names and cards[names[fold(name)]].fields != empty:
        name = f"{name} card"
    if fold(name) not in names:
        names[fold(name)] = len(cards)
        number = make_id(name, [c.id for c in cards])
        cards.append(Card(deck, number, name, 0, empty, source="blank"))
    k = names[fold(name)]
    if k == i:
        return mix
    cards[i] = replace(card, count=card.count - 1)
    cards[k] = replace(cards[k], count=cards[k].count + 1)
    slots = list(mix.slots[deck])
    slots[len(slots) - 1 - slots[::-1].index(i)] = k
    return replace(
        mix,
        decks={**mix.decks, deck: tuple(cards)},
        slots={**mix.slots, deck: tuple(slots)},
        changes=(*mix.changes, f"{deck}: one {card.name} -> {name}"),
    )


def is_assumed(source: str) -> bool:
    """Whether a number's source says that somebody assumed it."""
    return ASSUMED in source


def assumed(mix: Mix) -> list[str]:
    """The ASSUMED numbers in words: each parameter, and per deck how many of its cards."""
    lines = [
        f"{key} = {parameter.value}"
        for key, parameter in mix.parameters.items()
        if is_assumed(parameter.source)
    ]
    for deck, cards in mix.decks.items():
        used = [card for card in cards if card.count]
        guessed = sum(is_assumed(card.source) for card in used)
        if guessed:
            lines.append(f"{guessed} of {len(used)} cards of the {deck} deck")
    return lines


def assumed_share(mix: Mix) -> float:
    """Share (0 to 1) of the parameters and listed cards whose source is ASSUMED."""
    sources = [parameter.source for parameter in mix.parameters.values()]
    sources += [card.source for cards in mix.decks.values() for card in cards if card.count]
    return sum(map(is_assumed, sources)) / len(sources)


def describe(mix: Mix) -> dict[str, Any]:
    """Everything `mix show` prints, as plain data for a table or JSON.

    Keys: name, game, description, origin, digest, changes, dialects; `parameters`, a list of rows
    (key, value, unit, source, note); `decks[deck]` with `cards` (copies in all), `kinds` (cards
    with at least one copy) and `rows` (id, name, count, the game's columns, source); `targets`
    (key, low, high, value, unit, source, note); `assumed` in words and `assumed_share`.
    """
    return {
        "name": mix.name,
        "game": mix.game,
        "description": mix.description,
        "origin": mix.origin,
        "digest": mix.digest,
        "changes": list(mix.changes),
        "dialects": dict(mix.dialects),
        "parameters": [{"key": key, **vars(value)} for key, value in mix.parameters.items()],
        "decks": {
            deck: {
                "cards": sum(card.count for card in cards),
                "kinds": sum(card.count > 0 for card in cards),
                "rows": [
                    {
                        "id": card.id,
                        "name": card.name,
                        "count": card.count,
                        **card.fields,
                        "source": card.source,
                    }
                    for card in cards
                ],
            }
            for deck, cards in mix.decks.items()
        },
        "targets": [{"key": key, **vars(target)} for key, target in mix.targets.items()],
        "assumed": assumed(mix),
        "assumed_share": assumed_share(mix),
    }
