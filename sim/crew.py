"""Blocks of games on threads, handed back in order, with an eye on strategies that never answer."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

import numpy as np

from hemicycle.sim.engine import DECISION, GAME, SEAT, STALLED, Fault, Player
from hemicycle.sim.errors import RunError
from hemicycle.sim.game import STATUS
from hemicycle.sim.outcomes import batch
from hemicycle.sim.runspec import Setup

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


class _Worker:
    """One thread with its own Player; `first` is the block it plays, None when it waits."""

    def __init__(self, setup: Setup, tasks: SimpleQueue[Any]):
        self.setup, self.tasks = setup, tasks
        self.player = Player(
            setup.game, setup.record, setup.lineup, setup.spec.seed, checked=setup.spec.checked
        )
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
                future.set_result(self._block(first, count))
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the block
                future.set_exception(error)

    def _block(self, first: int, count: int) -> Block:
        self.player.bench.fault[GAME] = 0
        self.first = first
        rows = self.player.block(first, count, stop_at_fault=not self.setup.spec.forfeit)
        self.first = None
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


class Crew:
    """`jobs` threads that play blocks of one run."""

    def __init__(self, setup: Setup, jobs: int, patience: float):
        """`patience`: seconds one game may take before its strategy counts as silent."""
        self.tasks: SimpleQueue[Any] = SimpleQueue()
        self.workers = [_Worker(setup, self.tasks) for _ in range(jobs)]
        self.patience = patience
        self.ahead = jobs + 2  # blocks under way: enough to keep all busy, few enough for memory

    def play(self, blocks: Iterator[tuple[int, int]]) -> Iterator[Block]:
        """Play the blocks (first game, count) and yield them in order; StallError when one hangs."""
        running: deque[Future[Block]] = deque()
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
