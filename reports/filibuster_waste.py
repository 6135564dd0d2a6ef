"""How much is paid for nothing?

In this auction everybody pays. One bar a round: the part of all influence paid that came from players
who did not become Leader. Much waste makes bidding a gamble; none means nobody fights for the place.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.filibuster_gains import BIDS
from hemicycle.reports.stats import mean, ratio
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Paid for nothing"
READING = (
    "Everybody pays their own bid. Bars show which part of all influence paid in a round came from "
    "players who lost the auction; the thin lines are 95 % intervals."
)
WANTED = (BIDS,)


def numbers(tables: Tables) -> Numbers:
    """Columns round, waste (part of what is paid), paid (mean influence), both with intervals, n.

    Fact `all`: waste over all rounds.
    """
    counted = tables[BIDS]
    counted = counted[counted["round"] > 1]
    if counted.empty:
        return Numbers(counted)
    records = []
    for number, part in counted.groupby("round"):
        waste = ratio(part["paid"] - part["bid"], part["paid"], part["n"])
        paid = mean(part["paid"], part["n"])
        records.append(
            {"round": number, **waste.columns("waste"), **paid.columns("paid"), "n": paid.n}
        )
    overall = ratio(counted["paid"] - counted["bid"], counted["paid"], counted["n"])
    return Numbers(pd.DataFrame(records), {"all": overall})


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Round", "count"),
        Shown("paid", "Paid by all players (influence)", "number"),
        Shown("waste", "Paid by losers of the auction", "percent"),
        Shown("n", "Auctions", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The waste over all rounds."""
    found = numbers.facts["all"]
    if np.isnan(found.value):
        return ["Nobody ever paid a bid."]
    return [
        (
            f"{words.percent_of(found, long=True)} of all influence paid in auctions comes from players "
            "who lost them."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Part of the influence paid in auctions that losers paid, by round, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].sum())} auctions."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.8


def draw(ax: Any, numbers: Numbers) -> None:
    """One bar a round with its interval."""
    rows = numbers.rows
    marks.bars(ax, rows["round"], rows["waste"], marks.ORANGE, 0.65)
    ax.vlines(rows["round"], rows["waste_low"], rows["waste_high"], color=marks.INK, linewidth=1)
    ax.set_xticks(rows["round"])
    ax.set_ylim(0, None)
    marks.percent_axis(ax.yaxis)
    ax.set_xlabel("round")
    ax.set_ylabel("paid by losers")
