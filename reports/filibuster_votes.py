"""Are votes to end a filibuster called, and do they pass?

Two curves over the rounds: the filibusters in which at least one vote was called, and those that a
passed vote ended. Two curves that lie together mean that whoever calls a vote wins it; a flat line at
zero is a rule nobody uses.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.filibuster_difficulty import ENDED
from hemicycle.reports.stats import rate, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Votes to end a filibuster"
READING = (
    "The upper line: filibusters in which a vote was called; the lower one: those that a passed vote "
    "ended. The gap between them is votes that failed. Bands are 95 % intervals."
)
WANTED = (ENDED,)


def numbers(tables: Tables) -> Numbers:
    """Columns round, called and passed (rates of filibusters, with _low, _high), n.

    Facts: `called` per filibuster over all rounds, `passed` per vote called.
    """
    counted = tables[ENDED]
    counted = counted.assign(
        calls=counted["n"] * (counted["votes_called"] > 0),
        votes=counted["n"] * counted["votes_called"],
        passes=counted["n"] * (counted["end"] == "vote"),
    )
    rows = counted.groupby("round")[["calls", "votes", "passes", "n"]].sum().reset_index()
    facts = {
        "called": rate(int(rows["calls"].sum()), int(rows["n"].sum())),
        "passed": rate(int(rows["passes"].sum()), int(rows["votes"].sum())),
    }
    rows = with_rate(with_rate(rows, "called", "calls"), "passed", "passes")
    return Numbers(rows.drop(columns=["calls", "passes"]), facts)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Round", "count"),
        Shown("called", "Filibusters with a vote called", "percent"),
        Shown("passed", "Filibusters ended by a passed vote", "percent"),
        Shown("votes", "Votes called", "count"),
        Shown("n", "Filibusters", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """How often votes are called and pass."""
    called, passed = numbers.facts["called"], numbers.facts["passed"]
    if called.value == 0:
        return ["No vote was ever called: these players do not use the rule."]
    return [
        (
            f"A vote is called in {words.percent_of(called, long=True)} of filibusters; "
            f"{words.percent_of(passed)} of the votes called pass."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Filibusters with a vote called and ended by a vote, by round, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].sum())} filibusters."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.0


def draw(ax: Any, numbers: Numbers) -> None:
    """Two curves over the rounds."""
    rows = numbers.rows
    marks.curve(ax, rows["round"], rows, "called", 0, "vote called")
    marks.curve(ax, rows["round"], rows, "passed", 1, "ended by a passed vote")
    ax.set_xticks(rows["round"])
    ax.set_ylim(0, None)
    marks.percent_axis(ax.yaxis)
    ax.set_xlabel("round")
    ax.set_ylabel("percent of filibusters")
    marks.legend(ax)
