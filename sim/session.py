"""One game step by step from Python: for replays, tests, and anyone who wants to sit at the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from hemicycle.sim.engine import SEAT_STREAM
from hemicycle.sim.game import MAX_SEATS, OPTION_SLOTS, Game, apply, check, deal, options, run_on
from hemicycle.sim.jit import entry_kernel
from hemicycle.sim.lineup import LineUp
from hemicycle.sim.mixes import Mix
from hemicycle.sim.rng import game_key, start


@entry_kernel
def _deal(states: Any, mix: Any, players: int, key: Any) -> None:
    deal(states[0], mix, players, key)
    run_on(states[0], mix)


@entry_kernel
def _options(states: Any, mix: Any, out: Any) -> int:
    return int(options(states[0], mix, out))


@entry_kernel
def _apply(states: Any, mix: Any, option: int) -> None:
    apply(states[0], mix, option)
    run_on(states[0], mix)


@entry_kernel
def _check(states: Any, mix: Any) -> int:
    return int(check(states[0], mix))


@entry_kernel
def _start(rng: Any, key: Any, seat: int) -> None:
    start(rng, key, SEAT_STREAM, seat)


class Session:
    """A game in progress.

    `state` is the live record (`table`, `own[seat]`, `hidden`); tests may set fields before they go
    on. `events()` hands over what happened since the last call as records of the game's log.
    """

    def __init__(self, game: Game, mix: Mix, players: int, *, seed: int, number: int = 0) -> None:
        """Deal game `number` of `seed` (0..2^64-1): the same cards as in a run."""
        self.game, self.mix = game, mix
        self.compiled = game.compile_mix(mix)[0]
        self.players, self.number = players, number
        self.states = np.zeros(1, game.state_dtype).view(np.recarray)
        self.states[0].hidden.log.watched = 1
        self._out = np.zeros(OPTION_SLOTS, np.int32)
        with np.errstate(over="ignore"):
            self._key = np.uint64(game_key(np.uint64(seed), number))
            _deal(self.states, self.compiled, players, self._key)

    @property
    def state(self) -> Any:
        """The live state record."""
        return self.states[0]

    @property
    def pending(self) -> str:
        """Name of the decision asked; `none` when the game is over."""
        return self.game.decisions[int(self.state.table.pending)]

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.state.table.seat)

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.pending == "none"

    def options(self) -> list[int]:
        """The values of the pending decision's options, in the order of the rules."""
        count = _options(self.states, self.compiled, self._out)
        return [int(option) for option in self._out[:count]]

    def apply(self, option: int) -> None:
        """Take an option by its value (one of `options()`); ValueError when it is not on the list."""
        if option not in self.options():
            raise ValueError(f"{option} is not an option of {self.pending}: {self.options()}")
        with np.errstate(over="ignore"):
            _apply(self.states, self.compiled, option)

    def check(self) -> int:
        """0, or the number of the broken invariant (the game's `words.INVARIANTS`)."""
        return _check(self.states, self.compiled)

    def events(self) -> list[Any]:
        """The events since the last call, oldest first."""
        log = self.state.hidden.log
        if log.written > len(log.events):
            raise RuntimeError(f"{log.written} events in one step; the log holds {len(log.events)}")
        found = [event.copy() for event in log.events[: log.written]]
        log.written = 0
        return found

    def play(self, lineup: LineUp) -> None:
        """Play on to the end with a line-up's strategies, seated as in game `number` of a run."""
        for _ in self.steps(lineup):
            pass

    def steps(self, lineup: LineUp) -> Any:
        """Play on, yielding (decision, seat, options, chosen index) before each option is applied."""
        chairs = lineup.arrangements[self.number % len(lineup.arrangements)]
        params, streams = lineup.params(), np.zeros((MAX_SEATS, 1), np.uint64)
        with np.errstate(over="ignore"):
            for seat in range(self.players):
                _start(streams[seat], self._key, seat)
            while not self.over:
                listed = self.options()
                chosen = 0
                if len(listed) > 1:
                    chair, seat = int(chairs[self.seat]), self.seat
                    chosen = lineup.entries[chair].function(
                        int(self.state.table.pending),
                        self.state.table,
                        self.state.own[seat],
                        self._out[: len(listed)],
                        params[chair],
                        streams[seat],
                    )
                    if not 0 <= chosen < len(listed):
                        raise IndexError(f"option {chosen} of {len(listed)}")
                    yield self.pending, seat, listed, int(chosen)
                _apply(self.states, self.compiled, listed[chosen])
