"""Means of two sides and how they hang together, from sums.

A measure is a ratio of two sums, so its error is that of a mean of per-game influences (the delta
method; for a plain mean the influence is the value itself less the mean). The influences of the same
game on both sides are subtracted for the paired error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hemicycle.sim.measures import Measure

if TYPE_CHECKING:
    from hemicycle.sim.pairs import PairSums, SideSums


@dataclass(frozen=True)
class Means:
    """Means of some columns of one side: `values` (m,), their `covariance` (m, m).

    `weights` (m, columns) turn a game's columns into its influence on each mean.
    """

    values: Any
    weights: Any
    covariance: Any


def means(measure: Measure, side: SideSums) -> Means:
    """The mean of each of the measure's top columns over its bottom column."""
    gram, tops = side.gram.astype(float), list(measure.tops)
    games, bottom = gram[0, 0], gram[0, measure.bottom]
    if bottom == 0:
        empty = np.full(len(tops), np.nan)
        return Means(empty, np.zeros((len(tops), len(gram))), np.diag(empty))
    ratios = gram[0, tops] / bottom
    weights = np.zeros((len(tops), len(gram)))
    weights[np.arange(len(tops)), tops] = 1
    weights[:, measure.bottom] -= ratios
    weights *= measure.scale * games / bottom
    covariance = weights @ gram @ weights.T / games / max(games - 1, 1)
    return Means(ratios * measure.scale, weights, covariance)


@dataclass(frozen=True)
class Coupling:
    """Two sides' means: covariance of their differences paired and unpaired, and of a's with b's."""

    a: Means
    b: Means
    paired: Any
    loose: Any
    both: Any


def couple(measure: Measure, first: SideSums, other: SideSums, pair: PairSums | None) -> Coupling:
    """The measure's columns on both sides; `pair` None for sides on different worlds."""
    a, b = means(measure, first), means(measure, other)
    loose = a.covariance + b.covariance
    if pair is None:
        return Coupling(a, b, loose, loose, 0 * loose)
    games = float(first.games)
    gram, cross, square = (x.astype(float) for x in (first.gram, pair.cross, pair.square))
    # From the differences, not from the two sides' products: exact when nothing changed.
    more = b.weights - a.weights
    mixed = more @ cross @ b.weights.T
    paired = more @ gram @ more.T + mixed + mixed.T + b.weights @ square @ b.weights.T
    both = a.weights @ (gram + cross) @ b.weights.T
    scale = games * max(games - 1, 1)
    return Coupling(a, b, paired / scale, loose, both / scale)


def root(variance: float) -> float:
    """Square root, taking what rounding made negative as 0; NaN stays."""
    return float(np.sqrt(np.maximum(0.0, variance)))


def correlation(both: float, one: float, other: float) -> float:
    """Correlation from covariance and variances; NaN when one side never varies."""
    scale = root(one) * root(other)
    return float(np.clip(both / scale, -1, 1)) if scale > 0 else float("nan")
