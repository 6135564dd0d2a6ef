"""How long does a turn last?

The line is the mean number of action rounds in each turn, the band holds 8 of 10 turns. Long turns cost
time at the table; very short ones leave no time to answer what others do.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import bands
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "Length of a turn in action rounds"
READING = (
    "In an action round every player acts once. The line is the mean, the dotted line the middle "
    "case; the band holds 8 of 10 turns. Turns cut short by a counter-revolution are counted as far "
    "as they went."
)
LENGTHS = Cube("rounds", ("round", "action_rounds"))
WANTED = (LENGTHS,)


def numbers(tables: Tables) -> Numbers:
    """Columns round, action_rounds (mean with _low, _high), p10, p50, p90, n."""
    return Numbers(bands(tables[LENGTHS], "round", "action_rounds"))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Turn", "count"),
        Shown("action_rounds", "Mean action rounds", "number"),
        Shown("p10", "One in ten stays at or below", "count"),
        Shown("p50", "Half stay at or below", "count"),
        Shown("p90", "Nine in ten stay at or below", "count"),
        Shown("n", "Turns", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The longest and the shortest turn, and the usual range."""
    rows = numbers.rows
    most, least = numbers.most("action_rounds"), numbers.least("action_rounds")
    if most == least and len(rows) > 1:
        return ["All turns are equally long."]
    long, short = (estimate(rows.iloc[at], "action_rounds") for at in (most, least))
    unit = "action rounds"
    text = f"Turn {rows['round'][most]} is the longest: {words.amount_of(long, unit, long=True)}"
    if most != least:
        text += f"; turn {rows['round'][least]} is the shortest: {words.amount_of(short, unit)}"
    widest = rows.iloc[int((rows["p90"] - rows["p10"]).argmax())]
    if not widest["p90"] > widest["p10"]:
        return [f"{text}."]
    return [
        f"{text}.",
        (
            f"It varies most in turn {widest['round']:.0f}: 8 of 10 take {widest['p10']:.0f} to "
            f"{widest['p90']:.0f}."
        ),
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return f"Action rounds by turn; {words.count(numbers.rows['n'].sum())} turns."


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.0


def draw(ax: Any, numbers: Numbers) -> None:
    """Mean, median and band of action rounds over the turns."""
    rows = numbers.rows
    marks.band(ax, rows["round"], rows, "action_rounds", "mean")
    ax.set_xticks(rows["round"])
    ax.set_ylim(0, None)
    ax.set_xlabel("turn")
    ax.set_ylabel("action rounds")
    marks.legend(ax)
