"""Which of the cards that everybody plays against go with the table losing?

For decks that belong to the table and not to a player. Longer games turn up more cards of every kind,
so it says little whether a card came up. One dot a card therefore compares its part of all cards
drawn: in games that all lost minus in games that somebody won. To the right stands what goes with
losing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.cards import LOST, decks
from hemicycle.reports.stats import holm, rate, rate_difference, rate_p
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Cards of the table"
READING = (
    "To the right stand cards that make up more of what is drawn in games that all lose. The bars "
    "are 95 % intervals. That longer games draw more cards is taken out this way; it is not when you "
    "compare games with and without the card (in the table), where nearly all cards look good."
)
WANTED: tuple[Any, ...] = ()


def numbers(tables: Tables) -> Numbers:
    """See `of_deck`; all decks that no player holds, of a game that all can lose."""
    found = [of_deck(tables, deck) for deck in decks(tables, held=False)]
    lost = bool(found) and (tables.cards["result"] == LOST).any()
    return Numbers(pd.concat(found, ignore_index=True) if lost else pd.DataFrame())


def of_deck(tables: Tables, deck: str) -> pd.DataFrame:
    """A row a card: deck, card, copies; rates with _low and _high:

    `seen`, `unseen` how often the table wins with and without it; `in_lost`, `in_won` its part of
    the deck's cards drawn in lost and in won games; `excess` = in_lost - in_won, `clear` whether it
    stands after Holm's correction. Then `never` = part of games without it, `used` = part of its
    draws that were not cancelled, drawn and used_draws (copies), n_seen, n (games). Sorted by
    excess, largest first.
    """
    frame = tables.cards
    if frame.empty:
        return frame
    frame = frame[frame["deck"] == deck]
    draws = {lost: int(frame.loc[(frame["result"] == LOST) == lost, "drawn"].sum())
             for lost in (True, False)}  # fmt: skip
    records = []
    for card in tables.run.cards(deck):
        own = frame[frame["card"] == card["name"]]
        records.append(
            {"deck": deck, "card": card["name"], "copies": card["count"]}
            | _seen(own)
            | _drawn(own, draws)
        )
    rows = pd.DataFrame(records)
    rows["clear"] = ["yes" if sure else "no" for sure in holm(rows.pop("p").tolist())]
    return rows.sort_values("excess", ascending=False, ignore_index=True)


def _seen(own: pd.DataFrame) -> dict[str, Any]:
    """Win rates of the table with and without the card."""
    won = own[own["result"] != LOST]
    games, wins = int(own["seat_games"].sum()), int(won["seat_games"].sum())
    n, with_it = int(own["had_by"].sum()), int(won["had_by"].sum())
    found = rate(with_it, n).columns("seen") | rate(wins - with_it, games - n).columns("unseen")
    return found | {"never": 1 - n / games if games else np.nan, "n_seen": n, "n": games}


def _drawn(own: pd.DataFrame, draws: dict[bool, int]) -> dict[str, Any]:
    """The card's part of all draws in lost and in won games, and of its draws that counted."""
    lost = own["result"] == LOST
    counts = [int(own.loc[lost, "drawn"].sum()), int(own.loc[~lost, "drawn"].sum())]
    drawn, used = sum(counts), int(own["played"].sum())
    return (
        rate(counts[0], draws[True]).columns("in_lost")
        | rate(counts[1], draws[False]).columns("in_won")
        | rate_difference(counts[0], draws[True], counts[1], draws[False]).columns("excess")
        | {"p": rate_p(counts[0], draws[True], counts[1], draws[False])}
        | {"drawn": drawn, "used_draws": used, "used": used / drawn if drawn else np.nan}
    )


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("card", "Card"),
        Shown("copies", "Copies", "count"),
        Shown("in_lost", "Part of draws, lost games", "percent"),
        Shown("in_won", "Part of draws, won games", "percent"),
        Shown("excess", "Difference", "points"),
        Shown("clear", "Clear after correction"),
        Shown("seen", "Table wins when seen", "percent"),
        Shown("unseen", "Table wins when not", "percent"),
        Shown("never", "Games without it", "percent"),
        Shown("n_seen", "Games that saw it", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The card that goes most with losing, and the one that goes most with winning."""
    rows = numbers.rows
    sure = rows[rows["clear"] == "yes"]
    if sure.empty:
        return ["No card goes clearly with the table winning or losing."]
    worst, best = int(sure.index[0]), int(sure.index[-1])
    found = []
    if rows["excess"][worst] > 0:
        found.append(
            f"'{rows['card'][worst]}' goes most with losing: it is "
            f"{words.percent_of(numbers.estimate('in_lost', worst), long=True)} of the cards drawn in "
            f"lost games and {words.percent_of(numbers.estimate('in_won', worst))} in won ones."
        )
    if rows["excess"][best] < 0:
        found.append(
            f"'{rows['card'][best]}' goes most with winning: "
            f"{words.plain_percent(numbers.estimate('in_lost', best))} in lost games, "
            f"{words.plain_percent(numbers.estimate('in_won', best))} in won ones."
        )
    return found


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Part of all cards drawn in lost games minus part in won games, with 95 % intervals; "
        f"{words.count(numbers.rows['drawn'].sum())} draws in "
        f"{words.count(numbers.rows['n'].max())} games.{marks.only_ends(numbers.rows)}"
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.0 + 0.27 * len(marks.ends(numbers.rows))


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval a card, what goes with losing above, and the zero line."""
    rows = marks.ends(numbers.rows)
    marks.forest(ax, [str(name) for name in rows["card"]], rows, "excess", marks.RED)
    marks.cut(ax, numbers.rows)
    ax.axvline(0, color=marks.MUTED, linewidth=1, linestyle="--")
    marks.points_axis(ax.xaxis)
    ax.set_xlabel("goes with winning (left) or losing (right), points", loc="right")
