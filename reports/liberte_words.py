"""The factions of Liberté in words and colours."""

from __future__ import annotations

from hemicycle.reports import marks

FACTIONS = {"R": "Radicals (red)", "B": "Moderates (blue)", "W": "Royalists (white)"}
NOBODY = {"none": "nobody"}
LANDSLIDE = {"landslide": "landslide"}
COLOURS = (marks.RED, marks.BLUE, marks.PALE, marks.ORANGE, marks.PINK)
"""Bars of FACTIONS, of nobody and of landslides."""
LINES = (marks.RED, marks.BLUE, marks.MUTED)
"""Lines of FACTIONS."""
VOTES = {"R": "votes_red", "B": "votes_blue", "W": "votes_white"}
"""Columns of their votes."""
