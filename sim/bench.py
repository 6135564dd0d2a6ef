"""How fast this machine plays: the numbers behind `hemicycle bench`."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from typing import Any

from hemicycle.sim.engine import Player
from hemicycle.sim.games import find_game
from hemicycle.sim.runs import run
from hemicycle.sim.runspec import RunSpec, prepare

BLOCKS = 30
USUAL_BLOCKS = 100
"""Blocks of the game (`sim.game.Game.block`) that each thread plays, and that a run plays in all."""


def measure(game: str, games: int | None) -> dict[str, Any]:
    """Speeds with `random` players, 4 seats where the game allows.

    `kernel_*` play into rows in memory; `run_*` write all tables of `games` games to a folder.
    """
    jobs = os.cpu_count() or 1
    games = games or USUAL_BLOCKS * find_game(game).block
    setup = prepare(RunSpec(game=game, games=games, seed=7, players="random"))
    players = [Player(setup.game, setup.record, setup.lineup, 7) for _ in range(jobs)]
    players[0].block(0, 100)
    one, decisions = _kernel(players[:1])
    every, _ = _kernel(players)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        run(setup.spec, out=f"{folder}/run", jobs=jobs)
        run_speed = games / (time.perf_counter() - began)
        warm = _command(
            "run", game, "-n", "1000", "--players", "random", "--quiet", "-o", f"{folder}/w"
        )
    return {
        "game": game,
        "seats": setup.spec.seats,
        "threads": jobs,
        "kernel_games_per_s": one,
        "kernel_games_per_s_all": every,
        "threads_gain": every / one,
        "decisions_per_s": one * decisions,
        "decisions_per_game": decisions,
        "run_games_per_s": run_speed,
        "run_of_kernel": run_speed / every,
        "warm_start_s": warm,
        "help_s": _command("--help"),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "versions": {name: metadata.version(name) for name in ("hemicycle", "numba", "numpy")},
        "machine": f"{platform.machine()}, {jobs} threads, Python {platform.python_version()}",
    }


def _kernel(players: list[Player]) -> tuple[float, float]:
    """Games a second over all players' threads, and mean decisions a game."""

    def play(player: Player) -> float:
        return sum(
            float(player.block(i * size, size).games.decisions.mean()) for i in range(BLOCKS)
        )

    size, began = players[0].game.block, time.perf_counter()
    with ThreadPoolExecutor(len(players)) as pool:
        found = list(pool.map(play, players))
    seconds = time.perf_counter() - began
    return len(players) * size * BLOCKS / seconds, found[0] / BLOCKS


def _command(*words: str) -> float:
    """Seconds that a command of ours takes, start to end."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "hemicycle.cli", *words]
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began
