"""What ends filibusters?

One bar a round, and one for all: the parts that ended by a time card, by a price nobody paid, by a
vote, with an empty time deck or a full track. A part that is nearly invisible is a rule that
hardly matters; a part that fills the bar leaves little to decide.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.filibuster_difficulty import ENDED
from hemicycle.reports.stats import wilson
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "What ends filibusters"
READING = (
    "Each bar is all filibusters of a round; its parts say what ended them. The last bar is all "
    "rounds together."
)
WANTED = (ENDED,)
ENDS = {
    "time_card": "time card that ends it",
    "pay_or_end": "price not paid",
    "vote": "passed vote",
    "deck_empty": "time deck empty",
    "full_track": "track full (24 hours)",
}
"""Reasons in the order they are drawn, in words."""
PHRASES = {
    "time_card": "by a time card that ends it",
    "pay_or_end": "because a time card's price is not paid",
    "vote": "by a passed vote",
    "deck_empty": "with the time deck empty",
    "full_track": "with the track full",
}
ALL = "all"


def numbers(tables: Tables) -> Numbers:
    """Columns round (1.. or "all"), one rate (with _low, _high) per reason in ENDS, n."""
    counted = tables[ENDED]
    wide = counted.pivot_table(
        index="round", columns="end", values="n", aggfunc="sum", fill_value=0, observed=False
    )
    wide = wide.reindex(columns=list(ENDS), fill_value=0)
    wide.index = wide.index.astype(object)
    wide.loc[ALL] = wide.sum()
    n = wide.sum(axis=1)
    columns: dict[str, Any] = {"round": list(wide.index)}
    for end in ENDS:
        columns[end], columns[f"{end}_low"], columns[f"{end}_high"] = wilson(wide[end], n)
    return Numbers(pd.DataFrame(columns).assign(n=n.to_numpy()))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    reasons = [Shown(end, words.sentence_case(name), "percent") for end, name in ENDS.items()]
    return [Shown("round", "Round"), *reasons, Shown("n", "Filibusters", "count")]


def sentences(numbers: Numbers) -> list[str]:
    """The usual and the rarest reasons over all rounds."""
    last = len(numbers.rows) - 1
    found = {end: numbers.estimate(end, last) for end in ENDS}
    order = sorted(found, key=lambda end: -found[end].value)
    first, second = order[:2]
    most = "Most filibusters end" if found[first].value > 0.5 else "Filibusters most often end"
    text = (
        f"{most} {PHRASES[first]}: {words.percent_of(found[first], long=True)}; "
        f"next come those that end {PHRASES[second]}: {words.percent_of(found[second])}."
    )
    never = [ENDS[end] for end in ENDS if found[end].value == 0]
    if never:
        text += f" Never seen: {words.listed(never)}."
    return [text]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return f"Reasons filibusters ended; {words.count(numbers.rows['n'].iloc[-1])} filibusters."


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.0 + 0.28 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """Stacked bars, one a round and one for all."""
    rows = numbers.rows
    y = np.arange(len(rows)) + 0.4 * (rows["round"] == ALL).to_numpy(float)
    marks.stacked(ax, y, {name: rows[end] for end, name in ENDS.items()}, marks.SERIES)
    ax.set_yticks(y, [f"Round {r}" if r != ALL else "All rounds" for r in rows["round"]])
    ax.set_ylim(len(rows), -0.6)
    ax.set_xlabel("percent of filibusters")
    marks.legend(ax)
