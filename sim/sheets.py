"""Card lists as spreadsheets write them."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hemicycle.sim.errors import InputError


@dataclass(frozen=True)
class Wanted:
    """A column the game knows: other headers for it, and whether it holds whole numbers."""

    aliases: tuple[str, ...] = ()
    number: bool = False


@dataclass(frozen=True)
class SheetRow:
    """One card as read; `columns` says where each cell stood."""

    row: int
    id: str
    name: str
    count: int
    source: str
    cells: dict[str, str | int]
    extra: dict[str, str]
    columns: dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """A card list and, in a sentence, how it was read."""

    file: str
    rows: tuple[SheetRow, ...]
    dialect: str


def read_cards(
    path: Path, file: str, wanted: Mapping[str, Wanted], sheet: str | None = None
) -> Sheet:
    """Read the card list at `path`, called `file` in messages."""
    if not path.is_file():
        raise InputError(f"{file}: no such file")
    rows = []
    with path.open(encoding="utf-8-sig", newline="") as stream:
        for number, line in enumerate(csv.DictReader(stream), start=2):
            cells: dict[str, str | int] = {
                key: int(line[key]) if want.number else line[key] for key, want in wanted.items()
            }
            rows.append(
                SheetRow(
                    number,
                    line["id"],
                    line["name"],
                    int(line["count"]),
                    line["source"],
                    cells,
                    {},
                    {},
                )
            )
    return Sheet(file, tuple(rows), f"read {file} as , separated, UTF-8")
