"""Which cards go with winning, and which are stuck?

For cards that players hold. The words are those of 17lands.com: a seat's win rate with the card in the
opening hand (OH WR), drawn later (GD WR), in hand at any time (GIH WR), and never (GNS WR); IWD =
GIH WR - GNS WR, "improvement when drawn". A card in hand goes with winning for many reasons (longer
games see more cards), so this is a hint, not a cause.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.stats import holm, share, share_difference
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Cards that players hold"
READING = (
    "Dots: by how many points a seat's win rate is higher when it had the card at some time than "
    "when it never did (IWD); bars are 95 % intervals. It describes and does not prove a cause."
)
WANTED: tuple[Any, ...] = ()
LOST = "lost"
"""The result of games that all players lost."""


def decks(tables: Tables, *, held: bool) -> list[str]:
    """Decks whose cards were seen; `held`: by single seats, so that they are counted once a seat and
    not once a game. A list whose rows nobody ever has (places on a board) is no deck of cards.
    """
    games = sum(tables.run.statuses.values())
    found = []
    for deck, frame in tables.cards.groupby("deck", sort=False):
        counted = frame.loc[frame["card"] == frame["card"].iloc[0], "seat_games"].sum()
        if (counted > games) == held and frame["had_by"].any():
            found.append(str(deck))
    return found


def numbers(tables: Tables) -> Numbers:
    """A row a card: deck, card, copies, then win shares oh, gd, gih, gns and iwd with _low, _high.

    `n_oh`, `n_gd`, `n_gih`, `n_gns` are seat-games; `iwd_won` is iwd among games that somebody won;
    `never` the part of seat-games that never had it; `used` (times), `passed_on`, `stuck`
    per copy that came to a hand; `clear` whether iwd_won stands after Holm's correction. Sorted by
    iwd_won. Fact `lost`: whether there are games that all lost.
    """
    records, ps = [], []
    for deck in decks(tables, held=True):
        frame = tables.cards[tables.cards["deck"] == deck]
        for card in tables.run.cards(deck):
            record, p = _card(frame[frame["card"] == card["name"]])
            records.append({"deck": deck, "card": card["name"], "copies": card["count"]} | record)
            ps.append(p)
    rows = pd.DataFrame(records)
    if rows.empty:
        return Numbers(rows)
    rows["clear"] = ["yes" if sure else "no" for sure in holm(ps)]
    lost = bool((tables.cards["result"] == LOST).any())
    return Numbers(rows.sort_values("iwd_won", ascending=False, ignore_index=True), {"lost": lost})


def _card(own: pd.DataFrame) -> tuple[dict[str, Any], float]:
    """The numbers of one card from its counts by result, and the p value of its iwd_won."""
    total, seen = own["seat_games"], own["had_by"]
    wins, unseen, won = own["win"], total - seen, own["result"] != LOST
    record: dict[str, Any] = {}
    for name, n in (
        ("oh", own["opening"]), ("gd", own["drawn_by"]), ("gih", seen), ("gns", unseen)
    ):  # fmt: skip
        found = share(wins, n)
        record |= {**found.columns(name), f"n_{name}": found.n}
    gap, _ = share_difference((wins, seen), (wins, unseen))
    gap_won, p = share_difference((wins[won], seen[won]), (wins[won], unseen[won]))
    came = own["drawn"].sum() + own["received"].sum()
    parts = {"used": "played", "passed_on": "passed", "stuck": "held"}
    record |= gap.columns("iwd") | gap_won.columns("iwd_won")
    record |= {"never": unseen.sum() / total.sum() if total.sum() else np.nan}
    record |= {name: own[column].sum() / came if came else np.nan for name, column in parts.items()}
    return record | {"n": int(total.sum()), "n_won": int(total[won].sum())}, p


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    passed = (numbers.rows["passed_on"] > 0).any()
    won = [Shown("iwd_won", "IWD in games that somebody won", "points")]
    return [
        Shown("card", "Card"),
        Shown("copies", "Copies", "count"),
        Shown("oh", "OH WR", "percent"),
        Shown("gd", "GD WR", "percent"),
        Shown("gih", "GIH WR", "percent"),
        Shown("n_gih", "Seats that had it", "count"),
        Shown("gns", "GNS WR", "percent"),
        Shown("iwd", "IWD", "points"),
        *(won if numbers.facts["lost"] else []),
        Shown("clear", "Clear after correction"),
        Shown("never", "Never had", "percent"),
        Shown("used", "Times used per copy that came", "number"),
        *([Shown("passed_on", "Copies passed on", "percent")] if passed else []),
        Shown("stuck", "Copies stuck at the end", "percent"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The cards that go most and least with winning, and the one most often stuck."""
    rows = numbers.rows
    found = _ends(numbers)
    if (rows["stuck"] > 0).any():
        stuck = rows.iloc[numbers.most("stuck")]
        found.append(
            f"Most often stuck is '{stuck['card']}': {words.percent(stuck['stuck'])} of all copies "
            "that came to a hand are still there at the end."
        )
    return found


def _ends(numbers: Numbers) -> list[str]:
    """The clear cards at both ends, and a reminder of what this cannot say."""
    rows = numbers.rows
    clear = rows[rows["clear"] == "yes"]
    good, bad = clear.index[clear["iwd_won"] > 0], clear.index[clear["iwd_won"] < 0]
    if not (len(good) or len(bad)):
        return ["No card goes clearly with winning or losing yet."]
    first = good[0] if len(good) else bad[-1]
    found = [] if len(good) else ["No card goes clearly with winning."]
    start = "In games that somebody won, seats" if numbers.facts["lost"] else "Seats"
    found.append(
        f"{start} that had '{rows['card'][first]}' win {_gap(numbers, first, long=True)} often than "
        f"seats that never had it: {_rank(rows, first)}."
    )
    if len(good) and len(bad):
        worst = bad[-1]
        found.append(
            f"At the other end stands '{rows['card'][worst]}': {_gap(numbers, worst)} often, "
            f"{_rank(rows, worst)}."
        )
    return [*found, "That proves no cause; the command 'hemicycle cards' measures causes."]


def _rank(rows: pd.DataFrame, at: int) -> str:
    """The best or worst of all cards, or among them when its interval meets that of another."""
    own, others = rows.loc[at], rows.drop(index=at).dropna(subset=["iwd_won"])
    good = own["iwd_won"] > 0
    if good:
        apart = others["iwd_won_high"] < own["iwd_won_low"]
    else:
        apart = others["iwd_won_low"] > own["iwd_won_high"]
    word = "best" if good else "worst"
    return f"the {word} of all cards" if apart.all() else f"among the {word} cards"


def _gap(numbers: Numbers, at: int, *, long: bool = False) -> str:
    found = numbers.estimate("iwd_won", at)
    return words.points_of(words.absolute(found), long=long) + (
        " more" if found.value >= 0 else " less"
    )


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "IWD: win rate of seats that had the card minus that of seats that never did, with 95 % "
        f"intervals; {words.count(numbers.rows['n'].max())} seats (one a player and game)"
        + (
            f", {words.count(numbers.rows['n_won'].max())} of them in games that somebody won. Look "
            "at these first: games that all lose are short and show few cards."
            if numbers.facts["lost"]
            else "."
        )
        + marks.only_ends(numbers.rows)
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.2 + 0.3 * len(marks.ends(numbers.rows))


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval a card, best above, and the zero line; all games in another colour."""
    rows = marks.ends(numbers.rows)
    marks.forest(ax, [str(name) for name in rows["card"]], rows, "iwd_won")
    if numbers.facts["lost"]:
        y = np.arange(len(rows)) + 0.28
        ax.hlines(y, rows["iwd_low"], rows["iwd_high"], color=marks.ORANGE, linewidth=1.4)
        ax.plot(rows["iwd"], y, "s", color=marks.ORANGE, markersize=3.5, label="all games")
        ax.lines[0].set_label("games that somebody won")
        marks.legend(ax)
    marks.cut(ax, numbers.rows)
    ax.axvline(0, color=marks.MUTED, linewidth=1, linestyle="--")
    marks.points_axis(ax.xaxis)
    ax.set_xlabel("win rate when had minus when not, percentage points", loc="right")
