"""The one play loop: any game, any line-up, a block of games into rows.

A strategy's fault is never an exception inside the block: it becomes the game's status and a line in
`fault`, so that finished games are kept and Python can say who did what in which game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from hemicycle.sim.copying import copy_record
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
    run_on,
    tally,
)
from hemicycle.sim.jit import entry_kernel, inner_kernel
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


@inner_kernel
def _unchanged(before: Any, after: Any) -> bool:
    for i in range(len(before)):
        if before[i] != after[i]:
            return False
    return True


@inner_kernel
def _tampered(raw: Any, state: Any, mix: Any, bench: Any) -> bool:
    """Has the strategy changed the state (`raw`: the words now and before) or its options?"""
    n = options(state, mix, bench.listed)
    return not (_unchanged(raw[0], raw[1]) and _unchanged(bench.options[:n], bench.listed[:n]))


@inner_kernel
def _begin_game(
    states: Any, mix: Any, chairs: Any, streams: Any, key: Any, row: Any, seats: Any
) -> None:
    """Deal from `key` and fill in who sits where.

    What players see is zeroed first: nothing of the game before may leak to a strategy of the next.
    """
    state, blank = states[0], states[2]
    copy_record(state.table, blank.table)
    row.players = len(chairs)
    row.status = FINISHED
    for seat in range(len(chairs)):
        copy_record(state.own[seat], blank.own[seat])
        start(streams[seat], key, SEAT_STREAM, seat)
        seats[seat].game = row.game
        seats[seat].seat = seat
        seats[seat].strategy = chairs[seat]
    deal(state, mix, len(chairs), key)


@inner_kernel
def _ask(
    states: Any,
    mix: Any,
    n: int,
    chairs: Any,
    strategies: Any,
    bench: Any,
    raw: Any,
    row: Any,
    cap: int,
) -> int:
    """The index of the option that the strategy takes out of `n`, or 0 and a reason in `bench.fault`."""
    table, fault = states[0].table, bench.fault
    seat, pending = int(table.seat), int(table.pending)
    fault[SEAT] = seat
    fault[DECISION] = pending
    if n > MAX_OPTIONS:
        fault[REASON] = TOO_MANY_OPTIONS
        return 0
    if row.decisions == cap:
        fault[REASON] = OVER_CAP
        return 0
    if raw is not None:
        copy_record(states[1], states[0])
    chair = chairs[seat]
    chosen = strategies[chair](
        pending,
        table,
        states[0].own[seat],
        bench.options[:n],
        bench.params[chair],
        bench.streams[seat],
    )
    row.decisions += 1
    if chosen < 0 or chosen >= n:
        fault[REASON] = OUT_OF_RANGE
        fault[CHOSEN] = chosen
        fault[OPTIONS] = n
        return 0
    if raw is not None:  # noqa: SIM102 - numba prunes a branch on this condition alone
        if _tampered(raw, states[0], mix, bench):
            fault[REASON] = TAMPERED
    return int(chosen)


@inner_kernel
def _end_game(state: Any, mix: Any, row: Any, seats: Any, rounds: Any) -> int:
    """Fill in the rows of the game; return the number of rows in `rounds`."""
    played = int(outcome(state, mix, row, seats, rounds))
    row.rounds = played
    for j in range(played):
        rounds[j].game = row.game
        rounds[j].round = j + 1
    return played


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

    `raw` is None, or for checked games the uint64 rows of states[0] and states[1]: numba leaves the
    checks out of a loop compiled for None. `bench.fault[GAME]` is the game being played (as an index
    in the block) and, after a whole block, `count`; `bench.fault[ROUNDS_WRITTEN]` is the number of
    rows in `rounds`. A fault sets `bench.fault[REASON]`, and leaves the game where it stood.
    """
    state, table, out, fault = states[0], states[0].table, bench.options, bench.fault
    players = arrangements.shape[1]
    for i in range(begin, count):
        fault[GAME] = i
        row, own_seats = games[i], seats[i * players : (i + 1) * players]
        row.game = first + i
        row.lineup = row.game % len(arrangements)
        chairs = arrangements[row.lineup]
        key = game_key(seed, row.game)
        _begin_game(states, mix, chairs, bench.streams, key, row, own_seats)
        while True:
            run_on(state, mix)
            if raw is not None:
                fault[CHOSEN] = check(state, mix)
                if fault[CHOSEN] != 0:
                    fault[REASON] = BROKEN
                    break
            if table.pending == 0:
                break
            n = options(state, mix, out)
            chosen = 0
            if n > 1:
                chosen = _ask(states, mix, n, chairs, strategies, bench, raw, row, cap)
                if fault[REASON] != NO_REASON:
                    break
            apply(state, mix, np.int64(out[chosen]))
        written = fault[ROUNDS_WRITTEN]
        fault[ROUNDS_WRITTEN] += _end_game(state, mix, row, own_seats, rounds[written:])
        if fault[REASON] != NO_REASON:
            return
        tally(state, mix, counts, totals)
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
