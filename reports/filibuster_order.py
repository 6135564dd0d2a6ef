"""Does the first Leader have an edge?

Seats are counted from the first Leader to the left. One dot a place in that order: its win rate. The
first Leader is drawn by lot, so this is the seat question that Filibuster! really asks.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.seats import NARROWEST
from hemicycle.reports.stats import share, spread, together
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate
from hemicycle.reports.wins import shares_in_turn, winners_in_turn

TITLE = "Does the first Leader have an edge?"
READING = (
    "Seats counted from the first Leader, who is drawn by lot and leads round 1 without a bid. "
    "Dots are win rates, bars their 95 % intervals, the dashed line the fair share."
)
WINNERS = winners_in_turn("filibuster")
WANTED = (WINNERS,)


def numbers(tables: Tables) -> Numbers:
    """Columns place (0 = the first Leader), win (with _low, _high), n; one row a place."""
    counted, players = tables[WINNERS], tables.run.players
    values = shares_in_turn(counted, "filibuster", players)
    records = []
    for place in range(players):
        found = share(values[:, place], counted["n"])
        records.append({"place": place, **found.columns("win"), "n": found.n})
    fair = float(values.sum(axis=1) @ counted["n"] / counted["n"].sum() / players)
    return Numbers(
        pd.DataFrame(records), {"spread": spread(together(values, counted["n"])), "fair": fair}
    )


def _name(place: int) -> str:
    return "First Leader" if place == 0 else f"{place} to the left"


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("place", "Seats to the left of the first Leader", "count"),
        Shown("win", "Win rate", "percent"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """Whether the first Leader wins more or less than a fair share."""
    leader, fair = estimate(numbers.rows.iloc[0], "win"), numbers.facts["fair"]
    text = (
        f"The first Leader wins {words.percent_of(leader, long=True)} of games; a fair share is "
        f"{words.percent(fair, words.decimals(leader.margin * 100))}. "
    )
    if leader.low > fair:
        return [text + "Starting as the Leader is an advantage."]
    if leader.high < fair:
        return [text + "Starting as the Leader is a handicap."]
    return [text + "No advantage or handicap can be seen."]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Win rate by place in the order after the first Leader, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].max())} games."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.1 + 0.32 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval for each place, and the fair share."""
    rows = numbers.rows
    marks.forest(ax, [_name(place) for place in rows["place"]], rows, "win")
    marks.line_at(ax, numbers.facts["fair"], "fair share")
    marks.at_least(ax.xaxis, NARROWEST, numbers.facts["fair"])
    ax.set_xlabel("win rate, percent of games", loc="right")
    marks.percent_axis(ax.xaxis)
