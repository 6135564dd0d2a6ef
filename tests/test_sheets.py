"""Card lists as Excel, LibreOffice, Google Sheets and people write them, one awkward file a test."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from hemicycle.sim.cardmix import Card
from hemicycle.sim.errors import InputError
from hemicycle.sim.mixes import load_mix, read_list, with_list
from hemicycle.sim.sheets import letter, plain, whole

SPANISH = (
    "Carta;Cantidad;Tipo;Valor;Efecto\r\n"
    "Petición;3,0;hours;2;hours 2\r\n"
    "Año Nuevo;0;assist;1;influence target -2\r\n"
    'Pausa;1;assist;1;"peek 1; bury 1"\r\n'
)
ENGLISH = "name,count,effects\nHold On,3,continue\nStop,1,end\n"


def read(
    folder: Path, data: bytes | str, deck: str = "time", file: str = "cards.csv"
) -> tuple[tuple[Card, ...], str]:
    path = folder / file
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_list("filibuster", deck, path)


def refusal(folder: Path, data: bytes | str, deck: str = "time", file: str = "cards.csv") -> str:
    with pytest.raises(InputError) as error:
        read(folder, data, deck, file)
    text = str(error.value)
    assert text.startswith(str(folder / file)) and "\n" not in text
    return text.removeprefix(str(folder / file)).lstrip(",: ")


def counts(cards: tuple[Card, ...]) -> list[tuple[str, int]]:
    return [(card.name, card.count) for card in cards]


# Dialects


@pytest.mark.parametrize(
    ("encode", "how"),
    [
        (lambda text: text.encode("utf-8"), "; separated, UTF-8"),
        (lambda text: text.encode("utf-8-sig"), "; separated, UTF-8 with BOM"),
        (lambda text: text.encode("cp1252"), "; separated, Windows-1252"),
        (lambda text: text.replace(";", "\t").encode("utf-16"), "tab separated, UTF-16"),
        (lambda text: text.encode("utf-16-le"), "; separated, UTF-16"),
        (lambda text: ("sep=;\r\n" + text).encode("cp1252"), "; separated, Windows-1252"),
        (lambda text: text.replace("\r\n", "\r").encode(), "; separated, UTF-8"),
    ],
    ids=["utf8", "bom", "cp1252", "unicode-text", "utf16-no-bom", "sep-line", "old-mac-lines"],
)
def test_what_a_spanish_excel_writes(
    tmp_path: Path, encode: Callable[[str], bytes], how: str
) -> None:
    text = SPANISH if "tab" not in how else SPANISH.replace('"peek 1; bury 1"', '"peek 1"')
    cards, dialect = read(tmp_path, encode(text), "action")
    assert counts(cards) == [("Petición", 3), ("Año Nuevo", 0), ("Pausa", 1)]
    assert cards[0].fields == {"kind": "hours", "value": 2, "effects": "hours 2"}
    assert cards[1].row == 3 and cards[1].columns["count"] == "column B 'Cantidad'"
    assert dialect == f'read cards.csv as {how}, copies in column "Cantidad"'


def test_what_google_sheets_and_libreoffice_write(tmp_path: Path) -> None:
    comma, _ = read(tmp_path, ENGLISH.replace("\n", "\r\n"))
    tabs, how = read(tmp_path, ENGLISH.replace(",", "\t"), file="cards.tsv")
    bars, _ = read(tmp_path, ENGLISH.replace(",", "|"))
    assert counts(comma) == counts(tabs) == counts(bars) == [("Hold On", 3), ("Stop", 1)]
    assert "tab separated" in how


def test_a_text_with_the_separator_in_quotes(tmp_path: Path) -> None:
    text = 'name;count;effects\n"Wait; or not";2;"hours 1; draw leader 1"\n'
    cards, _ = read(tmp_path, text)
    assert cards[0].name == "Wait; or not"
    assert cards[0].fields == {"effects": "hours 1; draw leader 1"}


def test_a_text_with_the_separator_without_quotes(tmp_path: Path) -> None:
    text = "name;count;effects\nWait;2;hours 1; draw leader 1\n"
    assert refusal(tmp_path, text) == (
        "row 2, column D: 'draw leader 1' under no header; name the column, or put quotes around "
        "a text that holds the separator"
    )


def test_quotes_that_do_not_close(tmp_path: Path) -> None:
    assert refusal(tmp_path, ENGLISH + '"Open,1,end\n').startswith("row 4: unexpected end of data")
    assert "row 2: ',' expected after" in refusal(tmp_path, 'name,count,effects\n"A" b,1,end\n')


def test_a_title_above_the_header(tmp_path: Path) -> None:
    cards, how = read(tmp_path, "My game, version 3,\n\n" + ENGLISH)
    assert counts(cards) == [("Hold On", 3), ("Stop", 1)]
    assert cards[0].row == 4
    assert how.endswith('copies in column "count", header in row 3')


@pytest.mark.parametrize("codec", ["mac_roman", "cp850", "cp1250", "cp1251"])
def test_an_encoding_that_cannot_be_told(tmp_path: Path, codec: str) -> None:
    odd = {"cp1250": "Kartka \u017có\u0142ta", "cp1251": "\u041a\u0430\u0440\u0442\u0430"}
    name = odd.get(codec, "Petición")
    text = f"name,count,effects\nStop,1,end\n{name},1,end\n"
    message = refusal(tmp_path, text.encode(codec))
    assert message.startswith("line 3: cannot tell the encoding (byte 0x")
    assert message.endswith("save the file as CSV UTF-8")


def test_windows_punctuation_is_no_doubt(tmp_path: Path) -> None:
    text = "name,count,effects\nThe Speaker\u2019s \u201clast\u201d \u2013 café\u2026,1,end\n"
    cards, _ = read(tmp_path, text.encode("cp1252"))
    assert cards[0].name == "The Speaker\u2019s \u201clast\u201d \u2013 café\u2026"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty, expected a header line"),
        (b"\n\n ;;\n", "empty, expected a header line"),
        (b"name,count,effects\n\n", "no card under the header line"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old .xls or a workbook with a password"),
        (b"PK\x03\x04 and rubbish", "a damaged workbook"),
        (b"name,count,effects\nA\0B,1,end\n", "not a text file"),
        (b"\xff\xfen\0a\0m", "broken UTF-16"),
    ],
    ids=["nothing", "blank", "header-only", "xls", "broken-zip", "nul", "half-utf16"],
)
def test_a_file_that_is_no_card_list(tmp_path: Path, data: bytes, message: str) -> None:
    assert message in refusal(tmp_path, data)


def test_a_folder_or_nothing_in_place_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file or directory"):
        read_list("filibuster", "time", tmp_path / "x.csv")
    with pytest.raises(InputError, match="Is a directory"):
        read_list("filibuster", "time", tmp_path)
    with pytest.raises(InputError, match=r"unknown deck 'tme'; did you mean 'time'\?"):
        read_list("filibuster", "tme", tmp_path)


# Columns


@pytest.mark.parametrize(
    "header",
    [
        *("count", "Qty", " QUANTITY ", "Copies", "#", "#count", "# of copies", "Number", "Qty:"),
        *("Cantidad", "Copias", "N\u00ba de copias", "Anz.", "Anzahl", "Stück", "Quantité", "No."),
    ],
)
def test_every_usual_name_of_the_copies(tmp_path: Path, header: str) -> None:
    cards, how = read(tmp_path, ENGLISH.replace("count", header))
    assert counts(cards) == [("Hold On", 3), ("Stop", 1)]
    assert how.endswith(f'copies in column "{header.strip()}"')


@pytest.mark.parametrize("header", ["Card", "Title", "NOMBRE", "Carta", "Título", "Time card"])
def test_usual_names_of_the_other_columns(tmp_path: Path, header: str) -> None:
    text = ENGLISH.replace("name", header).replace("effects", "Card text")
    assert counts(read(tmp_path, text)[0]) == [("Hold On", 3), ("Stop", 1)]


def test_row_numbers_are_never_taken_for_copies(tmp_path: Path) -> None:
    text = "#,name,Copies,effects\n1,Hold On,3,continue\n2,Stop,1,end\n"
    cards, how = read(tmp_path, text)
    assert counts(cards) == [("Hold On", 3), ("Stop", 1)]
    assert 'copies in column "Copies"' in how
    assert cards[0].extra == {"#": "1"}
    assert refusal(tmp_path, text.replace("Copies,", "").replace(",3", "").replace(",1,", ",")) == (
        "row 1, column A '#': copies, or just numbers of the rows? Call it 'count' or 'id'"
    )
    assert "no column with the number of copies" in refusal(
        tmp_path, "id,name,effects\n1,Hold On,continue\n"
    )


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            "name,count,Copies,effects",
            "column B 'count' and column C 'Copies' could both be the co",
        ),
        ("name,#,Number,effects", "column B '#' and column C 'Number' could both be the copies"),
        ("Card,Title,count,effects", "column A 'Card' and column B 'Title' could both be 'name'"),
        ("name,count,x1,efects", "no column 'effects'; did you mean 'efects'?"),
        ("nom du truc,count,x1,effects", "no column 'name'"),
    ],
)
def test_columns_that_cannot_be_settled(tmp_path: Path, header: str, message: str) -> None:
    assert message in refusal(tmp_path, header + "\nA,1,1,end\n")


def test_other_columns_are_kept_under_their_names(tmp_path: Path) -> None:
    text = (
        "name,count,effects,Artist,Artist,source,,\nHold On,3,continue,Ann,,playtest 3,,\n"
        "Stop,1,end,,Bob,,,\n"
    )
    cards, _ = read(tmp_path, text)
    assert cards[0].extra == {"Artist (D)": "Ann"} and cards[1].extra == {"Artist (E)": "Bob"}
    assert [card.source for card in cards] == ["playtest 3", "OWN"]


def test_ids_are_kept_or_made(tmp_path: Path) -> None:
    cards, _ = read(tmp_path, "Code,name,count,effects\nT9,Stop,1,end\n,Stop!,1,end\n,T9,1,end\n")
    assert [card.id for card in cards] == ["T9", "stop", "t9"]


# Cells


def test_composed_names_stray_spaces_and_blank_lines(tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "Petición")
    text = (
        f"name,count,effects\n\n  {name}\u00a0 doble\u200b ,\u00a02 , continue \n,,\n\nStop,1,end\n"
    )
    cards, _ = read(tmp_path, text)
    assert counts(cards) == [("Petición doble", 2), ("Stop", 1)]
    assert [card.row for card in cards] == [3, 6]


def test_a_text_over_two_lines(tmp_path: Path) -> None:
    cards, _ = read(tmp_path, 'name,count,effects\nA,1,"hours 1;\ndraw leader 1"\nB,1,end\n')
    assert cards[0].fields == {"effects": "hours 1; draw leader 1"}
    assert cards[1].row == 3


def test_a_name_twice_names_both_rows(tmp_path: Path) -> None:
    assert refusal(tmp_path, ENGLISH + "\nHOLD  on,1,end\n") == (
        "row 5, column A 'name': the name 'HOLD on' is already in row 2"
    )
    text = "id,name,count,effects\nA,One,1,end\na,Two,1,end\n"
    assert refusal(tmp_path, text) == "row 3, column A 'id': the id 'a' is already in row 2"


def test_a_row_without_a_name(tmp_path: Path) -> None:
    message = refusal(tmp_path, ENGLISH + ",58,\n")
    assert message == "row 4, column A 'name': empty, expected the card's name"


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("3,0", 3), ("3.0", 3), ("007", 7)])
def test_whole_numbers(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty, expected a whole number"),
        ("2,5", "'2,5' is not a whole number"),
        ("2.5", "'2.5' is not a whole number"),
        (".5", "'.5' is not a whole number"),
        ("-1", "'-1' is negative, expected 0 or more"),
        ("\N{MINUS SIGN}1", "'-1' is negative"),
        ("(1)", "'(1)' is negative"),
        ("1.000", "'1.000' reads as thousands or as decimals"),
        ("1,000", "'1,000' reads as thousands or as decimals"),
        ("1 000", "'1 000' reads as thousands"),
        ("03/10/2026", "'03/10/2026' is a date, perhaps made of a text such as 3/10"),
        ("3-Oct", "'3-Oct' is a date"),
        ("3/10", "'3/10' is a date"),
        ("oct-26", "'oct-26' is a date"),
        ("2026-10-03", "'2026-10-03' is a date"),
        ("three", "'three', expected a whole number"),
        ("3x", "'3x', expected a whole number"),
        ("1E+1", "'1E+1', expected a whole number"),
        ("50%", "'50%', expected a whole number"),
        ("\u0663", "expected a whole number"),
    ],
)
def test_numbers_that_are_refused(tmp_path: Path, text: str, message: str) -> None:
    found = refusal(tmp_path, f'name,count,effects\nStop,1,end\nHold On,"{text}",continue\n')
    assert found.startswith("row 3, column B 'count' (Hold On): ")
    assert message in found


def test_a_formula_is_never_calculated(tmp_path: Path) -> None:
    assert refusal(tmp_path, "name,count,effects\nStop,=1+1,end\n") == (
        "row 2, column B 'count' (Stop): a formula (=1+1); formulas are never calculated: write its value, or delete a row of totals"
    )
    found = refusal(tmp_path, "name,count,effects\nStop,#\u00a1REF!,end\n")
    assert found.endswith("(Stop): the error value #\u00a1REF!")
    cards, _ = read(tmp_path, "name,count,effects,sum\nStop,1,end,=B2*2\n")
    assert cards[0].extra == {"sum": "=B2*2"}


def test_a_word_the_game_does_not_know(tmp_path: Path) -> None:
    text = SPANISH.replace("assist;1;influence", "asist;1;influence")
    assert refusal(tmp_path, text, "action") == (
        "row 3, column C 'Tipo' (Año Nuevo): unknown kind 'asist'; did you mean 'assist'?"
    )
    cards, how = read(tmp_path, ENGLISH.replace("end", "edn"))
    with pytest.raises(
        InputError, match=r"row 3, column C 'effects' \(Stop\): unknown effect 'edn'"
    ):
        with_list(load_mix("filibuster"), "time", cards, how)


def test_small_helpers() -> None:
    assert [letter(i) for i in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert plain("  N\u00ba  de_Copias: ") == "no de copias"
