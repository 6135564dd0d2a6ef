"""What ends filibusters?

One bar a round, and one for all: the parts that ended by a time card, by a price nobody paid, by a
vote, with an empty time deck or a full track. A part that is nearly invisible is a rule that
hardly matters; a part that fills the bar leaves little to decide.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import by_round, marks, words
from hemicycle.reports.filibuster_difficulty import ENDED
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


def numbers(tables: Tables) -> Numbers:
    """Columns round (1.. or "all"), one rate (with _low, _high) per reason in ENDS, n."""
    return Numbers(by_round.parts(tables[ENDED], "end", ENDS))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return by_round.shown(ENDS, "round", "Filibusters")


def sentences(numbers: Numbers) -> list[str]:
    """The usual and the rarest reasons over all rounds."""
    found = by_round.last(numbers, ENDS)
    first, second = list(found)[:2]
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


height = by_round.height


def draw(ax: Any, numbers: Numbers) -> None:
    """Stacked bars, one a round and one for all."""
    by_round.draw(ax, numbers.rows, ENDS, marks.SERIES, "round")
    ax.set_xlabel("percent of filibusters")
    marks.legend(ax)
