"""Our kernel beside a plain C program with the same rules and random players.

    python tests/bench/against_c.py [GAMES]      speed, as a ratio, in alternating runs

The C program is also the independent reading of the rules that test_against_c.py holds our
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

SOURCE = Path(__file__).parent / "filibuster.c"


def build(folder: Path) -> Path:
    """Compile the C program into `folder`."""
    program = folder / "filibuster"
    command = ["gcc", "-O3", "-march=native", "-o", str(program), str(SOURCE), "-lm"]
    subprocess.run(command, check=True)
    return program


def run_c(program: Path, players: int, games: int, seed: int, **switches: int) -> dict[str, Any]:
    """The C program's statistics."""
    command = [str(program), "-p", str(players), "-g", str(games), "-s", str(seed)]
    for name, value in switches.items():
        command += [f"--{name}", str(value)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def random_player(players: int, seed: int, **switches: int) -> Player:
    """Our engine with random players at every seat."""
    game = find_game("filibuster")
    mix = load_mix("filibuster", changes=[f"{key}={value}" for key, value in switches.items()])
    entry = make_entry(all_strategies("filibuster")["random"], {}, game)
    return Player(game, game.compile_mix(mix)[0], line_up([entry] * players), seed)


def main() -> None:
    """Print the median ratio of five pairs."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
    ours = random_player(4, 7)
    ours.block(0, 10)
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        ratios = []
        for seed in range(5):
            began = time.perf_counter()
            for first in range(0, games, 10_000):
                ours.block(first, 10_000)
            speed = games / (time.perf_counter() - began)
            reference = run_c(program, 4, games, seed)["games_per_s"]
            ratios.append(speed / reference)
            print(f"hemicycle {speed:,.0f} games/s, C {reference:,.0f}, ratio {ratios[-1]:.2f}")
    print(f"median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
