"""Which time cards go with losing?

One dot a time card: its part of all time cards drawn in lost games minus its part in won games (see
`table_cards`). To the right stands what goes with losing.
"""

from __future__ import annotations

from hemicycle.reports import table_cards
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Time cards"
READING = table_cards.READING
WANTED = table_cards.WANTED
sentences, caption = table_cards.sentences, table_cards.caption
height, draw = table_cards.height, table_cards.draw


def numbers(tables: Tables) -> Numbers:
    """See `table_cards.of_deck`, with `cancelled` = part of its draws that were cancelled."""
    rows = table_cards.of_deck(tables, "time")
    if rows.empty:
        return Numbers(rows)
    return Numbers(rows.assign(cancelled=1 - rows["used"], per_game=rows["drawn"] / rows["n"]))


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        *table_cards.shown(numbers),
        Shown("per_game", "Draws a game", "number"),
        Shown("cancelled", "Draws cancelled", "percent"),
    ]
