"""Several sides on the same worlds: played block by block, and only sums kept.

A side is a mix with a line-up. Game k of every side has the same seed and number, so all sides share
every shuffle and die they can; what differs between them in that game is the change's doing. Blocks
are played on threads, each block by all sides, and summed. Memory does not grow with the games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

import numpy as np

from hemicycle.sim.crew import Crew, StallError, Worker, player_of
from hemicycle.sim.faults import describe
from hemicycle.sim.measures import Basis
from hemicycle.sim.runs import FaultError, warm_up
from hemicycle.sim.runspec import Setup

BLOCK_GAMES = 5_000
"""Games of one block that all sides play before the next; small enough for a smooth progress bar."""


@dataclass(frozen=True)
class SideSums:
    """Sums over one side's games.

    `gram` int64 (columns, columns): products of the basis columns, `gram[0, 0]` the games;
    `rounds` int64: games by rounds played; `curve` see `Basis.curve_counts`; `counts`, `totals` the
    card counts as in `engine.Rows`.
    """

    gram: Any
    rounds: Any
    curve: Any
    counts: Any
    totals: Any

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.gram[0, 0])

    def __add__(self, other: SideSums) -> SideSums:
        return SideSums(*(a + b for a, b in zip(_parts(self), _parts(other), strict=True)))


@dataclass(frozen=True)
class PairSums:
    """Sums over the games of a side coupled with those of the first one.

    With x the columns of the first side's game and d what the other side's has more: `cross` is
    the sum of x d', `square` that of d d'. `changed` int64 a measure: games in which it differs;
    `worlds`: games in which any does.
    """

    cross: Any
    square: Any
    changed: Any
    worlds: Any

    def __add__(self, other: PairSums) -> PairSums:
        return PairSums(*(a + b for a, b in zip(_parts(self), _parts(other), strict=True)))


@dataclass(frozen=True)
class Sums:
    """Sums of all sides, and of each side but the first coupled with the first.

    `pairs` is empty when the sides were not played on the same worlds.
    """

    sides: tuple[SideSums, ...]
    pairs: tuple[PairSums, ...]

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            tuple(a + b for a, b in zip(self.sides, other.sides, strict=True)),
            tuple(a + b for a, b in zip(self.pairs, other.pairs, strict=True)),
        )


def _parts(sums: Any) -> list[Any]:
    return list(vars(sums).values())


def products(a: Any, b: Any) -> Any:
    """int64 (i, j): sum over games of a's column i times b's column j; whole numbers, so no BLAS."""
    return np.einsum("in,jn->ij", a, b)


def side_sums(basis: Basis, columns: Any, rows: Any, counts: Any, totals: Any) -> SideSums:
    """The sums of a block's games; `columns` is `basis.columns(rows)`."""
    played = np.bincount(rows["games"]["rounds"], minlength=basis.game.max_rounds + 1)
    curve = basis.curve_counts(rows["rounds"] if basis.curve else {})
    return SideSums(products(columns, columns), played, curve, counts, totals)


def pair_sums(basis: Basis, first: Any, other: Any) -> PairSums:
    """The sums of a block's games coupled: the columns of the same games on two sides."""
    more = other - first
    worlds = np.int64((more != 0).any(axis=0).sum())
    return PairSums(products(first, more), products(more, more), basis.changed(more), worlds)


def codes_of(basis: Basis, labels: Sequence[str]) -> Any:
    """int16: the basis' code of each strategy of a line-up."""
    return np.array([basis.labels.index(label) for label in labels], np.int16)


class _Table(Worker[Sums]):
    """Plays blocks of all sides on one thread."""

    def __init__(
        self, sides: Sequence[Setup], basis: Basis, paired: bool, tasks: SimpleQueue[Any]
    ) -> None:
        self.sides, self.basis, self.paired = sides, basis, paired
        self.codes = [codes_of(basis, side.lineup.labels) for side in sides]
        self.players = [player_of(side) for side in sides]
        super().__init__(tasks, self.players[0])

    def block(self, first: int, count: int) -> Sums:
        """Sums of games `first` .. `first + count - 1`; FaultError when a strategy is at fault."""
        sides, pairs, base = [], [], None
        for at in range(len(self.players)):
            columns, sums = self._side(at, first, count)
            sides.append(sums)
            if base is None:
                base = columns
            elif self.paired:
                pairs.append(pair_sums(self.basis, base, columns))
        return Sums(tuple(sides), tuple(pairs))

    def _side(self, at: int, first: int, count: int) -> tuple[Any, SideSums]:
        basis, self.player = self.basis, self.players[at]
        found = self.rows(first, count)
        if found.faults:
            fault = found.faults[0]
            raise FaultError(describe(self.sides[at], fault), fault, None)
        found.seats["strategy"] = self.codes[at][found.seats["strategy"]]
        rows = {"games": found.games, "seats": found.seats, "rounds": found.rounds}
        columns = basis.columns(rows)
        return columns, side_sums(basis, columns, rows, found.counts, found.totals)


_compiled: set[tuple[str, int, bool]] = set()


def _compile(setup: Setup) -> None:
    """Compile (or load) the kernels once in this process; it takes 0.1 s even when all is there."""
    key = (setup.game.name, setup.lineup.seats, setup.spec.checked)
    if key not in _compiled:
        warm_up(setup)
        _compiled.add(key)


def play(
    sides: Sequence[Setup],
    basis: Basis,
    stops: Iterable[int],
    *,
    paired: bool = True,
    jobs: int | None = None,
    patience: float = 60.0,
    block: int = BLOCK_GAMES,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Sums]:
    """Play all sides and yield the sums of the first n games for every n of `stops` (rising).

    The games after a stop are only played when the next sums are asked for. `jobs` threads
    (default: one per core) change nothing in the sums; `progress` is called with the number of
    games done. FaultError when a strategy is at fault or silent for `patience` seconds.
    """
    jobs = jobs or os.cpu_count() or 1
    block = min(block, sides[0].game.block)
    crew = Crew(partial(_Table, sides, basis, paired), jobs, patience)
    report = progress or (lambda done: None)
    total: Sums | None = None
    done = 0
    try:
        _compile(sides[0])
        for stop in stops:
            blocks = ((i, min(block, stop - i)) for i in range(done, stop, block))
            for sums in crew.play(blocks):
                total = sums if total is None else total + sums
                done += sums.sides[0].games
                report(done)
            if total is not None:
                yield total
    except StallError as stall:
        reason = describe(sides[0], stall.fault, None, patience)
        raise FaultError(reason, stall.fault, None) from stall
    finally:
        crew.dismiss()
