"""Strategies: every one plays, users' files load, and what is wrong is said in one line."""

from pathlib import Path

import numpy as np
import pytest

from hemicycle.sim.engine import OUT_OF_RANGE, RAISED, Player
from hemicycle.sim.errors import InputError
from hemicycle.sim.game import Game
from hemicycle.sim.games import GAMES, find_game
from hemicycle.sim.lineup import line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.strategies import all_strategies, make_entry, parse_players

EXAMPLE = Path(__file__).parent.parent / "strategies" / "example_bots.py"
HEAD = "from hemicycle.strategies import strategy\n"


def player(players: str, seats: int, *changes: str, code: tuple[Path, ...] = ()) -> Player:
    game: Game = find_game("filibuster")
    chosen = parse_players(players, all_strategies("filibuster", code))
    entries = [make_entry(s, settings, game) for s, settings in chosen]
    if len(entries) == 1:
        entries *= seats
    mix = load_mix("filibuster", changes=changes)
    return Player(game, game.compile_mix(mix)[0], line_up(entries), 3, checked=True)


def bot(tmp_path: Path, body: str) -> Path:
    """A user's file with one strategy `mine`."""
    path = tmp_path / "bots.py"
    path.write_text(
        f'{HEAD}\n@strategy("mine", game="filibuster", description="")\n'
        f"def mine(decision, table, own, options, params, rng):\n    {body}\n"
    )
    return path


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_is_described(game: str) -> None:
    found = all_strategies(game)
    assert len(found) >= 6 and "standard" in found and "random" in found
    for s in found.values():
        assert len(s.description) > 20
        for p in s.params.values():
            assert p.low <= p.default <= p.high and p.meaning


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("name", sorted(all_strategies("filibuster")))
def test_every_strategy_plays_without_a_fault(name: str, seats: int) -> None:
    for changes in [(), ("bribes=1", "buy_hour_price=1")]:
        rows = player(name, seats, *changes).block(0, 150)
        assert rows.faults == []


def test_every_strategy_sits_in_every_seat_equally_often() -> None:
    rows = player("bold,team,cautious,standard", 4).block(0, 240)
    counts = np.zeros((4, 4), int)
    np.add.at(counts, (rows.seats.strategy, rows.seats.seat), 1)
    assert np.all(counts == 60)


def test_the_example_file_plays() -> None:
    rows = player("patient:share=0.8,coin,standard,random", 4, code=(EXAMPLE,)).block(0, 300)
    assert rows.faults == []


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("standrd", "did you mean 'standard'?"),
        ("standard:shar=1", "did you mean 'share'?"),
        ("standard:share=99", "not a number from 0 to 4"),
        ("standard:share=x", "not a number from 0 to 4"),
        ("random:x=1", "it has no parameters"),
    ],
)
def test_a_wrong_line_up_is_refused(players: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("?", r"\?")):
        parse_players(players, all_strategies("filibuster"))


def test_a_file_that_is_not_there_or_holds_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        all_strategies("filibuster", [tmp_path / "none.py"])
    (tmp_path / "empty.py").write_text("x = 1\n")
    with pytest.raises(InputError, match=r"empty\.py"):
        all_strategies("filibuster", [tmp_path / "empty.py"])


@pytest.mark.parametrize(
    ("body", "word"),
    [("return table.nothing", "nothing"), ("return unknown_name", "unknown_name")],
)
def test_what_does_not_compile_names_file_line_and_reason(
    tmp_path: Path, body: str, word: str
) -> None:
    path = bot(tmp_path, body)
    with pytest.raises(InputError) as error:
        player("mine", 3, code=(path,))
    text = str(error.value)
    assert "bots.py" in text and "line 5" in text and word in text and "\n" not in text


def test_an_answer_off_the_list_is_that_games_fault(tmp_path: Path) -> None:
    rows = player("mine", 3, code=(bot(tmp_path, "return 99"),)).block(5, 10)
    assert len(rows.games) == 1 and rows.faults[0].reason == OUT_OF_RANGE
    assert rows.faults[0].game == 5 and rows.faults[0].chosen == 99


def test_an_error_raised_is_that_games_fault(tmp_path: Path) -> None:
    body = "if table.round_number > 1:\n        raise ValueError('no idea')\n    return 0"
    path = bot(tmp_path, body)
    rows = player("mine", 3, code=(path,)).block(0, 10)
    assert rows.faults[0].reason == RAISED and "no idea" in rows.faults[0].error


def test_an_edit_counts_at_once(tmp_path: Path) -> None:
    first = player("mine", 3, code=(bot(tmp_path, "return 0"),)).block(0, 50)
    again = player("mine", 3, code=(bot(tmp_path, "return len(options) - 1"),)).block(0, 50)
    assert not np.array_equal(first.games.decisions, again.games.decisions)
