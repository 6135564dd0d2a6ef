"""What is measured of every game, as whole numbers whose sums say everything about means.

A basis turns the rows of a block into columns of whole numbers, one value a game: 1 for the game
itself, policies blocked, sixtieths of the win of each seat and so on. A measure is a ratio of two
columns' sums (the second often the 1s). From the products of the columns, summed over all games, come
means, ratios, their variances and covariances: memory stays flat, and because the numbers are whole
the sums are exact and do not depend on the order of adding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hemicycle.sim.game import Column, Game

WHOLE = 60
"""A share of a win is counted in sixtieths: exact for a win shared by up to six."""
IDENTITY = ("number", "place")
"""Units of columns that name something; their mean would mean nothing."""
SPREAD = "seat_spread"
ORDER_SPREAD = "order_spread"
"""The same of places: seats counted from the one that begins."""


@dataclass(frozen=True)
class Measure:
    """A number that is compared: `scale` * sum of column `top` / sum of column `bottom`.

    `tops` has one column, or a column a seat for the spread between the best and the worst seat.
    `kind` is "share" (values in 0..1) or "amount"; `group` one of "games", "words" (of a game's coded
    columns), "seats", "strategies", "hands" (a seat's columns), "rounds", "spread".
    """

    name: str
    words: str
    unit: str
    kind: str
    group: str
    tops: tuple[int, ...]
    bottom: int = 0
    scale: float = 1.0

    @property
    def parts(self) -> tuple[int, ...]:
        """All columns of the basis that it is made of, the 1s left out."""
        return (*self.tops, self.bottom) if self.bottom else self.tops


@dataclass(frozen=True)
class Source:
    """Where one column of the basis comes from: `table`, `column`, and a code or seat to pick.

    Codes of games and rounds are picked counting from 1; 0 picks none.
    """

    table: str
    column: str
    pick: int = 0


class Basis:
    """The columns and measures of one game with so many players and these strategies.

    `labels` are the strategies of all compared sides together; `curve` names two columns of the
    rounds, a whole number 0..255 and a truth value counted at each of its values.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        labels: Sequence[str],
        curve: tuple[str, str] | None = None,
        only: Sequence[str] = (),
        *,
        rivals: bool = False,
    ) -> None:
        """With `only`, the measures of these names and their columns alone, in that order.

        `rivals`: different strategies sit at one table, so that their win rates say something.
        """
        self.game, self.players, self.labels, self.curve = game, players, tuple(labels), curve
        self.rivals = rivals
        self.sources: list[Source] = [Source("games", "")]
        self.measures: list[Measure] = []
        found = list(self._all())
        if only:
            named = {one[0].name: one for one in found}
            found = [named[name] for name in only if name in named]
        for one in found:
            self._take(*one)
        tables = {source.table for source in self.sources}
        self.tables = tables | ({"rounds"} if curve else set())

    def _take(self, measure: Measure, tops: Sequence[Source], bottom: Source | None) -> None:
        places = tuple(self._place(source) for source in tops)
        below = 0 if bottom is None else self._place(bottom)
        self.measures.append(replace(measure, tops=places, bottom=below))

    def _place(self, source: Source) -> int:
        if source not in self.sources:
            self.sources.append(source)
        return self.sources.index(source)

    def _all(self) -> Iterator[tuple[Measure, list[Source], Source | None]]:
        yield from self._of_games()
        seats = [Source("win", "seat", seat) for seat in range(self.players)]
        words = "win rate of the best seat minus that of the worst"
        yield _measure(SPREAD, words, "", "share", "spread", 1 / WHOLE), seats, None
        words = "win rate of the best place minus that of the worst, counted from who begins"
        places = [Source("win", "place", place) for place in range(self.players)]
        yield _measure(ORDER_SPREAD, words, "", "share", "spread", 1 / WHOLE), places, None
        winner = _measure("winner_score", "final score of the winner", "points", "amount", "games")
        yield winner, [Source("winner", "score")], Source("winner", "games")
        for seat, source in enumerate(seats):
            found = _measure(
                f"seat_win.{seat}", f"win rate of seat {seat}", "", "share", "seats", 1 / WHOLE
            )
            yield found, [source], None
        if self.rivals:
            yield from self._of_strategies()
        for column in self.game.seat_columns:
            if _counts(column):
                found = _of(column, f"seats.{column.name}", "hands", 1 / self.players)
                yield found, [Source("seats", column.name)], None
        yield from self._of_rounds()

    def _of_games(self) -> Iterator[tuple[Measure, list[Source], None]]:
        rounds = f"{self.game.round}s"
        common = [
            Column("rounds", "i1", rounds, f"{rounds} played"),
            Column("decisions", "i4", "decisions", "decisions asked"),
        ]
        for column in (*self.game.games, *common):
            if _counts(column):
                yield _of(column, column.name, "games"), [Source("games", column.name)], None
            for word, source in _words(column, "games"):
                yield _of_word(column, column.name, word, "words"), [source], None

    def _of_strategies(self) -> Iterator[tuple[Measure, list[Source], Source]]:
        for code, label in enumerate(self.labels):
            found = _measure(
                f"strategy_win.{label}", f"win rate of a seat played by {label}", "", "share",
                "strategies", 1 / WHOLE,
            )  # fmt: skip
            yield found, [Source("win", "strategy", code)], Source("seats", "strategy", code)

    def _of_rounds(self) -> Iterator[tuple[Measure, list[Source], Source]]:
        rounds = Source("games", "rounds")
        for column in self.game.rounds:
            name = f"rounds.{column.name}"
            if _counts(column):
                yield _of(column, name, "rounds"), [Source("rounds", column.name)], rounds
            for word, source in _words(column, "rounds"):
                yield _of_word(column, name, word, "rounds"), [source], rounds

    def columns(self, rows: Mapping[str, Any]) -> Any:
        """int64 (columns, games), from the arrays of columns of whole games.

        `rows` has the tables "games", "seats" and "rounds", each indexed by column name; words are
        codes, `seats.strategy` codes into `labels`.
        """
        games, seats = rows["games"], rows["seats"]
        count = len(games["rounds"])
        win = np.rint(np.reshape(seats["win"], (count, -1)) * WHOLE).astype(np.int64)
        found = np.ones((len(self.sources), count), np.int64)
        for place, source in enumerate(self.sources[1:], 1):
            if source.table == "games":
                found[place] = _picked(games, source)
            elif source.table == "rounds":
                found[place] = per_game(_picked(rows["rounds"], source), games["rounds"])
            else:
                found[place] = _of_seats(source, seats, win, games[self.game.first])
        return found

    def changed(self, difference: Any) -> Any:
        """int64 a measure: in how many games any of its columns is not 0."""
        moved = difference != 0
        return np.array([moved[list(m.parts)].any(axis=0).sum() for m in self.measures])

    def curve_counts(self, rounds: Mapping[str, Any]) -> Any:
        """int64 (256, 2): rounds at each value of the curve's number, and those where it was true."""
        counts = np.zeros((256, 2), np.int64)
        if self.curve is not None:
            value, yes = (np.asarray(rounds[name]) for name in self.curve)
            counts[:, 0] = np.bincount(value, minlength=256)
            counts[:, 1] = np.bincount(value[yes != 0], minlength=256)
        return counts


def _measure(
    name: str, words: str, unit: str, kind: str, group: str, scale: float = 1.0
) -> Measure:
    return Measure(name, words, unit, kind, group, (), 0, scale)


def _of(column: Column, name: str, group: str, scale: float = 1.0) -> Measure:
    kind = "share" if np.dtype(column.dtype) == np.bool_ else "amount"
    words = f"{column.meaning}, mean of a seat" if group == "hands" else column.meaning
    return _measure(name, words, column.unit, kind, group, scale)


def _counts(column: Column) -> bool:
    """Whether the mean of a column says something."""
    return column.words is None and column.unit not in IDENTITY


def _words(column: Column, table: str) -> Iterator[tuple[str, Source]]:
    """The words of a coded column of `table`, and where to find how often each occurred."""
    if isinstance(column.words, tuple):
        for code, word in enumerate(column.words):
            yield word, Source(table, column.name, code + 1)


def _of_word(column: Column, name: str, word: str, group: str) -> Measure:
    return _measure(f"{name}={word}", f"{column.meaning}: {word}", "", "share", group)


def _picked(rows: Mapping[str, Any], source: Source) -> Any:
    """The column's values, or with a pick from 1 up whether they are the code before it."""
    values = np.asarray(rows[source.column])
    return values == source.pick - 1 if source.pick else values


def per_game(values: Any, lengths: Any) -> Any:
    """Sums of consecutive runs of `values`, run i being `lengths[i]` long (0 allowed)."""
    total = np.concatenate([[0], np.cumsum(values, dtype=np.int64)])
    ends = np.cumsum(lengths, dtype=np.int64)
    return total[ends] - total[ends - lengths]


def _of_seats(source: Source, seats: Mapping[str, Any], win: Any, first: Any) -> Any:
    """A number a game from its seats; `win` (games, seats) in sixtieths, `first` who began."""
    shape = win.shape
    if source.table == "win":
        if source.column == "seat":
            return win[:, source.pick]
        if source.column == "place":
            seat = (np.asarray(first, np.int64) + source.pick) % shape[1]
            return np.take_along_axis(win, seat[:, None], axis=1)[:, 0]
        return (win * (np.reshape(seats["strategy"], shape) == source.pick)).sum(axis=1)
    if source.table == "winner":
        if source.column == "games":
            return (win > 0).any(axis=1)
        first = win.argmax(axis=1)[:, None]
        scores = np.take_along_axis(np.reshape(seats["score"], shape), first, axis=1)
        return scores[:, 0] * (win > 0).any(axis=1)
    values = np.reshape(seats[source.column], shape)
    if source.column == "strategy":
        return (values == source.pick).sum(axis=1)
    return values.sum(axis=1, dtype=np.int64)
