"""Our kernels beside plain C programs with the same rules and random players.

    python tests/bench/against_c.py [GAME] [GAMES]      speed, as a ratio, in alternating runs

The C programs are also the independent readings of the rules that test_against_c.py holds our
distributions to.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hemicycle.sim.engine import Player
from hemicycle.sim.games import find_game
from hemicycle.sim.lineup import line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.strategies import all_strategies, make_entry

FOLDER = Path(__file__).parent
DATA = FOLDER.parent.parent / "data"
GAMES = {"filibuster": 300_000, "liberte": 20_000}
"""Games in one timed run, a few seconds each."""


def build(game: str, folder: Path) -> Path:
    """Compile the game's C program into `folder`."""
    program = folder / game
    source = FOLDER / f"{game}.c"
    command = ["gcc", "-O3", "-march=native", "-o", str(program), str(source), "-lm"]
    subprocess.run(command, check=True)
    return program


def run_c(program: Path, players: int, games: int, seed: int, **settings: int) -> dict[str, Any]:
    """The C program's statistics, with these parameters of the standard mix changed."""
    command = [str(program), "-p", str(players), "-g", str(games), "-s", str(seed)]
    if program.name == "filibuster":  # its cards are compiled in
        command += [word for key, value in settings.items() for word in (f"--{key}", str(value))]
    else:
        command += ["-d", str(DATA / program.name / "mixes" / "standard")]
        command += [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def random_player(name: str, players: int, seed: int, **settings: int) -> Player:
    """Our engine with random players at every seat."""
    game = find_game(name)
    mix = load_mix(name, changes=[f"{key}={value}" for key, value in settings.items()])
    entry = make_entry(all_strategies(name)["random"], {}, game)
    return Player(game, game.compile_mix(mix)[0], line_up([entry] * players), seed)


def main() -> None:
    """Print the median ratio of five pairs."""
    game = sys.argv[1] if len(sys.argv) > 1 else "filibuster"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES[game]
    ours = random_player(game, 4, 7)
    ours.block(0, 10)
    with tempfile.TemporaryDirectory() as folder:
        program = build(game, Path(folder))
        ratios = []
        for seed in range(5):
            began = time.perf_counter()
            for first in range(0, games, 10_000):
                ours.block(first, min(10_000, games - first))
            speed = games / (time.perf_counter() - began)
            reference = run_c(program, 4, games, seed)["games_per_s"]
            ratios.append(speed / reference)
            print(f"hemicycle {speed:,.0f} games/s, C {reference:,.0f}, ratio {ratios[-1]:.2f}")
    print(f"median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
