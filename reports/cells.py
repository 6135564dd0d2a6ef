"""Data tables: numbers of a chart written into cells, the interval behind its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from hemicycle.reports import words
from hemicycle.reports.stats import Estimate
from hemicycle.reports.tables import Numbers, Shown

WITH_INTERVAL: dict[str, Callable[[Estimate], str]] = {
    "percent": words.percent_of,
    "points": words.points_of,
    "number": words.amount_of,
}
ALONE: dict[str, Callable[[float], str]] = {
    "percent": words.percent,
    "points": lambda value: words.number(value * 100),
    "number": lambda value: words.number(value, 2),
    "count": words.count,
}


@dataclass(frozen=True)
class Cell:
    """A value, the interval behind it (or nothing), and its kind (see `tables.Shown`)."""

    text: str
    interval: str
    kind: str


@dataclass(frozen=True)
class Sheet:
    """A table ready to be written: `header` (words, kind) and rows of cells."""

    header: list[tuple[str, str]]
    rows: list[list[Cell]]


def sheet(numbers: Numbers, shown: Sequence[Shown]) -> Sheet:
    """The columns of `numbers.rows` that are shown, as text."""
    records = numbers.rows.to_dict("records")
    return Sheet(
        [(column.header, column.kind) for column in shown],
        [[_cell(record, column) for column in shown] for record in records],
    )


def _cell(record: Mapping[Any, Any], column: Shown) -> Cell:
    value, kind = record[column.column], column.kind
    if kind not in ALONE:
        return Cell(str(value), "", kind)
    if pd.isna(value):
        return Cell(words.MISSING, "", kind)
    low, high = (record.get(f"{column.column}_{end}") for end in ("low", "high"))
    if kind == "count" or low is None or high is None or pd.isna(low) or pd.isna(high):
        return Cell(ALONE[kind](float(value)), "", kind)
    text = WITH_INTERVAL[kind](Estimate(float(value), float(low), float(high), 0))
    text, _, interval = text.partition(" (")
    if kind == "points":
        text = words.signed(text.split(words.NO_BREAK)[0])
    return Cell(text, interval.rstrip(")"), kind)
