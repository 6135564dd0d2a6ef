"""Playing a run: blocks on threads into outcome tables, in a folder or in memory.

    from hemicycle.sim.runs import run
    result = run(game="filibuster", games=20_000, seed=7, players="random", out="runs/mine")
    result.games.team_win.mean()

Game k depends on (seed, k, mix, line-up) alone, and parts are cut by game number, so a run's bytes
are the same for any number of threads and for a run killed and resumed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from hemicycle.sim.crew import Block, Crew, RunWorker, StallError
from hemicycle.sim.damage import FAULTY
from hemicycle.sim.engine import STALLED, Fault, Player
from hemicycle.sim.errors import RunError
from hemicycle.sim.faults import describe
from hemicycle.sim.game import STATUS
from hemicycle.sim.outcomes import card_batch, load_manifest, parts, read_table
from hemicycle.sim.runfolder import (
    FINISHED,
    STOPPED,
    RunFolder,
    new_manifest,
    note_part,
)
from hemicycle.sim.runspec import RunSpec, Setup, prepare
from hemicycle.sim.seating import yardstick

if TYPE_CHECKING:
    import pandas as pd

    from hemicycle.sim.game import Game

__all__ = ["FaultError", "Run", "RunSpec", "load_manifest", "parts", "read_table", "run", "warm_up"]

PART_GAMES = 250_000
BLOCK_GAMES = 10_000
"""Most games in a part and in a block; of slow games, whose blocks are smaller, PART_BLOCKS blocks."""
PART_BLOCKS = 25


def block_games(game: Game) -> int:
    """Games in a block of `game`."""
    return min(BLOCK_GAMES, game.block)


def part_games(game: Game) -> int:
    """Games in a part of `game`, a whole number of blocks."""
    return min(PART_GAMES, PART_BLOCKS * game.block)


class FaultError(RunError):
    """A strategy was at fault and the run stopped there; `run` holds every game before it."""

    def __init__(self, message: str, fault: Fault, run: Run | None):
        """`message` names strategy, seat, game and replay command in one line."""
        super().__init__(message)
        self.fault, self.run = fault, run

    @property
    def hung(self) -> bool:
        """True when a strategy is silent: its thread goes on until the process ends."""
        return self.fault.reason == STALLED


@dataclass
class Run:
    """A run that has been played: its manifest and its tables.

    `folder` is None for a run in memory. `played` counts the games of this call (0: all were there),
    `mended` the finished parts that were missing or damaged and have been played again.
    """

    folder: Path | None
    manifest: dict[str, Any]
    played: int
    mended: int = 0
    memory: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def mending(self) -> str:
        """What was mended, in words; "" when nothing had to be."""
        if not self.mended:
            return ""
        were = "part was" if self.mended == 1 else "parts were"
        return f"{self.mended} {were} missing or damaged: played again"

    def parts(self, name: str, columns: Sequence[str] | None = None) -> Iterator[Any]:
        """A table part by part as pyarrow Tables, so that memory stays flat."""
        if self.folder is not None:
            yield from parts(self.folder, name, columns)
        else:
            found = self.memory[name]
            yield found if columns is None else found.select(list(columns))

    def table(self, name: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """The table `games`, `seats`, `rounds` or `cards` as a frame, words as categories."""
        found = pa.concat_tables(self.parts(name, columns))
        frame: pd.DataFrame = found.to_pandas()
        return frame

    @property
    def games(self) -> pd.DataFrame:
        """One row a game."""
        return self.table("games")

    @property
    def seats(self) -> pd.DataFrame:
        """One row a seat and game."""
        return self.table("seats")

    @property
    def rounds(self) -> pd.DataFrame:
        """One row a round and game."""
        return self.table("rounds")

    @property
    def cards(self) -> pd.DataFrame:
        """One row per part, card and owner's result."""
        return self.table("cards")


class _Memory:
    """Takes parts as `RunFolder` does, and keeps them."""

    path = None

    def __init__(self, setup: Setup, jobs: int):
        self.manifest = new_manifest(setup, jobs, part_games(setup.game))
        self.found: list[dict[str, Any]] = []
        self.games = 0

    def put(self, tables: dict[str, Any], games: int, statuses: Any, faults: list[Any]) -> None:
        self.found.append(tables)
        self.games += games
        note_part(self.manifest, games, statuses, faults)

    def close(self, state: str, reason: str = "") -> None:
        self.manifest["progress"].update(state=state, reason=reason)

    def begin(self) -> None:
        """Memory keeps no time."""

    def release(self) -> None:
        """Nobody else can write here."""

    def tables(self) -> dict[str, Any]:
        names = self.found[0] if self.found else ()
        return {name: pa.concat_tables([t[name] for t in self.found]) for name in names}


def run(
    spec: RunSpec | Setup | None = None,
    *,
    out: str | Path | None = None,
    resume: bool = False,
    jobs: int | None = None,
    patience: float = 60.0,
    progress: Callable[[int], object] | None = None,
    **keywords: Any,
) -> Run:
    """Play a run into the folder `out`, or into memory.

    Either a RunSpec (or what `prepare` made of one) or its fields as keywords. `jobs` threads
    (default: one per core); `progress` is called with the number of games done; `resume` continues
    the run in `out` after its last whole part, plays missing and damaged parts again and, with more
    games than before, extends the run. InputError for a spec that cannot be played or a folder that
    holds something else; FaultError when a strategy raises or answers out of range (the games
    before are kept) or is silent for `patience` seconds (finished parts are kept).
    """
    setup = spec if isinstance(spec, Setup) else prepare(spec or RunSpec(**keywords))
    jobs = jobs or os.cpu_count() or 1
    sink: RunFolder | _Memory
    if out is None:
        sink = _Memory(setup, jobs)
    elif resume:
        sink = RunFolder.resume(Path(out), setup, jobs, part_games(setup.game))
    else:
        sink = RunFolder.create(Path(out), setup, jobs, part_games(setup.game))
    before = sink.games
    if isinstance(sink, RunFolder) and before == setup.spec.games and not sink.damaged:
        sink.settle()
        return _result(sink, before)
    crew = Crew(partial(RunWorker, setup), jobs, patience)
    try:
        warm_up(setup)
        sink.begin()
        if isinstance(sink, RunFolder):
            _mend(setup, sink, crew)
        fault = _fill(setup, sink, crew, progress or (lambda done: None))
    except KeyboardInterrupt:
        sink.close(STOPPED, "interrupted")
        raise
    except StallError as stall:
        reason = describe(setup, stall.fault, sink.path, patience)
        sink.close(STOPPED, reason)
        raise FaultError(reason, stall.fault, None) from stall
    except OSError as error:
        sink.release()
        raise RunError(
            f"{sink.path}: {error.strerror or error}; finished parts are kept"
        ) from error
    finally:
        crew.dismiss()
    if fault is not None:
        reason = describe(setup, fault, sink.path, patience)
        sink.close(FAULTY, reason)
        raise FaultError(reason, fault, _result(sink, before))
    sink.close(FINISHED)
    return _result(sink, before)


def _result(sink: RunFolder | _Memory, before: int) -> Run:
    memory = sink.tables() if isinstance(sink, _Memory) else {}
    mended = len(sink.damaged) if isinstance(sink, RunFolder) else 0
    return Run(sink.path, sink.manifest, sink.games - before, mended, memory)


def warm_up(setup: Setup) -> None:
    """Compile the kernels (or load them), with strategies that surely end their games."""
    lineup = yardstick(setup.game, setup.lineup.seats)
    Player(setup.game, setup.record, lineup, 0, checked=setup.spec.checked).block(0, 1)


class _Part:
    """The blocks of a part until it is whole."""

    def __init__(self, setup: Setup, number: int):
        self.setup, self.number = setup, number
        self.blocks: list[Block] = []

    @property
    def games(self) -> int:
        return sum(block.games for block in self.blocks)

    def tables(self) -> dict[str, Any]:
        plan = self.setup.layout
        tables = {
            name: pa.Table.from_batches([block.batches[name] for block in self.blocks])
            for name in ("games", "seats", "rounds")
        }
        counts = sum(block.counts for block in self.blocks)
        totals = sum(block.totals for block in self.blocks)
        tables["cards"] = pa.Table.from_batches([card_batch(plan, self.number, counts, totals)])
        return tables

    def write(self, sink: RunFolder | _Memory) -> None:
        statuses = sum((b.statuses for b in self.blocks), np.zeros(len(STATUS), np.int64))
        faults = [
            {
                **asdict(f),
                "who": self.setup.who(f.game, f.seat),
                "text": describe(self.setup, f, sink.path),
            }
            for block in self.blocks
            for f in block.faults
        ]
        sink.put(self.tables(), self.games, statuses, faults)


def _block_numbers(setup: Setup, first: int, games: int) -> Iterator[tuple[int, int]]:
    size = block_games(setup.game)
    for start in range(first, games, size):
        yield start, min(size, games - start)


def _mend(setup: Setup, sink: RunFolder, crew: Crew[Block]) -> None:
    """Play the folder's missing and damaged parts again: the same games, so the same bytes."""
    size = part_games(setup.game)
    for number in sink.damaged:
        first = number * size
        part = _Part(setup, number)
        last = min(first + size, sink.games)
        part.blocks = list(crew.play(_block_numbers(setup, first, last)))
        sink.mend(number, part.tables())
    sink.recount()


def _fill(
    setup: Setup, sink: RunFolder | _Memory, crew: Crew[Block], progress: Callable[[int], object]
) -> Fault | None:
    """Play on from the sink's last part to the end; the fault the run stopped at, if any.

    Parts are written by a thread of their own, so that the players never wait for the disk.
    """
    games, size = setup.spec.games, part_games(setup.game)
    part = _Part(setup, sink.games // size)
    writing: Future[None] | None = None
    fault: Fault | None = None
    with ThreadPoolExecutor(1) as writer:
        for block in crew.play(_block_numbers(setup, sink.games, games)):
            part.blocks.append(block)
            done = block.first + block.games
            fault = block.faults[0] if block.faults and not setup.spec.forfeit else None
            if done % size == 0 or done == games or fault:
                if writing is not None:
                    writing.result()
                writing = writer.submit(part.write, sink)
                part = _Part(setup, part.number + 1)
            progress(done)
            if fault:
                break
        if writing is not None:
            writing.result()
    return fault
