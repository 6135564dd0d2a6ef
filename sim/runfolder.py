"""The folder of a run while it is being written: opened, filled part by part, resumed, closed."""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from hemicycle.sim.damage import FAULTY, FORMAT
from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.game import STATUS
from hemicycle.sim.outcomes import (
    MANIFEST,
    TABLES,
    damaged_parts,
    load_manifest,
    numbers,
    part_name,
    parts,
    write_json,
    write_part,
)
from hemicycle.sim.runspec import Setup, difference

RUNNING, FINISHED, STOPPED = "running", "finished", "stopped"
"""States in run.json; a run that says `running` without a process was killed and can be resumed."""
FAULTS_KEPT = 20


def now() -> str:
    """The time in UTC to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def new_manifest(setup: Setup, jobs: int, part_games: int) -> dict[str, Any]:
    """run.json of a run that has not begun: all but `progress` and `timing` stays as it is."""
    return {
        "format": FORMAT,
        "spec": setup.plain,
        "code_files": [str(Path(path).resolve()) for path in setup.spec.code],
        "tweaks": list(setup.spec.tweaks),
        "lineup": {
            "labels": setup.lineup.labels,
            "arrangements": [
                [setup.lineup.entries[i].label for i in row] for row in setup.lineup.arrangements
            ],
        },
        "part_games": part_games,
        "progress": {
            "state": RUNNING,
            "reason": "",
            "games": 0,
            "parts": 0,
            "statuses": dict.fromkeys(STATUS, 0),
            "faults": [],
        },
        "timing": {"started": now(), "finished": None, "seconds": 0.0, "jobs": jobs},
        "versions": {
            name: metadata.version(name) for name in ("hemicycle", "numba", "numpy", "pyarrow")
        }
        | {"python": platform.python_version(), "machine": platform.machine()},
    }


def note_part(manifest: dict[str, Any], games: int, statuses: Any, faults: list[Any]) -> None:
    """Add a part of `games` games, counted by status, to a manifest."""
    progress = manifest["progress"]
    progress["games"] += games
    progress["parts"] += 1
    for name, count in zip(STATUS, statuses, strict=True):
        progress["statuses"][name] += int(count)
    progress["faults"] = (progress["faults"] + faults)[:FAULTS_KEPT]


class RunFolder:
    """A run's folder, held by this process until `close`.

    `damaged` are the finished parts that are missing or damaged, to be played again with `mend`.
    """

    def __init__(self, path: Path, manifest: dict[str, Any], lock: int):
        """Use `create` or `resume`."""
        self.path, self.manifest, self._lock = path, manifest, lock
        self.damaged: list[int] = []
        self._before = float(manifest["timing"]["seconds"])
        self._began = time.monotonic()

    def begin(self) -> None:
        """Start the clock: whatever took time before was compiling."""
        self._began = time.monotonic()

    @classmethod
    def create(cls, path: Path, setup: Setup, jobs: int, part_games: int) -> RunFolder:
        """A new run; InputError when something lies there already."""
        if (path / MANIFEST).exists():
            raise InputError(
                f"{path} already holds a run; continue it with --resume or choose another folder (-o)"
            )
        if path.exists() and (not path.is_dir() or {p.name for p in path.iterdir()} - {".tmp"}):
            raise InputError(f"{path} exists and is not a run; choose another folder (-o)")
        try:
            path.mkdir(parents=True, exist_ok=True)
            lock = _hold(path)
            manifest = new_manifest(setup, jobs, part_games)
            write_json(path, MANIFEST, manifest)
            for table in TABLES:
                (path / table).mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}") from None
        return cls(path, manifest, lock)

    @classmethod
    def resume(cls, path: Path, setup: Setup, jobs: int, part_games: int) -> RunFolder:
        """The run in `path`, ready to go on after its last whole part; finished parts are read.

        InputError when it is another run. A run with a fault stays as it is: RunError.
        """
        manifest = load_manifest(path)
        _refuse_other(path, manifest["spec"], setup.plain)
        progress = manifest["progress"]
        if progress["state"] == FAULTY:
            raise RunError(f"{path} cannot go on: {progress['reason']}")
        if manifest["part_games"] != part_games:
            there = manifest["part_games"]
            raise InputError(f"{path} has parts of {there} games, this version writes {part_games}")
        lock = _hold(path)
        folder = cls(path, manifest, lock)
        if progress["games"] < setup.spec.games:
            folder._reopen(setup, jobs)
        folder.damaged = damaged_parts(path, setup.layout)
        return folder

    def _reopen(self, setup: Setup, jobs: int) -> None:
        """Take back the last part if it is short, and clean up what a killed process left."""
        progress, part_games = self.manifest["progress"], self.manifest["part_games"]
        whole = progress["games"] // part_games
        kept = whole * part_games
        progress.update(state=RUNNING, reason="", games=kept, parts=whole)
        progress["faults"] = [f for f in progress["faults"] if f["game"] < kept]
        self.manifest["spec"]["n"] = setup.spec.games
        self.manifest["timing"].update(finished=None, jobs=jobs)
        self.save()
        for table in TABLES:
            for file in (self.path / table).glob("*"):
                if file.name >= part_name(whole):
                    file.unlink()

    def mend(self, number: int, tables: Mapping[str, Any]) -> None:
        """Write finished part `number` again."""
        write_part(self.path, number, dict(tables))

    def recount(self) -> None:
        """Count the statuses of the finished games, of which a reopened run has fewer than noted."""
        counted = np.zeros(len(STATUS), np.int64)
        for part in parts(self.path, "games", ["status"]):
            counted += np.bincount(numbers(part["status"]), minlength=len(STATUS))
        self.manifest["progress"]["statuses"] = dict(zip(STATUS, counted.tolist(), strict=True))

    @property
    def games(self) -> int:
        """Games in finished parts."""
        return int(self.manifest["progress"]["games"])

    def put(self, tables: Mapping[str, Any], games: int, statuses: Any, faults: list[Any]) -> None:
        """Write the next part and note it."""
        write_part(self.path, self.manifest["progress"]["parts"], dict(tables))
        note_part(self.manifest, games, statuses, faults)
        self.save()

    def save(self) -> None:
        """Write run.json."""
        timing = self.manifest["timing"]
        timing["seconds"] = round(self._before + time.monotonic() - self._began, 3)
        timing["games_per_s"] = round(self.games / max(timing["seconds"], 1e-3))
        write_json(self.path, MANIFEST, self.manifest)

    def close(self, state: str, reason: str = "") -> None:
        """Note how the run came out, remove temporary files and let go of the folder."""
        self.manifest["progress"].update(state=state, reason=reason)
        self.manifest["timing"]["finished"] = now()
        self.save()
        self.release()

    def settle(self) -> None:
        """Let go of a run that has all its games, and close one that was killed just before that."""
        if self.manifest["progress"]["state"] == FINISHED:
            self.release()
        else:
            self.close(FINISHED)

    def release(self) -> None:
        """Let go of the folder without changing it."""
        shutil.rmtree(self.path / ".tmp", ignore_errors=True)
        os.close(self._lock)


def _hold(path: Path) -> int:
    """Keep other processes from writing to the folder as long as this one lives."""
    (path / ".tmp").mkdir(exist_ok=True)
    for stray in (path / ".tmp").glob("*.*"):
        stray.unlink()
    lock = os.open(path / ".tmp" / "lock", os.O_RDWR | os.O_CREAT)
    try:
        import fcntl
    except ImportError:  # Windows
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(f"{path}: another process is writing this run") from None
    return lock


def _refuse_other(path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    found = difference(old, new)
    if found:
        raise InputError(f"{path} is another run: {found}; use another folder (-o)")
    if new["n"] < old["n"]:
        raise InputError(f"{path} is a run of {old['n']} games; {new['n']} are fewer")
