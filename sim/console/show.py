"""Tables and progress on the terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

import click

PATIENCE = 2.0
"""Seconds that may pass without a word."""


def print_rows(rows: list[dict[str, Any]], as_json: bool, title: str = "") -> None:
    """A table in the terminal; JSON where asked; plain when piped."""
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", show_edge=False)
    for key in rows[0] if rows else ():
        table.add_column(str(key).replace("_", " "), overflow="fold")
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 140
    Console(width=width, highlight=False, markup=False).print(table)


@contextmanager
def progress(total: int, quiet: bool) -> Iterator[Callable[[int], object] | None]:
    """A progress bar on a terminal, else nothing."""
    if quiet or not sys.stderr.isatty():
        yield None
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
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("games", total=total, speed="")

        def update(done: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, speed=f"{speed:,.0f}/s" if speed else "")

        yield update


@contextmanager
def compiling(game: str, quiet: bool) -> Iterator[None]:
    """What comes before the first game is played, told when it takes long: at the first start."""
    from hemicycle.sim.games import find_game
    from hemicycle.sim.jit import CACHE_FOLDER, cache_home
    from hemicycle.sim.warming import loop_aside

    find_game(game)
    often = "once per version" if CACHE_FOLDER else f"at every start: {cache_home()} is read-only"
    what = f"getting {game} ready ({often}; up to a minute)"
    with waiting(what, quiet), loop_aside(game):
        yield


@contextmanager
def waiting(what: str, quiet: bool) -> Iterator[None]:
    """Say what takes long, once it does: with a sign of life on a terminal, else in a line."""
    if quiet:
        yield
        return
    from rich.console import Console

    status = Console(stderr=True).status(f"{what} ...")

    def tell() -> None:
        if sys.stderr.isatty():
            status.start()
        else:
            click.echo(f"{what} ...", err=True)

    timer = Timer(PATIENCE, tell)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
