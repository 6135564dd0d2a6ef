"""Distributions of random games agree with an independent program in C (tests/bench)."""

import importlib.util
import math
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

GAMES = 200_000
LIMIT = 4.5  # standard errors; about 40 numbers are compared per case


def _bench() -> ModuleType:
    path = Path(__file__).parent / "bench" / "against_c.py"
    spec = importlib.util.spec_from_file_location("against_c", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("gcc") is None:
        pytest.skip("no C compiler (gcc) on this machine")
    path: Path = _bench().build(tmp_path_factory.mktemp("c"))
    return path


def _far(ours: Any, theirs: float, games: int) -> float:
    """Distance in standard errors of a mean of `ours` from the C program's mean over `games`."""
    spread = float(np.std(ours))
    error = math.sqrt(spread**2 / len(ours) + spread**2 / games)
    return abs(float(np.mean(ours)) - theirs) / error if error else 0.0


CASES = [
    (3, {}),
    (4, {}),
    (5, {}),
    (4, {"bribes": 1}),
    (4, {"buy_hour_price": 1}),
    (4, {"vote_needs_difficulty": 1}),
    (4, {"vote_pays_reward": 1}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "switches"), CASES, ids=str)
def test_distributions_equal_the_c_program(
    program: Path, players: int, switches: dict[str, int]
) -> None:
    bench = _bench()
    c = bench.run_c(program, players, 5 * GAMES, 99, **switches)
    rows = bench.random_player(players, 11, **switches).block(0, GAMES)
    n = 5 * GAMES
    far = {
        "decisions": _far(rows.games.decisions, c["decisions_mean"], n),
        "team_win": _far(rows.games.team_win, c["team_win_rate"], n),
        "blocked": _far(rows.games.blocked, c["blocked_mean"], n),
        "enacted": _far(rows.games.enacted, c["enacted_mean"], n),
        "rounds": _far(rows.games.rounds, c["rounds_mean"], n),
        "passed_votes": _far(rows.games.passed_votes, c["passed_votes_mean"], n),
        "influence": _far(
            rows.seats.influence.reshape(-1, players).mean(1), c["influence_mean"], n
        ),
        "hand": _far(rows.seats.hand.reshape(-1, players).mean(1), c["hand_size_mean"], n),
    }
    names = {
        "blocked": "success_rate",
        "hours": "hours_mean",
        "difficulty": "difficulty_mean",
        "leader_turns": "leader_turns_mean",
        "bid": "winning_bid_mean",
        "paid": "total_paid_mean",
    }
    for number, found in c["by_round"].items():
        chosen = rows.rounds[rows.rounds["round"] == int(number)]
        for column, name in names.items():
            far[f"round {number} {column}"] = _far(chosen[column], found[name], found["n"])
    causes = ("time_card", "pay_or_end", "vote", "deck_empty", "full_track")
    for code, cause in enumerate(causes):
        share = c["end_causes"][cause] / sum(c["end_causes"].values())
        far[f"end {cause}"] = _far(rows.rounds.end == code, share, sum(c["end_causes"].values()))
    worst = max(far, key=lambda key: far[key])

    assert far[worst] < LIMIT, (worst, far[worst])
