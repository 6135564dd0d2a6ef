"""The difficulty curve: how often is a policy blocked when so many hours are needed?

The line falls from the easy first filibuster to the 24 hours after six blocked policies. A steep
step shows where the game turns hard; the second line leaves out what was blocked by a vote, which
needs no hours. Numbers above the axis are filibusters played at that difficulty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import FEW, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "The difficulty curve"
READING = (
    "The upper line is the chance that the policy is blocked, the lower one the chance that it is "
    "blocked by reaching the hours, without a vote. Bands are 95 % intervals."
)
ENDED = Cube("rounds", ("round", "difficulty", "blocked", "end", "votes_called"))
WANTED = (ENDED,)


def numbers(tables: Tables) -> Numbers:
    """Columns difficulty (hours), block, talk (rates with _low, _high), n; a row a difficulty."""
    counted = tables[ENDED]
    blocked = counted["n"] * counted["blocked"]
    counted = counted.assign(blocks=blocked, talks=blocked * (counted["end"] != "vote"))
    rows = counted.groupby("difficulty")[["blocks", "talks", "n"]].sum().reset_index()
    rows = with_rate(with_rate(rows, "block", "blocks"), "talk", "talks")
    return Numbers(rows.drop(columns=["blocks", "talks"]))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("difficulty", "Hours needed", "count"),
        Shown("block", "Blocked", "percent"),
        Shown("talk", "Blocked without a vote", "percent"),
        Shown("n", "Filibusters", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The chance at the easiest and the hardest difficulty, and the steepest step."""
    rows = numbers.rows
    enough = rows[rows["n"] >= FEW] if (rows["n"] >= FEW).any() else rows
    first, last = enough.iloc[0], enough.iloc[-1]
    found = (
        f"A filibuster that needs {first['difficulty']:.0f} hours succeeds in "
        f"{words.percent_of(estimate(first, 'block'), long=True)} of cases"
    )
    if len(enough) == 1:
        return [f"{found}; no other difficulty was played often enough."]
    text = (
        f"{found}, one that needs {last['difficulty']:.0f} hours in "
        f"{words.percent_of(estimate(last, 'block'))}."
    )
    step = np.diff(enough["block"])
    at = int(np.argmin(step))
    if step[at] < 0:
        before, after = enough["difficulty"].iloc[at], enough["difficulty"].iloc[at + 1]
        text += (
            f" The largest drop is from {before:.0f} to {after:.0f} hours: "
            f"{words.number(-step[at] * 100)} points."
        )
    return [text]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Chance that the policy is blocked against the hours needed, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].sum())} filibusters."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.4


def draw(ax: Any, numbers: Numbers) -> None:
    """Two curves over the hours needed, with the number of filibusters at each point."""
    rows = numbers.rows
    marks.curve(ax, rows["difficulty"], rows, "block", 0, "blocked")
    marks.curve(ax, rows["difficulty"], rows, "talk", 1, "blocked without a vote")
    marks.percent_axis(ax.yaxis, whole=True)
    marks.counted_ticks(
        ax, rows["difficulty"], rows["n"], "hours needed (below: filibusters played)"
    )
    ax.set_ylabel("chance to block the policy")
    marks.legend(ax)
