"""An edited rule works at the next start, though numba would serve the old kernels from its cache.

numba checks only the file of the function it loads; see `sim.jit`. The test plays a tiny game in a
copy of the package: a new game is one module and one line, and the engine knows nothing about it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

RULE = """
from hemicycle.sim.jit import kernel

PRIZE = 3


@kernel
def prize(option):
    return PRIZE * option
"""

TINY = '''
"""Each player in turn takes option 1 or 2, and gains a prize for it."""

import numpy as np

from hemicycle.sim.game import Game, apply, check, deal, options, outcome, run_on, tally
from hemicycle.sim.verbs import rule_of
from hemicycle.sim.games.tiny_rule import prize

table_dtype = np.dtype([("pending", "i8"), ("seat", "i8"), ("players", "i8"), ("score", "i8", (6,))])
state_dtype = np.dtype(
    [("table", table_dtype), ("own", [("nothing", "i8")], (6,)), ("hidden", [("logging", "i8")])],
    align=True,
)
mix_dtype = np.dtype([("nothing", "i8")])


@rule_of(deal, state_dtype)
def tiny_deal(state, mix, players, key):
    state.table.players = players
    state.table.seat = 0
    state.table.pending = 1
    state.table.score[:] = 0


@rule_of(run_on, state_dtype)
def tiny_run_on(state, mix):
    if state.table.seat == state.table.players:
        state.table.pending = 0


@rule_of(options, state_dtype)
def tiny_options(state, mix, out):
    out[0] = 1
    out[1] = 2
    return 2


@rule_of(apply, state_dtype)
def tiny_apply(state, mix, option):
    state.table.score[state.table.seat] += prize(option)
    state.table.seat += 1


@rule_of(outcome, state_dtype)
def tiny_outcome(state, mix, game, seats, rounds):
    for seat in range(state.table.players):
        seats[seat].score = state.table.score[seat]
    return 1


@rule_of(tally, state_dtype)
def tiny_tally(state, mix, counts, totals):
    totals[0, 0] += 1


@rule_of(check, state_dtype)
def tiny_check(state, mix):
    return 0


GAME = Game(
    name="tiny",
    title="Tiny",
    version=1,
    seats=(2, 6),
    state_dtype=state_dtype,
    mix_dtype=mix_dtype,
    decisions=("none", "take"),
    cap=10,
    max_rounds=1,
    games=(),
    seat_columns=(),
    rounds=(),
    decks=("none",),
    first="",
    compile_mix=lambda mix: np.zeros(1, mix_dtype).view(np.recarray),
    schema=None,
    words=None,
)
'''

PLAY = """
import warnings

from numba.core.errors import NumbaExperimentalFeatureWarning

warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
from hemicycle.sim.engine import Player
from hemicycle.sim.games.tiny import GAME
from hemicycle.sim.lineup import line_up
from hemicycle.strategies.baseline import first
from hemicycle.strategies import make_entry

lineup = line_up([make_entry(first, {}, GAME)] * 3)
rows = Player(GAME, GAME.compile_mix(None)[0], lineup, 1).block(0, 2)
print(rows.seats.score.tolist())
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with the tiny game in it."""
    copy = tmp_path / "hemicycle"
    for folder in ("sim", "strategies"):
        shutil.copytree(
            ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "filibuster")
        )
    (copy / "sim" / "games" / "tiny_rule.py").write_text(RULE, encoding="utf-8")
    (copy / "sim" / "games" / "tiny.py").write_text(TINY, encoding="utf-8")
    (tmp_path / "play.py").write_text(PLAY, encoding="utf-8")
    return copy


def scores(package: Path) -> str:
    """What the game gives, played in a process of its own with the package's own cache."""
    home = package.parent
    env = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, str(home / "play.py")],
        env={**env, "PYTHONPATH": str(home), "XDG_CACHE_HOME": str(home / "cache")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.slow
def test_an_edited_rule_or_strategy_works_at_once(package: Path) -> None:
    assert scores(package) == str([3] * 6)
    kernels = set((package.parent / "cache").rglob("*.nbc"))
    assert kernels
    assert scores(package) == str([3] * 6)
    assert set((package.parent / "cache").rglob("*.nbc")) == kernels  # nothing compiled again

    edit(package / "sim" / "games" / "tiny_rule.py", "PRIZE = 3", "PRIZE = 5")
    assert scores(package) == str([5] * 6)

    edit(package / "strategies" / "baseline.py", "return 0", "return 1")
    assert scores(package) == str([10] * 6)
