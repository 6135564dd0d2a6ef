"""How long is a filibuster at the table: how many turns does the Leader take?

The line is the mean number of turns the Leader began, the band holds 8 of 10 filibusters. A wide band
means that nobody can tell how long the next filibuster will be.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hemicycle.reports import marks, words
from hemicycle.reports.filibuster_hours import LENGTHS
from hemicycle.reports.stats import bands
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "Length of a filibuster in Leader turns"
READING = (
    "The line is the mean number of turns the Leader began, the dotted line the middle case; the "
    "band holds 8 of 10 filibusters."
)
WANTED = (LENGTHS,)


def numbers(tables: Tables) -> Numbers:
    """Columns difficulty, leader_turns (mean with _low, _high), p10, p50, p90, n."""
    return Numbers(bands(tables[LENGTHS], "difficulty", "leader_turns"))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("difficulty", "Hours needed", "count"),
        Shown("leader_turns", "Mean Leader turns", "number"),
        Shown("p10", "One in ten stays at or below", "count"),
        Shown("p50", "Half stay at or below", "count"),
        Shown("p90", "Nine in ten stay at or below", "count"),
        Shown("n", "Filibusters", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The mean at the ends of the difficulties, and the usual range."""
    rows = numbers.rows
    first, last = rows.iloc[0], rows.iloc[-1]
    text = (
        f"The Leader takes {words.amount_of(estimate(first, 'leader_turns'), 'turns', long=True)} "
        f"where {first['difficulty']:.0f} hours are needed"
    )
    if len(rows) > 1:
        text += (
            f" and {words.amount_of(estimate(last, 'leader_turns'), 'turns')} where "
            f"{last['difficulty']:.0f} are"
        )
    widest = rows.iloc[int(np.argmax(rows["p90"] - rows["p10"]))]
    return [
        (
            f"{text}. It varies most at {widest['difficulty']:.0f} hours: 8 of 10 filibusters take "
            f"{widest['p10']:.0f} to {widest['p90']:.0f} turns."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Turns the Leader began, against the hours needed; "
        f"{words.count(numbers.rows['n'].sum())} filibusters."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.1


def draw(ax: Any, numbers: Numbers) -> None:
    """Mean, median and band of Leader turns over the difficulty."""
    rows = numbers.rows
    marks.band(ax, rows["difficulty"], rows, "leader_turns", "mean")
    ax.set_xticks(rows["difficulty"])
    ax.set_ylim(0, None)
    ax.set_xlabel("hours needed")
    ax.set_ylabel("turns of the Leader")
    marks.legend(ax)
