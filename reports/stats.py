"""Rates and means with their 95 % intervals, from frequency tables.

SciPy and statsmodels do the statistics; this module only chooses the method and lays out columns.
Everywhere `n` is a number of independent games or rounds, or of seat-games where the text says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import studentized_range
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_confint,
    proportions_ztest,
)
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

ALPHA = 0.05
"""One minus the confidence of every interval."""
FEW = 30
"""Below this many cases (or cases that are not zero) a mean's t interval is not to be trusted."""


@dataclass(frozen=True)
class Estimate:
    """A number, its 95 % interval and the number of cases behind it; NaN where there are none."""

    value: float
    low: float
    high: float
    n: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def columns(self, name: str) -> dict[str, float]:
        """As columns of a table: `name`, `name_low`, `name_high`."""
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high}


NOTHING = Estimate(np.nan, np.nan, np.nan, 0)


def wilson(count: Any, n: Any) -> tuple[Any, Any, Any]:
    """Rates `count / n` with Wilson intervals, element by element; NaN where n is 0."""
    count, n = np.asarray(count, float), np.asarray(n, float)
    cases = np.where(n > 0, n, np.nan)
    low, high = proportion_confint(count, cases, alpha=ALPHA, method="wilson")
    return count / cases, low, high


def rate(count: float, n: int) -> Estimate:
    """One rate with its Wilson interval."""
    value, low, high = wilson(count, n)
    return Estimate(float(value), float(low), float(high), int(n))


def with_rate(frame: pd.DataFrame, name: str, count: str, n: str = "n") -> pd.DataFrame:
    """`frame` with the columns `name`, `name_low`, `name_high`: count / n and its Wilson interval."""
    value, low, high = wilson(frame[count], frame[n])
    return frame.assign(**{name: value, f"{name}_low": low, f"{name}_high": high})


def mean(values: Any, counts: Any) -> Estimate:
    """Mean of `values` that occurred `counts` times each, with its t interval.

    A single case has no interval (NaN), and equal values have one of no width.
    """
    counts = np.asarray(counts)
    n = int(counts.sum())
    if n == 0:
        return NOTHING
    values = np.asarray(values, float)
    centre = float(np.average(values, weights=counts))
    if n == 1:
        return Estimate(centre, np.nan, np.nan, 1)
    found = DescrStatsW(values, weights=counts)
    if found.var <= 1e-15:
        return Estimate(centre, centre, centre, n)
    low, high = found.tconfint_mean(alpha=ALPHA)
    return Estimate(centre, float(low), float(high), n)


def share(values: Any, counts: Any) -> Estimate:
    """Mean of shares in 0..1 that occurred `counts` times each, with its interval.

    A shared win is a fraction, so a win share is not a binomial rate: the interval is the t interval
    of the mean. With fewer than FEW cases that are not 0 (or not 1) it is Wilson's, which is too
    wide for fractions (their variance is at most p(1 - p)) but never claims a certainty.
    """
    values, counts = np.asarray(values, float), np.asarray(counts)
    n = int(counts.sum())
    if n == 0:
        return NOTHING
    if min(int(counts[values > 0].sum()), int(counts[values < 1].sum())) < FEW:
        return rate(float((values * counts).sum()), n)
    found = mean(values, counts)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high), n)


def by_group(
    counted: pd.DataFrame, by: Sequence[str], value: str, name: str, *, shares: bool = False
) -> pd.DataFrame:
    """Mean of the column `value` in each group of `by`, from rows that occurred `n` times.

    Returns the columns of `by`, then `name`, `name_low`, `name_high`, `n`; `shares` for values in
    0..1 (see `share`).
    """
    method = share if shares else mean
    records = []
    for key, part in counted.groupby(list(by), sort=True):
        found = method(part[value], part["n"])
        records.append(dict(zip(by, key, strict=True)) | found.columns(name) | {"n": found.n})
    columns = [*by, name, f"{name}_low", f"{name}_high", "n"]
    return pd.DataFrame(records, columns=columns)


def quantile(values: Any, counts: Any, q: float) -> float:
    """The smallest value that at least the share `q` of the cases do not exceed; NaN for none."""
    order = np.argsort(np.asarray(values), kind="stable")
    total = np.cumsum(np.asarray(counts)[order])
    if len(total) == 0 or total[-1] == 0:
        return float("nan")
    return float(np.asarray(values)[order][np.searchsorted(total, q * total[-1])])


def ratio(part: Any, whole: Any, counts: Any) -> Estimate:
    """Sum of `part` divided by the sum of `whole`, over cases that occurred `counts` times.

    The interval is that of the mean of part - ratio * whole (the delta method for a ratio of means).
    """
    part, whole, counts = (np.asarray(x, float) for x in (part, whole, counts))
    n, total = int(counts.sum()), float((whole * counts).sum())
    if n < 2 or total == 0:
        return Estimate(np.nan, np.nan, np.nan, n)
    value = float((part * counts).sum()) / total
    off = mean(part - value * whole, counts)
    scale = total / n
    return Estimate(value, value + off.low / scale, value + off.high / scale, n)


def share_difference(first: tuple[Any, Any], second: tuple[Any, Any]) -> tuple[Estimate, float]:
    """Difference of two means of shares and its two-sided p value; each side (values, counts).

    Welch's t interval for unequal variances. NaN interval and p 1 where a side has fewer than FEW
    cases that are not 0, or no spread: nothing can be said.
    """
    sides = [(np.asarray(v, float), np.asarray(c)) for v, c in (first, second)]
    n = int(sum(c.sum() for _, c in sides))
    if any(c.sum() == 0 for _, c in sides):
        return Estimate(np.nan, np.nan, np.nan, n), 1.0
    gap = float(np.subtract(*(np.average(v, weights=c) for v, c in sides)))
    if any(min(c[v > 0].sum(), c[v < 1].sum()) < FEW for v, c in sides):
        return Estimate(gap, np.nan, np.nan, n), 1.0
    described = [DescrStatsW(v, weights=c) for v, c in sides]
    if all(one.var <= 1e-15 for one in described):
        return Estimate(gap, np.nan, np.nan, n), 1.0
    pair = CompareMeans(*described)
    low, high = pair.tconfint_diff(alpha=ALPHA, usevar="unequal")
    p = float(pair.ttest_ind(usevar="unequal")[1])
    return Estimate(gap, float(low), float(high), n), p


def rate_difference(count: int, n: int, other: int, other_n: int) -> Estimate:
    """Difference of two independent rates with Newcombe's interval; NaN where a side is empty."""
    if n == 0 or other_n == 0:
        return Estimate(np.nan, np.nan, np.nan, n + other_n)
    low, high = confint_proportions_2indep(
        count, n, other, other_n, method="newcomb", compare="diff", alpha=ALPHA
    )
    return Estimate(count / n - other / other_n, float(low), float(high), n + other_n)


def rate_p(count: int, n: int, other: int, other_n: int) -> float:
    """Two-sided p value (z test) that two independent rates are equal; 1 where nothing can differ."""
    together_n, together_count = n + other_n, count + other
    if n == 0 or other_n == 0 or together_count in (0, together_n):
        return 1.0
    return float(proportions_ztest([count, other], [n, other_n])[1])


def holm(p: Sequence[float]) -> list[bool]:
    """Which of several findings still stand after Holm's correction for having looked at all."""
    if len(p) == 0:
        return []
    return [bool(found) for found in multipletests(p, alpha=ALPHA, method="holm")[0]]


@dataclass(frozen=True)
class Together:
    """Means of several columns measured in the same games.

    `means` (k,) and `covariance` (k, k) of those means, from n games.
    """

    means: Any
    covariance: Any
    n: int


def together(values: Any, counts: Any) -> Together:
    """Means of the columns of `values` (rows, k), row i occurring `counts[i]` times."""
    values, counts = np.asarray(values, float), np.asarray(counts)
    n = int(counts.sum())
    k = values.shape[1]
    if n < 2:
        found = values[counts > 0].mean(axis=0) if n else np.full(k, np.nan)
        return Together(found, np.full((k, k), np.nan), n)
    covariance = np.cov(values, rowvar=False, fweights=counts).reshape(k, k) / n
    return Together(np.average(values, axis=0, weights=counts), covariance, n)


def differences(found: Together) -> tuple[Any, Any]:
    """All pairwise differences of means and the half-width of their simultaneous intervals, (k, k).

    Seats of one game win or lose together, so the variance of a difference takes their covariance
    into account. Tukey's studentised range makes all intervals hold at once with 95 %.
    """
    gaps = found.means[:, None] - found.means[None, :]
    k = len(found.means)
    if k < 2:
        return gaps, np.full((k, k), np.nan)
    variance = np.diag(found.covariance)
    error = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * found.covariance, 0))
    return gaps, error * studentized_range.ppf(1 - ALPHA, k, np.inf) / np.sqrt(2)


def spread(found: Together) -> Estimate:
    """Largest minus smallest of the means.

    The plain difference is biased upwards (chance alone drives extremes apart) and a bootstrap of it
    more so. The interval is therefore what the simultaneous intervals of all pairwise differences
    allow: it reaches down to 0 unless some pair is surely apart, and covers at least 95 %.
    With fewer than FEW wins in any one seat nothing is said: 0 to 1.
    """
    gaps, margins = differences(found)
    value = float(np.max(gaps)) if found.n else float("nan")
    if len(found.means) < 2 or not found.n * np.min(found.means) >= FEW:
        return Estimate(value, 0.0, 1.0, found.n)
    low, high = np.max(gaps - margins), np.max(gaps + margins)
    return Estimate(value, float(max(low, 0)), float(high), found.n)


MET, MISSED, OPEN = "met", "missed", "cannot tell yet"


def verdict(found: Estimate, low: float | None, high: float | None) -> str:
    """Whether `found` lies in [low, high] (None: open): judged by its interval, not by the point."""
    bottom = -np.inf if low is None else low
    top = np.inf if high is None else high
    if np.isnan(found.low) or np.isnan(found.high):
        return OPEN
    if bottom <= found.low and found.high <= top:
        return MET
    if found.high < bottom or top < found.low:
        return MISSED
    return OPEN


def games_to_decide(found: Estimate, low: float | None, high: float | None) -> float:
    """About how many games would bring the interval clear of the nearer limit; inf when none would.

    The margin shrinks with the square root of the games, while the value is taken to stay.
    """
    limits = [limit for limit in (low, high) if limit is not None]
    gap = min((abs(found.value - limit) for limit in limits), default=np.inf)
    if not gap > 0 or np.isnan(found.margin):
        return float("inf")
    return float(found.n * max(1.0, found.margin / gap) ** 2)


def bands(counted: pd.DataFrame, by: str, value: str) -> pd.DataFrame:
    """Mean of `value` (with _low, _high) and its 10th, 50th and 90th percentile in each group.

    Columns `by`, `value`, ..., p10, p50, p90, n, from rows that occurred `n` times.
    """
    rows = by_group(counted, [by], value, value)
    for q in (10, 50, 90):
        rows[f"p{q}"] = [
            quantile(part[value], part["n"], q / 100) for _, part in counted.groupby(by, sort=True)
        ]
    return rows
