"""What do the players do?

One row a strategy: how often it leads, what it pays for bids, how many Assists it plays and hours cards
it passes on, and what it has at the end. It shows whether the strategies really differ, and which
habit goes with winning.
"""

from __future__ import annotations

from hemicycle.reports import habits, words
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE, READING = habits.TITLE, habits.READING
HABITS = {
    "led": "Rounds led",
    "bid": "Influence paid for bids",
    "assists": "Assists played",
    "passed": "Hours cards passed on",
    "hand": "Cards left in hand",
    "score": "Influence at the end",
}
"""Columns of the seats table, in words."""
WANTED = tuple(habits.cube(name) for name in HABITS)
caption = habits.caption


def numbers(tables: Tables) -> Numbers:
    """Columns strategy, then every one of HABITS (mean with _low, _high), n (seat-games)."""
    return habits.of(tables, HABITS)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the table."""
    return habits.shown(HABITS)


def sentences(numbers: Numbers) -> list[str]:
    """Who leads most and least often."""
    rows = numbers.rows
    most, least = numbers.most("led"), numbers.least("led")
    text = (
        f"A player of '{rows['strategy'][most]}' leads "
        f"{words.amount_of(numbers.estimate('led', most), 'rounds', long=True)} of a game"
    )
    if len(rows) == 1:
        return [
            f"{text} and pays {words.amount_of(numbers.estimate('bid', 0), 'influence')} for bids."
        ]
    return [
        (
            f"{text}, one of '{rows['strategy'][least]}' "
            f"{words.amount_of(numbers.estimate('led', least), 'rounds')}."
        )
    ]
