"""The difference of two spreads: by how much did the best seat move away from the worst?

A spread is no mean: which seat is best is found in the same games, and with nearly equal seats chance
alone drives the extremes apart. So it gets an interval of its own that holds in every case.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.stats import norm

from hemicycle.reports.coupling import Coupling, Means, correlation, root
from hemicycle.reports.gap import Gap
from hemicycle.reports.stats import ALPHA, FEW, Estimate, Together, spread
from hemicycle.sim.measures import Measure

SELECTION = 0.1
"""Part of the error rate spent on finding which seats may be the best and the worst."""
TINY = 300
"""p values are found down to 10^-TINY."""


@dataclass(frozen=True)
class SpreadGap(Gap):
    """How much larger the spread of seats is on side B; `coupling` holds the seats' means."""

    coupling: Coupling

    def interval(self, alpha: float = ALPHA, *, paired: bool = True) -> tuple[float, float]:
        """A 1 - alpha interval, valid also where seats are nearly equal (and wide there).

        A's best and worst seat are not known for sure, only which pairs of seats may be it. The
        pair that is grew by at least the smallest lower bound of these pairs' growth, and B's
        spread is no less than that pair's. The upper end is the same with the sides exchanged.
        """
        if paired and self.identical:
            return 0.0, 0.0
        a, b = self.coupling.a, self.coupling.b
        if min(n * np.min(side.values) for n, side in zip(self.games, (a, b), strict=True)) < FEW:
            return -1.0, 1.0
        moved = self.coupling.paired if paired else self.coupling.loose
        margin = float(norm.isf((1 - SELECTION) * alpha / 2)) * _errors(moved)
        growth = _differences(b.values - a.values)
        low = (growth - margin)[_extremes(a, alpha)].min()
        high = (growth + margin)[_extremes(b, alpha)].max()
        return float(low), float(high)

    @cached_property
    def p(self) -> float:
        """The smallest alpha whose interval leaves out 0, found by halving."""
        if self.identical or not self._clear(0.999):
            return 1.0
        clear, open_ = 0.0, -float(TINY)
        if self._clear(10.0**-TINY):
            return 10.0**-TINY
        while clear - open_ > 1e-3:
            middle = (clear + open_) / 2
            clear, open_ = (middle, open_) if self._clear(10.0**middle) else (clear, middle)
        return float(10.0**clear)

    def _clear(self, alpha: float) -> bool:
        low, high = self.interval(alpha)
        return low > 0 or high < 0


def _differences(values: Any) -> Any:
    return values[:, None] - values[None, :]


def _errors(covariance: Any) -> Any:
    """Standard errors of all pairwise differences."""
    variance = np.diag(covariance)
    return np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * covariance, 0))


def _extremes(side: Means, alpha: float) -> Any:
    """bool (seats, seats): pairs that may be best and worst; 1 - SELECTION * alpha / 2 sure."""
    seats = len(side.values)
    limit = float(norm.isf(SELECTION * alpha / 4 / (seats - 1))) * _errors(side.covariance)
    ahead = _differences(side.values)
    best, worst = (ahead >= -limit).all(axis=1), (ahead <= limit).all(axis=1)
    return best[:, None] & worst[None, :] & ~np.eye(seats, dtype=bool)


def spread_gap(
    measure: Measure, coupling: Coupling, changed: int | None, games: tuple[int, int]
) -> SpreadGap:
    """The difference of the spreads of the measure's columns.

    Its standard errors (for the correlation and the worth of pairing only) take the best and worst
    seats found as given.
    """
    sides = (coupling.a, coupling.b)
    ends = [_spread(side, n) for side, n in zip(sides, games, strict=True)]
    towards = [_gradient(side.values) for side in sides]
    own = [g @ side.covariance @ g for g, side in zip(towards, sides, strict=True)]
    both = towards[0] @ coupling.both @ towards[1]
    return SpreadGap(
        measure, ends[0], ends[1], root(sum(own) - 2 * both), root(sum(own)),
        correlation(both, own[0], own[1]), changed, games, coupling,
    )  # fmt: skip


def _spread(side: Means, games: int) -> Estimate:
    return spread(Together(side.values, side.covariance, games))


def _gradient(values: Any) -> Any:
    found = np.zeros(len(values))
    found[np.argmax(values)] += 1
    found[np.argmin(values)] -= 1
    return found
