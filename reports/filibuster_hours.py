"""How many hours does a filibuster reach, and does it reach what is needed?

The line is the mean of hours reached at each difficulty, the band holds 8 of 10 filibusters. Where
the line falls below the dashed diagonal, the usual filibuster fails.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import bands
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "Hours reached against hours needed"
READING = (
    "The line is the mean, the dotted line the middle case, the band holds 8 of 10 filibusters. "
    "Above the dashed diagonal the hours needed are reached. Votes end a filibuster early."
)
LENGTHS = Cube("rounds", ("difficulty", "hours", "leader_turns"))
WANTED = (LENGTHS,)


def numbers(tables: Tables) -> Numbers:
    """Columns difficulty, hours (mean with _low, _high), p10, p50, p90 (hours), n."""
    return Numbers(bands(tables[LENGTHS], "difficulty", "hours"))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("difficulty", "Hours needed", "count"),
        Shown("hours", "Mean hours reached", "number"),
        Shown("p10", "One in ten stays at or below", "count"),
        Shown("p50", "Half stay at or below", "count"),
        Shown("p90", "Nine in ten stay at or below", "count"),
        Shown("n", "Filibusters", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The mean at the lowest difficulty, and where it falls short."""
    rows = numbers.rows
    first = rows.iloc[0]
    text = (
        f"Where {first['difficulty']:.0f} hours are needed, a filibuster reaches "
        f"{words.amount_of(estimate(first, 'hours'), 'hours', long=True)} on average"
    )
    short = rows[rows["hours"] < rows["difficulty"]]
    if short.empty:
        return [f"{text}; the mean keeps up with every difficulty played."]
    at = short.iloc[0]
    return [
        (
            f"{text}. From {at['difficulty']:.0f} hours on the mean falls short of what is needed: "
            f"{words.amount_of(estimate(at, 'hours'), 'hours')}."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        f"Hours reached against hours needed; {words.count(numbers.rows['n'].sum())} filibusters."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.3


def draw(ax: Any, numbers: Numbers) -> None:
    """Mean, median and band of hours over the difficulty, and the diagonal of just enough."""
    rows = numbers.rows
    x = rows["difficulty"]
    marks.band(ax, x, rows, "hours", "mean")
    ax.plot(x, x, color=marks.RED, linewidth=1.2, linestyle="--", label="just enough")
    ax.set_xticks(x)
    ax.set_ylim(0, None)
    ax.set_xlabel("hours needed")
    ax.set_ylabel("hours reached")
    marks.legend(ax)
