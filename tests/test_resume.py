"""Runs that were stopped, extended, forfeited, or that meet a full disk or another process."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hemicycle.sim import outcomes, runfolder, runs
from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.outcomes import load_manifest, read_table
from hemicycle.sim.runs import FaultError, Run, run

SPEC: dict[str, Any] = {"game": "filibuster", "seed": 11, "players": "random"}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "PART_GAMES", 1_000)
    monkeypatch.setattr(runs, "BLOCK_GAMES", 200)


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.parquet")}


def whole(folder: Path, games: int) -> dict[str, bytes]:
    run(**SPEC, games=games, out=folder)
    return content(folder)


@pytest.mark.parametrize("before", [2_000, 2_300])
def test_more_games_extend_a_run_as_if_played_at_once(tmp_path: Path, before: int) -> None:
    run(**SPEC, games=before, out=tmp_path / "run")
    result = run(**SPEC, games=3_500, out=tmp_path / "run", resume=True)

    assert result.played == 1_500
    assert content(tmp_path / "run") == whole(tmp_path / "whole", 3_500)
    assert load_manifest(tmp_path / "run")["progress"]["statuses"]["finished"] == 3_500


def test_a_finished_run_has_nothing_to_do(tmp_path: Path) -> None:
    run(**SPEC, games=1_200, out=tmp_path / "run")
    before = load_manifest(tmp_path / "run")

    assert run(**SPEC, games=1_200, out=tmp_path / "run", resume=True).played == 0
    assert load_manifest(tmp_path / "run") == before
    with pytest.raises(InputError, match="is a run of 1200 games; 100 are fewer"):
        run(**SPEC, games=100, out=tmp_path / "run", resume=True)


def test_a_full_disk_keeps_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = outcomes.write_part

    def fail(folder: Path, number: int, tables: dict[str, Any]) -> None:
        if number == 1:
            (folder / ".tmp" / "games-part-00001.parquet").write_bytes(b"half")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(folder, number, tables)

    monkeypatch.setattr(runfolder, "write_part", fail)
    with pytest.raises(RunError, match="No space left on device; finished parts are kept"):
        run(**SPEC, games=2_500, out=tmp_path / "run")
    assert len(read_table(tmp_path / "run", "games")) == 1_000
    monkeypatch.setattr(runfolder, "write_part", real)
    run(**SPEC, games=2_500, out=tmp_path / "run", resume=True)

    assert content(tmp_path / "run") == whole(tmp_path / "whole", 2_500)
    assert not (tmp_path / "run" / ".tmp").exists()


def test_ctrl_c_keeps_whole_parts(tmp_path: Path) -> None:
    def interrupt(done: int) -> None:
        if done > 1_500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(**SPEC, games=2_500, out=tmp_path / "run", progress=interrupt)
    progress = load_manifest(tmp_path / "run")["progress"]
    assert (progress["state"], progress["games"]) == ("stopped", 1_000)
    run(**SPEC, games=2_500, out=tmp_path / "run", resume=True)

    assert content(tmp_path / "run") == whole(tmp_path / "whole", 2_500)


def test_parts_that_the_manifest_does_not_know_are_played_again(tmp_path: Path) -> None:
    """A kill between the moves of a part leaves some of its tables behind."""
    run(**SPEC, games=1_000, out=tmp_path / "run")
    (tmp_path / "run" / "seats" / "part-00001.parquet").write_bytes(b"stray")
    run(**SPEC, games=1_700, out=tmp_path / "run", resume=True)

    assert content(tmp_path / "run") == whole(tmp_path / "whole", 1_700)


def test_a_folder_another_process_writes_is_refused(tmp_path: Path) -> None:
    run(**SPEC, games=500, out=tmp_path / "run")
    (tmp_path / "run" / ".tmp").mkdir()
    holder = (
        "import fcntl, sys; lock = open(sys.argv[1], 'w'); fcntl.flock(lock, fcntl.LOCK_EX);"
        "print('held', flush=True); sys.stdin.read()"
    )
    lock = tmp_path / "run" / ".tmp" / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match="another process is writing this run"):
            run(**SPEC, games=900, out=tmp_path / "run", resume=True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 12}, "the seed is 11 there and 12 now"),
        ({"seats": 3}, "the number of seats is 4 there and 3 now"),
        ({"players": "first"}, "the players are random,random,random,random there"),
        ({"forfeit": True}, "--forfeit is off there and on now"),
        ({"checked": True}, "--check is off there and on now"),
    ],
)
def test_another_run_is_refused_in_words(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    run(**SPEC, games=100, out=tmp_path / "run")
    with pytest.raises(InputError, match=f"is another run: {words}"):
        run(**{**SPEC, **change}, games=100, out=tmp_path / "run", resume=True)


def test_another_mix_is_refused_in_words(tmp_path: Path) -> None:
    from hemicycle.sim.mixes import load_mix

    run(**SPEC, games=100, out=tmp_path / "run")
    other = load_mix("filibuster", changes=["difficulty_step=4"])
    with pytest.raises(InputError, match="the card mix differs: difficulty_step 3 -> 4"):
        run(**SPEC, mix=other, games=100, out=tmp_path / "run", resume=True)


BOTS = """
from hemicycle.strategies import strategy


@strategy("sloppy", game="filibuster", description="Answers out of range in some games.")
def sloppy(decision, table, own, options, params, rng):
    return len(options) if table.influence[0] == 9 else 0


@strategy("angry", game="filibuster", description="Raises in round 3.")
def angry(decision, table, own, options, params, rng):
    if table.round_number == 3:
        raise ValueError("enough")
    return 0
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def sloppy(bots: Path, **more: Any) -> Run:
    players = "sloppy,random,random,random"
    return run(**{**SPEC, "players": players}, games=1_500, code=[bots], **more)


def test_forfeited_games_are_counted_and_lost_by_all(bots: Path) -> None:
    result = sloppy(bots, forfeit=True)
    games, seats = result.games, result.seats
    faulty = games[games.status == "illegal"].game
    statuses = result.manifest["progress"]["statuses"]

    assert len(games) == 1_500
    assert 0 < len(faulty) < 1_500
    assert statuses == {
        "finished": 1_500 - len(faulty),
        "capped": 0,
        "illegal": len(faulty),
        "failed": 0,
    }
    assert seats[seats.game.isin(faulty)].win.sum() == 0
    assert [f["game"] for f in result.manifest["progress"]["faults"]] == list(faulty[:20])


def test_a_run_stops_at_the_first_fault_in_order(bots: Path, tmp_path: Path) -> None:
    games = sloppy(bots, forfeit=True).games
    first = int(games[games.status != "finished"].game.iloc[0])
    with pytest.raises(FaultError, match=rf"'sloppy' at seat \d chose .* in game {first}; see"):
        sloppy(bots, out=tmp_path / "run", jobs=2)
    kept = read_table(tmp_path / "run", "games")

    assert kept.equals(games[: first + 1])
    with pytest.raises(RunError, match=f"cannot go on: .* in game {first};"):
        sloppy(bots, out=tmp_path / "run", resume=True)


def test_a_raised_error_is_told(bots: Path) -> None:
    with pytest.raises(
        FaultError, match=r"'angry' at seat \d raised ValueError: enough at its"
    ) as e:
        run(**{**SPEC, "players": "angry"}, games=50, code=[bots])

    assert e.value.run is not None
    assert len(e.value.run.games) == e.value.fault.game + 1


def test_a_checked_run_gives_the_same_games(tmp_path: Path) -> None:
    plain = run(**SPEC, games=300)
    checked = run(**SPEC, games=300, checked=True)

    assert plain.games.equals(checked.games)


def test_memory_holds_what_a_folder_does(tmp_path: Path) -> None:
    memory, folder = run(**SPEC, games=1_300), run(**SPEC, games=1_300, out=tmp_path / "run")

    for name in ("games", "seats", "rounds", "cards"):
        assert memory.table(name).equals(folder.table(name))
    assert list(memory.table("seats", ["win"]).columns) == ["win"]


@pytest.mark.parametrize("block", [100, 500, 1_000])
def test_games_do_not_depend_on_blocks(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    plain = run(**SPEC, games=1_000)
    monkeypatch.setattr(runs, "BLOCK_GAMES", block)

    assert run(**SPEC, games=1_000).rounds.equals(plain.rounds)
