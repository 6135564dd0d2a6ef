"""Where do victory points come from?

One bar for winners, others, each seat and (when several play) each strategy: the mean victory points from
governments, oppositions, battles and provinces. A source that hardly shows is not worth fighting for;
what winners have more of than others is what decides the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import habits, marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import by_group
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Victory points by source"
READING = (
    "Mean victory points of a seat at the end of a game, stacked by where they came from. They are "
    "counted in games that end by sudden death too, where they do not decide."
)
SOURCES = {
    "vp_government": "governments",
    "vp_opposition": "oppositions",
    "vp_battle": "battles",
    "vp_province": "provinces",
}
"""Columns of the seats table, in words."""
AMOUNTS = (*SOURCES, "vp")
WINS = {name: Cube("seats", ("share", name)) for name in AMOUNTS}
WANTED = (*WINS.values(), *(habits.cube(name) for name in AMOUNTS))
COLOURS = (marks.BLUE, marks.SKY, marks.RED, marks.GREEN)


def numbers(tables: Tables) -> Numbers:
    """Columns who, group, vp and each of SOURCES (mean, with _low, _high), n (seat-games).

    Groups are "result" (winners and others), "seat" and "strategy". Fact `all`: the mean of each of
    AMOUNTS over all seats.
    """
    found: dict[str, pd.DataFrame] = {}
    for name in AMOUNTS:
        means = pd.concat(list(_means(tables, name)), ignore_index=True)
        found[name] = means if not found else means.drop(columns=["who", "group", "n"])
    rows = pd.concat(found.values(), axis=1)
    seats = rows[rows["group"] == "seat"]
    every = {name: float(np.average(seats[name], weights=seats["n"])) for name in AMOUNTS}
    return Numbers(rows, {"all": every})


def _means(tables: Tables, name: str) -> Iterator[pd.DataFrame]:
    """Rows who, group, `name` (mean, with _low, _high), n for every group."""
    run, by_win, by_seat = tables.run, tables[WINS[name]], tables[habits.cube(name)]
    won = np.where(by_win["share"] > 0, "Winners", "Others")
    groups = [
        ("result", by_win.assign(who=won)),
        ("seat", by_seat.assign(who=[f"Seat {seat}" for seat in by_seat["seat"]])),
    ]
    if len(run.strategies) > 1:
        names = [f"'{run.strategies[number]}'" for number in tables.strategy_of(by_seat)]
        groups.append(("strategy", by_seat.assign(who=names)))
    for group, counted in groups:
        means = by_group(counted, ["who"], name, name)
        if group == "result":
            means = means.iloc[::-1]
        yield means.assign(group=group)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("who", "Who"),
        Shown("vp", "All VP", "number"),
        *(Shown(name, words.sentence_case(text), "number") for name, text in SOURCES.items()),
        Shown("n", "Seats and games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The parts of the sources, and what winners have more of than others."""
    every = numbers.facts["all"]
    if not every["vp"] > 0:
        return ["Nobody scores a victory point."]
    order = sorted(SOURCES, key=lambda name: -every[name])
    parts = [f"{SOURCES[name]} {words.percent(every[name] / every['vp'], 0)}" for name in order]
    text = f"Of the {words.number(every['vp'])} VP of a seat come from {words.listed(parts)}."
    rows = numbers.rows.set_index("who")
    if not {"Winners", "Others"} <= set(rows.index):
        return [text]
    more = {name: rows[name]["Winners"] - rows[name]["Others"] for name in SOURCES}
    best = max(more, key=lambda name: more[name])
    if not more[best] > 0:
        return [text]
    at = [list(rows.index).index(who) for who in ("Winners", "Others")]
    ends = [numbers.estimate(best, i) for i in at]
    return [
        text,
        (
            f"Winners are ahead most by {SOURCES[best]}: {words.amount_of(ends[0], 'VP', long=True)} "
            f"against {words.amount_of(ends[1])} of the others."
        ),
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    seats = numbers.rows.loc[numbers.rows["group"] == "seat", "n"].sum()
    return (
        "Mean victory points by source; intervals are in the table; "
        f"{words.count(seats)} seats (one a player and game)."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.5 + 0.34 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """Stacked bars of the mean VP, with a gap between winners, seats and strategies."""
    rows = numbers.rows
    y = np.arange(len(rows)) + 0.5 * pd.factorize(rows["group"])[0]
    parts = {text: rows[name] for name, text in SOURCES.items()}
    marks.heaped(ax, y, parts, COLOURS, words.number)
    marks.name_lines(ax, y, [str(who) for who in rows["who"]])
    ax.set_xlabel("mean VP of a seat")
    marks.legend(ax)
