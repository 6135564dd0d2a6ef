"""How close is the end?

One bar per number of points by which the winner was ahead of the second; 0 is a shared win. Much weight
near 0 means that the last choices count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import quantile, rate, wilson
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "How close the winner's lead is"
READING = (
    "Bars are parts of the games that somebody won, by how much more the winner had than the second; "
    "0 is a shared win."
)
MARGINS = Cube("games", ("winners", "margin"))
WANTED = (MARGINS,)
CLOSE = 2
"""A lead of at most this much is called close."""


def numbers(tables: Tables) -> Numbers:
    """See `of`; all games that somebody won."""
    return of(tables[MARGINS].query("winners > 0"), "points")


def of(counted: pd.DataFrame, unit: str, games: str = "games that somebody won") -> Numbers:
    """Columns margin (in `unit`), part (rate with _low, _high), n; from games counted by `margin`.

    Facts: `unit`, `games` (which ones, in words), `median`; rates `shared` (margin 0), `close` (up
    to CLOSE).
    """
    if counted.empty:
        return Numbers(counted)
    rows = counted.groupby("margin", as_index=False)["n"].sum()
    n = int(rows["n"].sum())
    rows["part"], rows["part_low"], rows["part_high"] = wilson(rows["n"], n)
    facts = {
        "unit": unit,
        "games": games,
        "median": quantile(rows["margin"], rows["n"], 0.5),
        "shared": rate(rows.loc[rows["margin"] == 0, "n"].sum(), n),
        "close": rate(rows.loc[rows["margin"] <= CLOSE, "n"].sum(), n),
    }
    return Numbers(rows.assign(n=n), facts)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("margin", f"Lead of the winner ({numbers.facts['unit']})", "count"),
        Shown("part", "Part of these games", "percent"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The middle lead, close and shared wins."""
    facts = numbers.facts
    if facts["shared"].value == 1:
        return [f"All {facts['games']} end in a shared win."]
    return [
        (
            f"In half of the {facts['games']} the winner is at most {facts['median']:.0f} "
            f"{facts['unit']} ahead; {words.percent_of(facts['close'], long=True)} end at most "
            f"{CLOSE} apart, {words.percent_of(facts['shared'])} in a shared win."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        f"Lead of the winner over the second in {numbers.facts['unit']}; "
        f"{words.count(numbers.rows['n'].iloc[0])} {numbers.facts['games']}."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.8


def draw(ax: Any, numbers: Numbers) -> None:
    """A bar per lead, up to the lead that 99.5 % of games do not exceed, and the middle case."""
    rows = numbers.rows
    most = rows["margin"][np.searchsorted(rows["part"].cumsum(), 0.995, side="left").clip(
        0, len(rows) - 1
    )]  # fmt: skip
    kept = rows[rows["margin"] <= most]
    marks.bars(ax, kept["margin"], kept["part"], marks.GREEN)
    marks.line_at(ax, numbers.facts["median"], "half of the games")
    marks.whole_ticks(ax.xaxis)
    marks.percent_axis(ax.yaxis)
    ax.set_xlabel(f"lead of the winner, {numbers.facts['unit']}")
    ax.set_ylabel("part of games")
