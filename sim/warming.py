"""The first start: the verbs of a game are compiled in processes of their own, beside the strategies."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba as nb
from numba import types

from hemicycle.sim import game as contract
from hemicycle.sim.engine import Player, bench_dtype
from hemicycle.sim.game import Game
from hemicycle.sim.games import find_game
from hemicycle.sim.jit import is_warm, set_warm
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.seating import yardstick

SHARES = (("deal", "run_on"), ("options", "apply", "outcome", "tally"))
"""The verbs that each process compiles: about as much work."""


def signatures(game: Game) -> dict[str, tuple[Any, ...]]:
    """Verb -> the types the play loop calls it with."""
    records: Any = map(nb.from_dtype, (game.state_dtype, game.mix_dtype, bench_dtype))
    state, mix, bench = records
    row, seat, played = (nb.from_dtype(dtype) for dtype in game.row_dtypes())
    lists = types.Array(seat, 1, "C"), types.Array(played, 1, "C")
    counts = types.Array(types.int64, 4, "C"), types.Array(types.int64, 2, "C")
    return {
        "deal": (state, mix, types.int64, types.uint64),
        "run_on": (state, mix),
        "options": (state, mix, bench.typeof("options")),
        "apply": (state, mix, types.int64),
        "outcome": (state, mix, row, *lists),
        "tally": (state, mix, *counts),
    }


def compile_verbs(name: str, *verbs: str) -> None:
    """Compile these verbs of a game into the cache on disk."""
    game = find_game(name)
    for verb in verbs:
        rule = getattr(contract, verb).rules[game.state_dtype]
        rule.compile(signatures(game)[verb])


def compile_loop(name: str) -> None:
    """Compile the play loop of a game into the cache on disk, and the verbs that are not there yet."""
    game = find_game(name)
    record = game.compile_mix(load_mix(name))[0]
    Player(game, record, yardstick(game, game.seats[0]), 0).block(0, 1)
    set_warm(name)


@contextmanager
def loop_aside(name: str) -> Iterator[None]:
    """While the block runs, which compiles strategies, other processes compile the game's verbs.

    At the end it waits for them, unless the block failed, and compiles the play loop of them;
    with kernels of the game on disk there is nothing to do. Measured on two cores: half the time
    until the first game is played.
    """
    if is_warm(name):
        yield
        return
    aside = []
    for share in SHARES:
        code = f"from hemicycle.sim.warming import compile_verbs; compile_verbs{(name, *share)}"
        quiet = subprocess.DEVNULL
        aside.append(subprocess.Popen([sys.executable, "-c", code], stdout=quiet, stderr=quiet))
    try:
        yield
    except BaseException:
        for process in aside:
            process.kill()
        raise
    finally:
        for process in aside:
            process.wait()
    compile_loop(name)
