"""Tables made by hand, for the tests of charts."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from hemicycle.reports.reading import Cube
from hemicycle.reports.tables import Run, Tables
from hemicycle.sim.cardmix import Mix
from hemicycle.sim.game import MEASURES


def count_rows(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> pd.DataFrame:
    """A frequency table; the last number of a row is n."""
    return pd.DataFrame(rows, columns=[*columns, "n"])


def run_facts(mix: Mix, **changes: Any) -> Run:
    """A run of four seats, all random."""
    plain: dict[str, Any] = {
        "path": Path("runs/mine"),
        "game": "filibuster",
        "title": "Filibuster!",
        "version": 1,
        "seed": 7,
        "games": 100,
        "planned": 100,
        "players": 4,
        "strategies": ("random",),
        "strategy_at": ((0, 0, 0, 0),),
        "line_up": "4 x random",
        "rotates": False,
        "mix": {**mix.to_dict(), "digest": mix.digest},
        "statuses": {"finished": 100},
        "stopped": "",
        "faults": (),
        "versions": {"hemicycle": "0.1.0"},
        "command": "hemicycle run filibuster",
    }
    return Run(**plain | changes)


def make_tables(
    mix: Mix,
    counts: Mapping[Cube, pd.DataFrame] | None = None,
    card_rows: pd.DataFrame | None = None,
    **changes: Any,
) -> Tables:
    """Tables with the given counts."""
    frame = pd.DataFrame() if card_rows is None else card_rows
    return Tables(run_facts(mix, **changes), dict(counts or {}), {}, frame)


def make_card_rows(
    deck: str, card: str, rows: Sequence[tuple[str, float, int, dict[str, int]]]
) -> Any:
    """Rows of the cards table: result, win share, seat-games, and the measures that are not 0."""
    return pd.DataFrame(
        [
            {"deck": deck, "card": card, "result": result, "win": win, "seat_games": n}
            | dict.fromkeys(MEASURES, 0)
            | given
            for result, win, n, given in rows
        ]
    )


@pytest.fixture(scope="session")
def counted() -> Callable[..., pd.DataFrame]:
    """`counted(columns, rows)`: a frequency table; the last number of a row is n."""
    return count_rows


@pytest.fixture(scope="session")
def facts() -> Callable[..., Run]:
    """`facts(mix, **changes)`: a run of four seats, all random."""
    return run_facts


@pytest.fixture(scope="session")
def made() -> Callable[..., Tables]:
    """`made(mix, counts, card_rows, **changes)`: tables with the given counts."""
    return make_tables


@pytest.fixture(scope="session")
def card_rows() -> Callable[..., pd.DataFrame]:
    """`card_rows(deck, card, rows)`: rows of the cards table."""
    return make_card_rows
