"""Files that spreadsheets write, as plain grids of cells: CSV in all its dialects, and XLSX.

Nothing is calculated or guessed here: a cell that is no plain text or number carries a fault.
"""

import csv
import io
import re
import unicodedata
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from hemicycle.sim.errors import InputError, nearest

SEPARATORS = {",": ",", ";": ";", "\t": "tab", "|": "|"}
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")
_ERROR = re.compile(r"#[\u00a1\u00bf]?[A-Z\u00c0-\u00dc/0 ]+[!?]|#N/A")
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ParseError),
    *(KeyError, IndexError, ValueError, TypeError, AttributeError),
)
"""What broken archives and broken XML raise on their way through zipfile and openpyxl."""
_JOINERS = "\u2019\u00b7"
"""Apostrophe and Catalan middle dot: the signs that may stand inside a word."""


@dataclass(frozen=True)
class Cell:
    """A cell's tidied text, its number where the file stores one, and why it must not be used."""

    text: str = ""
    number: int | float | None = None
    fault: str = ""


@dataclass(frozen=True)
class Grid:
    """One way to read a file: rows as the spreadsheet counts them, how they were read in words.

    `fault` says where this reading breaks off.
    """

    rows: list[list[Cell]]
    how: str
    fault: str = ""


def tidy(text: str) -> str:
    """Composed (NFC), single plain spaces, nothing invisible."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", text)).split())


def read_grids(path: Path, file: str, sheet: str | None, deck: str) -> list[Grid]:
    """Every way to read the file at `path`, called `file` in messages: one for a workbook's sheet.

    `sheet` names the sheet; without it the only one is taken, or the one called like the deck.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from None
    if data.startswith(OLD_OFFICE):
        raise InputError(
            f"{file}: an old .xls or a workbook with a password, save it as plain .xlsx or CSV"
        )
    if data.startswith(b"PK\x03\x04"):
        return [_workbook(data, file, sheet, deck)]
    if sheet is not None:
        raise InputError(f"{file}: not a workbook, so it has no sheet '{sheet}'")
    text, encoding = _decode(data, file)
    return [_split(text, separator, encoding) for separator in SEPARATORS]


def _decode(data: bytes, file: str) -> tuple[str, str]:
    """The text and its encoding in words; InputError where that cannot be told."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codec, name = "utf-16", "UTF-16"
    elif data.startswith(b"\xef\xbb\xbf"):
        codec, name = "utf-8-sig", "UTF-8 with BOM"
    elif data[1:200:2].count(0) > len(data[1:200:2]) // 2:
        codec, name = "utf-16-le", "UTF-16"
    else:
        codec, name = "utf-8", "UTF-8"
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        if codec != "utf-8":
            raise InputError(f"{file}: broken {name} at byte {error.start}") from None
        text, name = _windows(data, file), "Windows-1252"
    if "\0" in text:
        raise InputError(f"{file}: not a text file, expected CSV, TSV or XLSX")
    return text, name


def _windows(data: bytes, file: str) -> str:
    """Windows-1252 text, unless one of its words shows that it is something else."""
    text = data.decode("cp1252", errors="replace")
    for found in re.finditer(r"[^\s,;|\"]+", text):
        word = found[0]
        odd = next((i for i in range(len(word)) if _odd(word, i)), None)
        if odd is None and len(word) > 2 and word.isalpha() and min(word) > "\x7f":
            odd = 0  # another alphabet, read as accented letters
        if odd is not None:
            raise InputError(
                f"{file}, line {text.count(chr(10), 0, found.start()) + 1}: cannot tell the "
                f"encoding (byte 0x{data[found.start() + odd]:02X} in '{word[:40]}'), save the "
                "file as CSV UTF-8"
            )
    return text


def _odd(word: str, i: int) -> bool:
    """Whether character i cannot be Windows-1252: no character, or a sign or capital in a word."""
    char, before, after = word[i], word[max(i - 1, 0) : i], word[i + 1 : i + 2]
    if char < "\x80" or char in _JOINERS:
        return False
    if char == "\ufffd":
        return True
    if char.isalpha():
        return char.isupper() and before.islower() and after.islower()
    return before.isalpha() and after.isalpha()


def _split(text: str, separator: str, encoding: str) -> Grid:
    first, _, rest = text.partition("\n")
    if first.strip().lower() == f"sep={separator}".strip():
        text = rest  # Excel's own mark, which it does not show as a row
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[list[Cell]] = []
    fault = ""
    try:
        rows.extend([_text_cell(value) for value in row] for row in reader)
    except csv.Error as error:
        fault = f"row {len(rows) + 1}: {error} (a quotation mark is missing or out of place)"
    return Grid(rows, f"{SEPARATORS[separator]} separated, {encoding}", fault)


def _text_cell(value: str) -> Cell:
    text = tidy(value)
    if text.startswith("="):
        return Cell(
            text,
            fault=f"a formula ({text}); formulas are never calculated: write its value, or delete a row of totals",
        )
    if _ERROR.fullmatch(text):
        return Cell(text, fault=f"the error value {text}")
    return Cell(text)


def _workbook(data: bytes, file: str, sheet: str | None, deck: str) -> Grid:
    from openpyxl import load_workbook  # slow to import, and rarely needed
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if "xl/workbook.xml" not in parts.namelist():
                raise InputError(f"{file}: not an Excel workbook, save it as .xlsx or CSV")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # parts it leaves out: drawings, validation lists
            book = load_workbook(io.BytesIO(data), rich_text=False)
    except (InvalidFileException, *_DAMAGE) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(f"{file}: a damaged workbook ({reason or type(error).__name__})") from None
    page = _pick_sheet(book, file, sheet, deck)
    how = f'sheet "{page.title}" of an Excel workbook'
    hidden = sum(1 for row in page.row_dimensions.values() if row.hidden)
    if hidden:
        how += f", {hidden} hidden row{'s' if hidden > 1 else ''} too"
    merged = {
        (row, column): str(area).split(":")[0]
        for area in page.merged_cells.ranges
        for row in range(area.min_row, area.max_row + 1)
        for column in range(area.min_col, area.max_col + 1)
        if (row, column) != (area.min_row, area.min_col)
    }
    return Grid(list(_rows(page, merged)), how)


def _pick_sheet(book: Any, file: str, sheet: str | None, deck: str) -> Any:
    pages = {tidy(page.title).casefold(): page for page in book.worksheets}
    titles = [page.title for page in book.worksheets]
    if sheet is not None:
        if tidy(sheet).casefold() not in pages:
            raise InputError(f"{file}: no sheet '{sheet}'{nearest(sheet, titles)}")
        return pages[tidy(sheet).casefold()]
    if deck in pages:
        return pages[deck]
    filled = [
        page
        for page in book.worksheets
        if page.sheet_state == "visible" and any(any(row) for row in page.values)
    ]
    if len(filled) == 1:
        return filled[0]
    if not filled:
        raise InputError(f"{file}: no cells in any sheet")
    names = ", ".join(f"'{page.title}'" for page in filled)
    raise InputError(
        f'{file}: sheets {names}; which holds the {deck} deck? Name it with sheet = "..."'
    )


def _rows(page: Any, merged: dict[tuple[int, int], str]) -> Iterator[list[Cell]]:
    for row in page.iter_rows():
        cells = []
        for cell in row:
            corner = merged.get((cell.row, cell.column))
            if corner is not None:
                cells.append(Cell(fault=f"merged with cell {corner}; split it and fill each row"))
            else:
                cells.append(_sheet_cell(cell))
        yield cells


def _sheet_cell(cell: Any) -> Cell:
    value = cell.value
    if value is None:
        return Cell()
    if cell.data_type == "f":
        text = str(getattr(value, "text", value))
        return Cell(
            text,
            fault=f"a formula ({text}); formulas are never calculated: write its value, or delete a row of totals",
        )
    if cell.data_type == "e":
        return Cell(str(value), fault=f"the error value {value}")
    if isinstance(value, bool):
        return Cell(str(value).upper(), fault=f"the truth value {str(value).upper()}")
    if isinstance(value, (date, datetime, time, timedelta)):
        shown = f"{value:%Y-%m-%d}" if isinstance(value, date) else str(value)
        return Cell(shown, fault=f"a date or time ({shown}), perhaps made of a text such as 3/10")
    if isinstance(value, (int, float)):
        if "%" in str(cell.number_format):
            return Cell(f"{value:.0%}", fault=f"a percentage ({value:.0%})")
        whole = int(value) if float(value).is_integer() else value
        return Cell(str(whole), whole)
    return _text_cell(str(value))
