"""Which charts a game's report shows, in the order a designer asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

import pandas as pd

from hemicycle.reports.reading import Cube
from hemicycle.reports.tables import Numbers, Shown, Tables


class Chart(Protocol):
    """What a module in the list below offers.

    TITLE       the question it answers, or a heading
    WANTED      the cubes and extremes it is made from
    READING     how to read it, in a sentence or two
    """

    TITLE: str
    WANTED: Sequence[Any]
    READING: str

    def numbers(self, tables: Tables) -> Numbers:
        """The numbers, with intervals and n; empty rows when the run says nothing about it."""

    def shown(self, numbers: Numbers) -> list[Shown]:
        """Columns of the data table."""

    def sentences(self, numbers: Numbers) -> list[str]:
        """What a designer can act on, in one or two plain sentences."""

    def caption(self, numbers: Numbers) -> str:
        """What is drawn, with n."""


@runtime_checkable
class Drawn(Protocol):
    """A chart that is also drawn, not only a table."""

    def height(self, numbers: Numbers) -> float:
        """Height of the drawing in inches."""

    def draw(self, ax: Any, numbers: Numbers) -> None:
        """Draw on `ax`; never opens, shows or saves anything."""


Group = tuple[str, tuple[str, ...]]
"""A heading and the names of the modules under it."""


@dataclass(frozen=True)
class Plan:
    """What the report of a game is called, and what it shows in which order.

    `findings` are the modules whose first sentence also stands at the top.
    """

    title: str
    groups: tuple[Group, ...]
    findings: tuple[str, ...]


ANY_GAME: tuple[Group, ...] = (
    ("Who wins", ("seats", "order", "strategies", "strategy_gaps", "player_counts")),
    ("Pacing", ("rounds", "decisions")),
    ("Cards", ("cards", "table_cards")),
    ("Odd games", ("odd_games",)),
)

FILIBUSTER: tuple[Group, ...] = (
    (
        "Who wins",
        (
            "seats",
            "order",
            "strategies",
            "strategy_gaps",
            "filibuster_habits",
            "player_counts",
        ),
    ),
    (
        "How hard it is",
        ("filibuster_difficulty", "filibuster_rounds", "filibuster_hours", "filibuster_turns"),
    ),
    ("How filibusters end", ("filibuster_endings", "filibuster_votes")),
    (
        "Influence",
        (
            "filibuster_gains",
            "filibuster_auctions",
            "filibuster_waste",
            "filibuster_leading",
            "filibuster_margin",
        ),
    ),
    ("Pacing", ("rounds", "decisions")),
    ("Cards", ("cards", "filibuster_time", "filibuster_policies")),
    ("Rules that hardly matter", ("filibuster_dead_rules",)),
    ("Odd games", ("filibuster_odd_games",)),
)

LIBERTE: tuple[Group, ...] = (
    (
        "Who wins",
        (
            "seats",
            "order",
            "strategies",
            "strategy_gaps",
            "liberte_habits",
            "player_counts",
        ),
    ),
    ("How games end", ("liberte_endings", "liberte_warning", "liberte_margin")),
    ("Victory points", ("liberte_vp",)),
    ("Elections", ("liberte_governments", "liberte_votes", "liberte_provinces")),
    ("Battles", ("liberte_battles",)),
    ("Pacing", ("liberte_turns", "liberte_phase_ends", "decisions")),
    ("Cards", ("cards", "liberte_sets")),
    ("Odd games", ("liberte_odd_games",)),
)

ANY_FINDINGS = ("strategies", "seats", "player_counts", "rounds", "cards")
FILIBUSTER_FINDINGS = (
    "strategies",
    "order",
    "filibuster_leading",
    "player_counts",
    "filibuster_difficulty",
    "filibuster_endings",
    "filibuster_waste",
    "cards",
    "filibuster_time",
)

LIBERTE_FINDINGS = (
    "strategies",
    "order",
    "player_counts",
    "liberte_endings",
    "liberte_warning",
    "liberte_vp",
    "liberte_governments",
    "liberte_provinces",
    "liberte_battles",
    "liberte_turns",
    "cards",
    "liberte_sets",
)

CHARTS: dict[str, Plan] = {
    "filibuster": Plan("Filibuster!", FILIBUSTER, FILIBUSTER_FINDINGS),
    "liberte": Plan("Liberté", LIBERTE, LIBERTE_FINDINGS),
}
"""By game; one that is not named here gets ANY_GAME. A new chart is a module and a name above."""


def plan(game: str) -> Plan:
    """What the report of `game` is called and shows."""
    return CHARTS.get(game, Plan(game.capitalize(), ANY_GAME, ANY_FINDINGS))


def groups(game: str) -> list[tuple[str, list[tuple[str, Chart]]]]:
    """The chart modules of a game by heading, each with its name."""
    return [
        (heading, [(name, _module(name)) for name in names]) for heading, names in plan(game).groups
    ]


def numbers_of(chart: Chart, tables: Tables) -> Numbers:
    """The chart's numbers; empty when one of its cubes is, so that no chart meets an empty one."""
    cubes = [want for want in chart.WANTED if isinstance(want, Cube)]
    if any(tables[cube].empty for cube in cubes):
        return Numbers(pd.DataFrame())
    return chart.numbers(tables)


def _module(name: str) -> Chart:
    return cast("Chart", import_module(f"hemicycle.reports.{name}"))
