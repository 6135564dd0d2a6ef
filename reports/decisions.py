"""How many decisions does a game ask for?

A bar per range of decisions that all players together were asked. It is the nearest thing to playing
time that a simulation knows; forced moves (a single option) are not counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import mean, quantile, wilson
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Decisions asked in a game"
READING = (
    "Bars are parts of all games, by the decisions asked of all players together; a forced move is "
    "not a decision. The nearest thing to playing time that a simulation knows."
)
DECISIONS = Cube("games", ("decisions",))
WANTED = (DECISIONS,)
BINS = 24
"""At most about this many bars."""


def numbers(tables: Tables) -> Numbers:
    """Columns first, last (decisions), part (rate with _low, _high), n (games); a row a bar.

    Facts: `mean`, `p10`, `p90`.
    """
    counted = tables[DECISIONS]
    values, n = counted["decisions"], int(counted["n"].sum())
    width = _width(int(values.max() - values.min()) + 1)
    bins = (values // width) * width
    summed = counted["n"].groupby(bins).sum()
    part, low, high = wilson(summed, n)
    rows = pd.DataFrame(
        {"first": summed.index, "last": summed.index + width - 1, "part": part}
        | {"part_low": low, "part_high": high, "n": n}
    )
    facts = {f"p{q}": quantile(values, counted["n"], q / 100) for q in (10, 90)}
    return Numbers(rows, {"mean": mean(values, counted["n"]), **facts})


def _width(span: int) -> int:
    """A round bar width (1, 2, 5, 10, 20, ...) that gives at most about BINS bars."""
    steps = [digit * 10**power for power in range(9) for digit in (1, 2, 5)]
    return next((step for step in steps if span <= step * BINS), 10**9)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("first", "From (decisions)", "count"),
        Shown("last", "To (decisions)", "count"),
        Shown("part", "Part of games", "percent"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The mean and the usual range."""
    facts = numbers.facts
    return [
        (
            f"A game asks {words.amount_of(facts['mean'], 'decisions', long=True)} of all players "
            f"together; 8 of 10 games ask {words.count(facts['p10'])} to {words.count(facts['p90'])}."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return f"Decisions asked in a game; {words.count(numbers.rows['n'].iloc[0])} games."


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.5


def draw(ax: Any, numbers: Numbers) -> None:
    """A bar per range of decisions, and the mean."""
    rows = numbers.rows
    width = (rows["last"] - rows["first"] + 1).to_numpy()
    ax.bar(rows["first"], rows["part"], width=width * 0.92, align="edge", color=marks.BLUE)
    ax.grid(visible=False, axis="x")
    if not np.isnan(numbers.facts["mean"].value):
        marks.line_at(ax, numbers.facts["mean"].value, "mean")
    marks.percent_axis(ax.yaxis)
    ax.set_xlabel("decisions asked")
    ax.set_ylabel("part of games")
