"""The standard mix of Liberté: its parameters, changes that keep cards in place, spreadsheets."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from hemicycle.cli import main
from hemicycle.sim.cardmix import Card, Mix
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.errors import InputError
from hemicycle.sim.export import card_table, write_mix, write_table
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.games.liberte.cards import SCHEMA, compile_mix
from hemicycle.sim.mixes import load_mix, read_list, tweak, with_list
from hemicycle.sim.mixtools import blank, describe, diff
from hemicycle.sim.runspec import RunSpec, prepare
from hemicycle.sim.variants import blanked

BLANK = "cards:Nobody=1:A:special:::::::none::::::"


@pytest.fixture(scope="module")
def standard() -> Mix:
    return load_mix("liberte")


# Parameters


def test_numbers_of_the_rules_are_those_of_the_mix(standard: Mix) -> None:
    assert [standard.value(f"blocks_{c}") for c in ("red", "blue", "white")] == [30, 28, 24]
    for key in ("vp_province", "cr_active"):
        assert [standard.value(f"{key}_turn{turn}") for turn in (1, 2, 3, 4)] == [0, 0, 1, 1]
    for key, parameter in standard.parameters.items():
        assert parameter.unit == SCHEMA.parameters[key].unit
        assert parameter.source in ("SHEET", "PUBLIC", "ASSUMED")
    assert set(standard.targets) == set(SCHEMA.targets)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["players_min=2"], "players_min = 2, expected 3 to 6 players"),
        (["players_min=5", "players_max=4"], "players_min 5 is above players_max 4"),
        (["turns=5"], "turns = 5, expected 1 to 4 turns"),
        (["battle_first_turn=1"], "battle_first_turn = 1, expected 2 to 5 turn"),
        (["start_hand=10"], "57 cards of set A, but start_hand 10 x players_max 6 deals 60"),
        (["cards.Emigration=0", "start_hand=9", "cards.Necker.set=B"], "53 cards of set A, but"),
        (["faceup_cards=9"], "faceup_cards = 9, expected 0 to 8 cards"),
        (["display_limit_sansculottes=17"], "expected 0 to 16 cards"),
        (["display_limit=6"], "display_limit 6 is above display_limit_sansculottes 5"),
        (["stacks_per_province=7"], "expected 1 to 6 stacks"),
        (["tokens_per_player=1"], "tokens_on_tracks 2 is above tokens_per_player 1"),
        (["take_discard_count=10"], "take_discard_count 10 is above take_discard_threshold 9"),
        (["blocks_reserved_turn1_each=25"], "25 is above blocks_white 24"),
        (["cr_active_turn1=2"], "cr_active_turn1 = 2, expected 0 to 1 switch"),
    ],
)
def test_parameters_out_of_range_are_refused(
    standard: Mix, changes: list[str], message: str
) -> None:
    with pytest.raises(InputError) as error:
        tweak(standard, changes)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_more_kinds_than_a_deck_holds_are_refused(standard: Mix) -> None:
    cards = [f"cards:New {i}=1:A:club:R:1:ANY::1::::::::" for i in range(32)]
    assert compile_mix(tweak(standard, add=cards))[0].cards.kinds == 128
    one_more = ["cards:Last=1:A:club:R:1:ANY::1::::::::"]
    with pytest.raises(InputError, match="129 different cards, expected at most 128"):
        tweak(standard, add=[*cards, *one_more])


# Changes keep all other cards in their places


def laid(mix: Mix) -> list[tuple[str, str]]:
    """The card in each slot of the decks of set A and set B, "" for none."""
    cards = compile_mix(mix)[0].cards
    found = []
    for slot in range(int(cards.deck_a.length)):
        kinds = [int(deck.slots[slot]) for deck in (cards.deck_a, cards.deck_b)]
        a, b = (mix.decks["cards"][i].name if i != EMPTY else "" for i in kinds)
        found.append((a, b))
    return found


def moved(before: Mix, after: Mix) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    return [(a, b) for a, b in zip(laid(before), laid(after), strict=True) if a != b]


def test_sets_share_one_row_of_slots(standard: Mix) -> None:
    assert len(standard.slots["cards"]) == compile_mix(standard)[0].cards.deck_b.length == 128
    assert all(not (a and b) for a, b in laid(standard))
    assert sum(bool(a) for a, _ in laid(standard)) == 57


def test_a_swapped_card_moves_no_other(standard: Mix) -> None:
    mix = tweak(standard, ["cards.Purge (A)=1"], [BLANK])
    assert moved(standard, mix) == [(("Purge (A)", ""), ("Nobody", ""))]
    assert compile_mix(mix)[0].cards.effect[-32] == lib.NO_EFFECT  # the new card is kind 96
    mix = tweak(standard, ['cards."Club Monarchique"=3'])
    assert moved(standard, mix) == [(("", ""), ("Club Monarchique", ""))]
    mix = tweak(standard, ["cards.Necker.set=B", "cards.Necker.value=2"])
    assert moved(standard, mix) == [(("Necker", ""), ("", "Necker"))]
    assert mix.changes == ("cards: Necker, set: A -> B", "cards: Necker, value: 3 -> 2")
    mix = tweak(standard, remove=["cards.L096"])
    assert moved(standard, mix) == [(("", "Unrest (B)"), ("", ""))] * 2


def test_a_province_is_changed_by_name(standard: Mix) -> None:
    mix = tweak(standard, ["provinces.Vendée.vp=3", "provinces.P08.counter_revolution=yes"])
    board = compile_mix(mix)[0].board
    assert board.vp[4] == 3 and board.counter_revolution[7] == 1
    assert mix.changes == (
        "provinces: Vendée, vp: 2 -> 3",
        "provinces: Île-de-France, counter_revolution: 0 -> 1",
    )


@pytest.mark.parametrize("name", ["Necker", "Unrest (B)", "Feuillants"])
def test_a_blank_is_a_special_without_effect_in_the_same_set(standard: Mix, name: str) -> None:
    mix = blank(standard, SCHEMA, "cards", name)
    SCHEMA.check(mix)
    [(before, after)] = moved(standard, mix)
    assert [bool(word) for word in before] == [bool(word) for word in after]
    assert name in before and "Blank" in after
    card = mix.decks["cards"][-1]
    old = next(card for card in mix.decks["cards"] if card.name == name)
    assert (card.fields["type"], card.fields["effect"]) == ("special", "none")
    assert card.fields["set"] == old.fields["set"]
    record = compile_mix(mix)[0].cards
    assert record.type[96] == lib.SPECIAL and not record.targets[96].any()


def test_a_card_is_added_by_naming_what_it_has(standard: Mix) -> None:
    text = "cards:Philosopher=2:set=A:type=personality:colour=B:value=2:region=PB"
    named = tweak(standard, add=[text]).decks["cards"][-1]
    in_order = tweak(standard, add=["cards:Philosopher=2:A:personality:B:2:PB::::::::::"])
    assert named.count == 2
    assert named.fields == in_order.decks["cards"][-1].fields


def test_blanks_of_both_sets_are_two_cards(standard: Mix) -> None:
    mix = blank(blank(standard, SCHEMA, "cards", "Necker"), SCHEMA, "cards", "Hoche")
    assert [(c.name, c.fields["set"], c.count) for c in mix.decks["cards"][96:]] == [
        ("Blank", "A", 1),
        ("Blank card", "B", 1),
    ]
    assert blank(mix, SCHEMA, "cards", "Blank") is mix


def test_provinces_and_regions_cannot_be_blank(standard: Mix) -> None:
    with pytest.raises(InputError, match="'Vendée' of the provinces deck cannot be made blank"):
        blank(standard, SCHEMA, "provinces", "Vendée")
    setup = prepare(RunSpec("liberte", 1, 9, players="random"))
    variants = list(blanked(setup))
    assert {variant.deck for variant in variants} == {"cards"} and len(variants) == 96
    for deck, word in (("provinces", None), (None, "Vendée")):
        with pytest.raises(InputError, match="cannot be made blank; decks with blanks: cards"):
            list(blanked(setup, deck, word))


def test_a_wide_list_is_shown_in_words() -> None:
    shown = CliRunner(env={"COLUMNS": "140"}).invoke(main, ["mix", "show", "liberte"]).output
    assert "cards deck: 110 cards of 96 kinds" in shown
    assert "set A, type personality, colour W, value 3," in shown
    assert re.search(r"^ P05 +Vendée +1 +5 +WE +1 +2 +1 +PUBLIC: name", shown, re.MULTILINE)


# Lists as spreadsheets


@pytest.mark.parametrize("kind", ["csv", "tsv", "xlsx"])
@pytest.mark.parametrize("deck", ["cards", "provinces", "regions"])
def test_an_exported_list_is_read_back(tmp_path: Path, standard: Mix, kind: str, deck: str) -> None:
    path = tmp_path / f"list.{kind}"
    write_table(path, *card_table(standard.decks[deck]))
    cards, dialect = read_list("liberte", deck, path)
    mix = with_list(standard, deck, cards, dialect)
    assert mix.digest == standard.digest and mix.changes == ()
    assert [(c.id, c.source) for c in mix.decks[deck]] == [
        (c.id, c.source) for c in standard.decks[deck]
    ]


def test_a_written_mix_is_read_back(tmp_path: Path, standard: Mix) -> None:
    tweaked = tweak(standard, ["cards.Purge (A).effect=none"], [BLANK])
    write_mix(tweaked, tmp_path / "new")
    assert diff(tweaked, load_mix("liberte", str(tmp_path / "new"))) == []
    shown = describe(standard)
    assert json.loads(json.dumps(shown)) == shown
    assert [shown["decks"][deck]["cards"] for deck in shown["decks"]] == [110, 27, 6]


SPANISH = (
    "Carta;Cantidad;Conjunto;Tipo;Facción;Valor;Color de fondo;General;Cañón;Sans-culottes;"
    "Efecto;Color objetivo;Tipo objetivo;amount;Presencia;Gobierno;Pila\n"
    "Necker;1;A;Personalidad;Blanco;3;Paris Basin;;x;;;;;;;;\n"
    "Cordeliers;2;B;Club;rojo;1;comodín;;sí;;;;;;;;\n"
    "Purge (A);2;A;Especial;;;;;;;strike_card;;;1;x;;\n"
)


def read(tmp_path: Path, text: str, deck: str = "cards") -> tuple[Card, ...]:
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8")
    return read_list("liberte", deck, path)[0]


def test_a_spanish_list_with_blank_cells(tmp_path: Path, standard: Mix) -> None:
    cards = read(tmp_path, SPANISH)
    necker, club, purge = cards
    assert necker.fields == {
        **standard.decks["cards"][0].fields,
        "region": "Paris Basin",
    }
    assert club.count == 2 and club.fields == standard.decks["cards"][83].fields
    assert purge.fields == standard.decks["cards"][90].fields
    with pytest.raises(InputError) as error:
        read(tmp_path, SPANISH.replace("rojo", "roj"))
    assert str(error.value) == (
        f"{tmp_path / 'list.csv'}, row 3, column E 'Facción' (Cordeliers): unknown colour 'roj'; "
        "did you mean 'R'?"
    )


def test_a_fault_between_columns_names_the_cell(tmp_path: Path, standard: Mix) -> None:
    cards = read(tmp_path, SPANISH.replace("comodín", "West"))
    with pytest.raises(InputError) as error:
        with_list(standard, "cards", cards)
    assert str(error.value) == (
        f"{tmp_path / 'list.csv'}, row 3, column G 'Color de fondo' (Cordeliers): 'West', a club "
        "is wild: expected ANY"
    )


def test_provinces_of_a_designer(tmp_path: Path, standard: Mix) -> None:
    rows = ["name;count;#;region;CR;VP;Votes"]
    for card in standard.decks["provinces"]:
        fields = card.fields
        cells = [card.name, 1, fields["number"], fields["region"]]
        cells += [fields["counter_revolution"] or "", fields["vp"] or "", fields["votes_max"]]
        rows.append(";".join(map(str, cells)))
    cards = read(tmp_path, "\n".join(rows), "provinces")
    assert with_list(standard, "provinces", cards).digest == standard.digest
