"""How fast this machine plays: the kernel alone, and a whole run with its tables."""

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
from pathlib import Path
from typing import Any

from hemicycle.sim.engine import Player
from hemicycle.sim.runs import BLOCK_GAMES, run, warm_up
from hemicycle.sim.runspec import RunSpec, Setup, prepare

SECONDS = 3.0
SEED = 7


def bench(game: str, jobs: int | None = None) -> dict[str, Any]:
    """The table of `hemicycle bench`: random players, 4 seats where the game allows.

    Speeds in games and decisions per second, times in seconds, memory in megabytes.
    """
    jobs = jobs or os.cpu_count() or 1
    setup = prepare(RunSpec(game=game, games=1, seed=SEED, players="random"))
    began = time.perf_counter()
    warm_up(setup)
    compiled = time.perf_counter() - began
    one, decisions = _kernel(setup, 1)
    every, _ = _kernel(setup, jobs)
    games = max(BLOCK_GAMES, int(every * SECONDS) // BLOCK_GAMES * BLOCK_GAMES)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        run(
            game=game, games=games, seed=SEED, players="random", out=Path(folder) / "run", jobs=jobs
        )
        whole = games / (time.perf_counter() - began)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = _started(game, Path(folder) / "start")
    return {
        "game": game,
        "seats": setup.lineup.seats,
        "jobs": jobs,
        "kernel_games_per_s": round(one),
        "kernel_games_per_s_all": round(every),
        "decisions_per_s": round(one * decisions),
        "decisions_per_game": round(decisions, 2),
        "run_games_per_s": round(whole),
        "run_share_of_kernel": round(whole / every, 3),
        "threads_gain": round(every / one, 2),
        "run_games": games,
        "run_peak_memory_mb": round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)),
        "kernel_load_s": round(compiled, 2),
        "warm_start_s": round(start, 2),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {_processor()}",
        "versions": {
            "python": platform.python_version(),
            **{name: metadata.version(name) for name in ("hemicycle", "numba", "numpy", "pyarrow")},
        },
    }


def _kernel(setup: Setup, threads: int) -> tuple[float, float]:
    """Games per second of the loop alone on so many threads, and decisions per game."""
    players = [Player(setup.game, setup.record, setup.lineup, SEED) for _ in range(threads)]
    deadline = time.perf_counter() + SECONDS

    def play(first: int) -> tuple[int, int]:
        games = decisions = 0
        while time.perf_counter() < deadline:
            rows = players[first].block(games, BLOCK_GAMES)
            games += BLOCK_GAMES
            decisions += int(rows.games["decisions"].sum())
        return games, decisions

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(play, range(threads)))
    seconds = time.perf_counter() - began
    games = sum(played for played, _ in found)
    return games / seconds, sum(asked for _, asked in found) / games


def _started(game: str, out: Path) -> float:
    """Seconds of a short run as a command of its own, kernels already compiled."""
    command = ["run", game, "-n", "1000", "--seed", "7", "--players", "random", "-o", str(out)]
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "hemicycle.cli", *command], check=True, capture_output=True
    )
    return time.perf_counter() - began


def _processor() -> str:
    """The processor's name where the system tells it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
