"""Does leading often win the game?

Win rate of a seat by the number of rounds it led. A steep rise means that the auction decides the
game; a flat line that supporting pays as well; a fall at the end that leading is bought too dear.
Who leads often also bids often, so this is a description, not a cause.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.reading import WHOLE, Cube
from hemicycle.reports.stats import FEW, share
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "Does leading often win the game?"
READING = (
    "Who leads often also pays for it: the curve describes, it does not prove a cause. A rise "
    "says that the auction decides the game, a flat line that supporting pays as well."
)
LED = Cube("seats", ("led", "decided", "share"))
WANTED = (LED,)


def numbers(tables: Tables) -> Numbers:
    """Columns led (rounds), win (with _low, _high), n (seat-games in games the table won)."""
    counted = tables[LED]
    counted = counted[counted["decided"] == 1]
    records = []
    for led, part in counted.groupby("led"):
        found = share(part["share"] / WHOLE, part["n"])
        records.append({"led": led, **found.columns("win"), "n": found.n})
    return Numbers(pd.DataFrame(records))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("led", "Rounds led", "count"),
        Shown("win", "Win rate", "percent"),
        Shown("n", "Seats (one a player and game)", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The best number of rounds to lead, and the worst."""
    rows = numbers.rows
    sure = Numbers(rows[rows["n"] >= FEW] if (rows["n"] >= FEW).any() else rows)
    best, worst = (sure.rows.iloc[at] for at in (sure.most("win"), sure.least("win")))
    return [
        (
            f"When somebody wins, a player who led {words.plural(best['led'], 'round')} wins most often: "
            f"{words.percent_of(estimate(best, 'win'), long=True)}; one who led "
            f"{words.plural(worst['led'], 'round')} wins {words.percent_of(estimate(worst, 'win'))}."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Win rate by the number of rounds led, in games that somebody won, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].sum())} seats (one a player and game)."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.0


def draw(ax: Any, numbers: Numbers) -> None:
    """One curve over the rounds led."""
    rows = numbers.rows
    marks.curve(ax, rows["led"], rows, "win")
    marks.counted_ticks(ax, rows["led"], rows["n"], "rounds led (below: seats that did)")
    marks.percent_axis(ax.yaxis)
    ax.set_ylim(0, None)
    ax.set_ylabel("win rate")
