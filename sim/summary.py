"""What a run's tables say in a few lines: win rates and success by round, each with its interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np

from hemicycle.sim.outcomes import Layout, numbers

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
FEW = 30
"""With fewer cases than this on either side, an interval of a mean is Wilson's."""
WHOLE = 60
"""Shares of a win are counted in sixtieths: exact for a win split by up to six."""

Parts = Callable[[str, Sequence[str]], Iterator[Any]]
"""Gives the parts of a table with the columns named: `Run.parts`."""


def wilson(count: float, n: int) -> dict[str, Any]:
    """The rate `count / n` with its 95 % Wilson interval.

    Written out because SciPy and statsmodels take longer to load than a short run takes to play;
    the tests hold it against both.
    """
    if n == 0:
        return {"value": None, "low": None, "high": None, "n": 0}
    rate, spread = count / n, Z * Z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * np.sqrt(rate * (1 - rate) / n + spread / (4 * n))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return {"value": float(rate), "low": float(low), "high": float(high), "n": int(n)}


def share(often: Any, held: int = 1) -> dict[str, Any]:
    """Mean share of the win of one of `held` seats, with its 95 % interval.

    `often` int64[WHOLE + 1]: how often the seats together had so many sixtieths. Normal for a mean
    of many cases. Where nearly all cases are 0, or nearly all 1, Wilson's: wider than needed for
    fractions, but it never claims a certainty.
    """
    n, values = int(often.sum()), np.arange(len(often)) / (WHOLE * held)
    total = float(often @ values)
    if min(n - often[0], n - often[-1]) < FEW:
        return wilson(total, n)
    mean = total / n
    half = Z * np.sqrt((float(often @ values**2) / n - mean * mean) / (n - 1))
    return {"value": mean, "low": max(0.0, mean - half), "high": min(1.0, mean + half), "n": n}


def summarise(plan: Layout, parts: Parts, seats: int, labels: Sequence[str]) -> dict[str, Any]:
    """The summary of a run as plain data.

    `outcomes`: each yes-or-no column of games; `strategies` and `seats`: share of the win per game;
    `strategy_seats`: both crossed, when several strategies play; `rounds`: each yes-or-no column of
    rounds by round and, where the game has one, by difficulty.
    """
    wins = _wins(parts, seats, len(labels))
    by_strategy = [
        {"strategy": label, **share(wins.strategies[i], wins.held[i])}
        for i, label in enumerate(labels)
    ]
    crossed = [
        {"strategy": labels[i], "seat": seat, **share(wins.cells[i, seat])}
        for i in range(len(labels))
        for seat in range(seats)
        if wins.cells[i, seat].any()
    ]
    return {
        "outcomes": _outcomes(plan, parts),
        "strategies": by_strategy,
        "seats": [{"seat": seat, **share(wins.cells[:, seat].sum(0))} for seat in range(seats)],
        "strategy_seats": crossed if len(labels) > 1 else [],
        "rounds": _rounds(plan, parts),
    }


def _flags(plan: Layout, table: str) -> dict[str, str]:
    """The yes-or-no columns of a table and their meanings."""
    return {column.name: column.meaning for column in plan.columns[table] if column.dtype == "?"}


def _outcomes(plan: Layout, parts: Parts) -> list[dict[str, Any]]:
    flags = _flags(plan, "games")
    counted, games = dict.fromkeys(flags, 0), 0
    for part in parts("games", list(flags) or ["game"]):
        games += part.num_rows
        for name in flags:
            counted[name] += int(np.count_nonzero(numbers(part[name])))
    return [
        {"name": name, "meaning": flags[name], **wilson(counted[name], games)} for name in flags
    ]


class _Wins:
    """How often each share of a win occurred: int64, the last axis in sixtieths.

    `strategies[i]`: of the `held[i]` seats together that strategy i has in every game;
    `cells[i, seat]`: of one seat.
    """

    def __init__(self, strategies: int, seats: int):
        self.strategies = np.zeros((strategies, WHOLE + 1), np.int64)
        self.held = [1] * strategies
        self.cells = np.zeros((strategies, seats, WHOLE + 1), np.int64)


def _wins(parts: Parts, seats: int, strategies: int) -> _Wins:
    found = _Wins(strategies, seats)
    for part in parts("seats", ["seat", "strategy", "win"]):
        seat = numbers(part["seat"]).astype(np.int64)
        who = numbers(part["strategy"]).astype(np.int64)
        sixtieths = np.rint(numbers(part["win"]) * WHOLE).astype(np.int64)
        key = (who * seats + seat) * (WHOLE + 1) + sixtieths
        found.cells += np.bincount(key, minlength=found.cells.size).reshape(found.cells.shape)
        for i in range(strategies):
            own = sixtieths[who == i]
            found.held[i] = len(own) * seats // len(who)
            together = own.reshape(-1, found.held[i]).sum(1)
            found.strategies[i] += np.bincount(together, minlength=WHOLE + 1)
    return found


def _rounds(plan: Layout, parts: Parts) -> list[dict[str, Any]]:
    """One entry per yes-or-no column and grouping: {name, meaning, by, rows}."""
    flags = _flags(plan, "rounds")
    names = {column.name for column in plan.columns["rounds"]}
    groupings = [by for by in ("round", "difficulty") if by in names]
    sums: dict[tuple[str, str], Any] = {}
    for part in parts("rounds", [*groupings, *flags]) if flags else ():
        for by in groupings:
            key = numbers(part[by]).astype(np.int64)
            for name in flags:
                yes = np.bincount(key[numbers(part[name]) == 1], minlength=256)
                both = np.stack([yes, np.bincount(key, minlength=256)])
                sums[name, by] = sums.get((name, by), 0) + both
    return [
        {
            "name": name,
            "meaning": flags[name],
            "by": by,
            "rows": [{by: int(i), **wilson(int(yes[i]), int(n[i]))} for i in np.flatnonzero(n)],
        }
        for (name, by), (yes, n) in sums.items()
    ]
