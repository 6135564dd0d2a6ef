"""Reading a run: one pass over its tables, each reduced to small frequency tables.

A run of ten million games has 63 million round rows; what a chart needs of them is how often each
combination of a few small whole numbers occurred. So every chart names the combinations it wants
(`Cube`), the tables are read part by part with only the columns named, and everything in the report
is computed from the sums. Nothing is sampled, rounded or dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from hemicycle.sim.outcomes import columns_of, parts

DENSE = 1 << 21
"""Largest number of cells counted in an array; wider ranges are counted by sorting."""
BASIS = 1000
"""A part of all points at a table is counted in this many steps from 0 to 1."""
WHOLE = 60
"""A share of a win is counted in sixtieths: exact for a win shared by up to six."""


@dataclass(frozen=True)
class Cube:
    """How often each combination of `columns` occurred in `table` ("games", "seats", "rounds").

    Besides the stored columns there are, for games: `arrangement` (which order of the line-up sat),
    `begins` (the seat that begins) and `winners` (bit s set when seat s won or shared the win); for
    seats: `arrangement`, `share` (of the win, in steps of 1 / WHOLE), `decided` (somebody won) and
    `portion` (the seat's part of all points of its game, in steps of 1 / BASIS; equal parts when
    nobody has any).
    """

    table: str
    columns: tuple[str, ...]


Columns = Mapping[str, Any]
"""Columns of one part: arrays of equal length, whole numbers or truth values."""
Words = dict[str, list[str]]
"""What the codes of a table's columns stand for."""

BEGINS = "begins"
"""Another name for the games column that is `first` in the metadata of the table."""
SEAT_MADE = {
    "winners": ("win",),
    "share": ("win",),
    "decided": ("win",),
    "portion": ("score",),
}
"""Columns worked out from all seats of a game, and what they are made of."""


def count(columns: Sequence[Any]) -> tuple[Any, Any]:
    """Different rows of equally long arrays of whole numbers: int64 (rows, columns), and how often."""
    if len(columns[0]) == 0:
        return np.zeros((0, len(columns)), np.int64), np.zeros(0, np.int64)
    lows = [int(column.min()) for column in columns]
    sizes = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
    cells = int(np.prod(sizes, dtype=object))
    narrow: Any = np.int32 if cells < 1 << 31 else np.int64
    key = np.zeros(len(columns[0]), narrow)
    for column, low, size in zip(columns, lows, sizes, strict=True):
        if size == 1:
            continue
        key *= narrow(size)
        key += column
        if low:
            key -= narrow(low)
    if cells <= DENSE:
        counted = np.bincount(key)
        found = np.flatnonzero(counted)
        often = counted[found]
    else:
        found, often = np.unique(key, return_counts=True)
    rows = np.stack(np.unravel_index(found.astype(np.int64), sizes), axis=1) + np.array(lows)
    return rows, often.astype(np.int64)


class Counter:
    """Adds up the counts of one cube over the parts."""

    def __init__(self, cube: Cube) -> None:
        self.cube = cube
        self._found: list[tuple[Any, Any]] = []

    def add(self, columns: Columns) -> None:
        """Count one part's rows."""
        self._found.append(count([columns[name] for name in self.cube.columns]))
        if len(self._found) == 64:
            self._found = [self._total()]

    def _total(self) -> tuple[Any, Any]:
        frame = pd.DataFrame(
            np.concatenate([rows for rows, _ in self._found]), columns=list(self.cube.columns)
        )
        often = pd.Series(np.concatenate([often for _, often in self._found]))
        summed = often.groupby([frame[name] for name in self.cube.columns]).sum()
        return summed.index.to_frame().to_numpy(np.int64), summed.to_numpy(np.int64)

    def frame(self, names: Mapping[str, Sequence[str]]) -> pd.DataFrame:
        """The cube's columns and `n`, sorted; codes of columns in `names` become their words."""
        columns = list(self.cube.columns)
        if not self._found:
            return pd.DataFrame(columns=[*columns, "n"], dtype="int64")
        rows, often = self._total()
        found = pd.DataFrame(rows, columns=columns).assign(n=often)
        for name in set(columns) & set(names):
            found[name] = np.array(names[name], object)[found[name]]
        return found


@dataclass(frozen=True)
class Extreme:
    """One kind of odd game: the largest value of a `games` column (the smallest when `least`).

    Only games whose column `given` is not 0 count, when it is named. `words` says what kind of game it
    is, `amount` what its value is, as in "{:,} decisions".
    """

    column: str
    words: str
    amount: str
    least: bool = False
    given: str = ""


class Finder:
    """Remembers the first game with the most extreme value."""

    def __init__(self, extreme: Extreme) -> None:
        self.extreme = extreme
        self.best: tuple[int, int, int] | None = None

    def add(self, columns: Columns) -> None:
        """Look through one part's games."""
        wanted = self.extreme
        value = columns[wanted.column].astype(np.int64)
        sign = -1 if wanted.least else 1
        keep = np.flatnonzero(columns[wanted.given]) if wanted.given else slice(None)
        game = columns["game"][keep]
        if len(game) == 0:
            return
        at = int(np.argmax(sign * value[keep]))
        found = (sign * int(value[keep][at]), -int(game[at]), int(value[keep][at]))
        self.best = found if self.best is None else max(self.best, found)

    @property
    def game(self) -> int | None:
        """Number of the game, None when no game counts."""
        return None if self.best is None else -self.best[1]

    @property
    def value(self) -> int | None:
        """Its value in the column."""
        return None if self.best is None else self.best[2]


def count_all(
    folder: Path,
    cubes: Sequence[Cube],
    extremes: Sequence[Extreme],
    players: int,
    arrangements: int,
) -> tuple[dict[Cube, pd.DataFrame], dict[Extreme, Finder]]:
    """All `cubes` and `extremes` of the run at `folder`, in one pass over its tables, two at a time."""
    counters = [Counter(cube) for cube in dict.fromkeys(cubes)]
    finders = [Finder(extreme) for extreme in dict.fromkeys(extremes)]
    tables = {
        table: [counter for counter in counters if counter.cube.table == table]
        for table in ("games", "seats", "rounds")
    }
    shape = (players, arrangements)
    names: dict[str, Words] = {table: {} for table in tables}

    def rounds() -> None:
        for part in _columns(folder, "rounds", _needed(tables["rounds"]), names["rounds"]):
            for counter in tables["rounds"]:
                counter.add(part)

    def games() -> None:
        for part, seats in _games_and_seats(folder, tables, finders, shape, names):
            for counter in tables["games"]:
                counter.add(part)
            for counter in tables["seats"]:
                counter.add(seats)
            for finder in finders:
                finder.add(part)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(games), pool.submit(rounds)]:
            done.result()
    return (
        {counter.cube: counter.frame(names[counter.cube.table]) for counter in counters},
        {finder.extreme: finder for finder in finders},
    )


def _needed(counters: Sequence[Counter]) -> list[str]:
    return sorted({name for counter in counters for name in counter.cube.columns})


def _columns(
    folder: Path, table: str, columns: Sequence[str], names: Words
) -> Iterator[dict[str, Any]]:
    """Parts of a table as NumPy arrays, words as codes with their meaning in `names`.

    None at all when no column is wanted.
    """
    if not columns:
        return
    for part in parts(folder, table, columns, threads=False):
        found = {}
        for name in columns:
            values = part.column(name).combine_chunks()
            if pa.types.is_dictionary(values.type):
                names[name] = values.dictionary.to_pylist()
                values = values.indices
            found[name] = values.to_numpy(zero_copy_only=False)
        yield found


def _games_and_seats(
    folder: Path,
    tables: Mapping[str, Sequence[Counter]],
    finders: Sequence[Finder],
    shape: tuple[int, int],
    names: Mapping[str, Words],
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Parts of games with their seats, the columns that are worked out included."""
    games, seats = set(_needed(tables["games"])), set(_needed(tables["seats"]))
    for finder in finders:
        games |= {finder.extreme.column, finder.extreme.given} - {""}
    first = columns_of(folder, "games").metadata[b"first"].decode()
    stored = (games | {"game"}) - {"arrangement", BEGINS, *SEAT_MADE}
    stored |= {first} if BEGINS in games else set()
    read = (seats - {"arrangement", *SEAT_MADE}) | {
        source for made in (games | seats) & set(SEAT_MADE) for source in SEAT_MADE[made]
    }
    of_seats = _columns(folder, "seats", sorted(read), names["seats"])
    for part in _columns(folder, "games", sorted(stored), names["games"]):
        own = next(of_seats) if read else {}
        if BEGINS in games:
            part[BEGINS] = part[first]
        complete(part, own, shape, games, seats)
        yield part, own


def complete(
    games: dict[str, Any],
    seats: dict[str, Any],
    shape: tuple[int, int],
    of_games: set[str],
    of_seats: set[str],
) -> None:
    """Add the columns of `of_games` and `of_seats` that are worked out and not stored.

    `shape` = players, arrangements; `seats` holds the rows of the same games, seat 0 first.
    """
    players, arrangements = shape
    if "arrangement" in of_games | of_seats:
        games["arrangement"] = (games["game"] % arrangements).astype(np.int16)
    if "winners" in of_games:
        won = seats["win"].reshape(-1, players) > 0
        games["winners"] = won @ (1 << np.arange(players, dtype=np.int16))
    if "arrangement" in of_seats:
        seats["arrangement"] = np.repeat(games["arrangement"], players)
    if "share" in of_seats:
        seats["share"] = np.rint(seats["win"] * WHOLE).astype(np.int8)
    if "decided" in of_seats:
        seats["decided"] = np.repeat((seats["win"].reshape(-1, players) > 0).any(axis=1), players)
    if "portion" in of_seats:
        score = np.maximum(seats["score"].reshape(-1, players), 0).astype(np.float32)
        total = score.sum(axis=1, keepdims=True)
        equal = np.float32(1 / players)
        portion = np.divide(score, total, out=np.full_like(score, equal), where=total > 0)
        seats["portion"] = np.rint(portion * BASIS).astype(np.int16).ravel()
