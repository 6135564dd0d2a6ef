"""Card lists kept in Excel workbooks."""

import zipfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from hemicycle.sim.cardmix import Card
from hemicycle.sim.errors import InputError
from hemicycle.sim.mixes import load_mix, read_list


def counts(cards: Sequence[Card]) -> list[tuple[str, int]]:
    return [(card.name, card.count) for card in cards]


def workbook(rows: Sequence[Sequence[Any]], title: str = "Sheet1") -> Workbook:
    book = Workbook()
    page = book.worksheets[0]
    page.title = title
    for row in rows:
        page.append(list(row))
    return book


def read_book(folder: Path, book: Workbook, sheet: str = "") -> tuple[tuple[Card, ...], str]:
    book.save(folder / "cards.xlsx")
    return read_list("filibuster", "time", folder / "cards.xlsx", sheet or None)


ROWS: list[list[Any]] = [
    ["Name", "Qty", "Effect"],
    ["Hold On", 3, "continue"],
    [],
    ["Stop", 1.0, "end"],
]


def test_a_workbook(tmp_path: Path) -> None:
    book = workbook(ROWS)
    book.worksheets[0].row_dimensions[4].hidden = True
    book.create_sheet("Empty")
    cards, how = read_book(tmp_path, book)
    assert counts(cards) == [("Hold On", 3), ("Stop", 1)] and cards[1].row == 4
    assert how == (
        'read cards.xlsx as sheet "Sheet1" of an Excel workbook, 1 hidden row too, '
        'copies in column "Qty"'
    )


def test_a_workbook_called_csv(tmp_path: Path) -> None:
    workbook(ROWS).save(tmp_path / "cards.xlsx")
    (tmp_path / "cards.xlsx").rename(tmp_path / "cards.csv")
    cards, _ = read_list("filibuster", "time", tmp_path / "cards.csv")
    assert counts(cards) == [("Hold On", 3), ("Stop", 1)]


def test_the_sheet_is_named_or_called_like_the_deck(tmp_path: Path) -> None:
    book = workbook([["notes"]], "Notes")
    other = book.create_sheet("Other")
    other.append(["x"])
    with pytest.raises(InputError, match=r"sheets 'Notes', 'Other'; which holds the time deck\?"):
        read_book(tmp_path, book)
    page = book.create_sheet("TIME")
    for row in ROWS:
        page.append(list(row))
    assert len(read_book(tmp_path, book)[0]) == 2
    assert len(read_book(tmp_path, book, "time")[0]) == 2
    with pytest.raises(InputError, match=r"no sheet 'Othre'; did you mean 'Other'\?"):
        read_book(tmp_path, book, "Othre")
    text = tmp_path / "cards.csv"
    text.write_text("name,count,effects\n")
    with pytest.raises(InputError, match="not a workbook, so it has no sheet 'time'"):
        read_list("filibuster", "time", text, "time")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "=SUM(B2:B3)",
            "a formula (=SUM(B2:B3)); formulas are never calculated: write its value, or delete a row of totals",
        ),
        (date(2026, 10, 3), "a date or time (2026-10-03), perhaps made of a text such as 3/10"),
        (2.5, "'2.5' is not a whole number"),
        (-1, "'-1' is negative, expected 0 or more"),
        (True, "the truth value TRUE"),
        ("#REF!", "the error value #REF!"),
        (None, "empty, expected a whole number"),
    ],
)
def test_cells_of_a_workbook_that_are_refused(tmp_path: Path, value: object, message: str) -> None:
    book = workbook([*ROWS, ["Bad", value, "end"]])
    with pytest.raises(InputError) as error:
        read_book(tmp_path, book)
    assert str(error.value) == f"{tmp_path}/cards.xlsx, row 5, column B 'Qty' (Bad): {message}"


def test_a_percentage_and_a_merged_cell_are_refused(tmp_path: Path) -> None:
    book = workbook(ROWS)
    book.worksheets[0]["B4"].number_format = "0%"
    with pytest.raises(InputError, match=r"\(Stop\): a percentage \(100%\)"):
        read_book(tmp_path, book)
    book = workbook(ROWS)
    book.worksheets[0].merge_cells("C2:C4")
    with pytest.raises(InputError, match=r"row 4, column C 'Effect' \(Stop\): merged with cell C2"):
        read_book(tmp_path, book)


def test_a_number_kept_as_text_counts(tmp_path: Path) -> None:
    cards, _ = read_book(tmp_path, workbook([*ROWS, [7, "2", "end"]]))
    assert counts(cards)[-1] == ("7", 2)


def test_another_zip_is_no_workbook(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "cards.ods", "w") as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    with pytest.raises(InputError, match=r"not an Excel workbook, save it as \.xlsx or CSV"):
        read_list("filibuster", "time", tmp_path / "cards.ods")


def test_a_mix_points_at_a_sheet_of_a_workbook(tmp_path: Path) -> None:
    workbook(ROWS, "My deck").save(tmp_path / "my cards.xlsx")
    (tmp_path / "mine.toml").write_text(
        'extends = "standard"\n[decks]\ntime = { file = "my cards.xlsx", sheet = "my deck" }\n'
    )
    mix = load_mix("filibuster", str(tmp_path / "mine.toml"))
    assert [card.name for card in mix.decks["time"] if card.count] == ["Hold On", "Stop"]
    assert 'sheet "My deck"' in mix.dialects["time"]
