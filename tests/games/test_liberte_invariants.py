"""Random games in checked mode: after every option all cards, blocks and tokens are where they may be.

About a minute's worth of games is played. For many more there is a program that checks faster and
looks at more, but not for strategies that change what they are shown:

    python tests/bench/liberte_invariants.py 100000
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.mixes import tweak
from hemicycle.tests.games.liberte_odd import MIXES

if TYPE_CHECKING:
    from collections.abc import Callable

    from hemicycle.sim.cardmix import Mix
    from hemicycle.sim.game import Game
    from hemicycle.sim.lineup import LineUp

GAMES = 1600
"""Over all cases; half of them with the standard mix."""
PLAYERS = (3, 4, 5, 6)


def games_of(changes: tuple[str, ...]) -> int:
    """Games of one mix with one number of players."""
    share = 1 / 2 if not changes else 1 / (2 * (len(MIXES) - 1))
    return round(GAMES * share / len(PLAYERS))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("changes", MIXES, ids=lambda changes: ",".join(changes) or "standard")
def test_random_games_break_no_invariant(
    liberte: Game,
    liberte_mix: Mix,
    randoms: Callable[[Game, int], LineUp],
    changes: tuple[str, ...],
    players: int,
) -> None:
    record = liberte.compile_mix(tweak(liberte_mix, list(changes)))[0]
    player = Player(liberte, record, randoms(liberte, players), 2026, checked=True)
    for first in range(0, games_of(changes), 500):
        rows = player.block(first, min(500, games_of(changes) - first))
        assert rows.faults == []
        check_rows(rows, players, changes)


def check_rows(rows: Rows, players: int, changes: tuple[str, ...]) -> None:
    """What the rows of whole games must say, whatever happened in them."""
    games, seats, rounds = rows.games, rows.seats, rows.rounds
    assert (games.decisions > 0).all()
    assert (games.sudden_death == (games.end != lib.BY_VP)).all()
    parts = seats.vp_government + seats.vp_opposition + seats.vp_battle + seats.vp_province
    assert (parts == seats.vp).all()

    score = seats.score.reshape(-1, players)
    win = seats.win.reshape(-1, players)
    assert np.allclose(win.sum(1), 1)
    assert ((win > 0) == (score == score.max(1, keepdims=True))).all()
    normal = games.end == lib.BY_VP
    assert (score[normal] == seats.vp.reshape(-1, players)[normal]).all()

    assert (rounds.action_rounds <= 200).all()
    last = np.append(rounds.game[1:] != rounds.game[:-1], True)
    assert rounds.elected[~last].all()  # only the last turn can be cut off
    assert (rounds.phase_end[~last] != lib.BY_CUT).all()
    ended = games.end[rounds.game[last] - games.game[0]]
    assert (rounds.elected[last][ended == lib.BY_VP]).all()
    if not changes:
        assert (games.rounds[normal] == 4).all()
        revolts = games[games.end == lib.BY_COUNTER_REVOLUTION]
        assert (revolts.white_provinces + revolts.battles_lost >= 7).all()
        assert (games.red_votes[games.end == lib.BY_LANDSLIDE] >= 17).all()


@pytest.mark.slow
def test_the_program_for_many_games_looks_at_them_all() -> None:
    program = Path(__file__).parent.parent / "bench" / "liberte_invariants.py"
    command = [sys.executable, str(program), "400"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    whole = int(done.stdout.splitlines()[-1].removesuffix(" games, nothing broke"))
    assert whole >= 400
