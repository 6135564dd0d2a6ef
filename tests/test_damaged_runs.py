"""Damaged run folders: one line that says what is wrong and what helps, and --resume repairs."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from hemicycle.cli import main
from hemicycle.sim import runs
from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.outcomes import load_manifest, part_name, read_table
from hemicycle.sim.runs import FaultError, run

GAMES = 2_500  # three parts, the last one short
SPEC: dict[str, Any] = {"game": "filibuster", "games": GAMES, "seed": 11, "players": "random"}
FIRST, SECOND, LAST = map(part_name, range(3))


@pytest.fixture(scope="module", autouse=True)
def small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PART_GAMES", 1_000)
        patch.setattr(runs, "BLOCK_GAMES", 200)
        yield


@pytest.fixture(scope="module")
def played(small_parts: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a `whole` run and `another` of the same shape."""
    folder = tmp_path_factory.mktemp("runs")
    run(**SPEC, out=folder / "whole")
    run(**{**SPEC, "seed": 12}, out=folder / "another")
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of the whole run, to be damaged."""
    return Path(shutil.copytree(played / "whole", tmp_path / "run"))


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.parquet")}


def hemicycle(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


EXPORT = ("mix", "export", "filibuster", "--deck", "action")
COMMANDS: dict[str, Callable[[Path, Path], tuple[object, ...]]] = {
    "report": lambda run, _: ("report", run),
    "verify": lambda run, _: ("verify", run, "--sample", 3),
    "compare": lambda run, other: ("compare", other, run, "-o", run.parent / "page"),
    "export": lambda run, _: (*EXPORT, "--run", run, "-o", run.parent / "x.csv"),
}


def resume(run: Path) -> tuple[object, ...]:
    words = ("run", "filibuster", "-n", GAMES, "--seed", 11, "--players", "random")
    return (*words, "--quiet", "--resume", "-o", run)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def scramble(path: Path) -> None:
    """Overwrite data in the middle; the footer stays."""
    old = path.read_bytes()
    path.write_bytes(old[:100] + bytes(i * 37 % 256 for i in range(2_000)) + old[2_100:])


def swap(one: Path, other: Path) -> None:
    kept = one.read_bytes()
    shutil.copy(other, one)
    other.write_bytes(kept)


def rewrite(path: Path, rows: int) -> None:
    """The first rows as a valid Parquet file with the metadata of the part."""
    pq.write_table(pq.read_table(path).slice(0, rows), path)


Damage = Callable[[Path, Path], object]
PARTS: dict[str, tuple[Damage, str, str]] = {
    "part deleted": (
        lambda run, _: (run / "seats" / SECOND).unlink(),
        f"seats/{SECOND}",
        "is missing",
    ),
    "table deleted": (
        lambda run, _: shutil.rmtree(run / "rounds"),
        f"rounds/{FIRST}",
        "is missing",
    ),
    "part cut": (lambda run, _: cut(run / "games" / FIRST), f"games/{FIRST}", "cannot be read"),
    "part empty": (
        lambda run, _: (run / "cards" / LAST).write_bytes(b""),
        f"cards/{LAST}",
        "cannot be read",
    ),
    "garbage": (
        lambda run, _: (run / "rounds" / SECOND).write_bytes(b"PAR1 or so" * 99),
        f"rounds/{SECOND}",
        "cannot be read",
    ),
    "parts swapped": (
        lambda run, _: swap(run / "games" / FIRST, run / "games" / SECOND),
        f"games/{FIRST}",
        "holds games 1000 to 1999, expected 0 to 999",
    ),
    "rounds swapped": (
        lambda run, _: swap(run / "rounds" / FIRST, run / "rounds" / LAST),
        f"rounds/{FIRST}",
        "holds games 2000 to 2499, expected 0 to 999",
    ),
    "cards swapped": (
        lambda run, _: swap(run / "cards" / FIRST, run / "cards" / SECOND),
        f"cards/{FIRST}",
        "holds blocks 1 to 1, expected 0 to 0",
    ),
    "tables swapped": (
        lambda run, _: swap(run / "seats" / FIRST, run / "rounds" / FIRST),
        f"seats/{FIRST}",
        "holds no part of the table 'seats'",
    ),
    "part of another run": (
        lambda run, other: shutil.copy(other / "seats" / SECOND, run / "seats"),
        f"seats/{SECOND}",
        "belongs to another run (seed 12, not 11)",
    ),
    "rows lost": (
        lambda run, _: rewrite(run / "seats" / LAST, 1_999),
        f"seats/{LAST}",
        "holds 1999 rows, expected 2000",
    ),
}


def is_one_line(result: Result, *words: str) -> None:
    """Exit code 2, and all `words` in one line on stderr."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("damage", PARTS)
def test_a_damaged_part_is_named(damage: str, command: str, folder: Path, played: Path) -> None:
    apply, file, words = PARTS[damage]
    apply(folder, played / "another")
    result = hemicycle(*COMMANDS[command](folder, played / "whole"))

    again = f"; `hemicycle run ... --resume -o {folder}` plays it again"
    is_one_line(result, str(folder / file), words, again)
    assert sorted(path.name for path in folder.parent.iterdir()) == ["run"]


@pytest.mark.parametrize("damage", PARTS)
def test_resume_plays_damaged_parts_again(damage: str, folder: Path, played: Path) -> None:
    apply, _, _ = PARTS[damage]
    apply(folder, played / "another")
    assert hemicycle(*resume(folder)).exit_code == 0

    assert content(folder) == content(played / "whole")
    assert load_manifest(folder)["progress"] == load_manifest(played / "whole")["progress"]
    assert not (folder / ".tmp").exists()


def test_damage_that_only_reading_shows(folder: Path, played: Path) -> None:
    scramble(folder / "seats" / SECOND)
    for command in ("report", "verify", "compare"):
        result = hemicycle(*COMMANDS[command](folder, played / "whole"))
        is_one_line(result, f"seats/{SECOND}: cannot be read", "plays it again")
    assert hemicycle(*resume(folder)).exit_code == 0

    assert content(folder) == content(played / "whole")


def test_only_damaged_parts_are_played_again_and_counted(folder: Path, played: Path) -> None:
    (folder / "games" / FIRST).unlink()
    cut(folder / "seats" / FIRST)
    scramble(folder / "rounds" / LAST)
    kept = folder / "seats" / SECOND
    before = kept.stat().st_ino
    result = run(**SPEC, out=folder, resume=True)

    assert (result.played, result.mended) == (0, 2)
    assert result.mending == "2 parts were missing or damaged: played again"
    assert kept.stat().st_ino == before
    assert content(folder) == content(played / "whole")
    assert run(**SPEC, out=folder, resume=True).mending == ""


def test_a_damaged_run_is_repaired_and_extended(folder: Path, tmp_path: Path) -> None:
    (folder / "games" / FIRST).unlink()
    (folder / "cards" / LAST).unlink()
    result = run(**{**SPEC, "games": 3_300}, out=folder, resume=True)
    run(**{**SPEC, "games": 3_300}, out=tmp_path / "whole")

    assert (result.played, result.mended) == (1_300, 1)
    assert result.mending == "1 part was missing or damaged: played again"
    assert content(folder) == content(tmp_path / "whole")
    assert load_manifest(folder)["progress"] == load_manifest(tmp_path / "whole")["progress"]


def test_a_run_killed_before_its_last_note_is_closed(folder: Path) -> None:
    change(folder, ("progress", "state"), "running")
    assert hemicycle(*resume(folder)).exit_code == 0

    assert load_manifest(folder)["progress"]["state"] == "finished"


def test_a_replay_needs_no_table(folder: Path) -> None:
    shutil.rmtree(folder / "games")

    assert hemicycle("replay", folder, "--game", 3).exit_code == 0


def test_python_is_told_too(folder: Path) -> None:
    swap(folder / "seats" / FIRST, folder / "seats" / SECOND)

    assert len(read_table(folder, "games")) == GAMES
    with pytest.raises(InputError, match="holds games 1000 to 1999"):
        read_table(folder, "seats")


def test_runs_of_before_parts_named_their_run_can_be_read(folder: Path) -> None:
    manifest = json.loads((folder / "run.json").read_text())
    manifest["progress"].update(games=0, parts=0)
    del manifest["part_games"]
    (folder / "run.json").write_text(json.dumps(manifest))

    assert load_manifest(folder)["part_games"] == 250_000


def change(folder: Path, place: tuple[str | int, ...], value: object) -> None:
    """Set a place in run.json; `gone` takes it out."""
    manifest = json.loads((folder / "run.json").read_text())
    inner = manifest
    for key in place[:-1]:
        inner = inner[key]
    if value is gone:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    (folder / "run.json").write_text(json.dumps(manifest))


gone = object()
MANIFESTS: dict[str, tuple[tuple[str | int, ...], object, str]] = {
    "no spec": (("spec",), gone, "spec is missing"),
    "no progress": (("progress",), gone, "progress is missing"),
    "no parts": (("progress", "parts"), gone, "progress.parts is missing"),
    "no labels": (("lineup", "labels"), gone, "lineup.labels is missing"),
    "no seed": (("spec", "seed"), gone, "spec.seed is missing"),
    "no decks": (("spec", "mix", "decks"), gone, "spec.mix.decks is missing"),
    "no digest": (("spec", "mix", "digest"), gone, "spec.mix.digest is None"),
    "no entry label": (("spec", "entries", 2, "label"), gone, "spec.entries.2.label is missing"),
    "seed in words": (("spec", "seed"), "eleven", "spec.seed: input should be a valid integer"),
    "negative parts": (("progress", "parts"), -1, "progress.parts: input should be greater"),
    "too many parts": (("progress", "parts"), 9, "progress.parts is 9, expected 3 for 2500 games"),
    "too many games": (("progress", "games"), 9_999, "progress.games is 9999, expected at most"),
    "no such state": (("progress", "state"), "fine", "progress.state: input should be 'running'"),
    "list for a spec": (("spec",), [], "spec: input should be an object, found []"),
    "strange strategy": (("lineup", "arrangements", 0, 0), "x", "lineup.arrangements has ['x'"),
    "a player less": (("spec", "entries", 0), gone, "spec.entries has 3 players, expected 4"),
    "deck emptied": (("spec", "mix", "decks", "action"), [], "but that of its cards is"),
    "another format": (("format",), 2, "format is 2, expected 1"),
}


@pytest.mark.parametrize("damage", MANIFESTS)
def test_a_damaged_manifest_is_named(damage: str, folder: Path) -> None:
    place, value, words = MANIFESTS[damage]
    change(folder, place, value)

    for command in (("report", folder), resume(folder)):
        helps = "; play the run again in another folder (-o)"
        is_one_line(hemicycle(*command), str(folder / "run.json"), words, helps)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{}", "format is missing"),
        (b"[]", "is not a run's description, found []"),
        (b"", "cannot be read"),
        (b'{"format": 1', "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_what_is_no_manifest_is_named(text: bytes, words: str, folder: Path, played: Path) -> None:
    (folder / "run.json").write_bytes(text)
    commands = [command(folder, played / "whole") for command in COMMANDS.values()]
    for command in [*commands, ("replay", folder, "--game", 3), resume(folder)]:
        is_one_line(hemicycle(*command), str(folder / "run.json"), words)
    assert sorted(path.name for path in folder.parent.iterdir()) == ["run"]


def test_a_faulty_run_cannot_be_repaired(tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(
        "from hemicycle.strategies import strategy\n"
        '@strategy("sloppy", game="filibuster", description="x")\n'
        "def sloppy(decision, table, own, options, params, rng):\n"
        "    return 99 if table.round_number == 7 else 0\n"
    )
    spec = {**SPEC, "players": "sloppy", "code": [bots], "out": tmp_path / "run"}
    with pytest.raises(FaultError):
        run(**spec)
    (tmp_path / "run" / "games" / FIRST).unlink()

    is_one_line(hemicycle("report", tmp_path / "run"), "play the run again in another folder (-o)")
    with pytest.raises(RunError, match="cannot go on"):
        run(**spec, resume=True)
    bots.write_text(bots.read_text().replace("99", "98"))
    with pytest.raises(InputError, match=r"'sloppy' has changed .*; use another folder \(-o\)"):
        run(**spec, resume=True)
