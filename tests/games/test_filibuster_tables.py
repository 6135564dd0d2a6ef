"""Whole games of the players of Filibuster!: habits, who does best, and that no place in a list counts.

Run as a program (with NUMBA_DISABLE_JIT=1) this file writes the seats of some games to an .npy file.
"""

import os
import subprocess
import sys
import warnings
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.game import Game
from hemicycle.sim.games import find_game
from hemicycle.sim.lineup import line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.strategies import Strategy, all_strategies, make_entry

HEURISTICS = (
    "standard",
    "team",
    "cautious",
    "bold",
    "glory",
    "seller",
    "freeloader",
    "leveller",
    "gambler",
)
SWITCHES = ("bribes=1", "buy_hour_price=1")


@pytest.fixture(scope="module")
def known() -> dict[str, Strategy]:
    return all_strategies("filibuster")


def play(game: Game, mix: Mix, known: dict[str, Strategy], *names: str, games: int) -> Rows:
    entries = [make_entry(known[name], {}, game) for name in names]
    rows = Player(game, game.compile_mix(mix)[0], line_up(entries), 5).block(0, games)
    assert rows.faults == []
    return rows


def habits(rows: Rows) -> dict[str, float]:
    later = rows.rounds[rows.rounds["round"] > 1]
    return {
        "bid": float(later.bid.mean()),
        "called": float(rows.rounds.votes_called.mean()),
        "passed votes": float(rows.games.passed_votes.mean()),
        "passed cards": float(rows.seats.passed.mean()),
        "team": float(rows.games.team_win.mean()),
    }


def test_tables_of_one_kind_differ(game: Game, mix: Mix, known: dict[str, Strategy]) -> None:
    found = {n: habits(play(game, mix, known, *[n] * 4, games=2000)) for n in HEURISTICS}
    assert found["bold"]["called"] == found["gambler"]["called"] == 0
    assert found["team"]["passed votes"] > 1.5
    assert found["standard"]["passed votes"] < 0.5
    assert found["cautious"]["bid"] < 4 < found["bold"]["bid"]
    assert found["freeloader"]["passed cards"] < 2 < found["team"]["passed cards"]
    assert found["team"]["team"] > found["bold"]["team"] + 0.2
    assert 0.45 < found["standard"]["team"] < 0.75


def test_standard_does_best_on_average(game: Game, mix: Mix, known: dict[str, Strategy]) -> None:
    """Over mixed tables in which everybody meets everybody."""
    wins: dict[str, list[float]] = {name: [] for name in HEURISTICS}
    for table in combinations(HEURISTICS, 4):
        rows = play(game, mix, known, *table, games=96)
        for i, name in enumerate(table):
            wins[name].append(float(rows.seats.win[rows.seats.strategy == i].mean()))
    means = {name: np.mean(shares) for name, shares in wins.items()}
    best, second, *_ = sorted(means.values(), reverse=True)
    assert means["standard"] == best > second + 0.02


def turned(mix: Mix, deck: str) -> Mix:
    """The same cards in the same slots, but the card list in reverse order."""
    last = len(mix.decks[deck]) - 1
    slots = tuple(last - card if card >= 0 else card for card in mix.slots[deck])
    return replace(
        mix,
        decks={**mix.decks, deck: mix.decks[deck][::-1]},
        slots={**mix.slots, deck: slots},
    )


@pytest.mark.parametrize("name", ["standard", "team", "leveller"])
def test_players_follow_the_cards_not_their_places(
    game: Game, mix: Mix, known: dict[str, Strategy], name: str
) -> None:
    """Only ties between action cards go by their place in the list."""
    rows = play(game, mix, known, *[name] * 4, games=4000)
    for deck in ("time", "policy"):
        again = play(game, turned(mix, deck), known, *[name] * 4, games=4000)
        assert np.array_equal(rows.seats, again.seats)
    again = play(game, turned(mix, "action"), known, *[name] * 4, games=4000)
    assert abs(rows.games.team_win.mean() - again.games.team_win.mean()) < 0.03


def test_more_endings_make_the_game_harder(game: Game, known: dict[str, Strategy]) -> None:
    rates = []
    for copies in (1, 3, 6):
        changed = load_mix("filibuster", changes=[f"time.T02={copies}"])
        rates.append(play(game, changed, known, *["team"] * 4, games=2000).games.team_win.mean())
    assert rates[0] > rates[1] + 0.05 > rates[2] + 0.1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "changes"), [(3, SWITCHES), (4, ()), (4, SWITCHES), (5, SWITCHES)]
)
def test_everybody_plays_thousands_of_checked_games(
    game: Game, known: dict[str, Strategy], seats: int, changes: tuple[str, ...]
) -> None:
    record = game.compile_mix(load_mix("filibuster", changes=changes))[0]
    for first in range(0, len(HEURISTICS), seats):
        names = [HEURISTICS[(first + i) % len(HEURISTICS)] for i in range(seats)]
        lineup = line_up([make_entry(known[name], {}, game) for name in names])
        assert Player(game, record, lineup, 8, checked=True).block(0, 2000).faults == []


def some_games() -> Any:
    """The seats' rows of a few games in which every heuristic plays, with all switches on."""
    game, known = find_game("filibuster"), all_strategies("filibuster")
    mix = load_mix("filibuster", changes=SWITCHES)
    tables = [HEURISTICS[:5], HEURISTICS[5:], HEURISTICS[::3]]
    rows = [play(game, mix, known, *table, games=8).seats for table in tables]
    return np.concatenate(rows).view(np.ndarray)


@pytest.mark.slow
def test_jit_off_gives_the_same_games(tmp_path: Path) -> None:
    out = tmp_path / "seats.npy"
    done = subprocess.run(
        [sys.executable, __file__, str(out)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert np.array_equal(np.load(out), some_games())


if __name__ == "__main__":
    # uint64 wraps round, as it is meant to: numpy warns of it where compiled code does not.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    np.save(sys.argv[1], some_games())
