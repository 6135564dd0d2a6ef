"""Runs: the same bytes however they are played, readable by everyone, nothing lost."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import polars as pl
import pytest

from hemicycle.sim.errors import InputError
from hemicycle.sim.outcomes import load_manifest, read_table
from hemicycle.sim.runs import FaultError, run

TABLES = ("games", "seats", "rounds", "cards")
GAMES = 520_000  # three parts, the last one short


def tables_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*.parquet"))
    }


def play(folder: Path, games: int, jobs: int, *, resume: bool = False) -> None:
    run(
        game="filibuster",
        games=games,
        seed=11,
        players="random",
        out=folder,
        jobs=jobs,
        resume=resume,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "whole"
    play(folder, GAMES, 2)
    return folder


@pytest.mark.slow
def test_one_thread_writes_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    play(tmp_path / "one", GAMES, 1)

    assert tables_of(tmp_path / "one") == tables_of(whole)


@pytest.mark.slow
def test_killed_and_resumed_writes_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """kill -9 of the installed command as soon as the first part lies there."""
    folder = tmp_path / "killed"
    words = ["run", "filibuster", "-n", str(GAMES), "--seed", "11", "--players", "random"]
    command = [sys.executable, "-m", "hemicycle.cli", *words, "--quiet", "-o", str(folder)]
    process = subprocess.Popen(command)
    first = folder / "games" / "part-00000.parquet"
    while not first.exists() and process.poll() is None:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert load_manifest(folder)["progress"]["games"] < GAMES
    done = subprocess.run([*command, "--resume"], check=False)

    assert done.returncode == 0
    assert tables_of(folder) == tables_of(whole)


@pytest.mark.slow
def test_duckdb_polars_and_pandas_read_the_folder(whole: Path) -> None:
    base = duckdb.connect()
    for table in TABLES:
        pattern = str(whole / table / "*.parquet")
        [(found,)] = base.execute(f"select count(*) from '{pattern}'").fetchall()
        assert found == pl.scan_parquet(pattern).collect().height == len(read_table(whole, table))
    seats = f"select count(*), sum(win) from '{whole}/seats/*.parquet'"
    [(rows, shares)] = base.execute(seats).fetchall()
    team_wins = f"select count(*) from '{whole}/games/*.parquet' where team_win"
    [(wins,)] = base.execute(team_wins).fetchall()
    assert rows == 4 * GAMES
    assert abs(shares - wins) < 1
    ends = f"select \"end\", count(*) from '{whole}/rounds/*.parquet' group by all"
    counted = read_table(whole, "rounds", ["end"]).end.value_counts()
    expected = counted[counted > 0].to_dict()
    assert dict(base.execute(ends).fetchall()) == expected
    by_polars = pl.scan_parquet(f"{whole}/rounds/*.parquet").collect()["end"].cast(pl.String)
    assert dict(by_polars.value_counts().rows()) == expected


def test_games_are_numbered_and_rounds_add_up() -> None:
    result = run(game="filibuster", games=3_000, seed=5, players="random", seats=3)

    assert list(result.games.game) == list(range(3_000))
    assert result.games.rounds.sum() == len(result.rounds)
    assert (result.games.blocked + result.games.enacted == result.games.rounds).all()
    assert set(result.rounds.end.unique()) <= {
        "time_card", "pay_or_end", "vote", "deck_empty", "full_track",
    }  # fmt: skip


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_outermost_seeds_play(seed: int) -> None:
    assert len(run(game="filibuster", games=10, seed=seed, players="random").games) == 10


def test_another_run_in_the_folder_is_refused(tmp_path: Path) -> None:
    play(tmp_path / "run", 100, 1)
    with pytest.raises(InputError, match="already holds a run"):
        play(tmp_path / "run", 100, 1)
    with pytest.raises(InputError, match="seed is 11 there and 12 now"):
        run(
            game="filibuster",
            games=100,
            seed=12,
            players="random",
            out=tmp_path / "run",
            resume=True,
        )
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    with pytest.raises(InputError, match="not a run"):
        play(tmp_path / "mine", 100, 1)


def test_a_faulty_strategy_is_named_and_finished_games_are_kept(tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(
        "from hemicycle.strategies import strategy\n"
        '@strategy("sloppy", game="filibuster", description="x")\n'
        "def sloppy(decision, table, own, options, params, rng):\n"
        "    return 99 if table.round_number == 7 else 0\n"
    )
    with pytest.raises(FaultError, match=r"strategy 'sloppy' at seat \d chose option 99 .* replay"):
        run(
            game="filibuster",
            games=500,
            seed=3,
            players="sloppy",
            code=[bots],
            out=tmp_path / "run",
        )

    kept = read_table(tmp_path / "run", "games")
    assert list(kept.game) == list(range(len(kept)))
    assert list(kept.status[:-1].unique()) in ([], ["finished"])
    assert kept.status.iloc[-1] == "illegal"
