"""The games of the rules' tests, laid out by hand: `start` for Filibuster!, `begin` for Liberté."""

import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.game import Game
from hemicycle.sim.games import find_game
from hemicycle.sim.mixes import load_mix, tweak
from hemicycle.tests.games import filibuster_play, liberte_play


@pytest.fixture
def start(game: Game, mix: Mix) -> filibuster_play.Start:
    """`start("bribes=1", players=4, leader=0)`: a game of the mix with these changes."""

    def begin(*changes: str, players: int = 4, leader: int = 0) -> filibuster_play.Play:
        changed = tweak(mix, list(changes)) if changes else mix
        return filibuster_play.Play(game, changed, players, leader)

    return begin


@pytest.fixture(scope="session")
def liberte() -> Game:
    return find_game("liberte")


@pytest.fixture(scope="session")
def liberte_mix() -> Mix:
    return load_mix("liberte")


@pytest.fixture
def begin(liberte: Game, liberte_mix: Mix) -> liberte_play.Begin:
    """`begin("stack_max=2", players=4, starter=0)`: a game of the mix with these changes."""

    def begin(*changes: str, players: int = 4, starter: int = 0) -> liberte_play.Play:
        changed = tweak(liberte_mix, list(changes)) if changes else liberte_mix
        return liberte_play.Play(liberte, changed, players, starter)

    return begin
