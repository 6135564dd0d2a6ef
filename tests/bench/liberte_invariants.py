"""Many random games of Liberté, looked through after every option, forced ones too.

    python tests/bench/liberte_invariants.py [GAMES]     100,000 unless told

Half of them with the standard mix, the others with odd mixes, with 3 to 6 players. Beside the
invariants of a checked run it works out anew, from the stacks alone, what the table remembers about
the board. Prints one line for each mix and number of players; stops at the first broken game.
"""

import sys
import time
from typing import Any

import numpy as np
from numba import int64

from hemicycle.sim.bits import EMPTY_SET, with_bit
from hemicycle.sim.copying import copy_record
from hemicycle.sim.engine import SEAT_STREAM
from hemicycle.sim.game import OPTION_SLOTS, apply, check, deal, options, run_on
from hemicycle.sim.games import find_game
from hemicycle.sim.games.liberte.records import COLOURS, DISPLAY_MAX, MIX, TABLE
from hemicycle.sim.jit import entry_kernel, typed_kernel
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.rng import below, game_key, start
from hemicycle.tests.games.liberte_odd import MIXES

NO_OPTION, FORGOT = 100, 101
"""Broken invariants beside those that `check` numbers."""


@typed_kernel(int64(TABLE, MIX))
def forgot(table: Any, mix: Any) -> int:
    """0, or a number when a set of provinces or a display is not what the stacks and cards say."""
    full = EMPTY_SET
    for colour in range(len(COLOURS)):
        coloured = EMPTY_SET
        for province in range(mix.board.provinces):
            found = 0
            for seat in range(table.players):
                found += table.blocks[province, seat] > 0 and table.colour[province, seat] == colour
            if found != table.stacks_of[province, colour]:
                return 1
            if found > 0:
                coloured = with_bit(coloured, province)
        if coloured != table.coloured[colour]:
            return 2
    for seat in range(table.players):
        stands = EMPTY_SET
        for province in range(mix.board.provinces):
            if table.blocks[province, seat] > 0:
                stands = with_bit(stands, province)
        if stands != table.stands[seat]:
            return 3
        for colour in range(len(COLOURS)):
            grows = EMPTY_SET
            for province in range(mix.board.provinces):
                blocks = table.blocks[province, seat]
                own = blocks > 0 and table.colour[province, seat] == colour
                if own and blocks < mix.parameters.stack_max:
                    grows = with_bit(grows, province)
            if grows != table.grows[seat, colour]:
                return 4
        if table.displays[seat].cards > DISPLAY_MAX or table.hand_size[seat] < 0:
            return 5
    for province in range(mix.board.provinces):
        if table.stacks[province] >= mix.parameters.stacks_per_province:
            full = with_bit(full, province)
    return 6 if full != table.full else 0


@entry_kernel
def play(states: Any, mix: Any, players: int, seed: Any, games: int, out: Any, rng: Any) -> Any:
    """(games whole, options applied, what broke): uniform choices from a stream of each game.

    `states[0]` is the game played, `states[1]` stays blank.
    """
    state = states[0]
    applied = 0
    for game in range(games):
        key = game_key(seed, game)
        start(rng, key, SEAT_STREAM, 0)
        copy_record(state, states[1])
        deal(state, mix, players, key)
        run_on(state, mix)
        while state.table.pending != 0:
            n = options(state, mix, out)
            if n < 1:
                return game, applied, NO_OPTION
            apply(state, mix, int(out[below(rng, n)]))
            run_on(state, mix)
            applied += 1
            broken = int(check(state, mix))
            if broken != 0:
                return game, applied, broken
            wrong = forgot(state.table, mix)
            if wrong != 0:
                return game, applied, FORGOT + wrong
    return games, applied, 0


def main() -> int:
    """Play them all; 1 when something broke."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    game = find_game("liberte")
    states = np.zeros(2, game.state_dtype).view(np.recarray)
    out, rng, total = np.zeros(OPTION_SLOTS, np.int32), np.zeros(1, np.uint64), 0
    for changes in MIXES:
        mix = game.compile_mix(load_mix("liberte", changes=changes))[0]
        share = games / 2 if not changes else games / (2 * (len(MIXES) - 1))
        for players in range(game.seats[0], game.seats[1] + 1):
            began = time.perf_counter()
            count = -int(-share // 4)
            whole, applied, broken = play(states, mix, players, np.uint64(9), count, out, rng)
            name, seconds = ", ".join(changes) or "standard", time.perf_counter() - began
            print(f"{name}: {players} players, {whole} games, {applied} options, {seconds:.0f} s")
            if broken:
                words = game.words.INVARIANTS
                print(words[broken] if broken < len(words) else f"number {broken}")
                return 1
            total += whole
    print(f"{total} games, nothing broke")
    return 0


if __name__ == "__main__":
    sys.exit(main())
