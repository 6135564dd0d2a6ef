"""Games of Liberté worth looking at, each with its replay command."""

from __future__ import annotations

from hemicycle.reports import odd_games
from hemicycle.reports.reading import Extreme
from hemicycle.reports.tables import Numbers, Tables

TITLE = odd_games.TITLE
READING = odd_games.READING
WANTED = (
    *odd_games.WANTED,
    Extreme("warning", "Longest in sight of sudden death", "{:,} action rounds"),
    Extreme("red_votes", "Most votes for the Radicals", "{:,} votes"),
    Extreme("margin", "Closest win", "a lead of {:,}", least=True, given="margin"),
    Extreme("margin", "Clearest win", "a lead of {:,}"),
)
shown, sentences, caption = odd_games.shown, odd_games.sentences, odd_games.caption


def numbers(tables: Tables) -> Numbers:
    """Columns what, value (in words), game, command."""
    return odd_games.of(tables, WANTED)
