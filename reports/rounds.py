"""How many rounds does a game last, and how does that go with winning?

One bar per number of rounds: the part of games that ended then, split by whether anybody won. Two
humps, or much weight at the low end, mean that some games are over before they begin.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import mean, wilson, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Length of a game"
READING = "Much weight at the low end means games that are lost before they have begun."
ROUNDS = Cube("games", ("rounds", "winners"))
WANTED = (ROUNDS,)


def numbers(tables: Tables) -> Numbers:
    """Columns rounds, part (rate of all games with _low, _high), won (part of all games), winning (rate
    of games of that length that somebody won), n (all games). Facts `mean`, and `round` in the game's
    word.
    """
    counted = tables[ROUNDS]
    n = int(counted["n"].sum())
    counted = counted.assign(wins=counted["n"] * (counted["winners"] > 0))
    rows = counted.groupby("rounds")[["n", "wins"]].sum().reset_index()
    rows["part"], rows["part_low"], rows["part_high"] = wilson(rows["n"], n)
    rows = with_rate(rows.assign(won=rows["wins"] / n), "winning", "wins")
    facts = {"mean": mean(counted["rounds"], counted["n"]), "round": tables.run.round}
    return Numbers(rows.drop(columns="wins").assign(n=n), facts)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("rounds", words.sentence_case(f"{numbers.facts['round']}s"), "count"),
        Shown("part", "Part of games", "percent"),
        Shown("winning", "Somebody won, of these", "percent"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The mean and the usual length."""
    rows, one = numbers.rows, numbers.facts["round"]
    most = rows.iloc[numbers.most("part")]
    return [
        (
            f"A game lasts {words.amount_of(numbers.facts['mean'], f'{one}s', long=True)} on average; "
            f"most often {words.plural(most['rounds'], one)}, in {words.percent(most['part'])} of "
            "games."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return f"Games by {numbers.facts['round']}s played; {words.count(numbers.rows['n'].iloc[0])} games."


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.6


def draw(ax: Any, numbers: Numbers) -> None:
    """A bar per number of rounds, the lost games on top in another colour."""
    rows = numbers.rows
    marks.bars(ax, rows["rounds"], rows["won"], marks.BLUE, 0.65)
    lost = rows["part"] - rows["won"]
    if (lost > 0).any():
        ax.bar(rows["rounds"], lost, bottom=rows["won"], width=0.65, color=marks.ORANGE)
        ax.containers[0].set_label("somebody won")
        ax.containers[1].set_label("all lost")
        marks.legend(ax)
    ax.set_xticks(rows["rounds"])
    marks.percent_axis(ax.yaxis)
    ax.set_xlabel(f"{numbers.facts['round']}s played")
    ax.set_ylabel("part of games")
