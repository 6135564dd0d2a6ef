"""What does it cost to be Leader?

One point a round: the mean winning bid, with the band that holds 8 of 10 auctions. A price that climbs
with the influence on the policies is an auction that works; one stuck at 1 is a formality.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.filibuster_gains import BIDS
from hemicycle.reports.stats import bands, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "What the Leader's place costs"
READING = "The line is the mean, the dotted line the middle case, the band holds 8 of 10 auctions."
WANTED = (BIDS,)


def numbers(tables: Tables) -> Numbers:
    """Columns round, bid (mean with _low, _high), p10, p50, p90, sold (rate), n; rounds from 2."""
    counted = tables[BIDS]
    counted = counted[counted["round"] > 1]
    if counted.empty:
        return Numbers(counted)
    rows = bands(counted, "round", "bid")
    sold = counted.assign(sales=counted["n"] * (counted["bid"] > 0)).groupby("round")
    rows["sales"] = sold["sales"].sum().to_numpy()
    return Numbers(with_rate(rows, "sold", "sales").drop(columns="sales"))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Round", "count"),
        Shown("bid", "Mean winning bid (influence)", "number"),
        Shown("p10", "One in ten at or below", "count"),
        Shown("p50", "Half at or below", "count"),
        Shown("p90", "Nine in ten at or below", "count"),
        Shown("sold", "Auctions with a bid", "percent"),
        Shown("n", "Auctions", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The price in the first and the last auction, and auctions without a bid."""
    rows = numbers.rows
    first, last = rows.iloc[0], rows.iloc[-1]
    text = (
        f"To lead round {first['round']:.0f} costs "
        f"{words.amount_of(estimate(first, 'bid'), 'influence', long=True)}"
    )
    if len(rows) > 1:
        text += (
            f", to lead round {last['round']:.0f} it is {words.amount_of(estimate(last, 'bid'))}"
        )
    idle = 1 - (rows["sold"] * rows["n"]).sum() / rows["n"].sum()
    return [f"{text}. {words.percent(idle)} of auctions end without any bid."]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return f"Winning bids by round, auctions without a bid counting as 0; {words.count(numbers.rows['n'].sum())} auctions."


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.0


def draw(ax: Any, numbers: Numbers) -> None:
    """Mean, median and band of the winning bid over the rounds."""
    rows = numbers.rows
    marks.band(ax, rows["round"], rows, "bid", "mean")
    ax.set_xticks(rows["round"])
    ax.set_ylim(0, None)
    ax.set_xlabel("round")
    ax.set_ylabel("winning bid, influence")
    marks.legend(ax)
