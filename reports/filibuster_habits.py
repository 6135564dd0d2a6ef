"""What do the players do?

One row a strategy: how often it leads, what it pays for bids, how many Assists it plays and hours cards
it passes on, and what it has at the end. It shows whether the strategies really differ, and which
habit goes with winning.
"""

from __future__ import annotations

import pandas as pd

from hemicycle.reports import words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import by_group
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "What the players do"
READING = (
    "Means of a seat and game. Strategies that differ little here are hardly different ways of "
    "playing; habits of the strategies at the top of the win rates are what the game rewards."
)
HABITS = {
    "led": "Rounds led",
    "bid": "Influence paid for bids",
    "assists": "Assists played",
    "passed": "Hours cards passed on",
    "hand": "Cards left in hand",
    "score": "Influence at the end",
}
"""Columns of the seats table, in words."""
CUBES = {name: Cube("seats", ("arrangement", "seat", name)) for name in HABITS}
WANTED = tuple(CUBES.values())


def numbers(tables: Tables) -> Numbers:
    """Columns strategy, then every one of HABITS (mean with _low, _high), n (seat-games)."""
    rows = pd.DataFrame({"strategy": tables.run.strategies})
    for name, cube in CUBES.items():
        counted = tables[cube].assign(strategy=tables.strategy_of(tables[cube]))
        means = by_group(counted, ["strategy"], name, name)
        means["strategy"] = [tables.run.strategies[number] for number in means["strategy"]]
        rows = rows.merge(means.rename(columns={"n": f"n_{name}"}), on="strategy")
    n = rows["n_led"]
    return Numbers(rows.drop(columns=[f"n_{name}" for name in HABITS]).assign(n=n))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the table."""
    habits = [Shown(name, header, "number") for name, header in HABITS.items()]
    return [Shown("strategy", "Strategy"), *habits, Shown("n", "Seats and games", "count")]


def sentences(numbers: Numbers) -> list[str]:
    """Who leads most and least often."""
    rows = numbers.rows
    most, least = numbers.most("led"), numbers.least("led")
    text = (
        f"A player of '{rows['strategy'][most]}' leads "
        f"{words.amount_of(numbers.estimate('led', most), 'rounds', long=True)} of a game"
    )
    if len(rows) == 1:
        return [
            f"{text} and pays {words.amount_of(numbers.estimate('bid', 0), 'influence')} for bids."
        ]
    return [
        (
            f"{text}, one of '{rows['strategy'][least]}' "
            f"{words.amount_of(numbers.estimate('led', least), 'rounds')}."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is shown, with n."""
    return (
        "Means with 95 % intervals; "
        f"{words.count(numbers.rows['n'].sum())} seats (one a player and game)."
    )
