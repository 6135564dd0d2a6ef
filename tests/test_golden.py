"""One whole game for each game and number of players, told line by line, as it was read and approved.

After a change that is meant to change games, run this file as a program to write them anew, and
read what changed in the diff:

    python tests/test_golden.py
"""

from pathlib import Path

import pytest

from hemicycle.sim.game import Game
from hemicycle.sim.games import GAMES, find_game
from hemicycle.sim.lineup import line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.session import Session
from hemicycle.strategies import all_strategies, make_entry

FOLDER = Path(__file__).parent / "golden"
SEED = 7


def cases() -> list[tuple[str, int]]:
    """Every registered game with every number of players."""
    found = []
    for name in GAMES:
        low, high = find_game(name).seats
        found += [(name, players) for players in range(low, high + 1)]
    return found


def path(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.txt"


def replay(game: Game, players: int) -> list[str]:
    """Game 0 of SEED with random players, in words."""
    mix = load_mix(game.name)
    lineup = line_up([make_entry(all_strategies(game.name)["random"], {}, game)] * players)
    session = Session(game, mix, players, seed=SEED)
    lines = [
        f"{game.title} game 0 of seed {SEED}, {players} random players, version {game.version}"
    ]
    lines += ["", *game.words.opening(mix, session.state)]
    lines += [game.words.sentence(mix, event) for event in session.events()]
    for _ in session.steps(lineup):
        lines += [game.words.sentence(mix, event) for event in session.events()]
    lines += [game.words.sentence(mix, event) for event in session.events()]
    return [*lines, *game.words.closing(mix, session.state)]


@pytest.mark.parametrize(("name", "players"), cases())
def test_a_game_is_told_as_approved(name: str, players: int) -> None:
    golden = path(name, players)
    assert golden.exists(), "write it with: python tests/test_golden.py"
    assert replay(find_game(name), players) == golden.read_text(encoding="utf-8").splitlines()


def test_there_is_no_golden_game_too_many() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {path(*case).name for case in cases()}


if __name__ == "__main__":
    import warnings

    from numba.core.errors import NumbaExperimentalFeatureWarning

    warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
    for name, players in cases():
        text = "\n".join(replay(find_game(name), players)) + "\n"
        path(name, players).write_text(text, encoding="utf-8")
