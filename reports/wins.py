"""Win shares from the counted sets of winners: by seat, by strategy, by place after a given seat.

A set of winners is a number whose bit s says that seat s won. All shares of one game come from one
set, so that what seats have in common (they can all lose) is kept: see `stats.together`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hemicycle.reports.reading import BEGINS, Cube

WINNERS = Cube("games", ("arrangement", "winners"))
WINNERS_IN_TURN = Cube("games", (BEGINS, "winners"))
"""Sets of winners by the seat that begins."""


def shares(winners: Any, players: int) -> Any:
    """float64 (rows, players): the share of the win of each seat; a shared win is split evenly."""
    won = (np.asarray(winners)[:, None] >> np.arange(players)) & 1
    return won / np.maximum(won.sum(axis=1, keepdims=True), 1)


def turned(values: Any, first: Any) -> Any:
    """The columns of each row turned so that column 0 is that of the row's seat `first`."""
    players = values.shape[1]
    columns = (np.asarray(first)[:, None] + np.arange(players)) % players
    return np.take_along_axis(values, columns, axis=1)


def shares_in_turn(counted: Any, players: int) -> Any:
    """`shares` of the counted WINNERS_IN_TURN; column 0 is the seat that began."""
    return turned(shares(counted["winners"], players), counted[BEGINS])


def per_strategy(values: Any, arrangement: Any, strategy_at: Any) -> Any:
    """float64 (rows, strategies): mean of a row's seats that the strategy holds.

    `strategy_at[a][s]` = strategy at seat s of arrangement a; each holds a seat in every one.
    """
    at = np.asarray(strategy_at)[np.asarray(arrangement)]
    columns = []
    for strategy in range(int(np.max(strategy_at)) + 1):
        held = at == strategy
        columns.append((values * held).sum(axis=1) / held.sum(axis=1))
    return np.stack(columns, axis=1)
