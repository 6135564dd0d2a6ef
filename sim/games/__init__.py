"""The games, one module or small package each."""

from importlib import import_module
from typing import TYPE_CHECKING

from hemicycle.sim.errors import InputError, nearest

if TYPE_CHECKING:
    from hemicycle.sim.game import Game

GAMES = {
    "filibuster": "hemicycle.sim.games.filibuster",
    "liberte": "hemicycle.sim.games.liberte",
}
"""Game name -> module with its `GAME`; imported only when asked for."""


def find_game(name: str) -> "Game":
    """The game called `name`; InputError with the nearest known name when there is none."""
    if name not in GAMES:
        raise InputError(f"no game '{name}'{nearest(name, GAMES)}")
    game: Game = import_module(GAMES[name]).GAME
    return game
