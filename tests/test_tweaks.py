"""Changes to a mix, from the command line and from files, and how they keep two worlds coupled."""

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from hemicycle.sim.cardmix import Mix, lay_out, lay_over
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.errors import InputError
from hemicycle.sim.mixes import load_mix, schema_of, tweak
from hemicycle.sim.mixtools import align, blank

SHIPPED = Path(__file__).parent.parent / "data" / "filibuster" / "mixes" / "standard"
GAME = "filibuster"


@pytest.fixture(scope="module")
def standard() -> Mix:
    return load_mix(GAME)


def names(mix: Mix, deck: str) -> list[str]:
    """The deck's slots as card names, "" for a free one."""
    return [mix.decks[deck][i].name if i != EMPTY else "" for i in mix.slots[deck]]


def refusal(
    where: str = "standard",
    changes: Sequence[str] = (),
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> str:
    with pytest.raises(InputError) as error:
        load_mix(GAME, where, changes, add, remove)
    assert "\n" not in str(error.value)
    return str(error.value)


# Changes from the command line


@pytest.mark.parametrize(
    "text",
    [
        'time."Cloture Petition"=3',
        "time.Cloture Petition=3",
        "time.cloture  petition = 3",
        "time.T03=3",
        "time.T03.count=3",
        "TIME.\N{LEFT DOUBLE QUOTATION MARK}Cloture Petition\N{RIGHT DOUBLE QUOTATION MARK}=3",
    ],
)
def test_one_card_has_many_spellings(text: str) -> None:
    mix = load_mix(GAME, changes=[text])
    assert mix.decks["time"][2].count == 3
    assert mix.changes == ("time: Cloture Petition 2 -> 3",)


def test_a_parameter_is_set(standard: Mix) -> None:
    mix = load_mix(GAME, changes=["difficulty_step=4"])
    assert mix.value("difficulty_step") == 4
    assert mix.parameters["difficulty_step"].source == "TWEAK"
    assert mix.changes == ("difficulty_step 3 -> 4",)
    assert load_mix(GAME, changes=["difficulty_step=3"]) == standard


def test_a_text_is_set(standard: Mix) -> None:
    mix = tweak(standard, ["action.Whip Count.effects=peek 3", "action.Whip Count.value=1"])
    card = mix.decks["action"][4]
    assert card.fields == {"kind": "assist", "value": 1, "effects": "peek 3"}
    assert card.source == "TWEAK; ASSUMED"
    assert mix.changes == (
        "action: Whip Count, value: 2 -> 1",
        "action: Whip Count, effects: peek 2 -> peek 3",
    )


def test_a_name_with_dots_is_a_name_first(standard: Mix) -> None:
    mix = tweak(standard, add=["time:Dr. Who=1:continue"])
    assert tweak(mix, ["time.Dr. Who=2"]).decks["time"][-1].count == 2
    assert tweak(mix, ['time."Dr. Who".effects=end']).decks["time"][-1].fields == {"effects": "end"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("difficulty_stp=4", "unknown parameter 'difficulty_stp'; did you mean 'difficulty_step'?"),
        ("difficulty_step=four", "'four', expected a whole number"),
        ("difficulty_step=4.0", "'4.0', expected a whole number"),
        ("difficulty_step=" + "9" * 5000, "expected a whole number"),
        ("difficulty_step=25", "difficulty_step = 25, expected 0 to 24 hours"),
        ("difficulty_step", "expected PARAMETER=NUMBER, DECK.CARD=COPIES"),
        ("tme.T03=3", "unknown deck 'tme'; did you mean 'time'?"),
        (
            "time.Cloture Pet=3",
            "no card 'Cloture Pet' in the time deck; did you mean 'Cloture Peti",
        ),
        ("time.T03=-1", "-1 copies, expected 0 or more"),
        ("time.T03=2.5", "'2.5', expected a whole number"),
        ("time.T03.efects=end", "unknown column 'efects'; did you mean 'effects'?"),
        ("Cloture Petition=3", "is a card, did you mean time.Cloture Petition?"),
        ("time.T01=99999999999", "time deck: 100000000016 cards, expected at most 256"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(text: str, message: str) -> None:
    assert message in refusal(changes=[text])


def test_the_same_thing_is_not_changed_twice() -> None:
    assert "difficulty_step is already changed" in refusal(
        changes=["difficulty_step=4", "difficulty_step=5"]
    )
    assert "time Lost Notes count is already changed, give it once" in refusal(
        changes=["time.T06=1"], remove=["time.Lost Notes"]
    )


def test_cards_are_added_and_removed(standard: Mix) -> None:
    mix = load_mix(
        GAME,
        add=["time:Filler=2:influence each 1", "action:Long Poem=1:hours:5:hours 5"],
        remove=['time."Lost Notes"'],
    )
    assert mix.decks["action"][-1].fields == {"kind": "hours", "value": 5, "effects": "hours 5"}
    assert mix.decks["time"][5].count == 0 and len(mix.decks["time"]) == 11
    assert mix.changes == (
        "time: Lost Notes 2 -> 0",
        "time: Filler 0 -> 2, new (influence each 1)",
        "action: Long Poem 0 -> 1, new (kind: hours | value: 5 | effects: hours 5)",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time:Filler", "expected DECK:NAME=COPIES:TEXT"),
        ("time:Filler=x:end", "'x', expected a whole number"),
        ("action:Filler=1:end", "1 columns after the copies, expected 3: kind:value:effects"),
        ("action:Filler=1:assist:two:end", "'two', expected a whole number"),
        ("tim:Filler=1:end", "unknown deck 'tim'"),
        ("time:lost notes=1:end", "already has a card 'lost notes'; set its copies"),
        ("time:Filler=1:edn", "column 'effects' (Filler): unknown effect 'edn'"),
        ("time:Filler=-1:end", "'Filler' needs a count of 0 or more"),
        ("time:Filler=1:efects=end", "unknown column 'efects'; did you mean 'effects'?"),
        ("action:Filler=1:kind=hours:kind=assist", "column 'kind' is given twice"),
        ("action:Filler=1:kind=hours:effects=hours 5", "column 'value' is missing"),
        ("action:Filler=1:kind=hours:value=x:effects=hours 5", "'x', expected a whole number"),
        ("action:Filler=1:kind=hours:5:hours 5", "unknown"),
    ],
)
def test_a_card_that_cannot_be_added_is_refused(text: str, message: str) -> None:
    assert message in refusal(add=[text])


def test_a_card_that_cannot_be_removed_is_refused() -> None:
    assert "did you mean 'Lost Notes'?" in refusal(remove=["time.Lost Note"])
    assert "expected DECK.CARD" in refusal(remove=["Lost Notes"])


# Slots: how two worlds are coupled


def test_a_swapped_card_takes_the_slots_of_the_one_removed(standard: Mix) -> None:
    mix = tweak(standard, remove=["time.Lost Notes"], add=["time:Filler=2:influence each 1"])
    before, after = names(standard, "time"), names(mix, "time")
    changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert changed == [("Lost Notes", "Filler")] * 2


def test_an_added_copy_takes_the_padding(standard: Mix) -> None:
    mix = tweak(standard, ["time.Cloture Petition=3"])
    before, after = names(standard, "time"), names(mix, "time")
    assert [i for i in range(32) if before[i] != after[i]] == [24]
    assert after[24] == "Cloture Petition"


def test_a_removed_copy_leaves_its_slot_free(standard: Mix) -> None:
    mix = tweak(standard, ["time.Hold the Floor=6"])
    assert mix.slots["time"][5:8] == (0, EMPTY, 1)


def test_the_padding_grows_when_it_is_full(standard: Mix) -> None:
    mix = tweak(standard, ["time.Hold the Floor=20"])
    assert len(mix.slots["time"]) == 64
    assert mix.slots["time"][:24] == standard.slots["time"][:24]
    assert Counter(mix.slots["time"])[0] == 20


def test_each_tweak_is_laid_over_the_one_before(tmp_path: Path, standard: Mix) -> None:
    swap = tmp_path / "swap.toml"
    swap.write_text(
        'extends = "standard"\nremove = { time = ["Lost Notes"] }\n'
        '[[add.time]]\nname = "Filler"\ncount = 2\neffects = "continue"\n'
    )
    swapped = load_mix(GAME, str(swap))
    back = load_mix(GAME, str(swap), changes=["time.Lost Notes=1"])
    assert [
        a for a, b in zip(names(swapped, "time"), names(back, "time"), strict=True) if a != b
    ] == [""]


def test_lay_over_counts_every_copy() -> None:
    base = lay_out("time", [3, 2, 1])
    assert base == (0, 0, 0, 1, 1, 2) + (EMPTY,) * 26
    assert lay_over("time", base, [1, 4, 1, 1], range(3))[:7] == (0, 1, 1, 1, 1, 2, 3)
    assert lay_out("time", []) == (EMPTY,) * 32


def test_align_lays_an_independent_mix_over_another(tmp_path: Path, standard: Mix) -> None:
    folder = Path(shutil.copytree(SHIPPED, tmp_path / "mine"))
    lines = (folder / "time.csv").read_text(encoding="utf-8").splitlines()
    text = "\n".join([lines[0], *reversed(lines[1:])])
    text = text.replace("T03,Cloture Petition,2", "T03,Cloture Petition,3")
    (folder / "time.csv").write_text(text)
    other = load_mix(GAME, str(folder))
    aligned = align(standard, other)
    assert names(aligned, "time")[:24] == names(standard, "time")[:24]
    assert names(aligned, "time")[24] == "Cloture Petition"
    assert Counter(aligned.slots["time"]) == Counter(other.slots["time"])
    assert aligned.decks == other.decks
    assert align(standard, standard) == standard


@pytest.mark.parametrize(
    ("deck", "card"), [("time", "T02"), ("action", "Epic Poem"), ("policy", "P04")]
)
def test_a_blank_takes_one_copys_place(standard: Mix, deck: str, card: str) -> None:
    schema = schema_of(GAME)
    mix = blank(standard, schema, deck, card)
    schema.check(mix)
    pairs = zip(names(standard, deck), names(mix, deck), strict=True)
    changed = [(a, b) for a, b in pairs if a != b]
    assert [b for _, b in changed] == ["Blank"]
    assert mix.decks[deck][-1].fields == schema.blanks[deck]
    assert mix.changes == (f"{deck}: one {changed[0][0]} -> Blank",)
    twice = blank(mix, schema, deck, "Blank")
    assert twice == mix


def test_a_blank_needs_a_copy(standard: Mix) -> None:
    mix = tweak(standard, ["time.T02=0"])
    with pytest.raises(InputError, match="no copy of 'The Chair Rules You Out of Order'"):
        blank(mix, schema_of(GAME), "time", "T02")
    odd = tweak(standard, add=["time:Blank=1:end"])
    assert blank(odd, schema_of(GAME), "time", "T02").decks["time"][-1].name == "Blank card"


# Tweak files


def test_a_tweak_file_gives_only_what_changes(tmp_path: Path, standard: Mix) -> None:
    path = tmp_path / "harsh.toml"
    path.write_text(
        'name = "harsher"\ngame = "filibuster"\ndescription = "More ends."\n'
        'extends = "standard"\nremove = { time = ["Lost Notes"] }\n'
        "[parameters]\ndifficulty_step = 4\n"
        'start_influence = { value = 2, source = "PUBLIC", note = "2020 review" }\n'
        '[targets]\nteam_win = { low = 0.3 }\n[cards.time]\n"Cloture Petition" = 3\n'
        'T01 = { count = 6, effects = "hours 1" }\n'
        '[[add.time]]\nname = "Filler"\ncount = 1\neffects = "continue"\n'
    )
    mix = load_mix(GAME, str(path), changes=["time.T02=4"])
    assert (mix.name, mix.description) == ("harsher", "More ends.")
    assert mix.parameters["start_influence"].source == "PUBLIC"
    assert mix.parameters["start_hand"] == standard.parameters["start_hand"]
    assert (mix.targets["team_win"].low, mix.targets["team_win"].high) == (0.3, 0.65)
    assert mix.changes == (
        "start_influence 3 -> 2",
        "difficulty_step 3 -> 4",
        "time: Hold the Floor 7 -> 6",
        "time: Hold the Floor, effects: continue -> hours 1",
        "time: The Chair Rules You Out of Order 3 -> 4",
        "time: Cloture Petition 2 -> 3",
        "time: Lost Notes 2 -> 0",
        "time: Filler 0 -> 1, new (continue)",
        "target team_win at least 0.45, at most 0.65 -> at least 0.3, at most 0.65",
    )


def test_a_tweak_of_a_tweak_is_found_beside_it(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "standard"\n[parameters]\ndifficulty_step = 4\n')
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "mix.toml").write_text(
        'extends = "../one.toml"\n[parameters]\ndifficulty_start = 5\n'
    )
    mix = load_mix(GAME, str(tmp_path / "two"))
    assert mix.name == "two"
    assert mix.changes == ("difficulty_start 6 -> 5", "difficulty_step 3 -> 4")


def test_a_tweak_may_bring_a_spreadsheet_for_one_deck(tmp_path: Path, standard: Mix) -> None:
    (tmp_path / "cards.csv").write_text(
        "Card,Copies,Text\nNew One,2,end\nHold the Floor,5,continue\nLost Notes,1,discard leader 1\n"
    )
    (tmp_path / "mine.toml").write_text('extends = "standard"\n[decks]\ntime = "cards.csv"\n')
    mix = load_mix(GAME, str(tmp_path / "mine.toml"))
    assert [(card.id, card.count) for card in mix.decks["time"] if card.count] == [
        ("T01", 5),
        ("T06", 1),
        ("new-one", 2),
    ]
    assert names(mix, "time")[:10] == ["Hold the Floor"] * 5 + ["New One"] * 2 + [""] * 3
    assert names(mix, "time")[16:18] == ["Lost Notes", ""]
    assert mix.dialects["time"] == (
        'read cards.csv as , separated, UTF-8, copies in column "Copies"'
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "standrad"', "extends 'standrad' is neither a mix of filibuster"),
        ('extends = "tweak.toml"', "extends itself, directly or by another mix"),
        ("[parameters]\nx = 1", "'players_min' is missing"),
        ('extends = "standard"\n[parameters]\nx = 1', "unknown parameter 'x'"),
        ('extends = "standard"\n[cards.time]\nX = 1', "no card 'X' in the time deck"),
        ('extends = "standard"\n[cards.tim]\nX = 1', "unknown deck 'tim'"),
        ('extends = "standard"\n[cards.time]\nT01 = -1', 'cards.time."T01": -1 copies'),
        ('extends = "standard"\n[cards.time]\nT01 = 1.5', "should be a valid integer, found 1.5"),
        ('extends = "standard"\nremove = { time = ["X"] }', "no card 'X' in the time deck"),
        ('extends = "standard"\n[[add.time]]\ncount = 1', "a new card needs a name"),
        ('extends = "standard"\n[[add.time]]\nname = "X"', "'X' needs a count of 0 or more"),
        (
            'extends = "standard"\n[[add.time]]\nname = "X"\ncount = 1',
            "column 'effects' is missing",
        ),
        (
            'extends = "standard"\n[[add.time]]\nname = "X"\ncount = 1\nefects = "end"',
            "unknown column 'efects'; did you mean 'effects'?",
        ),
        (
            'extends = "standard"\nadd.time = [{ id = "T01", name = "X", count = 1 }]',
            "already has a card with the id 'T01'",
        ),
    ],
)
def test_a_fault_in_a_tweak_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tweak.toml"
    path.write_text(text)
    assert message in refusal(str(path))
