"""Who governs, and who is in opposition?

One bar a turn, and one for all: the parts of elections that each faction won, above for the government
and below for the opposition. A faction that fills the bar makes the vote a formality; one that never
shows is not worth its cards.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import by_round, marks, words
from hemicycle.reports.liberte_words import COLOURS, FACTIONS, NOBODY
from hemicycle.reports.reading import Cube
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Governments and oppositions"
READING = (
    "Each bar is all elections of a turn; its parts say which faction formed the government (above) "
    "and the opposition (below). Turns that a sudden death cut short before the election do not count; "
    "a landslide forms no government."
)
ELECTED = Cube("rounds", ("elected", "round", "government", "decided", "opposition"))
WANTED = (ELECTED,)
SIDES = {"government": "Government", "opposition": "Opposition"}
NAMED = FACTIONS | NOBODY


def numbers(tables: Tables) -> Numbers:
    """Columns round (1.. or "all"), government_R and so on, opposition_R and so on (rates with _low,
    _high), by_card (part of governments that cards decided), n (elections).
    """
    counted = tables[ELECTED].query("elected == 1")
    if counted.empty:
        return Numbers(pd.DataFrame())
    rows = by_round.parts(counted, "decided", {"card": ""}).rename(
        columns=lambda name: name.replace("card", "by_card")
    )
    for side in SIDES:
        found = by_round.parts(counted, side, NAMED).drop(columns=["round", "n"])
        rows = pd.concat([rows, found.add_prefix(f"{side}_")], axis=1)
    return Numbers(rows)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Turn"),
        *(
            Shown(f"{side}_{faction}", f"{title}: {name}", "percent")
            for side, title in SIDES.items()
            for faction, name in NAMED.items()
        ),
        Shown("by_card", "Government decided by cards", "percent"),
        Shown("n", "Elections", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """Who governs most and least over all turns, and how often cards decide."""
    last = len(numbers.rows) - 1
    found = {f: numbers.estimate(f"government_{f}", last) for f in FACTIONS}
    most = max(found, key=lambda faction: found[faction].value)
    least = min(found, key=lambda faction: found[faction].value)
    cards = numbers.estimate("by_card", last)
    return [
        (
            f"The {FACTIONS[most]} govern most often: {words.percent_of(found[most], long=True)} of "
            f"elections; the {FACTIONS[least]} least: {words.percent_of(found[least])}."
        ),
        f"Cards decide {words.percent_of(cards)} of governments.",
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    elections = words.count(numbers.rows["n"].iloc[-1])
    return f"Elections by faction of the government and of the opposition; {elections} elections."


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.2 + 0.5 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """Two panels of stacked bars, one a turn and one for all."""
    figure = ax.figure
    ax.remove()
    panels = figure.subplots(2, sharex=True)
    for panel, (side, title) in zip(panels, SIDES.items(), strict=True):
        named = {f"{side}_{faction}": name for faction, name in NAMED.items()}
        by_round.draw(panel, numbers.rows, named, COLOURS, "turn")
        panel.set_title(title, loc="left", fontsize=9.5)
    panels[1].set_xlabel("percent of elections")
    marks.legend(panels[0])
