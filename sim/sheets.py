"""Card lists as designers keep them: which column is which, and one checked row per card.

What cannot be settled is an error that names file, row and column; nothing is guessed, and how a
list was read is said in a sentence.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.tables import Cell, Grid, read_grids

NAME, COUNT, ID, SOURCE = "name", "count", "id", "source"
NAMES = (
    *("name", "card", "title", "card name", "card title", "nombre", "carta", "titulo"),
    *("nombre de la carta", "nombre carta", "karte", "kartenname", "nom", "carte", "naam"),
)
COUNTS = (
    *("count", "counts", "card count", "qty", "quantity", "quantities", "copies", "copy"),
    *("# copies", "# of copies", "#count", "# count", "#copies", "# cards", "# of cards"),
    *("no of copies", "number of copies", "num copies", "number in deck", "in deck", "amount"),
    *("how many", "times", "x", "cantidad", "cant", "copias", "ejemplares", "unidades", "uds"),
    *("numero de copias", "n de copias", "no de copias", "anz", "anzahl", "menge", "stuck", "stk"),
    *("quantite", "qte", "exemplaires", "quantita", "copie", "aantal"),
)
NUMBERS = ("#", "number", "no", "nr", "num", "n", "numero", "nummer")
"""Headers that stand for the copies on one designer's list and number the cards on another's."""
IDS = ("id", "card id", "code", "ref", "key", "identifier", "codigo", "clave", "kennung", "cod")
SOURCES = ("source", "sources", "fuente", "origen", "quelle")

_DATE = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}[-/. ]?[a-z]{3,10}\.?([-/. ]\d{2,4})?"
    r"|[a-z]{3,10}\.?[-/. ]\d{2,4}|\d{1,2}/\d{1,2}",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"([0-9]{1,18})(?:[.,](?:0{1,2}|0{4,}))?")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:[., '\N{RIGHT SINGLE QUOTATION MARK}][0-9]{3})+(?:[.,]0+)?")
_HEADER_ROWS = 20


@dataclass(frozen=True)
class Wanted:
    """A column the game knows: other headers for it, and whether it holds whole numbers."""

    aliases: tuple[str, ...] = ()
    number: bool = False


@dataclass(frozen=True)
class SheetRow:
    """One card as read. `id` and `source` are "" where the list gives none; `cells` are the game's
    columns, `extra` the others, `columns` says where each cell stood ("column F 'Efecto'")."""

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
    path: Path, file: str, deck: str, wanted: Mapping[str, Wanted], sheet: str | None = None
) -> Sheet:
    """The card list of `deck` at `path` (CSV, TSV or XLSX), called `file` in messages.

    Rows count as a spreadsheet shows them, from 1. InputError, with file, row and column, for
    whatever is missing, doubled, not a whole number, calculated, or open to two readings.
    """
    grids = read_grids(path, file, sheet, deck)
    best = max(grids, key=lambda grid: _Reading(grid, file, deck, wanted).score)
    return _Reading(best, file, deck, wanted).sheet()


def plain(header: str) -> str:
    """A header as it is compared: no case, accents, dots, colons, underscores or extra spaces."""
    text = unicodedata.normalize("NFKD", header.casefold())
    text = "".join(char for char in text if not unicodedata.combining(char))
    return " ".join(re.sub(r"[.:_*()\[\]\-\u00ba\u00b0]", " ", text).split())


def letter(column: int) -> str:
    """The spreadsheet's name of a column numbered from 0: A, B, ... Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def whole(text: str) -> int | str:
    """The number a cell holds, or what is wrong with it."""
    text = text.replace("\N{MINUS SIGN}", "-")
    match = _WHOLE.fullmatch(text)
    if match:
        return int(match[1])
    if not text:
        return "empty, expected a whole number"
    if re.fullmatch(r"-\s*[0-9]+(?:[.,][0-9]+)?|\([0-9]+\)", text):
        return f"'{text}' is negative, expected 0 or more"
    if _THOUSANDS.fullmatch(text):
        return f"'{text}' reads as thousands or as decimals, expected a plain whole number"
    if re.fullmatch(r"[0-9]*[.,][0-9]+", text):
        return f"'{text}' is not a whole number"
    if _DATE.fullmatch(text):
        return f"'{text}' is a date, perhaps made of a text such as 3/10, expected a whole number"
    return f"'{text}', expected a whole number"


class _Reading:
    """One grid read as a card list."""

    def __init__(self, grid: Grid, file: str, deck: str, wanted: Mapping[str, Wanted]) -> None:
        self.grid, self.file, self.deck, self.wanted = grid, file, deck, wanted
        self.known = {
            NAME: (*NAMES, deck, f"{deck} card", f"{deck} cards"),
            ID: IDS,
            SOURCE: SOURCES,
            **{key: (key, *want.aliases) for key, want in wanted.items()},
        }
        filled = [
            i for i, row in enumerate(grid.rows) if any(cell.text.strip(",;|") for cell in row)
        ]
        heads = [i for i in filled[:_HEADER_ROWS] if self.named(i)[0]]
        self.top = (heads or filled or [0])[0]
        self.headers = [cell.text for cell in grid.rows[self.top]] if filled else []
        self.score = (*self.named(self.top), len(self.headers)) if filled else (False, 0, 0)

    def named(self, row: int) -> tuple[bool, int]:
        """Whether the row names a name and a count column, and how many known columns in all."""
        names = {plain(cell.text) for cell in self.grid.rows[row] if cell.text}
        known = [{plain(alias) for alias in aliases} for aliases in self.known.values()]
        header = bool(names & set(self.known[NAME])) and bool(names & {*COUNTS, *NUMBERS})
        return header, sum(1 for aliases in known if names & aliases)

    def fail(self, message: str) -> NoReturn:
        raise InputError(f"{self.file}, {message}")

    def column(self, i: int) -> str:
        header = self.headers[i] if i < len(self.headers) else ""
        return f"column {letter(i)}" + (f" '{header}'" if header else "")

    def sheet(self) -> Sheet:
        if self.grid.fault:
            self.fail(self.grid.fault)
        if not self.headers:
            raise InputError(f"{self.file}: empty, expected a header line and one row per card")
        where = {key: self.find(key) for key in (NAME, *self.wanted)}
        where |= {key: self.find(key, needed=False) for key in (ID, SOURCE)}
        where[COUNT] = count = self.find_count(where)
        rows = tuple(self.rows({key: i for key, i in where.items() if i is not None}))
        if not rows:
            raise InputError(f"{self.file}: no card under the header line")
        self.refuse_doubles(rows)
        file, header = Path(self.file).name, self.headers[count]
        dialect = f'read {file} as {self.grid.how}, copies in column "{header}"'
        if self.top > 0 and any(cell.text for row in self.grid.rows[: self.top] for cell in row):
            dialect += f", header in row {self.top + 1}"
        unused = [self.headers[i] for i in self.others(where.values()) if self.headers[i]]
        if unused:
            dialect += ", not used: " + ", ".join(f'"{header}"' for header in unused)
        return Sheet(self.file, rows, dialect)

    def find(self, key: str, needed: bool = True) -> int | None:
        """The column of `key`: its own name first, else any of its usual other names."""
        names = [plain(header) for header in self.headers]
        exact = [i for i, name in enumerate(names) if name == key]
        aliases = {plain(alias) for alias in self.known[key]}
        found = exact or [i for i, name in enumerate(names) if name in aliases]
        if len(found) > 1:
            both = " and ".join(self.column(i) for i in found[:2])
            self.fail(f"row {self.top + 1}: {both} could both be '{key}', rename or delete one")
        if not found and needed:
            heads = [header for header in self.headers if header]
            self.fail(
                f"row {self.top + 1}: no column '{key}'{_near(key, heads)}; "
                f"also read as '{key}': {', '.join(self.known[key][1:7])}; read as {self.grid.how}"
            )
        return found[0] if found else None

    def find_count(self, taken: Mapping[str, int | None]) -> int:
        """The column of copies; a column that may just number the cards is never taken for it."""
        names = [plain(header) for header in self.headers]
        free = [i for i in range(len(names)) if i not in taken.values()]
        sure = [i for i in free if names[i] in {plain(name) for name in COUNTS}]
        maybe = [i for i in free if names[i] in NUMBERS]
        found = sure or maybe
        row = f"row {self.top + 1}"
        if not found:
            heads = [self.headers[i] for i in free if self.headers[i]]
            self.fail(f"{row}: no column with the number of copies{_near('count', heads)}")
        if len(found) > 1:
            both = " and ".join(self.column(i) for i in found[:2])
            self.fail(f"{row}: {both} could both be the copies, rename or delete one")
        if not sure and self.is_numbering(found[0]):
            self.fail(
                f"{row}, {self.column(found[0])}: copies, or just numbers of the rows? "
                "Call it 'count' or 'id'"
            )
        return found[0]

    def is_numbering(self, column: int) -> bool:
        """Whether the column runs 0, 1, 2, ... or 1, 2, 3, ... down the list."""
        texts = [
            row[column].text
            for row in self.grid.rows[self.top + 1 :]
            if column < len(row) and row[column].text
        ]
        starts = (0, 1)
        return len(texts) > 1 and any(
            texts == [str(start + i) for i in range(len(texts))] for start in starts
        )

    def rows(self, where: Mapping[str, int]) -> Iterator[SheetRow]:
        columns = {key: self.column(i) for key, i in where.items()}
        others = self.others(where.values())
        for i, row in enumerate(self.grid.rows[self.top + 1 :], start=self.top + 2):
            if not any(cell.text for cell in row):
                continue
            self.refuse_strays(i, row)
            name = self.text(i, row, where[NAME], "")
            if not name:
                self.fail(f"row {i}, {columns[NAME]}: empty, expected the card's name")
            yield SheetRow(
                row=i,
                id=self.text(i, row, where[ID], name) if ID in where else "",
                name=name,
                count=self.whole(i, row, where[COUNT], name),
                source=self.text(i, row, where[SOURCE], name) if SOURCE in where else "",
                cells={
                    key: self.whole(i, row, where[key], name)
                    if want.number
                    else self.text(i, row, where[key], name)
                    for key, want in self.wanted.items()
                },
                extra={
                    self.own_name(k): row[k].text for k in others if k < len(row) and row[k].text
                },
                columns=columns,
            )

    def others(self, known: Iterable[int | None]) -> list[int]:
        """The columns that the game does not know."""
        taken = set(known)
        return [i for i in range(len(self.headers)) if i not in taken]

    def own_name(self, i: int) -> str:
        """The header of a column the game does not know, made unlike the others."""
        header = self.headers[i]
        return header if self.headers.count(header) == 1 else f"{header} ({letter(i)})"

    def refuse_strays(self, i: int, row: Sequence[Cell]) -> None:
        for k, cell in enumerate(row):
            if cell.text and (k >= len(self.headers) or not self.headers[k]):
                self.fail(
                    f"row {i}, column {letter(k)}: '{cell.text}' under no header; name the column, "
                    "or put quotes around a text that holds the separator"
                )

    def cell(self, i: int, row: Sequence[Cell], column: int, name: str) -> Cell:
        cell = row[column] if column < len(row) else Cell()
        if cell.fault:
            self.fail(f"row {i}, {self.column(column)}{_of(name)}: {cell.fault}")
        return cell

    def text(self, i: int, row: Sequence[Cell], column: int, name: str) -> str:
        return self.cell(i, row, column, name).text

    def whole(self, i: int, row: Sequence[Cell], column: int, name: str) -> int:
        value = whole(self.cell(i, row, column, name).text)
        if isinstance(value, str):
            self.fail(f"row {i}, {self.column(column)}{_of(name)}: {value}")
        return value

    def refuse_doubles(self, rows: Sequence[SheetRow]) -> None:
        for key, title in ((NAME, "name"), (ID, "id")):
            seen: dict[str, SheetRow] = {}
            for row in rows:
                word = row.name if key == NAME else row.id
                first = seen.setdefault(word.casefold(), row)
                if word and first is not row:
                    self.fail(
                        f"row {row.row}, {row.columns[key]}: the {title} '{word}' is already in "
                        f"row {first.row}"
                    )


def _of(name: str) -> str:
    return f" ({name})" if name else ""


def _near(key: str, headers: Sequence[str]) -> str:
    """The header most like `key`, or all of them."""
    return nearest(key, headers).replace("; known:", "; there are:")
