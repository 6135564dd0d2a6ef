"""Play games of a finished run again and compare every number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from hemicycle.sim.engine import Player
from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.outcomes import check_parts, part_files, parts
from hemicycle.sim.replay import setup_of

TABLES = ("games", "seats", "rounds")


def verify(folder: Path, sample: int, code: tuple[str, ...] = ()) -> int:
    """Compare about `sample` games, spread over all parts; how many were compared.

    RunError names the first game and column that differ, InputError a damaged file.
    """
    setup = setup_of(folder, code)
    check_parts(folder)
    player = Player(setup.game, setup.record, setup.lineup, setup.spec.seed)
    each = max(1, sample // max(1, len(part_files(folder, "games"))))
    compared = 0
    for tables in zip(*(parts(folder, name) for name in TABLES), strict=True):
        numbers = tables[0]["game"].to_numpy()
        for number in numbers[np.unique(np.linspace(0, len(numbers) - 1, each).astype(int))]:
            rows = player.block(int(number), 1, stop_at_fault=False)
            for name, table, found in zip(
                TABLES, tables, (rows.games, rows.seats, rows.rounds), strict=True
            ):
                _compare(folder, name, int(number), _of_game(table, int(number)), found)
            compared += 1
    if compared == 0:
        raise InputError(f"{folder}: no part is finished yet")
    return compared


def _of_game(table: Any, number: int) -> Any:
    numbers = table["game"].to_numpy()
    first, last = np.searchsorted(numbers, [number, number + 1])
    return table.slice(first, last - first)


def _compare(folder: Path, name: str, number: int, table: Any, found: Any) -> None:
    for column in table.column_names:
        stored = table[column].combine_chunks()
        codes = stored.indices if hasattr(stored, "indices") else stored
        if not np.array_equal(codes.to_numpy(zero_copy_only=False), found[column]):
            raise RunError(f"{folder}: game {number}, table {name}, column {column} differs")
