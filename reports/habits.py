"""What the players of each strategy do: means of columns of the seats table."""

from __future__ import annotations

from collections.abc import Mapping

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


def cube(name: str) -> Cube:
    """The column `name` of the seats table by who sat there."""
    return Cube("seats", ("arrangement", "seat", name))


def of(tables: Tables, names: Mapping[str, str]) -> Numbers:
    """Columns strategy, then every one of `names` (mean with _low, _high), n (seat-games)."""
    rows = pd.DataFrame({"strategy": tables.run.strategies})
    for name in names:
        counted = tables[cube(name)]
        counted = counted.assign(strategy=tables.strategy_of(counted))
        means = by_group(counted, ["strategy"], name, name)
        means["strategy"] = [tables.run.strategies[number] for number in means["strategy"]]
        rows = rows.merge(means.rename(columns={"n": f"n_{name}"}), on="strategy")
    counts = [f"n_{name}" for name in names]
    return Numbers(rows.assign(n=rows[counts[0]]).drop(columns=counts))


def shown(names: Mapping[str, str]) -> list[Shown]:
    """Columns of the table."""
    habits = [Shown(name, header, "number") for name, header in names.items()]
    return [Shown("strategy", "Strategy"), *habits, Shown("n", "Seats and games", "count")]


def caption(numbers: Numbers) -> str:
    """What is shown, with n."""
    return (
        "Means with 95 % intervals; "
        f"{words.count(numbers.rows['n'].sum())} seats (one a player and game)."
    )
