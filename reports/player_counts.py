"""Does the game work with every number of players?

One dot a number of players: how often anybody wins. In a competitive game, where somebody always
wins, it is how far the best seat is ahead of the worst. Needs a run for each number of players.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.decisions import DECISIONS
from hemicycle.reports.rounds import ROUNDS
from hemicycle.reports.seats import NARROWEST
from hemicycle.reports.stats import mean, rate, spread, together
from hemicycle.reports.tables import Numbers, Shown, Tables
from hemicycle.reports.wins import WINNERS, shares

TITLE = "Does it work with every number of players?"
READING = (
    "A row for each number of players, from runs with the same cards and rules. The seat spread is "
    "how much more often the luckiest seat wins than the unluckiest."
)
WANTED = (WINNERS, ROUNDS, DECISIONS)


def numbers(tables: Tables) -> Numbers:
    """Columns players, won (rate: anybody won), spread, rounds, decisions with _low, _high; fair, n.

    Fact `round`, the game's word for one. Empty for a single run.
    """
    if not tables.others:
        return Numbers(pd.DataFrame())
    records = []
    for one in (tables, *tables.others):
        counted, players = one[WINNERS], one.run.players
        n = int(counted["n"].sum())
        won = rate(int(counted.loc[counted["winners"] > 0, "n"].sum()), n)
        lengths = (one[cube] for cube in (ROUNDS, DECISIONS))
        rounds, decisions = (mean(frame.iloc[:, 0], frame["n"]) for frame in lengths)
        apart = spread(together(shares(counted["winners"], players), counted["n"]))
        records.append(
            {"players": players, **won.columns("won"), "fair": won.value / players}
            | apart.columns("spread") | rounds.columns("rounds")
            | decisions.columns("decisions") | {"n": n}
        )  # fmt: skip
    rows = pd.DataFrame(records).sort_values("players", ignore_index=True)
    return Numbers(rows, {"round": tables.run.round})


def _drawn(numbers: Numbers) -> str:
    return "won" if (numbers.rows["won"] < 1).any() else "spread"


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("players", "Players", "count"),
        Shown("won", "Somebody wins", "percent"),
        Shown("fair", "Fair share of a seat", "percent"),
        Shown("spread", "Seat spread", "points"),
        Shown("rounds", f"Mean {numbers.facts['round']}s", "number"),
        Shown("decisions", "Mean decisions", "number"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The easiest and the hardest number of players."""
    rows, name = numbers.rows, _drawn(numbers)
    high, low = numbers.most(name), numbers.least(name)
    most, least = numbers.estimate(name, high), numbers.estimate(name, low)
    if name == "won":
        if most.low <= least.high:
            return ["The number of players makes no clear difference to how often anybody wins."]
        return [
            (
                f"With {rows['players'][high]} players somebody wins in "
                f"{words.percent_of(most, long=True)} of games, with {rows['players'][low]} in "
                f"{words.percent_of(least)}."
            )
        ]
    others = rows[f"{name}_high"].drop(index=high)
    if not (others < most.low).all():
        return ["By how far their seats are apart the numbers of players cannot be told apart."]
    return [
        (
            f"The seats are furthest apart with {rows['players'][high]} players: "
            f"{words.points_of(most, long=True)}."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    what = "How often anybody wins" if _drawn(numbers) == "won" else "Best seat minus worst seat"
    games = [
        f"{words.count(n)} games with {players} players"
        for players, n in zip(numbers.rows["players"], numbers.rows["n"], strict=True)
    ]
    return f"{what}, with 95 % intervals; {words.listed(games)}."


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 0.9 + 0.34 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval for each number of players."""
    rows, name = numbers.rows, _drawn(numbers)
    marks.forest(ax, [f"{players} players" for players in rows["players"]], rows, name)
    marks.percent_axis(ax.xaxis)
    marks.at_least(ax.xaxis, NARROWEST, float(rows[name].mean()))
    ax.set_xlabel("somebody wins" if name == "won" else "seat spread", loc="right")
