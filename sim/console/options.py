"""The options that several commands share, the same everywhere, and what they come to."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hemicycle.sim.console.values import seconds, seed_number
from hemicycle.sim.errors import nearest

if TYPE_CHECKING:
    from hemicycle.sim.mixes import Mix
    from hemicycle.sim.runspec import RunSpec

F = TypeVar("F", bound=Callable[..., Any])

MIX = click.option("--mix", default="standard", show_default=True, metavar="NAME|FOLDER|FILE")
WHO = (
    click.option("--seed", type=seed_number, help="0 to 2^64-1; none: one is drawn and printed."),
    click.option("--seats", type=int, help="How many sit at the table."),
    click.option(
        "--players",
        metavar="NAME[:param=value],...",
        default="standard",
        show_default=True,
        help="Who sits; one name fills all seats.",
    ),
    click.option("--fixed-seats", is_flag=True, help="Do not rotate players over the seats."),
    click.option("--code", multiple=True, metavar="FILE.py", help="File with strategies of yours."),
)
CHANGES = (
    click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        help="""Change the mix: difficulty_step=4, 'time."Cloture Petition"=3'.""",
    ),
    click.option(
        "--add",
        multiple=True,
        metavar="DECK:CARD=COPIES:COLUMN:...",
        help="Add a card, the deck's columns in order: 'time:Filler=2:continue', "
        "'action:Long Song=2:hours:3:hours 3'; or by name, the others blank: "
        "'cards:Philosopher=2:set=A:type=personality:colour=B:value=2:region=PB'.",
    ),
    click.option(
        "--remove",
        multiple=True,
        metavar="DECK.CARD",
        help="Take all copies out: 'time.Lost Notes'.",
    ),
)


def with_options(func: F, options: Sequence[Callable[[F], F]]) -> F:
    """The command with these options, listed in this order."""
    for option in reversed(options):
        func = option(func)
    return func


def play_options(func: F) -> F:
    """The options of everything that plays games, the same everywhere."""
    return with_options(func, (*WHO, MIX, *CHANGES))


def side_options(func: F) -> F:
    """The options of commands that name their mixes themselves."""
    return with_options(func, (*WHO, *CHANGES))


def _read_config(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Settings from a TOML file become defaults, so that the command line wins."""
    if value is None:
        return
    try:
        content = tomllib.loads(Path(value).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise click.BadParameter(f"{value}: {error}") from None
    known = {
        flag.lstrip("-").replace("-", "_"): p.name
        for p in ctx.command.params
        for flag in p.opts
        if p.name
    }
    for key in content:
        if key.replace("-", "_") not in known:
            raise click.BadParameter(f"{value}: unknown setting '{key}'{nearest(key, known)}")
    found = {known[key.replace("-", "_")]: _as_text(item) for key, item in content.items()}
    ctx.default_map = {**(ctx.default_map or {}), **found}


def _as_text(item: Any) -> Any:
    return [str(i) for i in item] if isinstance(item, list) else item


config_option = click.option(
    "--config",
    callback=_read_config,
    is_eager=True,
    expose_value=False,
    metavar="FILE.toml",
    help="Options from a file; the command line wins.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(1, 1024), help="Threads (default: cores)."
)


def patience_option(default: float) -> Callable[[F], F]:
    """How long a strategy may take; `default` in seconds."""
    return click.option(
        "--patience",
        type=seconds,
        default=default,
        show_default=True,
        help="Seconds to wait for a strategy.",
    )


quiet_option = click.option("--quiet", is_flag=True, help="Print nothing but errors.")


def spec_of(game: str, count: int, given: dict[str, Any]) -> RunSpec:
    """The RunSpec of the shared options."""
    import secrets

    from hemicycle.sim.games import find_game
    from hemicycle.sim.runspec import RunSpec

    name = find_game(game).name
    return RunSpec(
        game=name,
        games=count,
        seed=secrets.randbits(64) if given["seed"] is None else given["seed"],
        seats=given["seats"],
        players=given["players"],
        fixed_seats=given["fixed_seats"],
        mix=mix_of(name, given),
        code=given["code"],
        checked=given.get("checked", False),
        forfeit=given.get("forfeit", False),
        tweaks=_tweaks(given),
    )


def _tweaks(given: dict[str, Any]) -> list[str]:
    """The words that changed the mix, as they were written."""
    flags = (("--set", "changes"), ("--add", "add"), ("--remove", "remove"))
    return [word for flag, key in flags for text in given[key] for word in (flag, text)]


def mix_of(game: str, given: dict[str, Any]) -> Mix:
    """The mix of the shared options, with its changes."""
    from hemicycle.sim.mixes import load_mix

    return load_mix(game, given["mix"], given["changes"], given["add"], given["remove"])
