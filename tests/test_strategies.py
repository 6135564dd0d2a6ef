"""Strategies: every one plays, users' files load, and what is wrong is said in one line."""

import importlib
import json
import os
import re
import subprocess
import sys
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
from hemicycle.strategies.sources import package_sources

EXAMPLE = Path(__file__).parent.parent / "strategies" / "example_bots.py"
HEAD = "from hemicycle.strategies import Param, strategy\n"
MINE = (
    f"import random\nimport numpy as np\n{HEAD}\ndef plain(options):\n    return len(options)\n\n"
    '@strategy("mine", game="filibuster", description="", nerve=Param(0.5, 0, 1, ""))\n'
    "def mine(decision, table, own, options, params, rng):\n"
)
LINE = 1 + MINE.count("\n")
"""Where the body of the strategy `mine` begins."""


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
    path.write_text(f"{MINE}    {body}\n")
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
    """As its own text seats it."""
    line_ups = re.findall(r"--players (\S+)", EXAMPLE.read_text(encoding="utf-8"))
    assert len(line_ups) >= 2
    for players in line_ups:
        assert player(players, 4, code=(EXAMPLE,)).block(0, 300).faults == []


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("standrd", "did you mean 'standard'?"),
        ("standard:shar=1", "did you mean 'share'?"),
        ("standard:share=99", "not a number from 0 to 4"),
        ("standard:share=x", "not a number from 0 to 4"),
        ("standard:share=nan", "not a number from 0 to 4"),
        ("standard:share=1:share=2", "standard:share is set twice"),
        ("random:x=1", "it has no parameters"),
    ],
)
def test_a_wrong_line_up_is_refused(players: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("?", r"\?")):
        parse_players(players, all_strategies("filibuster"))


def test_two_settings_have_two_labels() -> None:
    labels = player("bold:share=0.1234567,bold:share=0.12345678,bold:share=1", 3).lineup.labels
    assert labels == ["bold:share=0.1234567", "bold:share=0.12345678", "bold:share=1"]


def test_a_file_that_is_not_there_or_no_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        all_strategies("filibuster", [tmp_path / "none.py"])
    (tmp_path / "bots.txt").write_text("")
    with pytest.raises(InputError, match=r"bots\.txt: not a Python file"):
        all_strategies("filibuster", [tmp_path / "bots.txt"])


WRONG = [
    ("return table.influense", "no field 'influense'; did you mean 'influence'?"),
    ("return unknown_name", "name 'unknown_name' is not defined"),
    ("table.hours", "it does not return an index on every path"),
    ("return 'aye'", "it returns 'aye', expected the index of an option"),
    ("return plain(options)", "'plain' is a plain Python function; write @kernel"),
    ("return options.index(3)", "no 'index' in array of int32"),
    ("return params['nerve']", "'nerve' is params[0]"),
    ("return params.nerve", "'nerve' is params[0]"),
    ("table.hours = 9; return 0", "changes 'table.hours', but table is there to be looked at only"),
    ("own.hand[3] += 40; return 0", "changes 'own.hand[3]'"),
    ("mine = table.influence; mine[0] = 1; return 0", "changes 'mine[0]', but table is"),
    ("options.sort(); return 0", "changes 'options'"),
    ("params[0] += 0.1; return 0", "changes 'params[0]'"),
    ("return int(params[1])", "reads params[1], but the strategy has 1"),
    ("return int(params[-1])", "reads params[-1]"),
    ("return 0.7", "it returns float64, expected the index of an option"),
    ("return 1 if decision == 'bid' else 0", "compares with the text 'bid'"),
    ("return 1 if decision in ('bid', 'vote') else 0", "compares with the text 'bid'"),
    ("return random.randint(0, 1)", "'random' cannot be repeated from a seed"),
    ("return int(np.random.rand())", "'random' cannot be repeated from a seed"),
]


@pytest.mark.parametrize(("body", "message"), WRONG)
def test_what_cannot_play_names_file_line_and_reason(
    tmp_path: Path, body: str, message: str
) -> None:
    path = bot(tmp_path, body)
    with pytest.raises(InputError) as error:
        player("mine", 3, code=(path,))
    text = str(error.value)
    assert f"{path}, line {LINE}" in text and message in text and "\n" not in text


def test_a_helper_may_not_change_the_game_either(tmp_path: Path) -> None:
    (tmp_path / "cheat.py").write_text(
        "from hemicycle.sim.jit import kernel\n\n@kernel\ndef enrich(player):\n"
        "    for cards in (player.hand, player.drawn):\n        cards[0] = 9\n    return 0\n"
    )
    path = tmp_path / "bots.py"
    path.write_text(f"from cheat import enrich\n{MINE}    return enrich(own)\n")
    with pytest.raises(InputError, match=r"cheat\.py, line 6\): changes 'cards\[0\]', but own is"):
        player("mine", 3, code=(path,))


def test_a_strategy_may_count_in_arrays_of_its_own(tmp_path: Path) -> None:
    body = (
        "best = np.zeros(9); best[0] = table.hours; best += 1; return int(best[0]) % len(options)"
    )
    assert player("mine", 3, code=(bot(tmp_path, body),)).block(0, 20).faults == []


def test_a_statement_that_cannot_be_compiled_is_named(tmp_path: Path) -> None:
    path = bot(tmp_path, "import math\n    return 0")
    with pytest.raises(InputError, match="move it to the top of the file"):
        player("mine", 3, code=(path,))


def test_a_fault_in_a_helper_names_the_helper(tmp_path: Path) -> None:
    (tmp_path / "judge.py").write_text(
        "from hemicycle.sim.jit import kernel\n\n@kernel\ndef judge(table):\n"
        "    return table.rond_number\n"
    )
    path = tmp_path / "bots.py"
    path.write_text(f"from judge import judge\n{MINE}    return judge(table)\n")
    with pytest.raises(InputError, match=r"judge\.py, line 5\): no field 'rond_number'; did you"):
        player("mine", 3, code=(path,))


def whole(name: str = "mine", game: str = "filibuster", params: str = "") -> str:
    """A user's file with a strategy of that decorator."""
    return (
        f'{HEAD}@strategy("{name}", game="{game}", description=""{params})\n'
        "def mine(decision, table, own, options, params, rng):\n    return 0\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def broken(:\n    pass\n", "line 1: SyntaxError: "),
        ("x = 1\ny = x + z\n", "line 2: NameError: name 'z' is not defined"),
        ("import nothing_of_the_kind\n", "line 1: ModuleNotFoundError: "),
        ("raise SystemExit(3)\n", "line 1: SystemExit: 3"),
        ("x = 1\n", "no @strategy function in it"),
        ("from hemicycle.strategies.baseline import random\n", "no @strategy function in it"),
        (whole().replace("options, params, rng", "options"), "takes 4 arguments, expected 6: dec"),
        (whole(params=", x=0.5"), "line 2: strategy 'mine', parameter 'x': 0.5, expected Param("),
        (whole(params=", x=Param(2, 0, 1, '')"), "default 2 is not a number from 0 to 1"),
        (whole(name="my bot"), "strategy name 'my bot': use letters"),
        (whole(name="random"), "a strategy called 'random' exists already; rename it"),
        (whole(game="fillibuster"), "strategy 'mine' is for game 'fillibuster', not 'filibuster'"),
        (
            f"{HEAD}import numba\n\n@numba.njit(cache=True)\ndef half(x):\n    return x // 2\n",
            "line 4: 'half' has cache=True",
        ),
        (
            f"{HEAD}import numba\n\n@numba.njit('i8(i8)')\ndef half(x):\n    return y\n",
            "line 4: name 'y' is not defined",
        ),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bots.py"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        player("mine", 3, code=(path,))
    told = str(error.value)
    assert message in told and "bots.py" in told and "\n" not in told


def test_an_answer_off_the_list_is_that_games_fault(tmp_path: Path) -> None:
    rows = player("mine", 3, code=(bot(tmp_path, "return 99"),)).block(5, 10)
    assert len(rows.games) == 1 and rows.faults[0].reason == OUT_OF_RANGE
    assert rows.faults[0].game == 5 and rows.faults[0].chosen == 99


def test_an_error_raised_is_that_games_fault(tmp_path: Path) -> None:
    body = "if table.round_number > 1:\n        raise ValueError('no idea')\n    return 0"
    path = bot(tmp_path, body)
    rows = player("mine", 3, code=(path,)).block(0, 10)
    assert rows.faults[0].reason == RAISED and "no idea" in rows.faults[0].error


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return int(table.influence[table.players + 4])", "IndexError"),
        ("return int(own.hand[-80])", "IndexError"),
        ("return 1 // (table.round_number - table.round_number)", "ZeroDivisionError"),
    ],
)
def test_what_compiled_code_would_let_pass_is_that_games_fault(
    tmp_path: Path, body: str, told: str
) -> None:
    rows = player("mine", 3, code=(bot(tmp_path, body),)).block(0, 10)
    assert rows.faults[0].reason == RAISED and told in rows.faults[0].error


def test_an_edit_counts_at_once(tmp_path: Path) -> None:
    first = player("mine", 3, code=(bot(tmp_path, "return 0"),)).block(0, 50)
    again = player("mine", 3, code=(bot(tmp_path, "return len(options) - 1"),)).block(0, 50)
    assert not np.array_equal(first.games.decisions, again.games.decisions)


def with_helper(folder: Path, place: str) -> tuple[Path, Path]:
    """A user's file that imports a kernel, which calls a kernel of a second file."""
    path, inner = folder / "bots.py", folder / "inner.py"
    path.write_text(f"from outer import outer\n{MINE}    return outer(options)\n")
    (folder / "outer.py").write_text(
        "from hemicycle.sim.jit import kernel\nfrom inner import inner\n\n"
        "@kernel\ndef outer(options):\n    return inner(options)\n"
    )
    inner.write_text(
        "from hemicycle.sim.jit import kernel\n\n"
        f"@kernel\ndef inner(options):\n    return {place}\n"
    )
    return path, inner


def test_an_edit_two_files_away_counts_at_once_and_changes_the_hash(tmp_path: Path) -> None:
    rows, hashes = [], []
    for place in ("0 * len(options)", "len(options) - 1"):
        path, inner = with_helper(tmp_path, place)
        hashes.append(all_strategies("filibuster", [path])["mine"].source_hash)
        rows.append(player("mine", 3, code=(path,)).block(0, 50))
    assert not np.array_equal(rows[0].games.decisions, rows[1].games.decisions)
    assert hashes[0] != hashes[1]
    assert not list(tmp_path.rglob("*.pyc"))
    assert "inner" not in sys.modules
    inner.write_text(inner.read_text() + "# a remark\n")
    assert all_strategies("filibuster", [path])["mine"].source_hash not in hashes


def test_a_script_keeps_its_own_copy_of_a_helper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = with_helper(tmp_path, "0")
    monkeypatch.syspath_prepend(tmp_path)
    mine = importlib.import_module("outer")
    all_strategies("filibuster", [path])
    assert sys.modules["outer"] is mine
    for name in ("outer", "inner"):
        del sys.modules[name]


def test_the_hash_of_a_built_in_strategy_covers_its_helpers() -> None:
    decide = all_strategies("filibuster")["standard"].decide
    names = {Path(file).name for file in package_sources(decide)}
    assert names == {"filibuster.py", "filibuster_choices.py", "filibuster_sense.py"}


@pytest.mark.slow
def test_an_installed_package_offers_a_strategy_and_an_edit_counts_at_once(tmp_path: Path) -> None:
    info = tmp_path / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hemicycle.strategies]\ntheirs = theirs.bots\n")
    package = tmp_path / "theirs"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "bots.py").write_text(
        f"{HEAD}from theirs.taste import pick\n\n"
        '@strategy("theirs", game="filibuster", description="")\n'
        "def theirs(decision, table, own, options, params, rng):\n    return pick(options)\n"
    )
    command = [sys.executable, "-m", "hemicycle.cli", "run", "filibuster", "--players", "theirs"]
    seen = []
    for answer in ("0", "len(options) - 1"):
        (package / "taste.py").write_text(
            "from hemicycle.sim.jit import kernel\nfrom theirs.deep import same\n\n"
            "@kernel\ndef pick(options):\n    return same(options)\n"
        )
        (package / "deep.py").write_text(
            f"from hemicycle.sim.jit import kernel\n\n@kernel\ndef same(options):\n    return {answer}\n"
        )
        done = subprocess.run(
            [*command, "-n", "300", "--seed", "1", "--json", "-o", str(tmp_path / answer[:3])],
            env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        seen.append(json.loads(done.stdout)["rates"][0]["rate"])
    assert seen[0] != seen[1]
