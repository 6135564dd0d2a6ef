"""Loading card mixes, saying in words what they hold, and writing them."""

import json
import shutil
from pathlib import Path

import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.errors import InputError
from hemicycle.sim.export import card_table, write_mix, write_table
from hemicycle.sim.mixes import load_mix, mix_names, read_list, tweak, with_list
from hemicycle.sim.mixtools import align, assumed, assumed_share, describe, diff

SHIPPED = Path(__file__).parent.parent / "data" / "filibuster" / "mixes" / "standard"
GAME = "filibuster"


@pytest.fixture(scope="module")
def standard() -> Mix:
    return load_mix(GAME)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the standard mix that a test may edit."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "mine"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def refusal(where: str) -> str:
    with pytest.raises(InputError) as error:
        load_mix(GAME, where)
    assert "\n" not in str(error.value)
    return str(error.value)


# Loading


def test_the_standard_mix_is_the_default(standard: Mix) -> None:
    assert mix_names(GAME) == ["standard"]
    assert (standard.name, standard.game, standard.origin) == ("standard", GAME, "standard")
    assert standard.value("difficulty_start") == 6
    assert standard.parameters["difficulty_start"].source == "SHEET"
    assert [sum(card.count for card in standard.decks[deck]) for deck in standard.decks] == [
        24,
        58,
        20,
    ]
    card = standard.decks["action"][1]
    assert (card.id, card.name, card.count, card.row) == ("H2", "Recipe Reading", 12, 3)
    assert card.fields == {"kind": "hours", "value": 2, "effects": "hours 2"}
    assert standard.targets["team_win"].low == 0.45
    assert standard.changes == ()


def test_a_deck_lies_row_by_row_and_is_padded(standard: Mix) -> None:
    slots = standard.slots["time"]
    assert slots[:11] == (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2)
    assert slots[22:] == (8, 9) + (EMPTY,) * 8
    assert [len(slots) for slots in standard.slots.values()] == [32, 64, 32]


def test_a_mix_survives_json_exactly(standard: Mix) -> None:
    mix = tweak(standard, ["difficulty_step=4"], ["time:Filler=2:continue"])
    assert Mix.from_dict(json.loads(json.dumps(mix.to_dict()))) == mix


def test_a_folder_and_its_file_are_the_same_mix(folder: Path, standard: Mix) -> None:
    mix = load_mix(GAME, str(folder))
    assert mix.digest == load_mix(GAME, str(folder / "mix.toml")).digest == standard.digest
    assert mix.decks["time"][0].file == str(folder / "time.csv")


def test_the_digest_is_of_what_can_change_an_outcome(folder: Path, standard: Mix) -> None:
    edit(folder / "mix.toml", "one policy is one round", "another note")
    edit(folder / "time.csv", "Lost Notes,2,discard leader 1,ASSUMED", "Gone,2,discard  leader 1,X")
    assert load_mix(GAME, str(folder)).digest == standard.digest
    edit(folder / "time.csv", "Gone,2,discard  leader 1", "Gone,2,discard leader 2")
    assert load_mix(GAME, str(folder)).digest != standard.digest


def test_unknown_games_and_mixes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no game 'filibster'; did you mean 'filibuster'\?"):
        load_mix("filibster")
    assert "did you mean 'standard'?" in refusal("standrad")
    assert "the folder has no mix.toml" in refusal(str(tmp_path))
    (tmp_path / "mix.csv").write_text("x")
    assert "expected a folder with mix.toml or a .toml file" in refusal(str(tmp_path / "mix.csv"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game = "filibuster"', 'game = "liberte"', "game: 'liberte', expected 'filibuster'"),
        (
            'game = "filibuster"',
            'gme = "filibuster"',
            "gme: unknown key 'gme'; did you mean 'game'",
        ),
        ("[parameters]", "[parameters", "not valid TOML"),
        ("difficulty_step =", "difficulty_stp =", "'difficulty_step' is missing"),
        ("players_min =", "extra = 1\nplayers_min =", "unknown parameter 'extra'"),
        ("{ value = 3, unit = ", "{ vlue = 3, unit = ", "did you mean 'value'?"),
        ("{ value = 3, unit = ", "{ value = 3.5, unit = ", "should be a valid integer, found 3.5"),
        (
            "{ value = 3, unit = ",
            "{ value = true, unit = ",
            "should be a valid integer, found True",
        ),
        ("{ value = 3, unit = ", '{ value = "3", unit = ', "should be a valid integer, found '3'"),
        (
            "{ value = 3, unit = ",
            "{ value = 9, unit = ",
            "players_min = 9, expected 3 to 5 players",
        ),
        ('unit = "players"', 'unit = "hours"', "players_min in 'hours', expected unit 'players'"),
        ("team_win =", "team_wins =", "unknown target 'team_wins'; did you mean 'team_win'?"),
        ("low = 0.45, high = 0.65", "low = 0.65, high = 0.45", "low 0.65 is above high 0.45"),
        ("low = 0.45, high = 0.65", "low = nan", "team_win is not a finite number"),
        ("low = 0.45, high = 0.65, ", "", "team_win has no number, expected low, high or value"),
        (
            "[targets]",
            "[decks]\ntme = 'x.csv'\n[targets]",
            "unknown deck 'tme'; did you mean 'time'",
        ),
        ("[targets]", "[decks]\ntime = 'x.csv'\n[targets]", "x.csv: No such file or directory"),
        ("[targets]", "[cards.time]\nT01 = 2\n[targets]", "cards: only for a mix that extends"),
    ],
)
def test_a_fault_in_mix_toml_is_named(folder: Path, old: str, new: str, message: str) -> None:
    edit(folder / "mix.toml", old, new)
    text = refusal(str(folder))
    assert message in text
    assert str(folder) in text


def test_mix_toml_may_come_from_notepad(folder: Path, standard: Mix) -> None:
    path = folder / "mix.toml"
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert load_mix(GAME, str(folder)).digest == standard.digest
    path.write_bytes(path.read_bytes().replace(b"printed", b"printed \xf3"))
    assert "not UTF-8 text" in refusal(str(folder))


def test_a_fault_in_a_card_names_the_cell(folder: Path) -> None:
    edit(folder / "time.csv", "pay_or_end leader 3", "pay_or_ned leader 3")
    assert refusal(str(folder)) == (
        f"{folder / 'time.csv'}, row 4, column D 'effects' (Cloture Petition): unknown effect "
        "'pay_or_ned'; did you mean 'pay_or_end'?"
    )


def test_ids_are_made_from_names_where_there_are_none(folder: Path) -> None:
    lines = (folder / "time.csv").read_text(encoding="utf-8").splitlines()
    (folder / "time.csv").write_text("\n".join(line.split(",", 1)[1] for line in lines))
    cards = load_mix(GAME, str(folder)).decks["time"]
    assert [card.id for card in cards[:2]] == ["hold-the-floor", "the-chair-rules-you-out-of-order"]


# In words, and on disk


def test_a_mix_differs_from_itself_in_nothing(standard: Mix) -> None:
    assert diff(standard, standard) == []


def test_other_rows_order_is_a_difference(folder: Path, standard: Mix) -> None:
    lines = (folder / "time.csv").read_text(encoding="utf-8").splitlines()
    (folder / "time.csv").write_text("\n".join([lines[0], *reversed(lines[1:])]))
    assert diff(standard, load_mix(GAME, str(folder))) == [
        "time: the cards are listed in another order"
    ]


def test_what_is_assumed_is_told(standard: Mix) -> None:
    lines = assumed(standard)
    assert "bribes = 0" in lines and "10 of 10 cards of the time deck" in lines
    assert not any(line.startswith("start_hand") for line in lines)
    assert assumed_share(standard) == pytest.approx((5 + 43) / (22 + 43))


def test_describe_is_plain_data(standard: Mix) -> None:
    shown = describe(standard)
    assert json.loads(json.dumps(shown)) == shown
    assert shown["decks"]["action"]["cards"] == 58 and shown["decks"]["action"]["kinds"] == 13
    assert shown["decks"]["action"]["rows"][0] == {
        "id": "H1",
        "name": "Throat Clearing",
        "count": 10,
        "kind": "hours",
        "value": 1,
        "effects": "hours 1",
        "source": "ASSUMED",
    }
    assert shown["parameters"][0]["key"] == "players_min"


def test_a_written_mix_is_read_back(tmp_path: Path, standard: Mix) -> None:
    written = write_mix(standard, tmp_path / "new")
    assert [path.name for path in written] == ["mix.toml", "time.csv", "action.csv", "policy.csv"]
    mix = load_mix(GAME, str(tmp_path / "new"))
    assert mix.digest == standard.digest
    assert (mix.name, mix.parameters, mix.targets) == (
        "new",
        standard.parameters,
        standard.targets,
    )
    with pytest.raises(InputError, match="already holds a mix"):
        write_mix(standard, tmp_path / "new")


def test_a_written_tweak_is_a_whole_mix_that_can_be_aligned(tmp_path: Path, standard: Mix) -> None:
    tweaked = tweak(standard, ["difficulty_step=4"], ['time:A "quoted", name=2:end'], ["time.T06"])
    write_mix(tweaked, tmp_path / "new")
    mix = align(standard, load_mix(GAME, str(tmp_path / "new")))
    assert mix.digest == tweaked.digest
    assert diff(standard, mix) == list(tweaked.changes)


@pytest.mark.parametrize("kind", ["csv", "tsv", "xlsx"])
def test_an_exported_list_is_read_back(tmp_path: Path, standard: Mix, kind: str) -> None:
    path = tmp_path / f"action.{kind}"
    results = {"Epic Poem": {"drawn": 0.25}, "Whip Count": {"drawn": 0.5, "played": 3}}
    write_table(path, *card_table(standard.decks["action"], results))
    cards, dialect = read_list(GAME, "action", path)
    assert 'copies in column "count"' in dialect
    assert cards[3].extra == {"drawn": "0.25"}
    mix = with_list(standard, "action", cards, dialect)
    assert mix.digest == standard.digest and mix.changes == ()
    assert [(c.id, c.name, c.source) for c in mix.decks["action"]] == [
        (c.id, c.name, c.source) for c in standard.decks["action"]
    ]


def test_only_known_kinds_of_file_are_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write '.ods', expected .csv, .tsv or .xlsx"):
        write_table(tmp_path / "x.ods", ["a"], [[1]])
    with pytest.raises(InputError, match="No such file or directory"):
        write_table(tmp_path / "no" / "x.csv", ["a"], [[1]])
