"""Does it matter where a player sits?

One dot a seat: its share of all games won, a shared win counting as the fraction. The dashed line is
the share every seat would have at a fair table. Bars that do not reach the line are seats that the
game itself (or who sits there) favours or hurts.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.reading import BASIS, Cube
from hemicycle.reports.stats import by_group, share, spread, together
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate
from hemicycle.reports.wins import WINNERS, shares

TITLE = "Does the seat matter?"
READING = (
    "Each dot is a seat's win rate, the bar its 95 % interval; the dashed line is the fair share. "
    "Of several bars one may stay clear of the line by luck; the sentences below allow for that."
)
SCORES = Cube("seats", ("arrangement", "seat", "score"))
PORTIONS = Cube("seats", ("arrangement", "seat", "portion"))
NARROWEST = 0.06
"""The drawing spans at least this much, so that differences nobody notices look small."""
WANTED = (WINNERS, SCORES, PORTIONS)


def numbers(tables: Tables) -> Numbers:
    """Columns seat, win, score, portion (each with _low, _high), n; one row a seat."""
    counted, players = tables[WINNERS], tables.run.players
    values = shares(counted["winners"], players)
    records = []
    for seat in range(players):
        found = share(values[:, seat], counted["n"])
        records.append({"seat": seat, **found.columns("win"), "n": found.n})
    rows = pd.DataFrame(records)
    rows = rows.merge(by_group(tables[SCORES], ["seat"], "score", "score").drop(columns="n"))
    rows = rows.merge(portions(tables[PORTIONS], ["seat"]).drop(columns="n"))
    apart = spread(together(values, counted["n"]))
    fair = float(values.sum(axis=1) @ counted["n"] / counted["n"].sum() / players)
    return Numbers(rows, {"spread": apart, "fair": fair})


def portions(counted: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Mean portion of a game's points by the groups of `by`, in 0..1."""
    return by_group(counted.assign(portion=counted["portion"] / BASIS), by, "portion", "portion")


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("seat", "Seat", "count"),
        Shown("win", "Win rate", "percent"),
        Shown("score", "Mean score", "number"),
        Shown("portion", "Part of all points at the table", "percent"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """Which seats are apart, and by how much."""
    rows, apart = numbers.rows, numbers.facts["spread"]
    best, worst = rows.iloc[numbers.most("win")], rows.iloc[numbers.least("win")]
    if not apart.low > 0:
        most = words.percent(apart.high, words.decimals(apart.margin * 100)).split()[0]
        return [
            (
                "No seat is known to win more often than another: the difference between the best and "
                f"the worst seat is at most {most} percentage points."
            )
        ]
    gap = words.points_of(apart, long=True)
    return [
        (
            f"Seat {best['seat']:.0f} wins {gap} more often than seat {worst['seat']:.0f}: "
            f"{words.plain_percent(estimate(best, 'win'))} against "
            f"{words.plain_percent(estimate(worst, 'win'))} of games."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Win rate by seat (a shared win counts as its fraction), with 95 % intervals; "
        f"{words.count(numbers.rows['n'].max())} games."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.1 + 0.32 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval for each seat, and the fair share."""
    rows = numbers.rows
    marks.forest(ax, [f"Seat {seat}" for seat in rows["seat"]], rows, "win")
    marks.line_at(ax, numbers.facts["fair"], "fair share")
    marks.at_least(ax.xaxis, NARROWEST, numbers.facts["fair"])
    ax.set_xlabel("win rate, percent of games", loc="right")
    marks.percent_axis(ax.xaxis)
