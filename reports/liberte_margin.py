"""How close is the end, in games that victory points decide?

As the chart of margins, without sudden deaths, which compare points of another kind.
"""

from __future__ import annotations

from hemicycle.reports import margin
from hemicycle.reports.reading import Cube
from hemicycle.reports.tables import Numbers, Tables

TITLE = margin.TITLE
GAMES = "games decided by victory points"
READING = (
    f"Bars are parts of the {GAMES}, by how much more the winner had than the second; 0 is a shared "
    "win."
)
MARGINS = Cube("games", ("end", "winners", "margin"))
WANTED = (MARGINS,)
shown, sentences, caption = margin.shown, margin.sentences, margin.caption
height, draw = margin.height, margin.draw


def numbers(tables: Tables) -> Numbers:
    """See `margin.of`."""
    return margin.of(tables[MARGINS].query("winners > 0 and end == 'normal'"), "VP", GAMES)
