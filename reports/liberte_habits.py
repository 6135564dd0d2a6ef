"""What do the players do?

One row a strategy: how often it plays, takes cards and passes, the blocks and battle tokens it places,
and what it has at the end. It shows whether the strategies really differ, and which habit goes with
winning.
"""

from __future__ import annotations

from hemicycle.reports import habits, words
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE, READING = habits.TITLE, habits.READING
HABITS = {
    "plays": "Actions that played cards",
    "takes": "Actions that took cards",
    "passes": "Passes",
    "placed": "Blocks placed",
    "battle_tokens": "Tokens put in the Battle Box",
    "hand": "Cards left in hand",
    "display": "Cards in the display at the end",
    "vp": "VP at the end",
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
    """Who places most and fewest blocks, and who passes most."""
    rows = numbers.rows
    most, least = numbers.most("placed"), numbers.least("placed")
    text = (
        f"A player of '{rows['strategy'][most]}' places "
        f"{words.amount_of(numbers.estimate('placed', most), 'blocks', long=True)} in a game"
    )
    idle = numbers.most("passes")
    often = words.amount_of(numbers.estimate("passes", idle), "times")
    ever = bool(rows["passes"][idle] > 0)
    if len(rows) == 1:
        return [f"{text} and {f'passes {often}' if ever else 'never passes'}."]
    return [
        (
            f"{text}, one of '{rows['strategy'][least]}' "
            f"{words.amount_of(numbers.estimate('placed', least), 'blocks')}."
        ),
        f"Most often passes '{rows['strategy'][idle]}': {often}."
        if ever
        else "Nobody ever passes.",
    ]
