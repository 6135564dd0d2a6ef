"""Who sits where: strategies, their parameters, and the arrangements that games cycle through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from hemicycle.sim.game import MAX_PARAMS, MAX_SEATS


@dataclass(frozen=True)
class Entry:
    """One player of a line-up.

    `label` is what tables call it (name and changed parameters), `function` the compiled strategy,
    `params` float64 values in the strategy's own order, `source` the hash of its source code.
    """

    label: str
    name: str
    function: Any
    params: tuple[float, ...]
    source: str


@dataclass(frozen=True)
class LineUp:
    """The different strategies; `entries[i]` sits at seat s of arrangement a when `arrangements[a, s] == i` (int8).

    Game k uses arrangement k modulo their number.
    """

    entries: tuple[Entry, ...]
    arrangements: Any

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.arrangements.shape[1])

    @property
    def labels(self) -> list[str]:
        """What tables call the entries."""
        return [entry.label for entry in self.entries]

    def functions(self) -> tuple[Any, ...]:
        """The strategies padded to MAX_SEATS, so that one compiled loop serves every line-up."""
        found = [entry.function for entry in self.entries]
        return tuple(found + found[:1] * (MAX_SEATS - len(found)))

    def params(self) -> Any:
        """float64 array (MAX_SEATS, MAX_PARAMS), a row an entry, unused places 0."""
        table = np.zeros((MAX_SEATS, MAX_PARAMS))
        for row, entry in zip(table, self.entries, strict=False):
            row[: len(entry.params)] = entry.params
        return table


def line_up(entries: Sequence[Entry], *, fixed: bool = False) -> LineUp:
    """Seat `entries`; when they differ, every strategy sits in every seat equally often.

    All orders are used, sorted into groups of n rotations: any n games in a row are balanced over
    seats, any n! games also over neighbours. `fixed` keeps the order given.
    """
    n = len(entries)
    different = list({entry.label: entry for entry in entries}.values())
    chairs = [[e.label for e in different].index(entry.label) for entry in entries]
    if fixed or len(different) == 1:
        orders = [tuple(range(n))]
    else:
        orders = [
            (*first[i:], *first[:i])
            for first in ((0, *rest) for rest in permutations(range(1, n)))
            for i in range(n)
        ]
    seated = [[chairs[i] for i in order] for order in orders]
    return LineUp(tuple(different), np.array(seated, np.int8))
