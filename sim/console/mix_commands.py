"""The commands on card mixes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from hemicycle.sim.console.command import Commands, guarded
from hemicycle.sim.console.options import CHANGES, MIX, json_option, mix_of, with_options
from hemicycle.sim.console.show import print_rows
from hemicycle.sim.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])
COLUMNS_SHOWN = 12
"""A card list of more columns is shown in words."""


@click.group(cls=Commands)
def mix() -> None:
    """Show, check, change, compare and convert card mixes.

    \b
    hemicycle mix show filibuster
    hemicycle mix diff filibuster standard gentler.toml
    """


def mix_options(func: F) -> F:
    """GAME, a mix and its changes."""
    return with_options(func, (click.argument("game"), MIX, *CHANGES))


def named_mix(func: F) -> F:
    """GAME, a mix by its name or after --mix, and its changes."""
    name = click.argument("name", required=False, metavar="[MIX]")
    return with_options(func, (click.argument("game"), name, MIX, *CHANGES))


@mix.command()
@named_mix
@json_option
@guarded
def show(game: str, name: str | None, as_json: bool, **given: Any) -> None:
    """Print a mix: parameters, cards, sources.

    \b
    hemicycle mix show filibuster
    hemicycle mix show filibuster mymix
    hemicycle mix show filibuster --set difficulty_step=4
    """
    from hemicycle.sim.mixtools import describe

    found = describe(mix_of(game, {**given, "mix": name or given["mix"]}))
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    for key in ("game", "name", "description", "digest"):
        click.echo(f"{key}: {found[key]}")
    print_rows(found["parameters"], False, title="parameters")
    print_rows(found["targets"], False, title="targets")
    for deck, cards in found["decks"].items():
        how = f" ({found['dialects'][deck]})" if deck in found["dialects"] else ""
        title = f"{deck} deck: {cards['cards']} cards of {cards['kinds']} kinds{how}"
        print_rows(_narrow(cards["rows"]), False, title=title)
    for key in ("changes", "assumed"):
        for line in found[key]:
            click.echo(f"{key}: {line}")
    click.echo(f"{found['assumed_share']:.0%} of the numbers are assumed, not vouched for")


def _narrow(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows too wide for a terminal get one column of words, without what is blank or 0."""
    if not rows or len(rows[0]) <= COLUMNS_SHOWN:
        return rows
    ends = ("id", "name", "count", "source")
    return [
        {
            **{key: row[key] for key in ends[:3]},
            "columns": ", ".join(
                f"{key.replace('_', ' ')} {value}"
                for key, value in row.items()
                if key not in ends and value not in ("", 0)
            ),
            "source": row["source"],
        }
        for row in rows
    ]


@mix.command()
@named_mix
@guarded
def check(game: str, name: str | None, **given: Any) -> None:
    """Check a mix and say what it holds, or what is wrong with it and where.

    \b
    hemicycle mix check filibuster mymix
    """
    found = mix_of(game, {**given, "mix": name or given["mix"]})
    decks = ", ".join(
        f"{deck} {sum(c.count for c in cards)}" for deck, cards in found.decks.items()
    )
    for sentence in found.dialects.values():
        click.echo(sentence)
    for change in found.changes:
        click.echo(f"changed: {change}")
    click.echo(f"mix '{found.name}' is sound: {decks} cards (digest {found.digest})")


@mix.command()
@mix_options
@click.argument("folder")
@guarded
def new(game: str, folder: str, **given: Any) -> None:
    """Write a mix, with any changes, into FOLDER as files to edit.

    \b
    hemicycle mix new filibuster mymix --set difficulty_step=4
    """
    from hemicycle.sim.export import write_mix

    if Path(folder).exists():
        raise InputError(f"{folder} exists; choose another folder")
    for path in write_mix(mix_of(game, given), Path(folder), Path(folder).name):
        click.echo(str(path))


@mix.command("diff")
@click.argument("game")
@click.argument("a")
@click.argument("b")
@guarded
def diff_mixes(game: str, a: str, b: str) -> None:
    """Say in words how mix B differs from mix A.

    \b
    hemicycle mix diff filibuster standard mymix
    """
    from hemicycle.sim.mixes import load_mix
    from hemicycle.sim.mixtools import diff

    for sentence in diff(load_mix(game, a), load_mix(game, b)) or ["no difference"]:
        click.echo(sentence)


@mix.command("import")
@click.argument("game")
@click.argument("file")
@click.option("--deck", required=True, help="Which deck the list is.")
@click.option("--sheet", help="Sheet of a workbook.")
@click.option("--base", default="standard", show_default=True, help="Mix for everything else.")
@click.option("-o", "--out", required=True, metavar="FOLDER")
@guarded
def import_list(game: str, file: str, deck: str, sheet: str | None, base: str, out: str) -> None:
    """Make a mix of a card list as a spreadsheet wrote it (CSV, TSV or XLSX).

    \b
    hemicycle mix import filibuster cards.xlsx --deck action -o mymix
    """
    from hemicycle.sim.export import write_mix
    from hemicycle.sim.mixes import load_mix, read_list, with_list
    from hemicycle.sim.mixtools import diff

    if Path(out).exists():
        raise InputError(f"{out} exists; choose another folder")
    before = load_mix(game, base)
    cards, dialect = read_list(game, deck, Path(file), sheet)
    after = with_list(before, deck, cards, dialect)
    click.echo(dialect)
    for sentence in diff(before, after) or [f"the same cards as '{base}'"]:
        click.echo(sentence)
    for path in write_mix(after, Path(out), Path(out).name):
        click.echo(str(path))
