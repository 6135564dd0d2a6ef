"""How do the cards of set A differ from those of set B?

One row for each set and kind of card: how often a copy comes to a hand in a game, is played, kept,
advanced and struck, and whether having such a card goes with winning. Set A comes first; set B is only
reached when the deck runs so far.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from statsmodels.stats.rates import confint_poisson

from hemicycle.reports import cards, marks, words
from hemicycle.reports.stats import ALPHA, mean
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Set A against set B"
READING = (
    "Per copy and game. Drawn counts cards dealt, drawn and taken from the market; a reshuffled card "
    "counts each time. The intervals take every copy of every game as a case of its own. IWD is the "
    "mean of the single cards' (see the card table), its interval that over the cards."
)
WANTED: tuple[Any, ...] = ()
DECK = "cards"
USES = {
    "drawn": "Drawn",
    "played": "Played",
    "kept": "Kept in a display",
    "advanced": "Advanced in a contest",
    "struck": "Struck",
}
"""Counts of the cards table, in words."""
BY = ("type", "colour")
"""Columns of the card list that split the sets further."""


def numbers(tables: Tables) -> Numbers:
    """Columns set, group, kinds, copies, each of USES (a copy and game) and iwd, with _low, _high, n
    (copies and games). First both sets whole, then split by each of BY.
    """
    frame = tables.cards
    if frame.empty or not frame.loc[frame["deck"] == DECK, "had_by"].any():
        return Numbers(pd.DataFrame())
    summed = frame[frame["deck"] == DECK].groupby("card")[list(USES)].sum()
    single = cards.numbers(tables).rows.query("deck == @DECK").set_index("card")
    listed = pd.DataFrame(
        {"card": card["name"], "copies": card["count"], "group": "all", **card["fields"]}
        for card in tables.run.cards(DECK)
        if card["count"]
    )
    listed = listed.join(summed, on="card").join(single[["iwd_won"]], on="card")
    games = sum(tables.run.statuses.values())
    records = []
    for by in ("group", *BY):
        for value in dict.fromkeys(listed.loc[listed[by] != "", by]):
            for chosen, part in listed[listed[by] == value].groupby("set"):
                records.append({"set": chosen, "group": value, **_row(part, games)})
    return Numbers(pd.DataFrame(records))


def _row(part: pd.DataFrame, games: int) -> dict[str, Any]:
    """The numbers of some cards together."""
    copies = int(part["copies"].sum())
    n = copies * games
    record: dict[str, Any] = {"kinds": len(part), "copies": copies, "n": n}
    for name in USES:
        count = int(part[name].sum())
        low, high = confint_poisson(count, n, method="exact-c", alpha=ALPHA)
        record |= {name: count / n, f"{name}_low": float(low), f"{name}_high": float(high)}
    known = part["iwd_won"].dropna()
    return record | mean(known, np.ones(len(known))).columns("iwd")


def _name(row: Any) -> str:
    group = {"all": "all cards", "R": "red", "B": "blue", "W": "white"}.get(
        row["group"], f"{row['group']}s" if row["group"] != "personality" else "personalities"
    )
    return f"{row['set']}: {group}"


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("set", "Set"),
        Shown("group", "Cards"),
        Shown("copies", "Copies", "count"),
        *(Shown(name, header, "number") for name, header in USES.items()),
        Shown("iwd", "Mean IWD", "points"),
        Shown("n", "Copies and games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """How much of each set comes up, and which one goes more with winning."""
    rows = numbers.rows[numbers.rows["group"] == "all"].reset_index(drop=True)
    whole = Numbers(rows)
    drawn = [whole.estimate("drawn", at) for at in range(len(rows))]
    parts = [f"one of set {name} {words.amount_of(one)}" for name, one in
             zip(rows["set"][1:], drawn[1:], strict=True)]  # fmt: skip
    text = f"In a game a copy of set {rows['set'][0]} comes to a hand "
    found = [f"{text}{words.listed([words.amount_of(drawn[0], 'times', long=True), *parts])}."]
    if len(rows) == 2 and rows["iwd"].notna().all():
        gaps = [words.points_of(whole.estimate("iwd", at)) for at in (0, 1)]
        found.append(
            f"Having a card of set {rows['set'][0]} goes on average with {gaps[0]} of win rate, one of "
            f"set {rows['set'][1]} with {gaps[1]}."
        )
    return found


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    n = numbers.rows.loc[numbers.rows["group"] == "all", "n"].sum()
    return (
        "How often a copy is drawn, played and kept in a game, with 95 % intervals; "
        f"{words.count(n)} copies (one a game)."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.4 + 0.36 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """Three dots a row: drawn, played and kept."""
    rows = numbers.rows
    for place, name in enumerate(("drawn", "played", "kept")):
        y, colour = np.arange(len(rows)) + (place - 1) * 0.2, marks.SERIES[place]
        ax.hlines(y, rows[f"{name}_low"], rows[f"{name}_high"], color=colour, linewidth=2.2)
        label = USES[name].lower()
        ax.plot(rows[name], y, marks.MARKERS[place], color=colour, markersize=5, label=label)
    marks.name_lines(ax, np.arange(len(rows)), [_name(row) for _, row in rows.iterrows()])
    ax.set_xlim(0, None)
    ax.set_xlabel("times a copy and game")
    marks.legend(ax)
