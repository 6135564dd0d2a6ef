"""The same code with jit off is the slow reference: it must give the same rows.

Run as a program (with NUMBA_DISABLE_JIT=1) this file writes the rows of every game to an .npz file.
"""

import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hemicycle.sim.engine import Player
from hemicycle.sim.games import GAMES, find_game
from hemicycle.sim.lineup import line_up
from hemicycle.sim.mixes import load_mix, tweak
from hemicycle.strategies import all_strategies, make_entry

SEEDS = [0, 2**63, 2**64 - 1, *range(1, 48)]
PLAYED = {"liberte": 8}
"""Seeds of a game that is slow with jit off; all of SEEDS for the others."""
TABLES = ("games", "seats", "rounds", "counts", "totals")
CHANGES = {
    "filibuster": {4: ["bribes=1", "buy_hour_price=2"], 5: ["vote_needs_difficulty=1"]},
    "liberte": {
        4: ["display_limit=2", "display_limit_sansculottes=5", "landslide_red_votes=8"],
        5: ["cr_provinces_needed=4", "take_discard_threshold=5", "stacks_per_province=2"],
    },
}
"""Mix changes by number of players, so that seldom used rules are played too."""


def play_all() -> dict[str, Any]:
    """The rows of game 3 of each seed, for each game and number of players, by `game-players-table`."""
    found: dict[str, Any] = {}
    for name in GAMES:
        game = find_game(name)
        entry = make_entry(all_strategies(name)["random"], {}, game)
        for n in range(game.seats[0], game.seats[1] + 1):
            mix = tweak(load_mix(name), CHANGES.get(name, {}).get(n, []))
            record, lineup = game.compile_mix(mix)[0], line_up([entry] * n)
            blocks = [
                Player(game, record, lineup, seed).block(3, 1) for seed in SEEDS[: PLAYED.get(name)]
            ]
            assert not any(block.faults for block in blocks)
            for table in TABLES:
                parts = [getattr(block, table) for block in blocks]
                found[f"{name}-{n}-{table}"] = np.concatenate(parts).view(np.ndarray)
    return found


@pytest.mark.slow
def test_jit_off_gives_the_same_rows(tmp_path: Path) -> None:
    out = tmp_path / "rows.npz"
    command = [sys.executable, __file__, str(out)]
    done = subprocess.run(
        command,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    compiled, slow = play_all(), np.load(out)
    assert set(slow.files) == set(compiled)
    for name, rows in compiled.items():
        assert rows.dtype.names == slow[name].dtype.names
        for column in rows.dtype.names or [...]:
            assert np.array_equal(rows[column], slow[name][column]), (name, column)


if __name__ == "__main__":
    # uint64 wraps round, as it is meant to: numpy warns of it where compiled code does not.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    np.savez(sys.argv[1], **play_all())
