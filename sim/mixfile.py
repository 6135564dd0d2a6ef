"""The shape of mix.toml and of tweak files, checked before anything is built from them."""

import math
import re
import tomllib
import unicodedata
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, StrictInt, StrictStr, ValidationError

from hemicycle.sim.cardmix import Card, Parameter, Schema, Target
from hemicycle.sim.errors import InputError, nearest


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


def _entry(value: object) -> object:
    """A bare value is short for a table that holds only the value."""
    return value if isinstance(value, dict) else {"value": value}


class ParameterEntry(Strict):
    """`source` is None when the file names none."""

    value: StrictInt
    unit: StrictStr | None = None
    source: StrictStr | None = None
    note: StrictStr = ""


class TargetEntry(Strict):
    low: float | None = None
    high: float | None = None
    value: float | None = None
    unit: StrictStr = ""
    source: StrictStr | None = None
    note: StrictStr = ""


class DeckEntry(Strict):
    """Where a deck's card list is, relative to the mix file; `sheet` names a workbook's sheet."""

    file: StrictStr
    sheet: StrictStr | None = None


def _file(value: object) -> object:
    return {"file": value} if isinstance(value, str) else value


class MixFile(Strict):
    """A whole mix, or, with `extends`, only what a tweak changes."""

    name: StrictStr | None = None
    game: StrictStr | None = None
    description: StrictStr | None = None
    extends: StrictStr | None = None
    parameters: dict[str, Annotated[ParameterEntry, BeforeValidator(_entry)]] = {}
    targets: dict[str, Annotated[TargetEntry, BeforeValidator(_entry)]] = {}
    decks: dict[str, Annotated[DeckEntry, BeforeValidator(_file)]] = {}
    cards: dict[str, dict[str, StrictInt | dict[str, StrictInt | StrictStr]]] = {}
    add: dict[str, list[dict[str, StrictInt | StrictStr]]] = {}
    remove: dict[str, list[StrictStr]] = {}


def read_mix_file(path: Path, file: str) -> MixFile:
    """The checked content of a .toml file, called `file` in messages; InputError otherwise."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: not UTF-8 text, save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{file}: not valid TOML: {error}") from None
    try:
        return MixFile.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{file}, {_explain(error)}") from None


def _worst(error: ValidationError) -> Any:
    """The fault to name: a misspelt key first, since it makes another missing."""
    faults = error.errors()
    return next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])


def _explain(error: ValidationError) -> str:
    """One fault as `place: what is wrong`."""
    fault = _worst(error)
    words = [str(part) for part in fault["loc"]]
    words = [word for word in words if word not in ("int", "str") and not word.startswith("dict[")]
    place = ".".join(words)
    if fault["type"] == "extra_forbidden":
        model = MixFile if len(words) == 1 else _ENTRIES[words[0]]
        return f"{place}: unknown key '{words[-1]}'{nearest(words[-1], model.model_fields)}"
    message = str(fault["msg"])
    return f"{place}: {message[0].lower()}{message[1:]}, found {fault['input']!r}"


_ENTRIES: dict[str, type[BaseModel]] = {
    "parameters": ParameterEntry,
    "targets": TargetEntry,
    "decks": DeckEntry,
}


def fold(text: str) -> str:
    """A name as it is compared: composed, without case, single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def make_id(name: str, taken: Collection[str]) -> str:
    """An id made of the name, the same whatever else the list holds unless it is taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower() or "card"
    number, word = 2, stem
    while word in taken:
        number, word = number + 1, f"{stem}-{number}"
    return word


def build_parameter(
    schema: Schema,
    key: str,
    entry: ParameterEntry,
    where: str,
    source: str,
    old: Parameter | None = None,
) -> Parameter:
    """The checked parameter `key`; `source` stands in where the entry names none."""
    known = schema.parameters.get(key)
    if known is None:
        raise InputError(f"{where}: unknown parameter '{key}'{nearest(key, schema.parameters)}")
    if not known.low <= entry.value <= known.high:
        raise InputError(
            f"{where}: {key} = {entry.value}, expected {known.low} to {known.high} {known.unit}"
        )
    if entry.unit is not None and entry.unit != known.unit:
        raise InputError(f"{where}: {key} in '{entry.unit}', expected unit '{known.unit}'")
    note = entry.note or (old.note if old else "")
    return Parameter(entry.value, known.unit, entry.source or source, note)


def build_target(
    schema: Schema,
    key: str,
    entry: TargetEntry,
    where: str,
    source: str,
    old: Target | None = None,
) -> Target:
    """The checked target `key`; what the entry leaves out stays as in `old`."""
    if key not in schema.targets:
        raise InputError(f"{where}: unknown target '{key}'{nearest(key, schema.targets)}")
    given = entry.model_dump(exclude_unset=True)
    target = replace(old or Target(), **{"source": source, **given})
    bounds = [target.low, target.high, target.value]
    if any(bound is not None and not math.isfinite(bound) for bound in bounds):
        raise InputError(f"{where}: {key} is not a finite number")
    if bounds == [None, None, None]:
        raise InputError(f"{where}: {key} has no number, expected low, high or value")
    if target.low is not None and target.high is not None and target.low > target.high:
        raise InputError(f"{where}: {key}: low {target.low:g} is above high {target.high:g}")
    return target


def build_card(schema: Schema, card: Card) -> Card:
    """The card with its fields checked and in one spelling; InputError names place and column."""
    model = schema.rows[card.deck]
    try:
        row = model.model_validate(card.fields)
    except ValidationError as error:
        fault = _worst(error)
        column = str(fault["loc"][0])
        if fault["type"] == "missing":
            raise InputError(f"{card.where()}: column '{column}' is missing") from None
        if fault["type"] == "extra_forbidden":
            raise InputError(
                f"{card.where()}: unknown column '{column}'{nearest(column, model.model_fields)}"
            ) from None
        message = str(fault["msg"]).removeprefix("Value error, ")
        shown = "" if fault["type"] == "value_error" else f"'{fault['input']}': "
        raise InputError(f"{card.where(column)}: {shown}{message}") from None
    return replace(card, fields=row.model_dump())
