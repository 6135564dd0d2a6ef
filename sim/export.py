"""Writing mixes and card lists that spreadsheets, and `load_mix`, read back."""

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from hemicycle.sim.cardmix import Card, Mix
from hemicycle.sim.errors import InputError

Value = str | int | float


def card_table(
    cards: Sequence[Card], results: Mapping[str, Mapping[str, Value]] | None = None
) -> tuple[list[str], list[list[Value]]]:
    """Header and rows of a card list: id, name, count, the game's columns, source, all others.

    `results[card name]` are further columns to stand at the right end.
    """
    results = results or {}
    fields = list(dict.fromkeys(key for card in cards for key in card.fields))
    extra = list(dict.fromkeys(key for card in cards for key in card.extra))
    found = list(dict.fromkeys(key for columns in results.values() for key in columns))
    header = ["id", "name", "count", *fields, "source", *extra, *found]
    rows: list[list[Value]] = []
    for card in cards:
        row: list[Value] = [card.id, card.name, card.count]
        row += [card.fields.get(key, "") for key in fields]
        row += [card.source, *(card.extra.get(key, "") for key in extra)]
        row += [results.get(card.name, {}).get(key, "") for key in found]
        rows.append(row)
    return header, rows


def write_table(path: Path, header: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    """Write a table as .csv (UTF-8 with BOM, which Excel needs), .tsv or .xlsx, by the file's name.

    InputError for another ending or a folder that cannot be written.
    """
    kind = path.suffix.lower()
    try:
        if kind == ".xlsx":
            _write_workbook(path, header, rows)
        elif kind in (".csv", ".tsv"):
            with path.open("w", encoding="utf-8-sig", newline="") as stream:
                writer = csv.writer(
                    stream, delimiter="," if kind == ".csv" else "\t", lineterminator="\n"
                )
                writer.writerows([header, *rows])
        else:
            raise InputError(f"{path}: cannot write '{kind}', expected .csv, .tsv or .xlsx")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def _write_workbook(path: Path, header: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    from openpyxl import Workbook  # slow to import, and rarely needed
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    page = book.worksheets[0]
    page.title = path.stem[:31]
    for row in (header, *rows):
        page.append(list(row))
    for cell in page[1]:
        cell.font = Font(bold=True)
    page.freeze_panes = "A2"
    for i, column in enumerate(zip(header, *rows, strict=True), start=1):
        width = max(len(str(value)) for value in column) + 2
        page.column_dimensions[get_column_letter(i)].width = min(width, 60)
    book.save(path)


def write_mix(mix: Mix, folder: Path, name: str | None = None) -> list[Path]:
    """Write the mix as a folder of its own: mix.toml and one CSV per deck; the files written.

    A mix read back has its decks laid out row by row; `mixtools.align` couples it with another.
    InputError when the folder already holds a mix.
    """
    if (folder / "mix.toml").exists():
        raise InputError(f"{folder}: already holds a mix, choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / "mix.toml"]
        paths[0].write_text(_mix_toml(mix, name or folder.resolve().name), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror or error}") from None
    for deck, cards in mix.decks.items():
        paths.append(folder / f"{deck}.csv")
        write_table(paths[-1], *card_table(cards))
    return paths


def _mix_toml(mix: Mix, name: str) -> str:
    lines = [
        f"name = {_toml(name)}",
        f"game = {_toml(mix.game)}",
        f"description = {_toml(mix.description)}",
        "",
        "[parameters]",
    ]
    lines += [f"{key} = {_entry(vars(value))}" for key, value in mix.parameters.items()]
    if mix.targets:
        lines += ["", "[targets]"]
        lines += [f"{key} = {_entry(vars(target))}" for key, target in mix.targets.items()]
    return "\n".join(lines) + "\n"


def _entry(values: Mapping[str, object]) -> str:
    parts = [f"{key} = {_toml(value)}" for key, value in values.items() if value not in (None, "")]
    return "{ " + ", ".join(parts) + " }"


def _toml(value: object) -> str:
    """A TOML number or string; JSON's escapes are TOML's, except that DEL must be escaped too."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
