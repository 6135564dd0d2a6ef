"""Changing a mix: numbers, copies, texts, new cards, whole card lists.

Whatever a change leaves alone keeps its number, its row and its slot, so that worlds with the same
seed stay coupled.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hemicycle.sim.cardmix import TWEAK, Card, Mix, Schema, lay_over
from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.mixfile import (
    MixFile,
    ParameterEntry,
    build_card,
    build_parameter,
    build_target,
    fold,
    make_id,
)
from hemicycle.sim.tables import tidy

_QUOTES = str.maketrans("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '""')
_NAMED = r'(?:"(?P<quoted>[^"]+)"|(?P<plain>[^"=][^=]*?))'
_SET = re.compile(rf"(?P<deck>\w+)\s*\.\s*{_NAMED}\s*(?:\.\s*(?P<column>\w+))?\s*=\s*(?P<value>.*)")
_ADD = re.compile(rf"(?P<deck>\w+)\s*:\s*{_NAMED}\s*=\s*(?P<count>[^:]*?)\s*:(?P<cells>.*)")
_REMOVE = re.compile(rf"(?P<deck>\w+)\s*\.\s*{_NAMED}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}|[+-]?[0-9]{1,3}(_[0-9]{3}){1,5}")


def find_card(cards: Sequence[Card], deck: str, word: str, where: str) -> int:
    """Index of the card called `word` (its name, else its id, case and spaces aside)."""
    for names in ([card.name for card in cards], [card.id for card in cards]):
        for i, name in enumerate(names):
            if fold(name) == fold(word):
                return i
    raise InputError(
        f"{where}: no card '{word}' in the {deck} deck{nearest(word, [c.name for c in cards])}"
    )


class Draft:
    """A mix being changed; `settle` lays the decks anew after each set of changes."""

    def __init__(self, schema: Schema, base: Mix) -> None:
        self.schema = schema
        self.mix = base
        self.parameters = dict(base.parameters)
        self.targets = dict(base.targets)
        self.decks = {deck: list(cards) for deck, cards in base.decks.items()}
        self.dialects = dict(base.dialects)
        self.touched: set[tuple[str, ...]] = set()

    def set(self, text: str) -> None:
        """One `KEY=VALUE`, as `load_mix` describes."""
        where = f"--set {text}"
        plain = text.translate(_QUOTES).strip()
        match = _SET.fullmatch(plain)
        if match is None:
            key, sign, value = plain.partition("=")
            if not sign or "." in key:
                raise InputError(
                    f"{where}: expected PARAMETER=NUMBER, DECK.CARD=COPIES or "
                    'DECK."CARD".COLUMN=VALUE'
                )
            self.set_parameter(key.strip(), _whole(value.strip(), where), where)
            return
        deck = self.deck(match["deck"], where)
        name, column = match["quoted"], match["column"]
        if name is None:
            name, column = self._split(deck, match["plain"], column)
        i = find_card(self.decks[deck], deck, name, where)
        self.set_column(deck, i, column or "count", match["value"].strip(), where)

    def _split(self, deck: str, plain: str, column: str | None) -> tuple[str, str | None]:
        """A bare `Dr. Who` is a name first, else the card `Dr` and its column `Who`."""
        if column is None:
            return plain, None
        for card in self.decks[deck]:
            if fold(card.name).replace(" ", "") == fold(f"{plain}.{column}").replace(" ", ""):
                return card.name, None
        return plain, column

    def add_text(self, text: str) -> None:
        """One `DECK:NAME=COPIES:CELL:...`, as `load_mix` describes."""
        where = f"--add {text}"
        match = _ADD.fullmatch(text.translate(_QUOTES).strip())
        if match is None:
            raise InputError(
                f"{where}: expected DECK:NAME=COPIES:TEXT, as in time:Filler=2:end or "
                "action:Long Song=2:hours:3:hours 3"
            )
        deck = self.deck(match["deck"], where)
        columns = self.schema.rows[deck].model_fields
        cells = [cell.strip() for cell in match["cells"].split(":")]
        cells_by_column = _named(cells, columns, where) or _in_order(cells, columns, where)
        entry: dict[str, str | int] = {
            column: _whole(cell, where) if columns[column].annotation is int else cell
            for column, cell in cells_by_column.items()
        }
        name = match["quoted"] or match["plain"]
        self.add(deck, {"name": name, "count": _whole(match["count"], where), **entry}, where)

    def remove_text(self, text: str) -> None:
        """One `DECK.CARD`: no copies are left in the deck, the card stays listed."""
        where = f"--remove {text}"
        match = _REMOVE.fullmatch(text.translate(_QUOTES).strip())
        if match is None:
            raise InputError(f"{where}: expected DECK.CARD, as in time.Lost Notes")
        deck = self.deck(match["deck"], where)
        i = find_card(self.decks[deck], deck, match["quoted"] or match["plain"], where)
        self.set_column(deck, i, "count", 0, where)

    def deck(self, word: str, where: str) -> str:
        if word.lower() not in self.schema.rows:
            raise InputError(f"{where}: unknown deck '{word}'{nearest(word, self.schema.rows)}")
        return word.lower()

    def touch(self, where: str, *key: str) -> None:
        """Refuse a second change of the same thing in one set of changes."""
        if key in self.touched:
            raise InputError(f"{where}: {' '.join(key)} is already changed, give it once")
        self.touched.add(key)

    def set_parameter(self, key: str, value: int, where: str) -> None:
        old = self.parameters.get(key)
        if old is None:
            for deck, cards in self.decks.items():
                if any(fold(card.name) == fold(key) for card in cards):
                    raise InputError(f"{where}: '{key}' is a card, did you mean {deck}.{key}?")
        self.touch(where, key)
        entry = ParameterEntry(value=value)
        new = build_parameter(self.schema, key, entry, where, TWEAK, old)
        if old != replace(new, source=old.source if old else ""):
            self.parameters[key] = new

    def set_column(self, deck: str, i: int, column: str, value: str | int, where: str) -> None:
        """Give card i of the deck a new number of copies or another value in one of its columns."""
        old = self.decks[deck][i]
        self.touch(where, deck, old.name, column)
        fields = self.schema.rows[deck].model_fields
        if column == "count":
            count = _whole(value, where)
            if count < 0:
                raise InputError(f"{where}: {count} copies, expected 0 or more")
            new = replace(old, count=count)
        elif column in fields:
            if fields[column].annotation is int:
                value = _whole(value, where)
            fields_now = {**old.fields, column: value}
            changed = replace(old, fields=fields_now, file=where, row=None, columns={})
            new = build_card(self.schema, changed)
            if new.fields == old.fields:
                return
        else:
            known = ["count", *fields]
            raise InputError(f"{where}: unknown column '{column}'{nearest(column, known)}")
        if new != old:
            source = old.source if TWEAK in old.source else f"{TWEAK}; {old.source}"
            self.decks[deck][i] = replace(new, source=source)

    def add(self, deck: str, entry: Mapping[str, str | int], where: str) -> None:
        """Append a new card given as name, count and the deck's columns."""
        cells = dict(entry)
        name, count = cells.pop("name", None), cells.pop("count", None)
        if not isinstance(name, str) or not name.strip():
            raise InputError(f"{where}: a new card needs a name")
        if not isinstance(count, int) or count < 0:
            raise InputError(f"{where}: '{name}' needs a count of 0 or more")
        cards = self.decks[deck]
        if any(fold(card.name) == fold(name) for card in cards):
            raise InputError(
                f"{where}: the {deck} deck already has a card '{name}'; set its copies"
            )
        taken = [card.id for card in cards]
        number = str(cells.pop("id", "")) or make_id(name, taken)
        if number in taken:
            raise InputError(f"{where}: the {deck} deck already has a card with the id '{number}'")
        source = str(cells.pop("source", TWEAK))
        card = Card(deck, number, tidy(name), count, cells, source=source, file=where)
        cards.append(build_card(self.schema, card))

    def replace_list(self, deck: str, cards: Sequence[Card], dialect: str) -> None:
        """Another card list for the deck: cards of the same name keep their number and place.

        Cards that the new list has not stay listed without copies.
        """
        new = {fold(card.name): card for card in cards}
        kept = []
        for card in self.decks[deck]:
            found = new.pop(fold(card.name), None) or replace(
                card, count=0, file=cards[0].file if cards else card.file, row=None, columns={}
            )
            kept.append(found if "id" in found.columns else replace(found, id=card.id))
        kept += new.values()
        taken: list[str] = []
        for i, card in enumerate(kept):
            if card.id in taken:
                kept[i] = replace(card, id=make_id(card.name, taken))
            taken.append(kept[i].id)
        self.decks[deck] = kept
        self.dialects[deck] = dialect

    def apply_file(self, content: MixFile, label: str) -> None:
        """All changes of a tweak file."""
        for key, entry in content.parameters.items():
            where = f"{label}, parameters"
            self.parameters[key] = build_parameter(
                self.schema, key, entry, where, TWEAK, self.parameters.get(key)
            )
        for key, target in content.targets.items():
            self.targets[key] = build_target(
                self.schema, key, target, f"{label}, targets", TWEAK, self.targets.get(key)
            )
        for word, names in content.remove.items():
            deck = self.deck(word, f"{label}, remove")
            for name in names:
                where = f"{label}, remove.{word}"
                i = find_card(self.decks[deck], deck, name, where)
                self.set_column(deck, i, "count", 0, where)
        for word, cards in content.cards.items():
            deck = self.deck(word, f"{label}, cards")
            for name, change in cards.items():
                where = f"{label}, cards.{word}"
                i = find_card(self.decks[deck], deck, name, where)
                for column, value in (
                    change.items() if isinstance(change, dict) else [("count", change)]
                ):
                    self.set_column(deck, i, column, value, f'{where}."{name}"')
        for word, added in content.add.items():
            deck = self.deck(word, f"{label}, add")
            for new in added:
                self.add(deck, new, f"{label}, add.{word}")

    def settle(self, name: str, description: str, origin: str) -> Mix:
        """The mix as changed so far: the decks laid over those of the last settled mix."""
        self.touched.clear()
        slots = {}
        for deck, cards in self.decks.items():
            index = range(len(self.mix.decks[deck]))
            slots[deck] = lay_over(
                deck, self.mix.slots[deck], [card.count for card in cards], index
            )
        self.mix = replace(
            self.mix,
            name=name,
            description=description,
            origin=origin,
            parameters=dict(self.parameters),
            targets=dict(self.targets),
            decks={deck: tuple(cards) for deck, cards in self.decks.items()},
            slots=slots,
            dialects=dict(self.dialects),
        )
        return self.mix


def _in_order(cells: Sequence[str], columns: Mapping[str, Any], where: str) -> dict[str, str]:
    """Column -> cell, for cells of all columns in the deck's order."""
    if len(cells) != len(columns):
        raise InputError(
            f"{where}: {len(cells)} columns after the copies, "
            f"expected {len(columns)}: {':'.join(columns)}; or name some: COLUMN=VALUE:COLUMN=VALUE"
        )
    return dict(zip(columns, cells, strict=True))


def _named(cells: Sequence[str], columns: Mapping[str, Any], where: str) -> dict[str, str]:
    """Column -> cell, for cells that say their column; those not named are blank where they can be.

    Empty when a cell does not say.
    """
    if not all("=" in cell for cell in cells):
        return {}
    entry = {column: "" for column, info in columns.items() if info.annotation is not int}
    given = [tuple(part.strip() for part in cell.split("=", 1)) for cell in cells]
    for column, value in given:
        if column not in columns:
            raise InputError(f"{where}: unknown column '{column}'{nearest(column, columns)}")
        if [name for name, _ in given].count(column) > 1:
            raise InputError(f"{where}: column '{column}' is given twice")
        entry[column] = value
    return entry


def _whole(value: str | int, where: str) -> int:
    if isinstance(value, str) and not _WHOLE.fullmatch(value):
        raise InputError(f"{where}: '{value}', expected a whole number")
    return int(value)
