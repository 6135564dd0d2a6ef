"""The one play loop: any game, any line-up, a block of games into rows.

A strategy's fault is never an exception inside the block: it becomes the game's status and a line in
`fault`, so that finished games are kept and Python can say who did what in which game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from hemicycle.sim.game import (
    CAPPED,
    FAILED,
    FINISHED,
    ILLEGAL,
    MAX_OPTIONS,
    MAX_PARAMS,
    MAX_SEATS,
    OPTION_SLOTS,
    Game,
    apply,
    check,
    deal,
    options,
    outcome,
    tally,
)
from hemicycle.sim.jit import entry_kernel, kernel
from hemicycle.sim.lineup import LineUp
from hemicycle.sim.rng import game_key, start

SEAT_STREAM = 1 << 20
"""Purpose of a seat's own stream; the index is the seat."""

REASONS = (
    "",
    "passed the limit of decisions in a game",
    "chose an option that is not on the list",
    "was to be shown more options than the engine can list",
    "changed the game state it was shown",
    "left the game with a broken count",
    "raised an error",
    "did not answer",
)
(
    NO_REASON,
    OVER_CAP,
    OUT_OF_RANGE,
    TOO_MANY_OPTIONS,
    TAMPERED,
    BROKEN,
    RAISED,
    STALLED,
) = range(len(REASONS))

# What the loop works with. Arrays inside a record are not counted by numba's reference counter, and
# counting costs more than a decision does (measured: 3 atomic pairs a decision, a third of the time).
bench_dtype = np.dtype(
    [
        ("params", "f8", (MAX_SEATS, MAX_PARAMS)),
        ("streams", "u8", (MAX_SEATS, 1)),
        ("fault", "i8", (7,)),
        ("options", "i4", (OPTION_SLOTS,)),
        ("listed", "i4", (OPTION_SLOTS,)),  # the same again, of a checked game
    ],
    align=True,
)

# Places in the int64 `fault` array that the loop leaves behind.
GAME, ROUNDS_WRITTEN, REASON, SEAT, DECISION, CHOSEN, OPTIONS = range(7)


@kernel
def _unchanged(before: Any, after: Any) -> bool:
    for i in range(len(before)):
        if before[i] != after[i]:
            return False
    return True


@entry_kernel
def _tampered(raw: Any, state: Any, mix: Any, bench: Any) -> bool:
    """Has the strategy changed the state (`raw`: the words now and before) or its options?"""
    n = options(state, mix, bench.listed)
    return not (_unchanged(raw[0], raw[1]) and _unchanged(bench.options[:n], bench.listed[:n]))


@entry_kernel
def _broken(state: Any, mix: Any) -> int:
    return int(check(state, mix))


@kernel
def _wipe(state: Any, blank: Any, players: int) -> None:
    """Zero what players see: nothing of the game before may leak to a strategy of the next."""
    state.table = blank.table
    for seat in range(players):
        state.own[seat] = blank.own[seat]


@entry_kernel
def play_game(
    states: Any,
    mix: Any,
    chairs: Any,
    strategies: Any,
    bench: Any,
    cap: int,
    raw: Any,
) -> int:
    """Play the dealt game `states[0]` to its end; return the number of decisions asked.

    `chairs` int8[seats] = entry at each seat; `raw` None, or for a checked game the uint64 rows of
    states[0] and states[1]: numba leaves the checks out of a loop compiled for None. On a fault `bench.fault[REASON]` is set and the game left where it stood.
    """
    state, out, fault = states[0], bench.options, bench.fault
    table = state.table
    decisions = 0
    while table.pending != 0:
        n = options(state, mix, out)
        chosen = 0
        if n > 1:
            seat, pending = int(table.seat), int(table.pending)
            fault[SEAT] = seat
            fault[DECISION] = pending
            if n > MAX_OPTIONS:
                fault[REASON] = TOO_MANY_OPTIONS
                return decisions
            if decisions == cap:
                fault[REASON] = OVER_CAP
                return decisions
            if raw is not None:
                states[1] = states[0]
            chair = chairs[seat]
            chosen = strategies[chair](
                pending, table, state.own[seat], out[:n], bench.params[chair], bench.streams[seat]
            )
            decisions += 1
            if chosen < 0 or chosen >= n:
                fault[REASON] = OUT_OF_RANGE
                fault[CHOSEN] = chosen
                fault[OPTIONS] = n
                return decisions
            if raw is not None:  # noqa: SIM102 - numba prunes a branch on this condition alone
                if _tampered(raw, state, mix, bench):
                    fault[REASON] = TAMPERED
                    return decisions
        apply(state, mix, int(out[chosen]))
        if raw is not None:
            fault[CHOSEN] = _broken(state, mix)
            if fault[CHOSEN] != 0:
                fault[REASON] = BROKEN
                return decisions
    return decisions


@entry_kernel
def play_block(
    first: int,
    begin: int,
    count: int,
    seed: Any,
    arrangements: Any,
    strategies: Any,
    bench: Any,
    mix: Any,
    states: Any,
    raw: Any,
    games: Any,
    seats: Any,
    rounds: Any,
    counts: Any,
    totals: Any,
    cap: int,
) -> None:
    """Play games first+begin .. first+count-1 into the rows; stop after the first fault.

    `bench.fault[GAME]` is the game being played (as an index in the block) and, after a whole block,
    `count`; `bench.fault[ROUNDS_WRITTEN]` is the number of rows in `rounds`.
    """
    players, fault = arrangements.shape[1], bench.fault
    for i in range(begin, count):
        game = first + i
        fault[GAME] = i
        lineup = game % len(arrangements)
        chairs = arrangements[lineup]
        key = game_key(seed, game)
        for seat in range(players):
            start(bench.streams[seat], key, SEAT_STREAM, seat)
        _wipe(states[0], states[2], players)
        deal(states[0], mix, players, key)
        row, own_seats = games[i], seats[i * players : (i + 1) * players]
        row.game = game
        row.players = players
        row.lineup = lineup
        row.status = FINISHED
        for seat in range(players):
            own_seats[seat].game = game
            own_seats[seat].seat = seat
            own_seats[seat].strategy = chairs[seat]
        row.decisions = play_game(states, mix, chairs, strategies, bench, cap, raw)
        written = fault[ROUNDS_WRITTEN]
        own_rounds = rounds[written:]
        played = outcome(states[0], mix, row, own_seats, own_rounds)
        row.rounds = played
        for j in range(played):
            own_rounds[j].game = game
            own_rounds[j].round = j + 1
        fault[ROUNDS_WRITTEN] = written + played
        if fault[REASON] != NO_REASON:
            return
        tally(states[0], mix, counts, totals)
    fault[GAME] = count


@dataclass
class Fault:
    """What went wrong in one game: who (seat, -1 unknown), at which decision, and how."""

    game: int
    reason: int
    seat: int
    decision: int
    chosen: int = 0
    options: int = 0
    error: str = ""

    @property
    def status(self) -> int:
        """The game's status code."""
        return {OVER_CAP: CAPPED, OUT_OF_RANGE: ILLEGAL}.get(self.reason, FAILED)


@dataclass
class Rows:
    """The rows of a block: structured arrays, card counts, and the games that went wrong."""

    games: Any
    seats: Any
    rounds: Any
    counts: Any
    totals: Any
    faults: list[Fault] = field(default_factory=list)


class Player:
    """Plays blocks of one game with one mix and line-up; one per thread (it owns the buffers)."""

    def __init__(self, game: Game, mix: Any, lineup: LineUp, seed: int, *, checked: bool = False):
        """`mix` is a record of `game.mix_dtype`; `seed` 0..2^64-1."""
        self.game, self.mix, self.lineup = game, mix, lineup
        self.seed = np.uint64(seed)
        # The game played, the position before the last decision, and one that stays blank.
        self.states = np.zeros(3, game.state_dtype).view(np.recarray)
        self.raw = self.states.view(np.uint64).reshape(3, -1) if checked else None
        self.bench = np.zeros(1, bench_dtype).view(np.recarray)[0]
        self.bench.params[:] = lineup.params()
        self._fixed = (
            lineup.arrangements,
            lineup.functions(),
        )

    def block(self, first: int, count: int, *, stop_at_fault: bool = True) -> Rows:
        """Play games `first` .. `first + count - 1`.

        With `stop_at_fault` the rows end with the first game that went wrong; otherwise it counts
        as lost by all and the block goes on.
        """
        players = self.lineup.seats
        dtypes = self.game.row_dtypes()
        rows = Rows(
            np.zeros(count, dtypes[0]).view(np.recarray),
            np.zeros(count * players, dtypes[1]).view(np.recarray),
            np.zeros(count * self.game.max_rounds, dtypes[2]).view(np.recarray),
            np.zeros(self.game.counts_shape, np.int64),
            np.zeros(self.game.counts_shape[:2], np.int64),
        )
        self.bench.fault[:] = 0
        begin = 0
        while begin < count:
            fault = self._play(rows, first, begin, count)
            if fault is None:
                break
            rows.faults.append(fault)
            begin = fault.game - first + 1
            rows.games["status"][begin - 1] = fault.status
            rows.seats["win"][(begin - 1) * players : begin * players] = 0
            if stop_at_fault:
                count = begin
        rows.games = rows.games[:count]
        rows.seats = rows.seats[: count * players]
        rows.rounds = rows.rounds[: self.bench.fault[ROUNDS_WRITTEN]]
        return rows

    def _play(self, rows: Rows, first: int, begin: int, count: int) -> Fault | None:
        arrangements, functions = self._fixed
        fault, error = self.bench.fault, ""
        fault[REASON] = NO_REASON
        try:
            play_block(
                first, begin, count, self.seed, arrangements, functions, self.bench,
                self.mix, self.states, self.raw,
                rows.games, rows.seats, rows.rounds, rows.counts, rows.totals,
                self.game.cap,
            )  # fmt: skip
        except NumbaError:
            raise  # ours: the loop itself does not compile
        except Exception as raised:  # noqa: BLE001 - whatever a user's strategy raises is that game's fault
            fault[REASON] = RAISED
            error = f"{type(raised).__name__}: {raised}"
        if fault[REASON] == NO_REASON:
            return None
        return Fault(
            game=first + int(fault[GAME]),
            reason=int(fault[REASON]),
            seat=int(fault[SEAT]),
            decision=int(fault[DECISION]),
            chosen=int(fault[CHOSEN]),
            options=int(fault[OPTIONS]),
            error=error,
        )
