"""Printing for people: tables (rich on a terminal, plain text in a pipe), notes, a progress bar."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Cell = str | int | float | None


def note(text: str, *, quiet: bool = False) -> None:
    """A line on stderr about what is happening; nothing when `quiet`."""
    if not quiet:
        print(text, file=sys.stderr, flush=True)


def compile_note(*, quiet: bool) -> None:
    """Say why the first start of a version takes a while."""
    from hemicycle.sim.jit import is_warm

    if not is_warm("play_block"):
        note("compiling the kernels (once per version, about 20 s)...", quiet=quiet)


def show_json(data: Any) -> None:
    """Plain data as JSON on stdout."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:g}" if isinstance(cell, float) else cell


def show_table(title: str, header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """A table on stdout, numbers to the right; the last column takes what room is left."""
    right = [
        bool(rows) and not any(isinstance(row[i], str) for row in rows) for i in range(len(header))
    ]
    cells = [[_text(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        _rich_table(title, header, cells, right)
        return
    widths = [max(len(row[i]) for row in [list(header), *cells]) for i in range(len(header))]
    print(title)
    for row in [list(header), *cells]:
        aligned = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        print("  " + "  ".join(aligned).rstrip())
    print()


def _rich_table(
    title: str, header: Sequence[str], cells: Sequence[Sequence[str]], right: Sequence[bool]
) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for name, to_right in zip(header, right, strict=True):
        table.add_column(name, justify="right" if to_right else "left", overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def interval(found: dict[str, Any]) -> tuple[str, str, int]:
    """A rate in percent, its 95 % interval, and n: `45.3 %`, `45.1 to 45.5`, 1000."""
    if not found["n"]:
        return "-", "-", 0
    value, low, high = (100 * found[key] for key in ("value", "low", "high"))
    digits = 1 if high - low > 0.2 else 2
    return f"{value:.{digits}f} %", f"{low:.{digits}f} to {high:.{digits}f}", found["n"]


@contextmanager
def progress_bar(total: int, *, quiet: bool) -> Iterator[Callable[[int], object]]:
    """A bar with games per second and time left on stderr, if that is a terminal; yields its update."""
    if quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TextColumn("time left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total, speed="")

        def update(done: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, speed=f"{speed:,.0f} games/s" if speed else "")

        yield update
