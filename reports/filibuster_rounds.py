"""How does the game get harder from round to round?

The chance to block the policy of each round, among games that still play it, and the hours needed on
average. A rising line late in the game is a selection: games that went badly are over by then.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.filibuster_difficulty import ENDED
from hemicycle.reports.stats import by_group, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "Success by round"
READING = (
    "The chance to block the policy of each round, among the games that still play that round: "
    "lost games have left, so the last rounds are played by tables that did well."
)
WANTED = (ENDED,)


def numbers(tables: Tables) -> Numbers:
    """Columns round, block (rate), difficulty (mean hours), both with _low, _high, and n."""
    counted = tables[ENDED]
    rows = (
        counted.assign(blocks=counted["n"] * counted["blocked"])
        .groupby("round")[["blocks", "n"]].sum().reset_index()
    )  # fmt: skip
    needed = by_group(counted, ["round"], "difficulty", "difficulty").drop(columns="n")
    return Numbers(with_rate(rows, "block", "blocks").drop(columns="blocks").merge(needed))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Round", "count"),
        Shown("block", "Blocked", "percent"),
        Shown("difficulty", "Mean hours needed", "number"),
        Shown("n", "Games that played it", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """First and last round, and how many games reach the last."""
    rows = numbers.rows
    first, last = rows.iloc[0], rows.iloc[-1]
    if len(rows) == 1:
        found = words.percent_of(estimate(first, "block"), long=True)
        return [f"The only round played blocks its policy in {found} of games."]
    return [
        (
            f"The policy of round {first['round']:.0f} is blocked in "
            f"{words.percent_of(estimate(first, 'block'), long=True)} of games, that of round "
            f"{last['round']:.0f} in {words.percent_of(estimate(last, 'block'))} of those "
            f"{words.percent(last['n'] / first['n'])} of games that get so far."
        )
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Chance that the policy of the round is blocked, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].iloc[0])} games, {words.count(numbers.rows['n'].sum())} "
        "rounds."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.2


def draw(ax: Any, numbers: Numbers) -> None:
    """One curve over the rounds, with the number of games at each point."""
    rows = numbers.rows
    marks.curve(ax, rows["round"], rows, "block")
    marks.percent_axis(ax.yaxis, whole=True)
    marks.counted_ticks(ax, rows["round"], rows["n"], "round (below: games that played it)")
    ax.set_ylabel("chance to block the policy")
