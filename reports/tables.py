"""What a report is made from: the facts of a run, and its outcomes as frequency tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports.reading import Cube, Extreme, Finder
from hemicycle.reports.stats import Estimate


@dataclass(frozen=True)
class Numbers:
    """What a chart or table shows: `rows` with intervals and n, and single `facts` about them.

    `rows` is empty when the run has nothing on the question; the report then leaves it out.
    """

    rows: pd.DataFrame
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return self.rows.empty

    def most(self, name: str) -> int:
        """The row with the largest value of a column; at least one must not be NaN."""
        return int(np.nanargmax(self.rows[name].to_numpy(float)))

    def least(self, name: str) -> int:
        """The row with the smallest value of a column; at least one must not be NaN."""
        return int(np.nanargmin(self.rows[name].to_numpy(float)))

    def estimate(self, name: str, at: int) -> Estimate:
        """Column `name` of row `at` with its interval and n."""
        row = self.rows.iloc[at]
        return estimate(row, name)


def estimate(row: Mapping[Any, Any] | pd.Series[Any], name: str) -> Estimate:
    """`name`, `name_low`, `name_high` and `n` of a row, as by `stats.by_group`."""
    n = int(row["n"])
    return Estimate(float(row[name]), float(row[f"{name}_low"]), float(row[f"{name}_high"]), n)


@dataclass(frozen=True)
class Shown:
    """A column of a data table: `header` in full words, and how its numbers are written.

    `kind`: "text", "count", "percent" (of a share in 0..1), "points" (difference of shares) or
    "number". Where `column_low` and `column_high` exist, the interval is written behind.
    """

    column: str
    header: str
    kind: str = "text"


@dataclass(frozen=True)
class Run:
    """The facts of a run that a report needs, from its manifest.

    `strategy_at[a][s]` = index into `strategies` of who sits at seat s in arrangement a.
    `mix` is the resolved mix as plain data; `statuses` = games by how their simulation ended;
    `stopped` = why the run ended early, in a sentence, or empty; `faults` = the first games that
    went wrong (game, text, ...); `command` plays it again; `round` is the game's word for a round.
    """

    path: Path
    game: str
    title: str
    version: int
    seed: int
    games: int
    planned: int
    players: int
    strategies: tuple[str, ...]
    strategy_at: tuple[tuple[int, ...], ...]
    line_up: str
    rotates: bool
    mix: dict[str, Any]
    statuses: dict[str, int]
    stopped: str
    faults: tuple[dict[str, Any], ...]
    versions: dict[str, str]
    command: str
    round: str = "round"

    @property
    def broken(self) -> int:
        """Games that were not played to their end."""
        return sum(n for status, n in self.statuses.items() if status != "finished")

    @property
    def mix_name(self) -> str:
        """The mix as it is called."""
        return str(self.mix["name"])

    @property
    def mix_digest(self) -> str:
        """Digest of everything in the mix that can change an outcome."""
        return str(self.mix["digest"])

    def cards(self, deck: str) -> list[dict[str, Any]]:
        """The cards of a deck in the order of their numbers."""
        return list(self.mix["decks"][deck])


@dataclass(frozen=True)
class Tables:
    """The outcomes of one run as frequency tables; `others` are runs with other player counts.

    `cards`: the cards table summed over the run: deck, card, result (words), win (share), seat_games
    (all with this result) and sim.game.MEASURES.
    """

    run: Run
    counts: dict[Cube, pd.DataFrame]
    extremes: dict[Extreme, Finder]
    cards: pd.DataFrame
    others: tuple[Tables, ...] = ()

    def __getitem__(self, cube: Cube) -> pd.DataFrame:
        """The counted combinations of the cube's columns with `n`."""
        return self.counts[cube]

    def strategy_of(self, frame: pd.DataFrame) -> Any:
        """Index into `run.strategies` for rows with the columns `arrangement` and `seat`."""
        at = np.array(self.run.strategy_at)
        return at[frame["arrangement"].to_numpy(), frame["seat"].to_numpy()]
