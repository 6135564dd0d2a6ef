"""Which provinces are fought over, and who wins them?

The provinces in the order they vote, region by region. Left: the votes each faction gets there in an
election; right: how often several players stand there, and how often a tie that nobody breaks wastes
the vote. A province nobody contests is scenery; one that is nearly always tied is a lottery.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.liberte_words import COLOURS, FACTIONS, VOTES
from hemicycle.reports.stats import wilson, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "The provinces"
FLAG = "\N{FLEUR-DE-LIS}"
READING = (
    f"Left: mean votes in an election by faction. Right: elections with stacks of several players "
    f"(fought over) and with a tie that nobody broke (wasted). {FLAG} counts for the "
    "counter-revolution; VP and several votes are noted behind the name."
)
WANTED: tuple[Any, ...] = ()
DECK = "provinces"
RATES = {
    "fought": "Fought over",
    "tied": "Tied",
    "by_card": "Decided by cards",
    "unbroken": "Tie unbroken, no vote",
    "empty": "Nobody there",
}
"""Counts of the cards table, as parts of the elections held."""
REGION_GAP = 1.1


def numbers(tables: Tables) -> Numbers:
    """Columns number, card, region, notes, each of RATES (rate of elections), votes_red and so on (mean
    of an election), all with _low, _high; n (elections). Sorted by number.

    Where a province can give several votes, the interval of the votes is wider than it need be.
    """
    if tables.cards.empty:
        return Numbers(tables.cards)
    counted = tables.cards[tables.cards["deck"] == DECK]
    columns = ["elections", *RATES, *VOTES.values()]
    summed = counted.groupby("card")[columns].sum().reset_index()
    rows = pd.DataFrame([_facts(card, tables) for card in tables.run.cards(DECK)]).merge(summed)
    rows = rows[rows["elections"] > 0].rename(columns={"elections": "n"})
    for name in RATES:
        rows = with_rate(rows, name, name)
    most = rows["votes_max"]
    for name in VOTES.values():
        found = wilson(rows[name], rows["n"] * most)
        for end, values in zip(("", "_low", "_high"), found, strict=True):
            rows[f"{name}{end}"] = values * most
    return Numbers(rows.sort_values("number", ignore_index=True))


def _facts(card: dict[str, Any], tables: Tables) -> dict[str, Any]:
    """A province as it stands on the board."""
    fields = card["fields"]
    regions = {region["id"]: region["name"] for region in tables.run.cards("regions")}
    votes = int(fields["votes_max"])
    notes = [
        FLAG if fields["counter_revolution"] else "",
        f"{fields['vp']} VP" if fields["vp"] else "",
        f"{votes} votes" if votes > 1 else "",
    ]
    return {
        "number": int(fields["number"]),
        "card": card["name"],
        "region": regions.get(fields["region"], fields["region"]),
        "notes": " ".join(note for note in notes if note),
        "votes_max": votes,
    }


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("number", "No.", "count"),
        Shown("card", "Province"),
        Shown("region", "Region"),
        Shown("notes", "Marks"),
        *(Shown(name, header, "percent") for name, header in RATES.items()),
        *(Shown(VOTES[f], f"Votes: {name}", "number") for f, name in FACTIONS.items()),
        Shown("n", "Elections", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The most and the least contested province, and where most votes are wasted."""
    rows = numbers.rows
    most, least = numbers.most("fought"), numbers.least("fought")
    waste = numbers.most("unbroken")
    if not rows["fought"][most] > 0:
        return ["No province was ever fought over."]
    if rows["fought_low"][most] <= rows["fought_high"][least]:
        found = ["No province is known to be fought over more often than another."]
    else:
        found = [_contested(numbers, most, least)]
    if rows["unbroken"][waste] > 0:
        found.append(
            f"Ties that nobody breaks waste most votes in {rows['card'][waste]}: "
            f"{words.percent_of(numbers.estimate('unbroken', waste))} of elections."
        )
    return found


def _contested(numbers: Numbers, most: int, least: int) -> str:
    rows = numbers.rows
    return (
        f"Most fought over is {rows['card'][most]}: several players stand there in "
        f"{words.percent_of(numbers.estimate('fought', most), long=True)} of elections; least "
        f"{rows['card'][least]}, {words.percent_of(numbers.estimate('fought', least))}."
    )


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Votes and contests by province in the order they vote; "
        f"{words.count(numbers.rows['n'].max())} elections. 95 % intervals are in the table."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.6 + 0.22 * (len(numbers.rows) + REGION_GAP * numbers.rows["region"].nunique())


def draw(ax: Any, numbers: Numbers) -> None:
    """Bars of votes by faction, and dots for contests, a line a province and a gap a region."""
    figure, rows = ax.figure, numbers.rows
    ax.remove()
    left, right = figure.subplots(1, 2, sharey=True)
    y = np.arange(len(rows)) + REGION_GAP * (1 + pd.factorize(rows["region"])[0])
    parts = {name: rows[VOTES[faction]] for faction, name in FACTIONS.items()}
    marks.heaped(left, y, parts, COLOURS, lambda votes: "")
    for name, colour, marker in (("fought", marks.GREEN, "o"), ("unbroken", marks.ORANGE, "D")):
        right.hlines(y, rows[f"{name}_low"], rows[f"{name}_high"], color=colour, linewidth=2.2)
        label = "fought over" if name == "fought" else "tie unbroken"
        right.plot(rows[name], y, marker, color=colour, markersize=4.5, label=label)
    labels = [f"{row['card']} {row['notes']}".strip() for _, row in rows.iterrows()]
    marks.name_lines(left, y, labels)
    for region, at in rows.assign(y=y).groupby("region")["y"].min().items():
        left.text(0, at - 0.95, region, fontsize=8.5, fontweight="bold", va="center")
    left.set_ylim(np.max(y, initial=0) + 0.6, -0.2)
    right.grid(visible=False, axis="y")
    right.tick_params(axis="y", length=0)
    marks.percent_axis(right.xaxis, whole=True)
    right.set_xticks([0, 0.5, 1])
    left.set_xlabel("votes\nan election")
    right.set_xlabel("percent of\nelections")
    marks.legend(left, right)
