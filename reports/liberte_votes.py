"""How many votes do the factions get?

Three lines over the turns: the mean votes of each faction in an election. The red line against the votes
that a landslide takes says how near the Radicals come to ending the game.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.liberte_words import FACTIONS, LINES, VOTES
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import by_group, quantile
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Votes of the factions"
READING = (
    "Mean votes in the elections that were held, by turn; the dashed line is the number of red votes "
    "that makes a landslide."
)
CUBES = {faction: Cube("rounds", ("elected", "round", column)) for faction, column in VOTES.items()}
WANTED = tuple(CUBES.values())


def numbers(tables: Tables) -> Numbers:
    """Columns round, R, B, W (mean votes, with _low, _high), n (elections).

    Facts: `limit` of a landslide, and `p90`: the red votes that nine in ten elections of the turn with
    the most do not exceed.
    """
    rows, most = pd.DataFrame(), 0.0
    for faction, cube in CUBES.items():
        counted = tables[cube].query("elected == 1")
        found = by_group(counted, ["round"], VOTES[faction], faction)
        rows = found if rows.empty else rows.merge(found.drop(columns="n"))
        if faction == "R":
            turns = counted.groupby("round")
            most = max((quantile(part[VOTES[faction]], part["n"], 0.9) for _, part in turns),
                       default=0.0)  # fmt: skip
    limit = tables.run.mix["parameters"]["landslide_red_votes"]["value"]
    return Numbers(rows, {"limit": limit, "p90": most})


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Turn", "count"),
        *(Shown(faction, name, "number") for faction, name in FACTIONS.items()),
        Shown("n", "Elections", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """Where the Radicals stand against a landslide, and who gains most from turn to turn."""
    rows = numbers.rows
    found = [_radicals(numbers)]
    if len(rows) > 1:
        gains = {faction: rows[faction].iloc[-1] - rows[faction].iloc[0] for faction in FACTIONS}
        best = max(gains, key=lambda faction: gains[faction])
        text = f"the {FACTIONS[best]} gain most: {words.number(gains[best])} votes"
        text = text if gains[best] > 0 else "no faction gains votes"
        found.append(f"From the first turn to the last {text}.")
    return found


def _radicals(numbers: Numbers) -> str:
    rows, facts, at = numbers.rows, numbers.facts, numbers.most("R")
    if not rows["R"][at] > 0:
        return "The Radicals never get a vote."
    return (
        f"The Radicals get most votes in turn {rows['round'][at]}: "
        f"{words.amount_of(numbers.estimate('R', at), 'votes', long=True)} on average, nine times "
        f"in ten at most {facts['p90']:.0f}; a landslide takes {facts['limit']}."
    )


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        f"Mean votes by faction and turn; {words.count(numbers.rows['n'].sum())} elections. 95 % "
        "intervals are in the table."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.2


def draw(ax: Any, numbers: Numbers) -> None:
    """A curve a faction over the turns, and the limit of a landslide."""
    rows = numbers.rows
    for place, (faction, name) in enumerate(FACTIONS.items()):
        marks.curve(ax, rows["round"], rows, faction, place, name, LINES[place])
    marks.line_at(ax, numbers.facts["limit"], "landslide", vertical=False)
    ax.set_xticks(rows["round"])
    ax.set_ylim(0, None)
    ax.set_xlabel("turn")
    ax.set_ylabel("votes")
    marks.legend(ax)
