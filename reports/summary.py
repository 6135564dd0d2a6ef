"""The few numbers a run ends with in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from hemicycle.reports import stats
from hemicycle.reports.reading import WHOLE, Cube, count_all
from hemicycle.sim.outcomes import load_manifest, part_files, read_table

SEATS = Cube("seats", ("seat", "share"))
STRATEGIES = Cube("seats", ("strategy", "share"))


def summary(folder: Path) -> dict[str, Any]:
    """Statuses, rates of the games, win rates by seat and strategy, successes by round and so on.

    Each table is a list of records with `rate`, `low`, `high` (95 % interval) and `n`.
    """
    manifest = load_manifest(folder)
    spec = manifest["spec"]
    games = [Cube("games", (truth,)) for truth in _truths(folder, "games")]
    by_round = [
        Cube("rounds", (column, truth))
        for truth in _truths(folder, "rounds")[:1]
        for column in _schema(folder, "rounds").names[1:3]
    ]
    cubes, _ = count_all(
        folder,
        [SEATS, STRATEGIES, *games, *by_round],
        [],
        spec["seats"],
        len(manifest["lineup"]["arrangements"]),
    )
    tables = {"win rate by seat": _shares(cubes[SEATS], "seat")}
    if len(set(manifest["lineup"]["labels"])) > 1:
        tables["win rate by strategy"] = _shares(cubes[STRATEGIES], "strategy")
    for cube in by_round:
        tables[f"{cube.columns[1]} by {cube.columns[0]}"] = _rates(cubes[cube], *cube.columns)
    return {
        "run": str(folder),
        "games": manifest["progress"]["games"],
        "statuses": manifest["progress"]["statuses"],
        "rates": [_truth(cubes[cube], cube.columns[0]) for cube in games],
        "tables": tables,
        "timing": manifest["timing"],
    }


def _schema(folder: Path, table: str) -> Any:
    return pq.read_schema(part_files(folder, table)[0])


def _truths(folder: Path, table: str) -> list[str]:
    return [field.name for field in _schema(folder, table) if pa.types.is_boolean(field.type)]


def _truth(frame: pd.DataFrame, column: str) -> dict[str, Any]:
    found = stats.rate(int(frame.n[frame[column] == 1].sum()), int(frame.n.sum()))
    return {"name": column, **_record(found)}


def _rates(frame: pd.DataFrame, by: str, truth: str) -> list[dict[str, Any]]:
    return [
        {by: _plain(key), **_record(stats.rate(int(g.n[g[truth] == 1].sum()), int(g.n.sum())))}
        for key, g in frame.groupby(by, observed=True)
    ]


def _shares(frame: pd.DataFrame, by: str) -> list[dict[str, Any]]:
    return [
        {by: _plain(key), **_record(stats.share(g["share"] / WHOLE, g.n))}
        for key, g in frame.groupby(by, observed=True)
    ]


def _record(found: stats.Estimate) -> dict[str, Any]:
    return {"rate": found.value, "low": found.low, "high": found.high, "n": found.n}


def _plain(key: Any) -> Any:
    return key.item() if hasattr(key, "item") else key


def card_results(folder: Path, deck: str) -> dict[str, dict[str, Any]]:
    """Card name -> copies drawn, played and held at the end, and the owners' win rate, of a run."""
    frame = read_table(folder, "cards")
    frame = frame[frame.deck == deck]
    found = {}
    for name, rows in frame.groupby("card", observed=True):
        had = int(rows.had_by.sum())
        found[str(name)] = {
            "drawn": int(rows.drawn.sum()),
            "played": int(rows.played.sum()),
            "held at the end": int(rows.held.sum()),
            "win rate when had": float((rows.win * rows.had_by).sum() / had) if had else None,
        }
    return found
