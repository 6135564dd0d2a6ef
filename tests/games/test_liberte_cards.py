"""The cards (LIB-1), the board (LIB-2) and the parameters of Liberté, as read and as compiled."""

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.errors import InputError
from hemicycle.sim.game import MAX_KINDS
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.games.liberte.cards import SCHEMA, compile_mix
from hemicycle.sim.mixes import load_mix, tweak

SHIPPED = Path(__file__).parents[2] / "data" / "liberte" / "mixes" / "standard"
BLANK = "cards:Nobody=1:A:special:::::::none::::::"


@pytest.fixture(scope="module")
def standard() -> Mix:
    return load_mix("liberte")


@pytest.fixture(scope="module")
def record(standard: Mix) -> Any:
    return compile_mix(standard)[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the standard mix that a test may edit."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "mine"))


def copies(mix: Mix, **wanted: str | int) -> int:
    """How many cards have all these fields."""
    cards = mix.decks["cards"]
    return sum(card.count for card in cards if wanted.items() <= card.fields.items())


def number(mix: Mix, word: str, deck: str = "cards") -> int:
    return [card.name for card in mix.decks[deck]].index(word)


def members(words: Any) -> list[int]:
    """The kinds in a set of a mix record."""
    return [i for i in range(MAX_KINDS) if int(words[i // 64]) >> (i % 64) & 1]


def names(mix: Mix, words: Any) -> list[str]:
    return [mix.decks["cards"][i].name for i in members(words)]


def refusal(mix: Mix, *changes: str, add: str = "") -> str:
    with pytest.raises(InputError) as error:
        tweak(mix, list(changes), [add] if add else [])
    assert "\n" not in str(error.value)
    return str(error.value)


# LIB-1: the cards of the standard mix


def test_lib_1_2_the_deck_is_made_up_as_the_rules_say(standard: Mix) -> None:
    assert copies(standard) == 110 and len(standard.decks["cards"]) == 96
    assert [card.id for card in standard.decks["cards"]] == [f"L{i:03}" for i in range(1, 97)]
    for word, split in {"A": (40, 6, 11), "B": (38, 6, 9)}.items():
        assert tuple(copies(standard, set=word, type=kind) for kind in lib.TYPES) == split
    values = {
        "A": {3: "4 2 2", 2: "5 7 4", 1: "5 6 5"},
        "B": {3: "3 3 3", 2: "3 4 7", 1: "4 5 6"},
    }
    for word, lines in values.items():
        for value, line in lines.items():
            found = [
                copies(standard, set=word, type="personality", value=value, colour=c) for c in "WBR"
            ]
            assert " ".join(map(str, found)) == line, (word, value)
    assert copies(standard, set="A", general=1) == 2
    assert copies(standard, set="B", general=1) == 9
    assert (
        copies(standard, general=1, value=3) == copies(standard, set="B", general=1, value=3) == 3
    )
    assert copies(standard, general=1, cannon=0) == 0
    assert copies(standard, set="A", type="personality", cannon=1) == 12
    assert copies(standard, set="B", type="personality", cannon=1) == 16
    assert copies(standard, set="A", sansculottes=1) == 2
    assert copies(standard, set="B", sansculottes=1) == 4


def test_lib_1_2_blocks_printed_on_personalities(standard: Mix) -> None:
    printed: Counter[tuple[str | int, str | int]] = Counter()
    for card in standard.decks["cards"]:
        fields = card.fields
        if fields["type"] == "personality":
            printed[fields["set"], fields["colour"]] += card.count * int(fields["value"])
    assert [printed["A", c] for c in "WBR"] == [27, 26, 19]
    assert [printed["B", c] for c in "WBR"] == [19, 22, 29]


def test_lib_1_2_names_of_both_sets_are_told_apart(standard: Mix) -> None:
    twins = [card.name for card in standard.decks["cards"] if card.name.endswith((" (A)", " (B)"))]
    assert sorted(twins) == [
        f"{name} ({word})"
        for name in ("Guillotine", "Jacobins", "Purge", "Unrest")
        for word in "AB"
    ]
    for card in standard.decks["cards"]:
        if card.name in twins:
            assert card.name.endswith(f"({card.fields['set']})")


def test_lib_1_3_a_personality_has_colour_value_and_region(standard: Mix, record: Any) -> None:
    necker = number(standard, "Necker")
    cards = record.cards
    assert cards.type[necker] == lib.PERSONALITY and cards.colour[necker] == lib.WHITE
    assert cards.value[necker] == 3 and cards.cannon[necker] == 1 and cards.general[necker] == 0
    assert cards.region[necker] == number(standard, "Paris Basin", "regions")
    assert "Hoche" in names(standard, cards.generals)
    assert names(standard, cards.with_sansculottes) == [
        *("Théroigne", "Antonelle", "Roux", "Chaumette", "Hanriot", "Babeuf")
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("colour=", "column 'colour' (Necker): empty, a personality needs a colour: R, B or W"),
        ("colour=gren", "unknown colour 'gren'"),
        ("colour=whit", "unknown colour 'whit'; did you mean 'white'?"),
        ("value=", "column 'value' (Necker): 0, a personality needs a value from 1 to 9"),
        ("value=10", "'10', expected a whole number from 0 to 9"),
        ("value=2.5", "'2.5', expected a whole number from 0 to 9"),
        ("value=-1", "'-1', expected a whole number from 0 to 9"),
        ("region=", "column 'region' (Necker): empty, expected the id of a region: WE, PB, EA"),
        ("region=any", "ANY, only a club is wild: expected the id of a region"),
        ("region=WA", "unknown region 'WA'; did you mean 'WE'?"),
        ("set=C", "column 'set' (Necker): unknown set 'C'"),
        ("set=", "column 'set' (Necker): empty, expected A or B"),
        ("type=persnality", "unknown type 'persnality'; did you mean 'personality'?"),
        ("type=", "column 'type' (Necker): empty, expected personality or club or special"),
        ("general=perhaps", "'perhaps', expected 1 or 0, yes or no, x or a blank cell"),
        ("effect=strike", "unknown effect 'strike'; did you mean 'strike_card'?"),
        ("effect=strike_card", "'strike_card', only a special has this: expected a blank cell"),
        ("needs_presence=1", "'1', only a special has this: expected a blank cell"),
        ("coulour=W", "unknown column 'coulour'; did you mean 'colour'?"),
    ],
)
def test_lib_1_3_a_personality_that_cannot_be_played_is_refused(
    standard: Mix, change: str, message: str
) -> None:
    assert message in refusal(standard, f"cards.Necker.{change}")


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        (["colour=Rojo"], {"colour": "R"}),
        (["colour=royalists"], {"colour": "W"}),
        (["colour=blau", "region=South-West"], {"colour": "B", "region": "South-West"}),
        (["type=Persönlichkeit", "set=conjunto b"], {"type": "personality", "set": "B"}),
        (["value=2,0", "general=x", "cannon=no"], {"value": 2, "general": 1, "cannon": 0}),
        (["general=Sí", "cannon="], {"general": 1, "cannon": 0}),
    ],
)
def test_lib_1_3_cells_may_say_it_in_other_words(
    standard: Mix, changes: list[str], fields: dict[str, str | int]
) -> None:
    mix = tweak(standard, [f"cards.Necker.{change}" for change in changes])
    assert fields.items() <= mix.decks["cards"][0].fields.items()


def test_lib_1_3_a_region_goes_by_its_name_too(standard: Mix) -> None:
    mix = tweak(standard, ["cards.Necker.region=south-west"])
    assert compile_mix(mix)[0].cards.region[0] == number(standard, "South-West", "regions")


def test_lib_1_4_a_club_is_wild(standard: Mix, record: Any) -> None:
    clubs = [i for i, card in enumerate(standard.decks["cards"]) if card.fields["type"] == "club"]
    assert len(clubs) == 9
    cards = record.cards
    for i in clubs:
        assert cards.type[i] == lib.CLUB and cards.region[i] == lib.ANY_REGION
        assert cards.value[i] == 1 and cards.cannon[i] == 1 and cards.colour[i] != lib.NO_COLOUR
        assert i in members(cards.ones) and i in members(cards.of_colour[cards.colour[i]])
    assert "'WE', a club is wild: expected ANY" in refusal(standard, "cards.Girondins.region=WE")
    assert "a club needs a colour: R, B or W" in refusal(standard, "cards.Girondins.colour=")
    mix = tweak(standard, ["cards.Girondins.value=2", "cards.Girondins.cannon=0"])
    assert number(mix, "Girondins") not in members(compile_mix(mix)[0].cards.ones)


def test_lib_1_5_cards_that_may_be_struck(standard: Mix, record: Any) -> None:
    cards = standard.decks["cards"]

    def struck(name: str) -> list[str]:
        return names(standard, record.cards.targets[number(standard, name)])

    placed = [card.name for card in cards if card.fields["type"] != "special"]
    assert struck("Purge (A)") == struck("Guillotine (B)") == placed
    for name, colour in (("Emigration", "W"), ("Denunciation", "R")):
        assert struck(name) == [
            card.name
            for card in cards
            if card.fields["type"] == "personality" and card.fields["colour"] == colour
        ]
    assert struck("Unrest (A)") == struck("Terror") == struck("Necker") == []
    mix = tweak(standard, ["cards.Purge (A).target_type=club", "cards.Purge (A).target_colour=red"])
    targets = compile_mix(mix)[0].cards.targets[number(mix, "Purge (A)")]
    assert names(mix, targets) == ["Jacobins (A)", "Jacobins (B)", "Cordeliers"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("Purge (A).amount=2", "2, strike_card takes one card: expected 1"),
        ("Purge (A).amount=", "0, strike_card takes one card: expected 1"),
        ("Purge (A).target_type=special", "unknown type 'special'"),
        ("Purge (A).target_type=clb", "unknown type 'clb'; did you mean 'club'?"),
        ("Purge (A).needs_stack=R", "strike_card chooses no province: expected a blank cell"),
        ("Purge (A).colour=R", "'R', a special has none: expected a blank cell"),
        ("Purge (A).value=1", "'1', a special has none: expected a blank cell"),
        ("Purge (A).region=WE", "'WE', a special has none: expected a blank cell"),
        ("Purge (A).general=1", "'1', a special has none: expected a blank cell"),
        ("Purge (A).effect=", "empty, a special needs strike_card or remove_block or clear_colour"),
        ("Purge (A).needs_government=gren", "unknown colour 'gren'"),
    ],
)
def test_lib_1_5_a_special_that_strikes_amiss_is_refused(
    standard: Mix, change: str, message: str
) -> None:
    assert message in refusal(standard, f"cards.{change}")


def test_lib_1_6_blocks_that_a_special_removes(standard: Mix, record: Any) -> None:
    unrest = number(standard, "Unrest (B)")
    cards = record.cards
    assert cards.effect[unrest] == lib.REMOVE_BLOCK and cards.amount[unrest] == 1
    assert cards.target_colour[unrest] == cards.needs_stack[unrest] == lib.NO_COLOUR
    text = refusal(standard, "cards.Unrest (B).amount=0")
    assert text.endswith("(Unrest (B)): 0, remove_block needs 1 to 9 blocks")
    assert "only strike_card hits a type of card" in refusal(
        standard, "cards.Unrest (B).target_type=club"
    )


def test_lib_1_7_a_colour_that_a_special_clears(standard: Mix, record: Any) -> None:
    terror = number(standard, "Terror")
    cards = record.cards
    assert cards.effect[terror] == lib.CLEAR_COLOUR and cards.target_colour[terror] == lib.WHITE
    assert "empty, clear_colour needs a colour: R, B or W" in refusal(
        standard, "cards.Terror.target_colour="
    )
    assert "1, clear_colour takes all blocks: expected a blank cell" in refusal(
        standard, "cards.Terror.amount=1"
    )


def test_lib_1_8_conditions_of_specials(standard: Mix, record: Any) -> None:
    found = {
        card.name: (
            int(record.cards.needs_presence[i]),
            int(record.cards.needs_government[i]),
            int(record.cards.needs_stack[i]),
        )
        for i, card in enumerate(standard.decks["cards"])
        if card.fields["type"] == "special"
    }
    nothing, governs = (0, lib.NO_COLOUR, lib.NO_COLOUR), (0, lib.RED, lib.NO_COLOUR)
    presence = (1, lib.NO_COLOUR, lib.NO_COLOUR)
    assert found == {
        **dict.fromkeys(("Emigration", "Denunciation", "Unrest (A)", "Unrest (B)"), nothing),
        **dict.fromkeys(("Purge (A)", "Purge (B)"), presence),
        **dict.fromkeys(("Guillotine (A)", "Guillotine (B)"), governs),
        "Terror": (1, lib.RED, lib.RED),
    }
    assert names(standard, record.cards.specials) == list(found)


# LIB-2: the board of the standard mix


def test_lib_2_1_provinces_vote_by_their_numbers(standard: Mix, record: Any) -> None:
    board = record.board
    assert board.provinces == 27 and board.regions == 6
    assert board.number[:27].tolist() == list(range(1, 28))
    assert board.whole == (1 << 27) - 1
    assert number(standard, "Normandie", "provinces") == 0
    assert number(standard, "Île-de-France", "provinces") == 7
    sizes = [int(bits).bit_count() for bits in board.in_region]
    assert sizes == [5, 5, 4, 5, 4, 4, 0, 0]
    for i in range(27):
        assert int(board.in_region[board.region[i]]) >> i & 1
    regions = [card.id for card in standard.decks["regions"]]
    assert [regions[r] for r in board.region[:27]] == [
        card.fields["region"] for card in standard.decks["provinces"]
    ]


def test_lib_2_2_marks_of_the_provinces(record: Any) -> None:
    board = record.board
    marked = [int(n) for n in board.number[board.counter_revolution == 1]]
    assert marked == [1, 2, 3, 4, 5, 7, 13, 18, 19, 21, 22, 24, 26, 27]
    assert {int(n): int(vp) for n, vp in zip(board.number, board.vp, strict=True) if vp} == {
        5: 2,
        12: 1,
        21: 1,
        26: 1,
    }
    assert [i + 1 for i in range(27) if int(board.royalist) >> i & 1] == marked
    assert board.votes_max[:27].tolist() == [3 if i == 7 else 1 for i in range(27)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("Maine.region=XY", "column 'region' (Maine): unknown region 'XY'"),
        ("Maine.region=", "column 'region' (Maine): empty, expected the id of a region: WE, PB"),
        ("Maine.region=ANY", "unknown region 'ANY'"),
        ("Maine.number=9", "4 after 9, expected rising numbers"),
        ("Maine.number=2", "2 after 2, expected rising numbers, as the rows stand in the order of"),
        ("Maine.number=0", "'0': Input should be greater than or equal to 1"),
        ("Maine.votes_max=0", "'0': Input should be greater than or equal to 1"),
        ("Maine.vp=21", "'21', expected a whole number from 0 to 20"),
        ("Maine.counter_revolution=2", "'2', expected 1 or 0, yes or no, x or a blank cell"),
        ("Maine=0", "0, expected 1, as each of the provinces is on the board once"),
        ("Maine=2", "2, expected 1, as each of the provinces is on the board once"),
    ],
)
def test_lib_2_1_a_board_that_cannot_be_played_is_refused(
    standard: Mix, change: str, message: str
) -> None:
    assert message in refusal(standard, f"provinces.{change}")


def test_lib_2_1_regions_are_on_the_board_once(standard: Mix) -> None:
    text = refusal(standard, "regions.West=0")
    assert text == (
        "standard/regions.csv, row 2, column C 'count' (West): 0, expected 1, as each of the "
        "regions is on the board once; for another board write a mix of its own"
    )
    mix = tweak(standard, add=["regions:Overseas=1:blue", "regions:Rhine=1:grey"])
    assert compile_mix(mix)[0].board.regions == 8
    assert "regions: 9 rows, expected 1 to 8" in refusal(mix, add="regions:Rome=1:red")
    mix = tweak(standard, ["cards.Necker.region=overseas"], ["regions:Overseas=1:blue"])
    assert compile_mix(mix)[0].cards.region[0] == 6  # such a card can never place


def test_lib_2_1_another_board_is_a_mix_of_its_own(folder: Path, standard: Mix) -> None:
    lines = (folder / "provinces.csv").read_text(encoding="utf-8").splitlines()
    (folder / "provinces.csv").write_text("\n".join(lines[:11] + lines[12:]), encoding="utf-8")
    board = compile_mix(load_mix("liberte", str(folder)))[0].board
    assert board.provinces == 26 and board.number[10] == 12
    more = [f"P{i},New {i},1,{i},WE,,,1,OWN" for i in range(28, 35)]
    (folder / "provinces.csv").write_text("\n".join(lines + more), encoding="utf-8")
    with pytest.raises(InputError, match="provinces: 34 rows, expected 1 to 32"):
        load_mix("liberte", str(folder))
    cell = (folder / "regions.csv").read_text(encoding="utf-8").replace("WE,West", "any,West")
    (folder / "regions.csv").write_text(cell, encoding="utf-8")
    with pytest.raises(InputError, match="'any' is what a club says, choose another"):
        load_mix("liberte", str(folder))


# The record


def test_the_standard_mix_compiles_to_one_record(standard: Mix, record: Any) -> None:
    mix = compile_mix(standard)
    assert mix.shape == (1,) and mix.dtype == lib.mix_dtype
    assert tuple(standard.parameters) == lib.PARAMETERS == tuple(SCHEMA.parameters)
    assert {key: int(record.parameters[key]) for key in lib.PARAMETERS} == {
        key: standard.value(key) for key in standard.parameters
    }
    cards = record.cards
    assert (cards.kinds, cards.cards, cards.deck_a.left, cards.deck_b.left) == (96, 110, 57, 53)
    assert np.bincount(cards.copies[:96]).tolist() == [0, 85, 8, 3]
    everything = [i for words in (cards.specials, *cards.of_colour) for i in members(words)]
    assert sorted(everything) == list(range(96))
    special = number(standard, "Emigration")
    assert cards.type[special] == lib.SPECIAL and cards.region[special] == lib.NO_REGION
    assert cards.colour[special] == lib.NO_COLOUR and cards.value[special] == 0
    assert cards.target_type[special] == lib.PERSONALITY
    assert cards.target_type[number(standard, "Purge (B)")] == lib.ANY_TYPE
