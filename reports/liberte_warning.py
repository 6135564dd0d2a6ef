"""Does sudden death come with a warning?

One bar per number of action rounds that were played in sight of the sudden death that then ended the
game. Much weight at 0 means that it strikes out of the blue, and that nobody could have stopped it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hemicycle.reports import marks, words
from hemicycle.reports.liberte_endings import ENDS, SUDDEN
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import quantile, rate, wilson
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Warning before a sudden death"
READING = (
    "Bars are parts of the games that sudden death ended, by how many action rounds in a row, up to "
    "the end, had ended with its count at most 2 short of the limit. Players can answer a threat only "
    "while they see it."
)
WARNINGS = Cube("games", ("end", "warning"))
WANTED = (WARNINGS,)


def numbers(tables: Tables) -> Numbers:
    """Columns warning (action rounds), part (rate, with _low, _high), counter_revolution and landslide
    (parts), n; of the games that ended in sudden death.

    Facts: `none` rate of games without warning, `median`, `p90`, and `none_` of each of SUDDEN.
    """
    counted = tables[WARNINGS]
    counted = counted[counted["end"].isin(SUDDEN)]
    if counted.empty:
        return Numbers(counted)
    n = int(counted["n"].sum())
    rows = counted.groupby("warning", as_index=False)["n"].sum()
    facts = {
        "median": quantile(rows["warning"], rows["n"], 0.5),
        "p90": quantile(rows["warning"], rows["n"], 0.9),
        "none": rate(int(rows.loc[rows["warning"] == 0, "n"].sum()), n),
    }
    rows["part"], rows["part_low"], rows["part_high"] = wilson(rows["n"], n)
    for end in SUDDEN:
        own = counted[counted["end"] == end].set_index("warning")["n"]
        rows[end] = rows["warning"].map(own).fillna(0) / n
        facts[f"none_{end}"] = rate(int(own.get(0, 0)), int(own.sum()))
    return Numbers(rows.assign(n=n), facts)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("warning", "Action rounds of warning", "count"),
        Shown("part", "Part of sudden deaths", "percent"),
        *(Shown(end, words.sentence_case(f"{ENDS[end]}s"), "percent") for end in SUDDEN),
        Shown("n", "Sudden deaths", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """How often there is no warning, and how long it usually is."""
    facts = numbers.facts
    usual = words.plural(facts["median"], "action round")
    text = (
        f"Without any warning come {words.percent_of(facts['none'], long=True)} of sudden deaths; half "
        f"of them have at most {usual} of warning, nine in ten at most {facts['p90']:.0f}."
    )
    known = [end for end in SUDDEN if facts[f"none_{end}"].n]
    parts = [f"{words.percent_of(facts[f'none_{end}'])} of {ENDS[end]}s" for end in known]
    return [text, f"Unannounced come {words.listed(parts)}."] if len(known) > 1 else [text]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Action rounds in sight of the sudden death that ended the game; "
        f"{words.plural(numbers.rows['n'].iloc[0], 'game')} that ended so."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.8


def draw(ax: Any, numbers: Numbers) -> None:
    """A bar per number of action rounds, landslides on top of counter-revolutions."""
    rows, bottom = numbers.rows, np.zeros(len(numbers.rows))
    for end, colour in zip(SUDDEN, (marks.BLUE, marks.RED), strict=True):
        ax.bar(rows["warning"], rows[end], 0.8, bottom=bottom, color=colour, label=f"{ENDS[end]}s")
        bottom = bottom + rows[end].to_numpy()
    ax.grid(visible=False, axis="x")
    marks.whole_ticks(ax.xaxis)
    marks.percent_axis(ax.yaxis)
    ax.set_xlabel("action rounds of warning")
    ax.set_ylabel("part of sudden deaths")
    marks.legend(ax)
