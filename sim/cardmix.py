"""What a card mix is: cards, parameters, targets, and the order its decks lie in before a shuffle."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import BaseModel

from hemicycle.sim.decks import CAPACITY, EMPTY, PAD
from hemicycle.sim.errors import InputError

TWEAK = "TWEAK"
"""Source of a number that a tweak changed."""
OWN = "OWN"
"""Source of a number whose file names none: the designer's own."""
ASSUMED = "ASSUMED"


@dataclass(frozen=True)
class Card:
    """One row of a card list.

    `fields` are the columns the game knows (text and whole numbers), `extra` all others as read.
    `row` is the spreadsheet row from 1, None for a card that a tweak added or rewrote; `columns`
    says where each field stood ("column F 'Efecto'").
    """

    deck: str
    id: str
    name: str
    count: int
    fields: dict[str, str | int]
    source: str = OWN
    file: str = ""
    row: int | None = None
    extra: dict[str, str] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)

    def where(self, name: str | None = None) -> str:
        """Where the card (or its field `name`) was read, for an error message."""
        parts = [self.file or f"{self.deck} deck"]
        if self.row is not None:
            parts.append(f"row {self.row}")
        if name is not None:
            parts.append(self.columns.get(name, f"column '{name}'"))
        return f"{', '.join(parts)} ({self.name})"

    def text(self) -> str:
        """The game's filled columns in words: `hours 2`, `reward: draw each 1 | backlash: end`."""
        if set(self.fields) == {"effects"}:
            return str(self.fields["effects"])
        return " | ".join(f"{name}: {value}" for name, value in self.fields.items() if value != "")


@dataclass(frozen=True)
class Parameter:
    """A number of the rules; `source` begins with SHEET, PUBLIC, ASSUMED, TWEAK or OWN."""

    value: int
    unit: str
    source: str = OWN
    note: str = ""


@dataclass(frozen=True)
class Target:
    """What the designer aims for: a range (`low`, `high`, either may be open) or one `value`."""

    low: float | None = None
    high: float | None = None
    value: float | None = None
    unit: str = ""
    source: str = OWN
    note: str = ""


@dataclass(frozen=True)
class Mix:
    """A checked card mix with its parameters and targets.

    `slots[deck]` is the unshuffled deck: indexes into `decks[deck]`, EMPTY (-1) for a free slot,
    its length a multiple of PAD. `changes` are the tweaks in words against the mix it started from,
    `dialects[deck]` the sentence on how the card list was read.
    """

    name: str
    game: str
    description: str
    parameters: dict[str, Parameter]
    decks: dict[str, tuple[Card, ...]]
    slots: dict[str, tuple[int, ...]]
    targets: dict[str, Target]
    origin: str
    changes: tuple[str, ...] = ()
    dialects: dict[str, str] = field(default_factory=dict)

    def value(self, key: str) -> int:
        """The parameter `key`."""
        return self.parameters[key].value

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `from_dict` gives back an equal mix."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Mix":
        """The mix that `to_dict` wrote, also after a way through JSON."""
        return cls(
            name=data["name"],
            game=data["game"],
            description=data["description"],
            parameters={key: Parameter(**value) for key, value in data["parameters"].items()},
            decks={
                deck: tuple(Card(**card) for card in cards) for deck, cards in data["decks"].items()
            },
            slots={deck: tuple(slots) for deck, slots in data["slots"].items()},
            targets={key: Target(**value) for key, value in data["targets"].items()},
            origin=data["origin"],
            changes=tuple(data["changes"]),
            dialects=dict(data["dialects"]),
        )

    @property
    def digest(self) -> str:
        """16 hex digits of everything that can change an outcome: no names, notes or sources."""
        matter = {
            "game": self.game,
            "parameters": {key: parameter.value for key, parameter in self.parameters.items()},
            "cards": {
                deck: [[card.count, card.fields] for card in cards]
                for deck, cards in self.decks.items()
            },
            "slots": self.slots,
        }
        text = json.dumps(matter, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Range:
    """The whole numbers a parameter may take, both ends included, and its unit."""

    low: int
    high: int
    unit: str


@dataclass(frozen=True)
class Schema:
    """What a game's mixes hold: the door between a designer's files and the game's records.

    `rows` are the columns of each deck, `aliases` other headers for them, `blanks` the fields that
    make a card one without effect, for each deck whose cards may be. `check` raises InputError for
    a mix that the game cannot play.
    """

    game: str
    parameters: Mapping[str, Range]
    rows: Mapping[str, type[BaseModel]]
    aliases: Mapping[str, tuple[str, ...]]
    blanks: Mapping[str, Mapping[str, str | int]]
    targets: tuple[str, ...]
    check: Callable[[Mix], object]


def lay_out(deck: str, counts: Sequence[int]) -> tuple[int, ...]:
    """A new deck: row by row, copies side by side, then free slots up to a multiple of PAD."""
    return lay_over(deck, (), counts, range(len(counts)))


def lay_over(
    deck: str, base: Sequence[int], counts: Sequence[int], index: Sequence[int]
) -> tuple[int, ...]:
    """Lay `counts[i]` copies of each card i over the deck `base`, moving as few as possible.

    `index[j]` is the new number of the base's card j, EMPTY when it is gone. Copies that stay keep
    their slots, surplus copies (the last ones) leave theirs free, and added copies fill the free
    slots in order, the padding last. InputError for more than CAPACITY cards.
    """
    if sum(counts) > CAPACITY:
        raise InputError(f"{deck} deck: {sum(counts)} cards, expected at most {CAPACITY}")
    left = list(counts)
    slots = []
    for old in base:
        new = EMPTY if old == EMPTY else index[old]
        if new != EMPTY and left[new] > 0:
            left[new] -= 1
            slots.append(new)
        else:
            slots.append(EMPTY)
    added = [card for card, more in enumerate(left) for _ in range(more)]
    free = [i for i, card in enumerate(slots) if card == EMPTY]
    for i, card in zip(free, added, strict=False):
        slots[i] = card
    slots += added[len(free) :]
    slots += [EMPTY] * (-len(slots) % PAD) if slots else [EMPTY] * PAD
    return tuple(slots)
