"""Which strategies are surely apart?

Every pair of strategies with the difference of their win rates in the same games. The intervals hold
for all pairs at once, so that looking at many pairs does not make a chance finding look sure.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from hemicycle.reports import words
from hemicycle.reports.stats import Estimate, differences, together
from hemicycle.reports.tables import Numbers, Shown, Tables
from hemicycle.reports.wins import WINNERS, per_strategy, shares

TITLE = "Strategies against each other"
READING = (
    "A row says by how many percentage points the first strategy's win rate is above the second's, "
    "both at the same table. The 95 % intervals hold for all pairs at once."
)
WANTED = (WINNERS,)


def numbers(tables: Tables) -> Numbers:
    """Columns better, worse, gap (with _low, _high), sure, n; a row a pair, largest gap first."""
    run, counted = tables.run, tables[WINNERS]
    if len(run.strategies) < 2:
        return Numbers(pd.DataFrame())
    values = per_strategy(
        shares(counted["winners"], run.players), counted["arrangement"], run.strategy_at
    )
    gaps, margins = differences(together(values, counted["n"]))
    n = int(counted["n"].sum())
    records = []
    for first, second in zip(*np.triu_indices(len(run.strategies), 1), strict=True):
        high, low = (first, second) if gaps[first, second] >= 0 else (second, first)
        gap, margin = gaps[high, low], margins[high, low]
        found = Estimate(gap, gap - margin, gap + margin, n)
        records.append(
            {"better": run.strategies[high], "worse": run.strategies[low], **found.columns("gap")}
            | {"sure": "yes" if found.low > 0 else "no", "n": n}
        )
    rows = pd.DataFrame(records).sort_values("gap", ascending=False, ignore_index=True)
    return Numbers(rows)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("better", "Strategy"),
        Shown("worse", "against"),
        Shown("gap", "Wins more often by", "points"),
        Shown("sure", "Surely apart"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The largest gap, and how many pairs cannot be told apart."""
    rows = numbers.rows
    top, unsure = rows.iloc[0], int((rows["sure"] == "no").sum())
    text = (
        f"The largest gap is between '{top['better']}' and '{top['worse']}': "
        f"{words.points_of(numbers.estimate('gap', 0), long=True)}."
    )
    if unsure:
        text += f" {words.plural(unsure, 'pair')} of {len(rows)} cannot be told apart yet."
    return [text]


def caption(numbers: Numbers) -> str:
    """What is shown, with n."""
    return (
        "Differences of win rates per seat in percentage points, with simultaneous 95 % "
        f"intervals; {words.count(numbers.rows['n'].max())} games."
    )
