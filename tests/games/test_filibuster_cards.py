"""The effect vocabulary (FIL-2), the card lists (FIL-3) and the parameters as they are compiled."""

from dataclasses import replace

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.errors import InputError
from hemicycle.sim.games.filibuster import records as fil
from hemicycle.sim.games.filibuster.cards import SCHEMA, compile_mix
from hemicycle.sim.mixes import load_mix, tweak


@pytest.fixture(scope="module")
def standard() -> Mix:
    return load_mix("filibuster")


def program(mix: Mix, deck: str, name: str, column: str = "text") -> list[tuple[int, ...]]:
    record = compile_mix(mix)[0]
    i = [card.name for card in mix.decks[deck]].index(name)
    start, stop = record[deck][column][i]
    return [tuple(int(x) for x in row) for row in record.program[start:stop]]


def with_text(mix: Mix, deck: str, text: str) -> Mix:
    """The mix with the text on the first Assist, time card or policy."""
    card = {"action": "S01.effects", "time": "T01.effects", "policy": "P01.reward"}[deck]
    return tweak(mix, [f"{deck}.{card}={text}"])


def test_the_standard_mix_compiles_to_one_record(standard: Mix) -> None:
    mix = compile_mix(standard)
    assert mix.shape == (1,) and mix.dtype == fil.mix_dtype
    record = mix[0]
    assert {key: int(record.parameters[key]) for key in fil.PARAMETERS} == {
        key: standard.value(key) for key in standard.parameters
    }
    assert [int(record[deck].kinds) for deck in ("time", "action", "policy")] == [10, 13, 20]
    assert [int(record[deck].cards) for deck in ("time", "action", "policy")] == [24, 58, 20]
    assert [int(record[deck]["deck"]["length"]) for deck in ("time", "action", "policy")] == [
        32,
        64,
        32,
    ]
    assert record.action.kind[:5].tolist() == [fil.HOURS] * 4 + [fil.ASSIST]
    assert record.action.value[:5].tolist() == [1, 2, 3, 4, 2]
    assert record.action.copies[:5].tolist() == [10, 12, 9, 5, 3]
    assert np.all(record.time.deck.slots[24:] == -1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("continue", [(fil.DO_CONTINUE, 0, 0, 0)]),
        ("end", [(fil.DO_END, 0, 0, 0)]),
        ("pay_or_end leader 3", [(fil.DO_PAY_OR_END, fil.LEADER, 0, 3)]),
        ("hours 24", [(fil.DO_HOURS, 0, 0, 24)]),
        ("influence supporters -2", [(fil.DO_INFLUENCE, fil.SUPPORTERS, 0, -2)]),
        ("influence each \N{MINUS SIGN}2", [(fil.DO_INFLUENCE, fil.EACH, 0, -2)]),
        ("draw self 20", [(fil.DO_DRAW, fil.SELF, 0, 20)]),
        ("discard target 1", [(fil.DO_DISCARD, fil.TARGETED, 0, 1)]),
        ("peek 3; bury 2", [(fil.DO_PEEK, 0, 0, 3), (fil.DO_BURY, 0, 0, 2)]),
        ("Cancel_Next ;  shuffle_time", [(fil.DO_CANCEL_NEXT, 0, 0, 0), (11, 0, 0, 0)]),
        ("transfer target self 2", [(fil.DO_TRANSFER, fil.TARGETED, fil.SELF, 2)]),
    ],
)
def test_every_effect_of_the_vocabulary(standard: Mix, text: str, expected: list[object]) -> None:
    assert program(with_text(standard, "action", text), "action", "Whip Count") == expected


@pytest.mark.parametrize(
    ("deck", "text", "message"),
    [
        ("action", "peak 2", "unknown effect 'peak'; did you mean 'peek'?"),
        ("action", "hours 1;;end", "empty effect, expected effects separated by ';'"),
        ("action", "", "empty effect"),
        ("action", "end now", "'end now', expected 'end'"),
        ("action", "hours", "'hours', expected 'hours n'"),
        ("action", "hours two", "'two', expected a whole number from 1 to 24"),
        ("action", "hours 25", "'25', expected a whole number from 1 to 24"),
        ("action", "hours \u0663", "expected a whole number from 1 to 24"),
        ("action", "pay_or_end target 2", "group 'target', expected leader"),
        ("action", "pay_or_end leader 0", "'0', expected a whole number from 1 to 99"),
        ("action", "influence lead 2", "unknown group 'lead'; did you mean 'leader'?"),
        ("action", "influence each 0", "influence 0 does nothing"),
        ("action", "influence each 100", "'100', expected a whole number from -99 to 99"),
        ("action", "draw each 21", "'21', expected a whole number from 1 to 20"),
        ("action", "peek 17", "'17', expected a whole number from 1 to 16"),
        ("action", "bury 1", "'bury 1' needs a 'peek 1' or more before it"),
        ("action", "peek 1; bury 2", "'bury 2' needs a 'peek 2'"),
        ("action", "peek 2; bury 1; bury 2", "'bury 2' needs a 'peek 2'"),
        ("action", "peek 2; shuffle_time; bury 2", "'bury 2' needs a 'peek 2'"),
        ("action", "transfer leader leader 2", "moves nothing, expected two different players"),
        ("action", "transfer each self 2", "group 'each', expected leader or self or target"),
        ("time", "influence self 2", "nobody acts when a time card is drawn"),
        ("time", "peek 2", "'peek' cannot stand on a time card: nobody acts"),
        ("time", "transfer leader target 1", "'transfer' cannot stand on a time card"),
        ("policy", "hours 2", "'hours' cannot stand on a policy card: nothing else means"),
        ("policy", "draw target 1", "group 'target', expected leader or supporters or each"),
        ("policy", "transfer leader self 1", "needs two single players"),
    ],
)
def test_a_text_that_means_nothing_is_refused(
    standard: Mix, deck: str, text: str, message: str
) -> None:
    with pytest.raises(InputError) as error:
        with_text(standard, deck, text)
    assert message in str(error.value)
    assert "column '" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["continue", "hours 2; hours 1", "hours 3", "draw leader 1"])
def test_an_hours_card_says_its_own_clock_once(standard: Mix, text: str) -> None:
    with pytest.raises(InputError, match="expected exactly one 'hours 1', the card's own value"):
        tweak(standard, [f"action.H1.effects={text}"])


def test_an_hours_card_may_do_more(standard: Mix) -> None:
    mix = tweak(standard, ["action.H1.effects=hours 1; draw self 1"])
    assert program(mix, "action", "Throat Clearing") == [
        (fil.DO_HOURS, 0, 0, 1),
        (fil.DO_DRAW, fil.SELF, 0, 1),
    ]


def test_an_hours_card_needs_a_clock(standard: Mix) -> None:
    with pytest.raises(InputError, match="0, expected a clock from 1 to 24"):
        tweak(standard, ["action.H1.value=0"])


def test_policies_have_two_texts(standard: Mix) -> None:
    assert program(standard, "policy", "Outlaw Umbrellas", "reward") == [
        (fil.DO_INFLUENCE, fil.LEADER, 0, 2)
    ]
    assert program(standard, "policy", "Outlaw Umbrellas", "backlash") == [
        (fil.DO_DISCARD, fil.LEADER, 0, 1)
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["enacted_to_lose=3"], "must be policies_in_game + 1 = 8"),
        (["players_min=5", "players_max=4"], "players_min 5 is above players_max 4"),
        (["players_max=6"], "players_max = 6, expected 3 to 5 players"),
        (["vote_leader_divisor=0"], "expected 1 to 100 divisor"),
        (["bribes=2"], "bribes = 2, expected 0 to 1 switch"),
        (["start_hand=12"], "start_hand 12 x players_max 5 deals 60"),
        (["time.T01=240"], "time deck: 257 cards, expected at most 256"),
        (["action.S01.kind=asist"], "unknown kind 'asist'; did you mean 'assist'?"),
        (["action.S01.value=100"], "less than or equal to 99"),
        ([f"time.T{i:02}=0" for i in range(1, 11)], "time deck: no cards, expected at least 1"),
        ([f"policy.P{i:02}=0" for i in range(1, 15)], "policy deck: 6 cards"),
    ],
)
def test_numbers_that_make_no_game_are_refused(
    standard: Mix, changes: list[str], message: str
) -> None:
    with pytest.raises(InputError) as error:
        tweak(standard, changes)
    assert message in str(error.value)


def test_a_shorter_game_is_decided_too(standard: Mix) -> None:
    mix = tweak(standard, ["policies_in_game=5", "blocks_to_win=3", "enacted_to_lose=3"])
    assert compile_mix(mix)[0].parameters.policies_in_game == 5


def test_too_many_kinds_and_effects_are_refused(standard: Mix) -> None:
    with pytest.raises(InputError, match="time deck: 65 different cards, expected at most 64"):
        tweak(standard, add=[f"time:Filler {i}=1:continue" for i in range(55)])
    long = "; ".join(["draw leader 1"] * 500)
    with pytest.raises(InputError, match="effects in all card texts, expected at most 512"):
        tweak(standard, [f"time.T01.effects={long}"])


def test_the_schema_knows_the_parameters_of_the_record(standard: Mix) -> None:
    assert tuple(SCHEMA.parameters) == fil.PARAMETERS
    for key, known in SCHEMA.parameters.items():
        assert known.low <= standard.value(key) <= known.high
        assert known.unit == standard.parameters[key].unit


def test_an_error_names_the_place_in_the_file(standard: Mix) -> None:
    cards = list(standard.decks["time"])
    cards[2] = replace(cards[2], fields={"effects": "edn"})
    broken = replace(standard, decks={**standard.decks, "time": tuple(cards)})
    with pytest.raises(InputError) as error:
        compile_mix(broken)
    assert str(error.value) == (
        "standard/time.csv, row 4, column D 'effects' (Cloture Petition): "
        "unknown effect 'edn'; did you mean 'end'?"
    )
