"""One measure on two sides: the difference, its intervals, and what the pairing was worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.stats import t as student
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from hemicycle.reports.stats import ALPHA, FEW, Estimate
from hemicycle.sim.measures import Measure


@dataclass(frozen=True)
class Gap:
    """How much higher a measure is on side B than on side A.

    `error` and `loose` are the paired and the unpaired standard error of the difference, `games`
    the numbers of games of A and B. `changed` counts the games in which the measure differs; None
    when the sides were not played on the same worlds.
    """

    measure: Measure
    a: Estimate
    b: Estimate
    error: float
    loose: float
    correlation: float
    changed: int | None
    games: tuple[int, int]

    @property
    def value(self) -> float:
        """B minus A."""
        return self.b.value - self.a.value

    @property
    def paired(self) -> bool:
        """Whether both sides were played on the same worlds."""
        return self.changed is not None

    @property
    def identical(self) -> bool:
        """Whether every game came out the same on both sides."""
        return self.changed == 0

    @property
    def known(self) -> bool:
        """Whether both sides have anything to measure."""
        return bool(np.isfinite(self.a.value) and np.isfinite(self.b.value))

    @property
    def worth(self) -> float:
        """How many unpaired games one paired game is worth: the ratio of the variances."""
        return (self.loose / self.error) ** 2 if self.error > 0 else float("inf")

    @property
    def counts(self) -> tuple[float, float]:
        """For shares of games: A's and B's sums."""
        return self.a.value * self.games[0], self.b.value * self.games[1]

    @cached_property
    def few(self) -> bool:
        """Too few games say anything for a t interval to be trusted."""
        if self.changed is not None:
            return 0 < self.changed < FEW
        if self.measure.kind != "share":
            return False
        pairs = zip(self.counts, self.games, strict=True)
        return min(min(count, n - count) for count, n in pairs) < FEW

    def interval(self, alpha: float = ALPHA, *, paired: bool = True) -> tuple[float, float]:
        """The 1 - alpha interval of the difference; NaN where too few games differ to tell."""
        coupled = paired and self.paired
        if coupled and self.identical:
            return 0.0, 0.0
        if self.few and coupled == self.paired:
            return self._careful(alpha)
        error = self.error if coupled else self.loose
        margin = float(student.isf(alpha / 2, min(self.games) - 1)) * error
        return self.value - margin, self.value + margin

    def _careful(self, alpha: float) -> tuple[float, float]:
        """For shares of games, what holds however few games changed; nothing for other measures."""
        if self.measure.kind != "share" or self.measure.bottom:
            return float("nan"), float("nan")
        if self.changed is not None:
            # A game that changed moves the mean by at most 1 / games.
            _, most = proportion_confint(self.changed, self.games[0], alpha, "wilson")
            return -float(most), float(most)
        low, high = confint_proportions_2indep(
            self.counts[1], self.games[1], self.counts[0], self.games[0],
            method="newcomb", compare="diff", alpha=alpha,
        )  # fmt: skip
        return float(low), float(high)

    @cached_property
    def p(self) -> float:
        """Two-sided p value of no difference; 1 when identical or with too few games to tell."""
        if self.identical or self.few:
            return 1.0
        error = self.error if self.paired else self.loose
        if error == 0:
            return 0.0 if self.value else 1.0
        return float(2 * student.sf(abs(self.value) / error, min(self.games) - 1))
