"""Why do action phases end?

One bar a turn, and one for all: the parts that ended with a supply of blocks run out, with all players
passing, by a counter-revolution, or at the safety limit of action rounds.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import by_round, marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Why action phases end"
READING = (
    "Each bar is all action phases of a turn; its parts say what ended them. In the printed game the "
    "supply of blocks is the clock: where players pass instead, they have nothing left to do."
)
PHASES = Cube("rounds", ("round", "phase_end"))
WANTED = (PHASES,)
ENDS = {
    "supply": "a supply ran out",
    "all_pass": "all passed",
    "cut": "counter-revolution",
    "cap": "limit of action rounds",
}
"""Reasons in the order they are drawn, in words."""
PHRASES = {
    "supply": "because a supply of blocks runs out",
    "all_pass": "because all players pass",
    "cut": "by a counter-revolution",
    "cap": "at the limit of action rounds",
}


def numbers(tables: Tables) -> Numbers:
    """Columns round (1.. or "all"), one rate (with _low, _high) per reason in ENDS, n."""
    return Numbers(by_round.parts(tables[PHASES], "phase_end", ENDS))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return by_round.shown(ENDS, "turn", "Action phases")


def sentences(numbers: Numbers) -> list[str]:
    """The usual reason and the next one."""
    found = by_round.last(numbers, ENDS)
    first, second = list(found)[:2]
    if not found[second].value > 0:
        return [f"All action phases end {PHRASES[first]}."]
    return [
        (
            f"Action phases most often end {PHRASES[first]}: "
            f"{words.percent_of(found[first], long=True)}; next come those that end "
            f"{PHRASES[second]}: {words.percent_of(found[second])}."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    phases = words.count(numbers.rows["n"].iloc[-1])
    return f"Reasons action phases ended, by turn; {phases} action phases."


height = by_round.height


def draw(ax: Any, numbers: Numbers) -> None:
    """Stacked bars, one a turn and one for all."""
    by_round.draw(ax, numbers.rows, ENDS, marks.SERIES, "turn")
    ax.set_xlabel("percent of action phases")
    marks.legend(ax)
