"""Games worth looking at: the longest, the closest, the strangest, each with its replay command."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import pandas as pd

from hemicycle.reports.reading import Extreme
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Games worth a look"
READING = "Each command prints that very game in plain words; add --decisions for every choice."
WANTED = (
    Extreme("decisions", "Longest", "{:,} decisions"),
    Extreme("decisions", "Shortest", "{:,} decisions", least=True),
)


def numbers(tables: Tables) -> Numbers:
    """Columns what, value (in words), game, command."""
    return of(tables, WANTED)


def of(tables: Tables, extremes: Sequence[Extreme]) -> Numbers:
    """One row for each of `extremes` that some game shows."""
    records = []
    for extreme in extremes:
        found = tables.extremes[extreme]
        if found.game is not None:
            records.append(
                {"what": extreme.words, "value": extreme.amount.format(found.value)}
                | {"game": found.game, "command": replay(tables, found.game)}
            )
    return Numbers(pd.DataFrame(records))


def replay(tables: Tables, game: int) -> str:
    """The command that prints a game of the run in words."""
    return f"hemicycle replay {shlex.quote(str(tables.run.path))} --game {game}"


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the table."""
    return [
        Shown("what", "Which game"),
        Shown("value", "How much"),
        Shown("command", "Replay", "code"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """Nothing but the invitation."""
    return ["The extremes of this run. Looking at one often says more than another table."]


def caption(numbers: Numbers) -> str:
    """What is shown."""
    return "The most extreme game of each kind; of equal ones the first."
