"""How close is the end?

One bar per number of influence by which the winner was ahead of the second, in games the table won;
0 is a shared win. Much weight near 0 means that the last choices count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import quantile, rate, wilson
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "How close the winner's lead is"
READING = (
    "Bars are parts of the games that somebody won, by how much influence the winner had more than "
    "the second; 0 is a shared win."
)
MARGINS = Cube("games", ("team_win", "margin"))
COMEBACKS = Cube("games", ("team_win", "comeback"))
WANTED = (MARGINS, COMEBACKS)
CLOSE = 2
"""A lead of at most this much influence is called close."""


def numbers(tables: Tables) -> Numbers:
    """Columns margin (influence), part (rate with _low, _high), n (games won); from games won.

    Facts: `median`; rates `shared` (margin 0), `close` (up to CLOSE), `comeback` (the winner had
    lagged at some time).
    """
    won = tables[MARGINS].query("team_win == 1")
    lags = tables[COMEBACKS].query("team_win == 1")
    if won.empty:
        return Numbers(won)
    n = int(won["n"].sum())
    rows = won[["margin"]].copy()
    rows["part"], rows["part_low"], rows["part_high"] = wilson(won["n"], n)
    facts = {
        "median": quantile(won["margin"], won["n"], 0.5),
        "shared": rate(won.loc[won["margin"] == 0, "n"].sum(), n),
        "close": rate(won.loc[won["margin"] <= CLOSE, "n"].sum(), n),
        "comeback": rate(lags.loc[lags["comeback"] > 0, "n"].sum(), n),
    }
    return Numbers(rows.assign(n=n).reset_index(drop=True), facts)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("margin", "Lead of the winner (influence)", "count"),
        Shown("part", "Part of games won", "percent"),
        Shown("n", "Games won", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The middle lead, shared wins, comebacks."""
    facts = numbers.facts
    return [
        (
            f"In half of the games the winner is at most {facts['median']:.0f} influence ahead; "
            f"{words.percent_of(facts['shared'], long=True)} end in a shared win, and in "
            f"{words.percent_of(facts['comeback'])} the winner had once been behind."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Lead of the winner over the second in influence, in games that somebody won; "
        f"{words.count(numbers.rows['n'].iloc[0])} games."
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
    ax.set_xlabel("lead of the winner, influence")
    ax.set_ylabel("part of games won")
