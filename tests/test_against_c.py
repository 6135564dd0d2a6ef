"""Distributions of random games agree with independent programs in C (tests/bench)."""

import importlib.util
import math
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

GAMES = 200_000
LIBERTE_GAMES = 20_000
LIMIT = 4.5  # standard errors; 40 to 130 numbers are compared per case


def _bench() -> ModuleType:
    path = Path(__file__).parent / "bench" / "against_c.py"
    spec = importlib.util.spec_from_file_location("against_c", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The C program of each game."""
    if shutil.which("gcc") is None:
        pytest.skip("no C compiler (gcc) on this machine")
    folder, bench = tmp_path_factory.mktemp("c"), _bench()
    return {game: bench.build(game, folder) for game in bench.GAMES}


def _far(ours: Any, theirs: float, games: int) -> float:
    """Distance in standard errors of a mean of `ours` from the C program's mean over `games`."""
    spread = float(np.std(ours))
    error = math.sqrt(spread**2 / len(ours) + spread**2 / games)
    return abs(float(np.mean(ours)) - theirs) / error if error else 0.0


def _worst(far: dict[str, float]) -> tuple[str, float]:
    return max(far.items(), key=lambda item: item[1])


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
def test_filibuster_equals_the_c_program(
    programs: dict[str, Path], players: int, switches: dict[str, int]
) -> None:
    bench = _bench()
    c = bench.run_c(programs["filibuster"], players, 5 * GAMES, 99, **switches)
    rows = bench.random_player("filibuster", players, 11, **switches).block(0, GAMES)
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

    assert _worst(far)[1] < LIMIT, _worst(far)


LIBERTE_CASES = [
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (4, {"display_limit": 2, "take_discard_threshold": 5, "stacks_per_province": 2}),
    (4, {"landslide_red_votes": 8, "cr_provinces_needed": 4, "gov_tie_step_back": 2}),
    (5, {"tokens_per_player": 8, "stack_max": 2, "start_hand": 3, "battle_first_turn": 3}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "settings"), LIBERTE_CASES, ids=str)
def test_liberte_equals_the_c_program(
    programs: dict[str, Path], players: int, settings: dict[str, int]
) -> None:
    bench = _bench()
    c = bench.run_c(programs["liberte"], players, 5 * LIBERTE_GAMES, 99, **settings)
    rows = bench.random_player("liberte", players, 11, **settings).block(0, LIBERTE_GAMES)
    far = _far_games(rows, c, players) | _far_provinces(rows, c)
    for turn in range(1, 5):
        chosen = rows.rounds[rows.rounds["round"] == turn]
        found = _far_turn(chosen, c["by_turn"][str(turn)])
        far |= {f"turn {turn} {name}": value for name, value in found.items()}

    assert _worst(far)[1] < LIMIT, _worst(far)


def _far_games(rows: Any, c: dict[str, Any], players: int) -> dict[str, float]:
    """The columns of games and seats."""
    games, n = rows.games, c["games"]
    seats = {name: rows.seats[name].reshape(-1, players) for name in rows.seats.dtype.names}
    normal = games.end == 0
    actions, at_end = c["actions"], c["at_end"]
    far = {
        "decisions": _far(games.decisions, c["decisions_mean"], n),
        "winner_vp": _far(seats["vp"].max(1)[normal], c["winner_vp_mean"], c["n_ends"]["normal"]),
        "shared": _far((seats["win"] < 1).all(1), c["shared_win_rate"], n),
    }
    for code, end in enumerate(("normal", "counter_revolution", "landslide")):
        far[end] = _far(games.end == code, c["ends"][end], n)
    for source, mean in c["vp_by_source"].items():
        far[f"vp {source}"] = _far(seats[f"vp_{source}"].mean(1), mean, n)
    for name, mean in {
        "blocks": at_end["board_blocks_mean"],
        "hand": at_end["hand_size_mean"],
        "display": at_end["display_size_mean"],
        "tokens": at_end["free_tokens_mean"],
    }.items():
        far[name] = _far(seats[name].mean(1), mean, n)
    for name, mean in {
        "plays": actions["plays"],
        "takes": actions["takes"],
        "passes": actions["passes"],
        "placed": actions["blocks_placed"],
        "battle_tokens": actions["battle_tokens_placed"],
    }.items():
        far[name] = _far(seats[name].sum(1), mean, n)
    for place, mean in enumerate(c["win_share_by_order"]):
        seat = (games.start_player + place) % players
        far[f"win of place {place}"] = _far(seats["win"][np.arange(len(seat)), seat], mean, n)
    return far


def _far_turn(rounds: Any, c: dict[str, Any]) -> dict[str, float]:
    """The columns of one turn's rows."""
    far = {"rounds": _far(rounds.action_rounds, c["action_rounds_mean"], c["n"])}
    for code, end in enumerate(("supply", "all_pass", "cap", "cut")):
        far[end] = _far(rounds.phase_end == code, c["end"][end], c["n"])
    fought = rounds[rounds.battle > 0]
    if len(fought):
        far["lost"] = _far(fought.battle == 2, c["battle"]["lost"], c["n_battle"])
        far["tokens"] = _far(fought.battle_tokens, c["battle_tokens_mean"], c["n_battle"])
    voted = rounds[rounds.elected]
    if len(voted) == 0:
        return far
    for code, colour in enumerate(("red", "blue", "white")):
        mean = c[f"votes_{colour}_before_mean"]
        far[f"votes {colour}"] = _far(voted[f"votes_{colour}"], mean, c["n_election"])
        share = c["government"]["RBW"[code]] * c["n_government"] / c["n_election"]
        far[f"government {colour}"] = _far(voted.government == code + 1, share, c["n_election"])
        share = c["opposition"]["RBW"[code]] * c["n_government"] / c["n_election"]
        far[f"opposition {colour}"] = _far(voted.opposition == code + 1, share, c["n_election"])
    for name in ("tied", "by_card", "unbroken", "empty"):
        far[name] = _far(voted[name], c[f"provinces_{name}_mean"], c["n_election"])
    return far


def _far_provinces(rows: Any, c: dict[str, Any]) -> dict[str, float]:
    """Votes of each province per election; at most 3, so a spread of 1 is on the safe side."""
    lands = rows.counts[1, 2]
    far = {}
    for number, mean in c["province_votes"].items():
        elections, votes = lands[8 + 4, int(number) - 1], lands[-3:, int(number) - 1].sum()
        error = math.sqrt(1 / elections + 1 / c["n_elections"])
        far[f"province {number}"] = abs(votes / elections - mean) / error
    return far
