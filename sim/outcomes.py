"""Outcome tables: one fixed schema per table, written as Parquet parts and read back.

    games   one row a game                 seats   one row a seat and game
    rounds  one row a round and game       cards   one row per part, card and owner's result

A run is a folder with `run.json` and a folder per table that holds nothing but `part-*.parquet`.
Units and meaning of a column are in the metadata of its field (`unit`, `meaning`), words in place
of codes are dictionary columns with the same dictionary in every part. The metadata of a table names
the game, its `first` and its word for a `round` (see `sim.game.Game`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from hemicycle.sim.damage import open_part, read_manifest, read_part
from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.game import (
    GAME_COLUMNS,
    MEASURES,
    ROUND_COLUMNS,
    SEAT_COLUMNS,
    WIN_SHARES,
    Column,
    Game,
)
from hemicycle.sim.mixes import Mix

if TYPE_CHECKING:
    import pandas as pd

TABLES = ("games", "seats", "rounds", "cards")
MANIFEST = "run.json"

SHARES = np.array([0, 0] + [1 / int(w.rpartition("/")[2]) for w in WIN_SHARES[2:]], np.float32)
"""The win share (float32) behind each of `game.WIN_SHARES`."""

_MEANINGS = (
    "with the card in the opening hand",
    "that drew the card later",
    "that had the card at any time: opening, drawn or passed to",
    "drawn, the opening hand included",
    "received from another player",
    "played",
    "passed on to another player",
    "still in hand at the end",
)
CARD_COLUMNS = (
    Column("block", "i4", "number", "number of the part, from 0"),
    Column("deck", "i1", "", "the deck", "decks"),
    Column("card", "i2", "", "the card", "cards"),
    Column("result", "i1", "", "how the owner came out (all players, if nobody owns)", WIN_SHARES),
    Column("win", "f4", "wins", "the owner's share of the win with this result"),
    Column(
        "seat_games", "i8", "seat-games", "all with this result (games if nobody owns the deck)"
    ),
    *(
        Column(name, "i8", "seat-games" if i < 3 else "copies", text)
        for i, (name, text) in enumerate(zip(MEASURES, _MEANINGS, strict=True))
    ),
)


@dataclass(frozen=True)
class Layout:
    """The tables of one run: columns, Arrow schemas and the words behind coded columns."""

    columns: dict[str, tuple[Column, ...]]
    schemas: dict[str, Any]
    words: dict[str, dict[str, Any]]
    card_names: dict[str, tuple[str, ...]]


def layout(
    game: Game, mix: Mix, labels: Sequence[str], origin: Mapping[str, str] | None = None
) -> Layout:
    """The tables of a run of `game` with the cards of `mix` and the strategies `labels`.

    `origin` goes into the metadata of every table: which run it belongs to.
    """
    names = {deck: tuple(card.name for card in mix.decks[deck]) for deck in game.decks}
    known: dict[str, Sequence[str]] = {
        **names,
        "strategies": labels,
        "decks": game.decks,
        "cards": tuple(dict.fromkeys(name for deck in game.decks for name in names[deck])),
    }
    columns = {
        "games": GAME_COLUMNS + game.games,
        "seats": SEAT_COLUMNS + game.seat_columns,
        "rounds": ROUND_COLUMNS + game.rounds,
        "cards": CARD_COLUMNS + game.card_columns,
    }
    words: dict[str, dict[str, Any]] = {}
    schemas = {}
    for table, listed in columns.items():
        words[table] = {
            c.name: _strings(known[c.words] if isinstance(c.words, str) else c.words)
            for c in listed
            if c.words is not None
        }
        note = {"table": table, "game": game.name, "game_version": str(game.version)}
        note |= {"first": game.first, "round": game.round} | dict(origin or {})
        schemas[table] = pa.schema([_field(c) for c in listed], metadata=note)
    return Layout(columns, schemas, words, names)


def _field(column: Column) -> Any:
    kind = pa.from_numpy_dtype(np.dtype(column.dtype))
    if column.words is not None:
        kind = pa.dictionary(kind, pa.string())
    about = {"unit": column.unit, "meaning": column.meaning}
    return pa.field(column.name, kind, nullable=False, metadata=about)


def batch(plan: Layout, table: str, rows: Any) -> Any:
    """Structured `rows` (fields named as the table's columns) as an Arrow record batch."""
    arrays = []
    for column in plan.columns[table]:
        values = _array(np.ascontiguousarray(rows[column.name]))
        words = plan.words[table].get(column.name)
        arrays.append(values if words is None else pa.DictionaryArray.from_arrays(values, words))
    return pa.RecordBatch.from_arrays(arrays, schema=plan.schemas[table])


# Made from buffers because `pyarrow.array` loads pandas, half a second of every short run.


def _array(values: Any) -> Any:
    """A numpy array of numbers or truth values as an Arrow array."""
    stored = np.packbits(values, bitorder="little") if values.dtype == np.bool_ else values
    kind = pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(stored)])


def _strings(words: Sequence[str]) -> Any:
    """Words as an Arrow array."""
    coded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, coded)], dtype=np.int32)
    return pa.StringArray.from_buffers(
        len(coded), pa.py_buffer(ends), pa.py_buffer(b"".join(coded))
    )


def card_batch(plan: Layout, block: int, counts: Any, totals: Any) -> Any:
    """Card counts of a part as a record batch.

    `counts` int64[deck, result, measure, card], `totals` int64[deck, result]. Every card of the mix
    has a row for every result that occurred, so that cards nobody ever drew are seen.
    """
    number = {str(name): i for i, name in enumerate(plan.words["cards"]["card"])}
    found = []
    for deck, names in enumerate(plan.card_names.values()):
        for card, name in enumerate(names):
            for result in np.flatnonzero(totals[deck]):
                head = (block, deck, number[name], result, SHARES[result], totals[deck, result])
                found.append((*head, *counts[deck, result, :, card]))
    dtype = np.dtype([(c.name, c.dtype) for c in plan.columns["cards"]])
    return batch(plan, "cards", np.array(found, dtype))


def part_name(number: int) -> str:
    """File name of part `number` (from 0)."""
    return f"part-{number:05d}.parquet"


def write_part(folder: Path, number: int, tables: dict[str, Any]) -> None:
    """Write the tables of a part, each whole or not at all.

    Files are written and synced in `folder`/.tmp first, then moved into place one after another.
    """
    for table, content in tables.items():
        path = _temporary(folder, f"{table}-{part_name(number)}")
        _write_table(path, content)
        _sync(path)
    for table in tables:
        target = folder / table
        target.mkdir(exist_ok=True)
        os.replace(_temporary(folder, f"{table}-{part_name(number)}"), target / part_name(number))
    for table in tables:
        _sync(folder / table)


def _write_table(path: Path, content: Any) -> None:
    """Write one Parquet file of one row group.

    Whole numbers are packed as differences: a quarter less time than a dictionary, which has to
    hash every value, for a sixth more space (measured on seats and rounds).
    """
    numbers = [field.name for field in content.schema if pa.types.is_integer(field.type)]
    pq.write_table(
        content,
        path,
        row_group_size=max(1, content.num_rows),
        compression="zstd",
        use_dictionary=[name for name in content.column_names if name not in numbers],
        column_encoding=dict.fromkeys(numbers, "DELTA_BINARY_PACKED"),
    )


def write_json(folder: Path, name: str, data: Any) -> None:
    """Replace `folder`/`name` by `data` in one step."""
    path = _temporary(folder, name)
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    _sync(path)
    os.replace(path, folder / name)
    _sync(folder)


def _temporary(folder: Path, name: str) -> Path:
    (folder / ".tmp").mkdir(exist_ok=True)
    return folder / ".tmp" / name


def _sync(path: Path) -> None:
    """Make a file, or the names in a folder, survive a power cut."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def load_manifest(folder: str | Path) -> dict[str, Any]:
    """The content of a run's run.json; InputError when the folder is not a run, or it is damaged."""
    path = Path(folder) / MANIFEST
    if not Path(folder).is_dir():
        raise InputError(f"{folder}: no such folder")
    if not path.is_file():
        raise InputError(f"{folder}: not a run (it has no {MANIFEST})")
    return read_manifest(path)


def check_parts(folder: str | Path) -> None:
    """Look at the footers of all finished parts; InputError for the first that is not as it should.

    Two seconds for a thousand parts of every table. What only reading can show is told by `parts`.
    """
    manifest = load_manifest(folder)
    for table in TABLES:
        for number, path in enumerate(_files(folder, table, manifest)):
            open_part(path, number, manifest).close()


def damaged_parts(folder: str | Path, plan: Layout) -> list[int]:
    """Numbers of the parts of which a table is missing, cannot be read or is not as in `plan`."""
    manifest = load_manifest(folder)
    listed = zip(*(_files(folder, table, manifest) for table in TABLES), strict=True)
    return [
        number
        for number, paths in enumerate(listed)
        if not all(
            _is_whole(path, number, manifest, plan.schemas[path.parent.name]) for path in paths
        )
    ]


def _is_whole(path: Path, number: int, manifest: Mapping[str, Any], schema: Any) -> bool:
    try:
        found = read_part(path, number, manifest)
    except InputError:
        return False
    return bool(found.schema.equals(schema))


def part_files(folder: str | Path, table: str) -> list[Path]:
    """The finished parts of a table in order; InputError for an unknown table."""
    if table not in TABLES:
        raise InputError(f"no table '{table}'{nearest(table, TABLES)}")
    return _files(folder, table, load_manifest(folder))


def _files(folder: str | Path, table: str, manifest: Mapping[str, Any]) -> list[Path]:
    count = manifest["progress"]["parts"]
    return [Path(folder) / table / part_name(number) for number in range(count)]


def columns_of(folder: str | Path, table: str) -> Any:
    """The Arrow schema of a table of a run that has a finished part; InputError if it is damaged."""
    with open_part(part_files(folder, table)[0], 0, load_manifest(folder)) as file:
        return file.schema_arrow


def parts(
    folder: str | Path, table: str, columns: Sequence[str] | None = None, *, threads: bool = True
) -> Iterator[Any]:
    """The parts of a run's table one by one as pyarrow Tables, so that memory stays flat.

    `columns` picks columns by name; with `threads` several are read at once. InputError for an
    unknown table or column, and for a part that is missing or damaged.
    """
    files, manifest = part_files(folder, table), load_manifest(folder)
    for number, path in enumerate(files):
        yield read_part(path, number, manifest, columns, threads=threads)


def numbers(column: Any) -> Any:
    """A column of a part as a numpy array: codes for words, 0 and 1 (int8) for truth values.

    Unlike `to_numpy` it does not load pandas.
    """
    array = column.combine_chunks()
    if pa.types.is_dictionary(array.type):
        array = array.indices
    return np.from_dlpack(array.cast(pa.int8()) if pa.types.is_boolean(array.type) else array)


def read_table(
    folder: str | Path, table: str, columns: Sequence[str] | None = None
) -> pd.DataFrame:
    """A whole table of a run as a pandas frame (words as categories); see `parts` for large runs."""
    found = list(parts(folder, table, columns))
    if not found:
        raise InputError(f"{folder}: no part is finished yet")
    frame: pd.DataFrame = pa.concat_tables(found).to_pandas()
    return frame
