"""All differences between two sides, from the sums of their games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import t as student

from hemicycle.reports.coupling import Coupling, Means, correlation, couple, root
from hemicycle.reports.gap import Gap
from hemicycle.reports.spread_gap import spread_gap
from hemicycle.reports.stats import ALPHA, FEW, Estimate, rate
from hemicycle.sim.measures import Basis, Measure

if TYPE_CHECKING:
    from hemicycle.sim.pairs import Sums


def gaps(basis: Basis, sums: Sums, other: int = 1) -> list[Gap]:
    """The differences of all measures between side number `other` and the first."""
    first, second = sums.sides[0], sums.sides[other]
    pair = sums.pairs[other - 1] if sums.pairs else None
    found = []
    for at, measure in enumerate(basis.measures):
        coupling = couple(measure, first, second, pair)
        changed = None if pair is None else int(pair.changed[at])
        make = spread_gap if measure.group == "spread" else _gap
        found.append(make(measure, coupling, changed, (first.games, second.games)))
    return found


def _gap(measure: Measure, coupling: Coupling, changed: int | None, games: tuple[int, int]) -> Gap:
    errors = [float(x[0, 0]) for x in (coupling.paired, coupling.loose)]
    own = [
        estimate(measure, side, n) for side, n in zip((coupling.a, coupling.b), games, strict=True)
    ]
    variances = [side.covariance[0, 0] for side in (coupling.a, coupling.b)]
    return Gap(
        measure,
        own[0],
        own[1],
        root(errors[0]),
        root(errors[1]),
        correlation(coupling.both[0, 0], *variances),
        changed,
        games,
    )


def estimate(measure: Measure, side: Means, games: int) -> Estimate:
    """One side's value with its interval: Wilson's for rates and rare shares, else t."""
    value = float(side.values[0])
    if np.isnan(value):
        return Estimate(value, value, value, games)
    count = value * games
    plain = measure.kind == "share" and measure.bottom == 0
    if plain and (measure.scale == 1 or min(count, games - count) < FEW):
        return rate(count, games)
    margin = float(student.isf(ALPHA / 2, max(1, games - 1))) * root(side.covariance[0, 0])
    return Estimate(value, value - margin, value + margin, games)
