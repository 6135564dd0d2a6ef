"""Who governs, and who is in opposition?

One bar a turn, and one for all: the parts of elections that each faction won, above for the government
and below for the opposition. A faction that fills the bar makes the vote a formality; one that never
shows is not worth its cards.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import by_round, marks, words
from hemicycle.reports.liberte_words import COLOURS, FACTIONS, LANDSLIDE, NOBODY
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import Estimate
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Governments and oppositions"
READING = (
    "Each bar is all elections of a turn; its parts say which faction formed the government (above) "
    "and the opposition (below). Turns that a sudden death cut short before the election do not count; "
    "a landslide ends the game and forms no government."
)
ELECTED = Cube("rounds", ("elected", "round", "government", "decided", "opposition", "votes_red"))
WANTED = (ELECTED,)
SIDES = {"government": "Government", "opposition": "Opposition"}
NAMED = FACTIONS | NOBODY | LANDSLIDE


def numbers(tables: Tables) -> Numbers:
    """Columns round (1.. or "all"), government_R and so on, opposition_R and so on (rates with _low,
    _high), by_card (part of elections whose government cards decided), n (elections).

    Elections without a government that gave the red votes of a landslide count as one.
    """
    limit = tables.run.mix["parameters"]["landslide_red_votes"]["value"]
    counted = _landslides(tables[ELECTED].query("elected == 1"), limit)
    if counted.empty:
        return Numbers(pd.DataFrame())
    rows = by_round.parts(counted, "decided", {"card": ""}).rename(
        columns=lambda name: name.replace("card", "by_card")
    )
    for side in SIDES:
        found = by_round.parts(counted, side, NAMED).drop(columns=["round", "n"])
        rows = pd.concat([rows, found.add_prefix(f"{side}_")], axis=1)
    return Numbers(rows)


def _landslides(counted: pd.DataFrame, limit: int) -> pd.DataFrame:
    """The same rows, with a landslide instead of nobody on either side."""
    sides = {side: counted[side].astype(str) for side in SIDES}
    slid = (sides["government"] == "none") & (counted["votes_red"] >= limit)
    return counted.assign(**{s: sides[s].mask(slid, "landslide") for s in SIDES})


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
    if not any(one.value > 0 for one in found.values()):
        return ["No government was formed in any election."]
    cards = numbers.estimate("by_card", last)
    text = f"Cards decide the government in {words.percent_of(cards)} of elections."
    return [_ranked(found), text if cards.value > 0 else "Cards never decide a government."]


def _ranked(found: dict[str, Estimate]) -> str:
    """Who governs most and least, where the intervals tell the factions apart."""
    first, second, third = sorted(found, key=lambda faction: -found[faction].value)
    top, bottom = (found[a].low > found[b].high for a, b in ((first, second), (second, third)))
    each = {f: f"the {FACTIONS[f]} {words.percent_of(found[f])}" for f in found}
    if not (top or bottom):
        listed = words.listed(each[f] for f in (first, second, third))
        return f"No faction is known to govern more often than another: {listed} of elections."
    named, word = (first, "most often") if top else (third, "least")
    share = words.percent_of(found[named], long=True)
    text = f"The {FACTIONS[named]} govern {word}: {share} of elections; "
    if top and bottom:
        return f"{text}the {FACTIONS[third]} least: {words.percent_of(found[third])}."
    others = [each[f] for f in (first, second, third) if f != named]
    return f"{text}{words.listed(others)} cannot be told apart."


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
    marks.legend(*panels)
