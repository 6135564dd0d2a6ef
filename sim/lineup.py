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
    """`entries[i]` sits at seat s of arrangement a when `arrangements[a, s] == i` (int8).

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
        """The different strategies in order of first mention."""
        return list(dict.fromkeys(entry.label for entry in self.entries))

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

    def strategy_of_entry(self) -> Any:
        """int16 array (MAX_SEATS,): index into `labels` of each entry."""
        codes = [self.labels.index(entry.label) for entry in self.entries]
        return np.array(codes + [0] * (MAX_SEATS - len(codes)), np.int16)


def line_up(entries: Sequence[Entry], *, fixed: bool = False) -> LineUp:
    """Seat `entries`; when they differ, every strategy sits in every seat equally often.

    All orders are used, sorted into groups of n rotations: any n games in a row are balanced over
    seats, any n! games also over neighbours. `fixed` keeps the order given.
    """
    n = len(entries)
    order = tuple(range(n))
    if fixed or len({entry.label for entry in entries}) == 1:
        chosen = [order]
    else:
        chosen = [
            (*first[i:], *first[:i])
            for first in ((0, *rest) for rest in permutations(order[1:]))
            for i in range(n)
        ]
    return LineUp(tuple(entries), np.array(chosen, np.int8))
