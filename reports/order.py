"""Does it pay to begin?

Seats are counted from the one that begins the game to the left. One dot a place in that order: its win
rate. Who begins is drawn by lot, so this is the seat question that a game really asks.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.seats import NARROWEST
from hemicycle.reports.stats import share, spread, together
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate
from hemicycle.reports.wins import WINNERS_IN_TURN, shares_in_turn

TITLE = "Does it pay to begin?"
READING = (
    "Seats counted from the one that begins, who is drawn by lot, to the left. Dots are win rates, "
    "bars their 95 % intervals, the dashed line the fair share."
)
WANTED = (WINNERS_IN_TURN,)
STARTERS = {"filibuster": "first Leader", "liberte": "start player"}
"""By game: what the player who begins is called."""


def numbers(tables: Tables) -> Numbers:
    """Columns place (0 begins), win (with _low, _high), n; one row a place.

    Facts `spread`, `fair`, and `who` begins in words.
    """
    counted, players = tables[WINNERS_IN_TURN], tables.run.players
    values = shares_in_turn(counted, players)
    records = []
    for place in range(players):
        found = share(values[:, place], counted["n"])
        records.append({"place": place, **found.columns("win"), "n": found.n})
    facts = {
        "spread": spread(together(values, counted["n"])),
        "fair": float(values.sum(axis=1) @ counted["n"] / counted["n"].sum() / players),
        "who": STARTERS.get(tables.run.game, "first player"),
    }
    return Numbers(pd.DataFrame(records), facts)


def _name(place: int, who: str) -> str:
    return f"{who[:1].upper()}{who[1:]}" if place == 0 else f"{place} to the left"


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("place", f"Seats to the left of the {numbers.facts['who']}", "count"),
        Shown("win", "Win rate", "percent"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """Whether beginning wins more or less than a fair share."""
    first, fair = estimate(numbers.rows.iloc[0], "win"), numbers.facts["fair"]
    text = (
        f"The {numbers.facts['who']} wins {words.percent_of(first, long=True)} of games; a fair share "
        f"is {words.percent(fair, words.decimals(first.margin * 100))}. "
    )
    if first.low > fair:
        return [text + "To begin is an advantage."]
    if first.high < fair:
        return [text + "To begin is a handicap."]
    return [text + "No advantage or handicap can be seen."]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        f"Win rate by place in the order from the {numbers.facts['who']}, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].max())} games."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.1 + 0.32 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval for each place, and the fair share."""
    rows, who = numbers.rows, numbers.facts["who"]
    marks.forest(ax, [_name(place, who) for place in rows["place"]], rows, "win")
    marks.line_at(ax, numbers.facts["fair"], "fair share")
    marks.at_least(ax.xaxis, NARROWEST, numbers.facts["fair"])
    ax.set_xlabel("win rate, percent of games", loc="right")
    marks.percent_axis(ax.xaxis)
