"""How close is the end, and does anybody come from behind?

As the chart of margins, in games the table won, with how often the winner had once been behind.
"""

from __future__ import annotations

from hemicycle.reports import margin, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import rate
from hemicycle.reports.tables import Numbers, Tables

TITLE, READING = margin.TITLE, margin.READING
MARGINS = Cube("games", ("team_win", "margin"))
COMEBACKS = Cube("games", ("team_win", "comeback"))
WANTED = (MARGINS, COMEBACKS)
shown, caption, height, draw = margin.shown, margin.caption, margin.height, margin.draw


def numbers(tables: Tables) -> Numbers:
    """See `margin.of`; fact `comeback`: rate of games whose winner had lagged at some time."""
    found = margin.of(tables[MARGINS].query("team_win == 1"), "influence")
    lags = tables[COMEBACKS].query("team_win == 1")
    behind = rate(lags.loc[lags["comeback"] > 0, "n"].sum(), int(lags["n"].sum()))
    return Numbers(found.rows, {**found.facts, "comeback": behind})


def sentences(numbers: Numbers) -> list[str]:
    """The middle lead, close and shared wins, comebacks."""
    behind = words.percent_of(numbers.facts["comeback"])
    return [*margin.sentences(numbers), f"In {behind} the winner had once been behind."]
