"""Which way of playing wins?

One dot a strategy: the win rate of a seat played this way, over all seats, since every strategy sits
in every seat equally often. The dashed line is what each would win if all played equally well. Small
marks show the strategy's win rate in each single seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.reading import BASIS, Cube
from hemicycle.reports.seats import NARROWEST, PORTIONS, SCORES
from hemicycle.reports.stats import by_group, share
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate
from hemicycle.reports.wins import WINNERS, per_strategy, shares

TITLE = "Which way of playing wins?"
READING = (
    "Each dot is a strategy's win rate per seat, the bar its 95 % interval, the small ticks the "
    "same strategy in each single seat. Right of the dashed line wins more than its share."
)
PLACES = Cube("seats", ("arrangement", "seat", "place"))
WANTED = (WINNERS, SCORES, PORTIONS, PLACES)


def numbers(tables: Tables) -> Numbers:
    """Columns strategy, win, score, portion (with _low, _high), first, last, seat_0.., n (games).

    `first` and `last` are the shares of seat-games that ended in the first and the last place.
    Empty when only one strategy sat at the table.
    """
    run, counted = tables.run, tables[WINNERS]
    if len(run.strategies) < 2:
        return Numbers(pd.DataFrame())
    all_shares = shares(counted["winners"], run.players)
    values = per_strategy(all_shares, counted["arrangement"], run.strategy_at)
    at = np.array(run.strategy_at)[counted["arrangement"].to_numpy()]
    places = _marked(tables, PLACES)
    records = []
    for number, label in enumerate(run.strategies):
        found = share(values[:, number], counted["n"])
        own = places[places["strategy"] == number]
        of_seat = {}
        for seat in range(run.players):
            n = counted["n"] * (at[:, seat] == number)
            of_seat[f"seat_{seat}"] = share(all_shares[:, seat], n).value
        records.append(
            {"strategy": label, **found.columns("win"), **of_seat, "n": found.n}
            | {"first": _part(own, own["place"] == 1), "last": _part(own, _is_last(own, run))}
        )
    rows = pd.DataFrame(records)
    for cube, name, scale in ((SCORES, "score", 1), (PORTIONS, "portion", BASIS)):
        marked = _marked(tables, cube)
        marked[name] = marked[name] / scale
        means = by_group(marked, ["strategy"], name, name).drop(columns=["strategy", "n"])
        rows = pd.concat([rows, means], axis=1)
    fair = float(all_shares.sum(axis=1) @ counted["n"] / counted["n"].sum() / run.players)
    order = np.argsort(-rows["win"].to_numpy(), kind="stable")
    return Numbers(rows.iloc[order].reset_index(drop=True), {"fair": fair})


def _marked(tables: Tables, cube: Cube) -> pd.DataFrame:
    return tables[cube].assign(strategy=tables.strategy_of(tables[cube]))


def _part(frame: pd.DataFrame, chosen: Any) -> float:
    return float(frame.loc[chosen, "n"].sum() / frame["n"].sum())


def _is_last(frame: pd.DataFrame, run: Any) -> Any:
    return frame["place"] == run.players


def _seat_columns(numbers: Numbers) -> list[str]:
    return [str(name) for name in numbers.rows if str(name).startswith("seat_")]


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    seats = _seat_columns(numbers)
    return [
        Shown("strategy", "Strategy"),
        Shown("win", "Win rate per seat", "percent"),
        *(Shown(name, f"Win rate in seat {name.removeprefix('seat_')}", "percent")
          for name in seats),
        Shown("score", "Mean score", "number"),
        Shown("portion", "Part of all points at the table", "percent"),
        Shown("n", "Games", "count"),
    ]  # fmt: skip


def sentences(numbers: Numbers) -> list[str]:
    """The best and the worst strategy and how they differ from a fair share."""
    rows, fair = numbers.rows, numbers.facts["fair"]
    best, worst = rows.iloc[0], rows.iloc[-1]
    return [
        (
            f"'{best['strategy']}' wins most often: "
            f"{words.percent_of(estimate(best, 'win'), long=True)} of games per seat, where equal play "
            f"would give {words.percent(fair)}. '{worst['strategy']}' wins least, "
            f"{words.percent_of(estimate(worst, 'win'))}."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Win rate of a seat by the strategy that plays it (a shared win counts as its fraction), "
        f"with 95 % intervals; {words.count(numbers.rows['n'].max())} games."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.1 + 0.36 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval a strategy, ticks for its seats, and the share of equal play."""
    rows = numbers.rows
    labels = [str(label) for label in rows["strategy"]]
    seats = rows[_seat_columns(numbers)]
    for y, row in enumerate(seats.to_numpy()):
        ax.plot(row, np.full(len(row), y + 0.22), "|", color=marks.MUTED, markersize=6)
    marks.forest(ax, labels, rows, "win")
    marks.line_at(ax, numbers.facts["fair"], "equal play")
    marks.at_least(ax.xaxis, NARROWEST, numbers.facts["fair"])
    ax.set_xlabel("win rate of a seat, percent of games", loc="right")
    marks.percent_axis(ax.xaxis)
