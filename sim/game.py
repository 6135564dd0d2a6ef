"""The contract between engine, games and strategies.

A game is a state record (`table`: everyone sees; `own[seat]`: that seat sees; `hidden`: nobody sees)
and seven verbs over it. A verb finds the game's function by the type of the state record.

    deal(state, mix, players, key)              set up a new game; `table` and `own` are all 0
    run_on(state, mix)                          go on to the next decision or the end
    options(state, mix, out)                    write the pending decision's options, return how many
    apply(state, mix, option)                   act; the engine runs on
    outcome(state, mix, game, seats, rounds)    write the rows of a game that is over, return rounds
    tally(state, mix, counts, totals)           add the game's cards to the running counts
    check(state, mix)                           0, or the number of the broken invariant

`state.table.pending` is the decision asked (0 when the game is over), `state.table.seat` who decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numba as nb
import numpy as np
from numba import types

from hemicycle.sim.verbs import Verb

if TYPE_CHECKING:
    from hemicycle.sim.mixes import Mix

MAX_SEATS = 6
"""Line-ups are padded to this many strategies, so that one compiled loop serves all games."""
MAX_OPTIONS = 4096
OPTION_SLOTS = MAX_OPTIONS + 16
"""Length of the array a game lists options in: room to write past the last one, 16 at a time."""
MAX_PARAMS = 16
MAX_KINDS = 128
"""Most different cards in one deck."""

STATUS = ("finished", "capped", "illegal", "failed")
FINISHED, CAPPED, ILLEGAL, FAILED = range(4)

WIN_SHARES = ("lost", "beaten", "1", "1/2", "1/3", "1/4", "1/5", "1/6")
"""How a card's owner came out: all lost; another player won; won alone; shared the win k ways."""
LOST, BEATEN, WON = 0, 1, 2
MEASURES = ("opening", "drawn_by", "had_by", "drawn", "received", "played", "passed", "held")
"""Of one card and one kind of result: seat-games with it at the start, drawn later, either (or
passed to); then copies drawn, received from a player, used, passed on, and still held at the end."""

deal = Verb("deal")
run_on = Verb("run_on")
options = Verb("options", inlined=True)
apply = Verb("apply", inlined=True)
outcome = Verb("outcome")
tally = Verb("tally")
check = Verb("check")


@dataclass(frozen=True)
class Column:
    """One outcome column: name, storage, unit and meaning, and its words when it is coded.

    `words` names the deck whose card names the numbers stand for, or lists the words themselves.
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    words: str | tuple[str, ...] | None = None


@dataclass(frozen=True)
class Game:
    """A game as the engine, the mixes, the strategies and the reports know it.

    `version` goes up when outcomes change, never for a refactoring. `decisions` are the names of
    the decisions, number 0 unused. `cap` is the number of decisions that no legal game reaches.
    `decks` are the lists whose cards are counted, by MEASURES and the game's own `card_columns`.
    `first` is the games column that holds the seat which begins; seats are judged from there on.
    `round` is what players call a round, `block` how many games are played in one go: a second or two.
    """

    name: str
    title: str
    version: int
    seats: tuple[int, int]
    state_dtype: Any
    mix_dtype: Any
    decisions: tuple[str, ...]
    cap: int
    max_rounds: int
    games: tuple[Column, ...]
    seat_columns: tuple[Column, ...]
    rounds: tuple[Column, ...]
    decks: tuple[str, ...]
    first: str
    compile_mix: Callable[[Mix], Any] = field(repr=False)
    schema: Any = field(repr=False)
    words: Any = field(repr=False)
    card_columns: tuple[Column, ...] = ()
    round: str = "round"
    block: int = 10_000

    @property
    def counts_shape(self) -> tuple[int, int, int, int]:
        """Shape of the card counts: decks, results, measures (the game's own last), cards."""
        measures = len(MEASURES) + len(self.card_columns)
        return len(self.decks), len(WIN_SHARES), measures, MAX_KINDS

    @property
    def signature(self) -> Any:
        """The numba signature of a strategy of this game."""
        return strategy_signature(self.state_dtype)

    def row_dtypes(self) -> tuple[Any, Any, Any]:
        """Structured dtypes of the games, seats and rounds rows, the common columns first."""
        tables = (
            GAME_COLUMNS + self.games,
            SEAT_COLUMNS + self.seat_columns,
            ROUND_COLUMNS + self.rounds,
        )
        dtypes = [np.dtype([(c.name, c.dtype) for c in t], align=True) for t in tables]
        return dtypes[0], dtypes[1], dtypes[2]


def strategy_signature(state_dtype: Any) -> Any:
    """int64 decide(decision, table, own, options int32[:], params float64[:], rng uint64[:])."""
    return types.int64(
        types.int64,
        nb.from_dtype(state_dtype["table"]),
        nb.from_dtype(state_dtype["own"].base),
        types.Array(types.int32, 1, "C"),
        types.Array(types.float64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
    )


GAME_COLUMNS = (
    Column("game", "i8", "number", "game number in the run, from 0"),
    Column("players", "i1", "players", "how many sat at the table"),
    Column("lineup", "i2", "number", "which arrangement of the line-up sat (see run.json)"),
    Column("status", "i1", "", "how the simulation of the game ended", STATUS),
    Column("rounds", "i1", "rounds", "rounds played"),
    Column("decisions", "i4", "decisions", "decisions asked (a single option is not asked)"),
)
SEAT_COLUMNS = (
    Column("game", "i8", "number", "game number in the run, from 0"),
    Column("seat", "i1", "number", "seat, from 0, clockwise"),
    Column("strategy", "i2", "", "who sat there", "strategies"),
    Column("win", "f4", "wins", "share of the win: 1, split when shared, 0"),
    Column("place", "i1", "place", "1 = first; equal scores share the better place"),
    Column("score", "i4", "points", "final score"),
)
ROUND_COLUMNS = (
    Column("game", "i8", "number", "game number in the run, from 0"),
    Column("round", "i1", "number", "round, from 1"),
)
