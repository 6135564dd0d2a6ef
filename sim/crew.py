"""Blocks of games on threads, handed back in order, with an eye on strategies that never answer."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

import numpy as np

from hemicycle.sim.engine import DECISION, GAME, SEAT, STALLED, Fault, Player, Rows
from hemicycle.sim.errors import RunError
from hemicycle.sim.game import STATUS
from hemicycle.sim.outcomes import batch
from hemicycle.sim.runspec import Setup

T = TypeVar("T")
TICK = 0.5
"""Seconds between two looks at the workers."""


class StallError(RunError):
    """A strategy has not answered for too long; its thread cannot be ended, only the process."""

    def __init__(self, fault: Fault):
        """`fault` says in which game which seat is silent."""
        super().__init__("a strategy does not answer")
        self.fault = fault


@dataclass(frozen=True)
class Block:
    """Played games: Arrow record batches of games, seats and rounds, and the card counts.

    `statuses` int64[len(STATUS)] counts the games by status.
    """

    first: int
    games: int
    batches: dict[str, Any]
    counts: Any
    totals: Any
    statuses: Any
    faults: list[Fault]


def player_of(setup: Setup) -> Player:
    """What plays the games of a setup."""
    return Player(
        setup.game, setup.record, setup.lineup, setup.spec.seed, checked=setup.spec.checked
    )


class Worker(Generic[T]):
    """One thread that plays blocks and makes a T of each.

    `player` is what plays at the moment, `first` the block it plays, None when it waits.
    """

    def __init__(self, tasks: SimpleQueue[Any], player: Player):
        self.tasks, self.player = tasks, player
        self.first: int | None = None
        self.seen, self.since = (-1, -1), time.monotonic()
        # A daemon, because a strategy that never returns must not keep Python from ending.
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while (task := self.tasks.get()) is not None:
            future, first, count = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self.block(first, count))
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the block
                future.set_exception(error)

    def block(self, first: int, count: int) -> T:
        """Play games `first` .. `first + count - 1`."""
        raise NotImplementedError

    def rows(self, first: int, count: int, *, stop_at_fault: bool = True) -> Rows:
        """Play the games with `player`, under the eyes of the crew."""
        self.player.bench.fault[GAME] = 0
        self.first = first
        rows = self.player.block(first, count, stop_at_fault=stop_at_fault)
        self.first = None
        return rows

    def stalled(self, patience: float) -> Fault | None:
        """The silent game when this worker has been at the same one for `patience` seconds."""
        first, now = self.first, time.monotonic()
        fault = self.player.bench.fault
        place = (-1 if first is None else first, int(fault[GAME]))
        if place != self.seen or first is None:
            self.seen, self.since = place, now
        elif now - self.since > patience:
            return Fault(first + place[1], STALLED, int(fault[SEAT]), int(fault[DECISION]))
        return None


class RunWorker(Worker[Block]):
    """Makes the batches of a run's tables."""

    def __init__(self, setup: Setup, tasks: SimpleQueue[Any]):
        self.setup = setup
        super().__init__(tasks, player_of(setup))

    def block(self, first: int, count: int) -> Block:
        """Play games `first` .. `first + count - 1` of the run."""
        rows = self.rows(first, count, stop_at_fault=not self.setup.spec.forfeit)
        named = {"games": rows.games, "seats": rows.seats, "rounds": rows.rounds}
        return Block(
            first,
            len(rows.games),
            {table: batch(self.setup.layout, table, found) for table, found in named.items()},
            rows.counts,
            rows.totals,
            np.bincount(rows.games["status"], minlength=len(STATUS)),
            rows.faults,
        )


class Crew(Generic[T]):
    """`jobs` threads that play blocks."""

    def __init__(self, hire: Callable[[SimpleQueue[Any]], Worker[T]], jobs: int, patience: float):
        """`hire` makes a worker; `patience`: seconds a game may take before it counts as silent."""
        self.tasks: SimpleQueue[Any] = SimpleQueue()
        self.workers = [hire(self.tasks) for _ in range(jobs)]
        self.patience = patience
        self.ahead = jobs + 2  # blocks under way: enough to keep all busy, few enough for memory

    def play(self, blocks: Iterator[tuple[int, int]]) -> Iterator[T]:
        """Play the blocks (first game, count) and yield them in order; StallError when one hangs."""
        running: deque[Future[T]] = deque()
        try:
            while True:
                while len(running) < self.ahead and (task := next(blocks, None)):
                    running.append(Future())
                    self.tasks.put((running[-1], *task))
                if not running:
                    return
                while not wait([running[0]], TICK).done:
                    self._look()
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()

    def _look(self) -> None:
        for worker in self.workers:
            fault = worker.stalled(self.patience)
            if fault is not None:
                raise StallError(fault)

    def dismiss(self) -> None:
        """Send the threads home once they have finished the block at hand."""
        for _ in self.workers:
            self.tasks.put(None)
