"""What many tests start from: the standard game, and a table of random players."""

from collections.abc import Callable

import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.game import Game
from hemicycle.sim.games import find_game
from hemicycle.sim.lineup import LineUp, line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.strategies import all_strategies, make_entry
from hemicycle.tests.warming import warm_all


def pytest_configure(config: pytest.Config) -> None:
    """Before workers are started (`-n 2`) the kernels they all need are compiled once."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        warm_all()


@pytest.fixture(scope="session")
def game() -> Game:
    return find_game("filibuster")


@pytest.fixture(scope="session")
def mix(game: Game) -> Mix:
    return load_mix(game.name)


@pytest.fixture(scope="session")
def randoms() -> Callable[[Game, int], LineUp]:
    """The line-up of `n` random players of a game."""

    def seat(game: Game, players: int) -> LineUp:
        entry = make_entry(all_strategies(game.name)["random"], {}, game)
        return line_up([entry] * players)

    return seat
