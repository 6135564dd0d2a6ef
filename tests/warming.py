"""Compile a game's kernels before the tests start: each worker would do it for itself otherwise.

python tests/warming.py GAME
"""

import subprocess
import sys

from hemicycle.sim.engine import Player
from hemicycle.sim.games import GAMES, find_game
from hemicycle.sim.lineup import line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.session import Session
from hemicycle.strategies import all_strategies, make_entry


def warm_all() -> None:
    """All games side by side, each in a process of its own; InputError or worse is left to the tests."""
    games = [subprocess.Popen([sys.executable, __file__, name]) for name in GAMES]
    for game in games:
        game.wait()


def warm(name: str) -> None:
    """Play one game with each strategy, checked and unchecked, and one step by step."""
    game, mix = find_game(name), load_mix(name)
    record = game.compile_mix(mix)[0]
    players = game.seats[0]
    for strategy in all_strategies(name).values():
        lineup = line_up([make_entry(strategy, {}, game)] * players)
        Player(game, record, lineup, 1).block(0, 1)
    Player(game, record, lineup, 1, checked=True).block(0, 1)
    session = Session(game, mix, players, seed=1)
    session.apply(session.options()[0])
    session.check()


if __name__ == "__main__":
    warm(sys.argv[1])
