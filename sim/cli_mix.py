"""The commands `hemicycle mix ...`; everything heavy is imported late."""

from __future__ import annotations

from pathlib import Path

import click

from hemicycle.sim.errors import InputError
from hemicycle.sim.options import Verbs, open_mix, shared


@click.group(cls=Verbs, name="mix", invoke_without_command=True)
@click.pass_context
def mix_group(ctx: click.Context) -> None:
    """Look at card mixes, check them, make your own.

    \b
    Examples:
      hemicycle mix show filibuster
      hemicycle mix check filibuster my_mix
      hemicycle mix new filibuster my_mix --set difficulty_step=4
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _one_mix(positional: str | None, option: str | None) -> str | None:
    if positional and option:
        raise InputError("name the mix once: as MIX or with --mix")
    return positional or option


@mix_group.command(name="show")
@click.argument("game")
@click.argument("where", metavar="[MIX]", required=False)
@shared("mix", "set", "json")
def mix_show(
    game: str, where: str | None, mix: str | None, changes: tuple[str, ...], as_json: bool
) -> None:
    """Print a mix of GAME as resolved: cards, numbers, sources, changes.

    \b
    Examples:
      hemicycle mix show filibuster
      hemicycle mix show filibuster gentler.toml
      hemicycle mix show filibuster --set 'time."Cloture Petition"=3'
    """
    from hemicycle.sim.console import show_json
    from hemicycle.sim.mixtools import describe
    from hemicycle.sim.shows import show_mix

    data = describe(open_mix(game, _one_mix(where, mix), changes))
    if as_json:
        show_json(data)
    else:
        show_mix(data)


@mix_group.command(name="check")
@click.argument("game")
@click.argument("where", metavar="[MIX]", required=False)
@shared("mix", "set", "json")
def mix_check(
    game: str, where: str | None, mix: str | None, changes: tuple[str, ...], as_json: bool
) -> None:
    """Check that a mix of GAME can be played; errors name file, row and column.

    \b
    Examples:
      hemicycle mix check filibuster my_mix
      hemicycle mix check filibuster gentler.toml
    """
    from hemicycle.sim.console import show_json
    from hemicycle.sim.mixtools import describe

    data = describe(open_mix(game, _one_mix(where, mix), changes))
    if as_json:
        keys = ("name", "game", "origin", "digest", "changes", "dialects", "assumed")
        show_json({"ok": True, **{key: data[key] for key in keys}})
        return
    decks = ", ".join(f"{deck} {content['cards']}" for deck, content in data["decks"].items())
    click.echo(
        f"{data['name']} is a playable mix of {game}: cards {decks}; digest {data['digest']}"
    )
    for deck, words in data["dialects"].items():
        if words:
            click.echo(f"  {deck}: {words}")
    for change in data["changes"]:
        click.echo(f"  changed: {change}")


@mix_group.command(name="new")
@click.argument("game")
@click.argument("folder")
@shared("mix", "set")
def mix_new(game: str, folder: str, mix: str | None, changes: tuple[str, ...]) -> None:
    """Write a mix of GAME as a FOLDER of your own to edit: mix.toml and a CSV per deck.

    \b
    Examples:
      hemicycle mix new filibuster my_mix
      hemicycle mix new filibuster harder --set difficulty_step=4
    """
    from hemicycle.sim.export import write_mix

    for path in write_mix(open_mix(game, mix, changes), Path(folder)):
        click.echo(path)


@mix_group.command(name="diff")
@click.argument("game")
@click.argument("old")
@click.argument("new")
@shared("json")
def mix_diff(game: str, old: str, new: str, as_json: bool) -> None:
    """Say what the mix NEW of GAME has that OLD has not.

    \b
    Examples:
      hemicycle mix diff filibuster standard my_mix
    """
    from hemicycle.sim.console import show_json
    from hemicycle.sim.mixtools import diff

    lines = diff(open_mix(game, old, ()), open_mix(game, new, ()))
    if as_json:
        show_json(lines)
    else:
        click.echo("\n".join(lines) or "no difference")


@mix_group.command(name="import")
@click.argument("game")
@click.argument("file")
@click.option("--deck", required=True, metavar="DECK", help="The deck that the list is for.")
@click.option("--sheet", metavar="NAME", help="Sheet of an .xlsx workbook. Default: the first.")
@shared("mix", "set", "out")
def mix_import(
    game: str,
    file: str,
    deck: str,
    sheet: str | None,
    mix: str | None,
    changes: tuple[str, ...],
    out: str | None,
) -> None:
    """Put the card list of a spreadsheet FILE into a mix of GAME and write it as a folder (-o).

    \b
    Examples:
      hemicycle mix import filibuster cards.xlsx --deck action -o my_mix
      hemicycle mix import filibuster time.csv --deck time --mix my_mix -o newer
    """
    from hemicycle.sim.export import write_mix
    from hemicycle.sim.mixes import read_list, with_list

    if out is None:
        raise InputError("mix import: name the folder to write with -o FOLDER")
    cards, dialect = read_list(game, deck, Path(file), sheet)
    click.echo(f"{file}: {dialect}")
    for path in write_mix(with_list(open_mix(game, mix, changes), deck, cards, dialect), Path(out)):
        click.echo(path)


@mix_group.command(name="export")
@click.argument("game")
@click.argument("where", metavar="[MIX]", required=False)
@click.option("--deck", required=True, metavar="DECK", help="The deck to write.")
@click.option("-o", "--out", required=True, metavar="FILE", help=".csv, .tsv or .xlsx.")
@shared("mix", "set")
def mix_export(
    game: str, where: str | None, deck: str, out: str, mix: str | None, changes: tuple[str, ...]
) -> None:
    """Write one deck of a mix of GAME as a spreadsheet.

    \b
    Examples:
      hemicycle mix export filibuster --deck action -o action.xlsx
      hemicycle mix export filibuster my_mix --deck time -o time.csv
    """
    from hemicycle.sim.errors import nearest
    from hemicycle.sim.export import card_table, write_table

    found = open_mix(game, _one_mix(where, mix), changes)
    if deck not in found.decks:
        raise InputError(f"unknown deck '{deck}'{nearest(deck, found.decks)}")
    write_table(Path(out), *card_table(found.decks[deck]))
    click.echo(out)
