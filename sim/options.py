"""The options all commands share, the numbers they take, and the config file; light to import."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hemicycle.sim.errors import InputError, nearest

if TYPE_CHECKING:
    from hemicycle.sim.cardmix import Mix

F = TypeVar("F", bound=Callable[..., Any])

SEED_MAX = 2**64 - 1
COUNT = re.compile(r"\d+(_\d+)*|\d{1,3}(,\d{3})+|\d+(\.\d+)?[eE]\+?\d{1,2}")


def count(text: str) -> int:
    """A whole number from 1 up: 1000000, 1_000_000, 1,000,000 or 1e6; else a usage error."""
    number = Decimal(0)
    if COUNT.fullmatch(text):
        number = Decimal(text.replace("_", "").replace(",", ""))
    if number < 1 or number != number.to_integral_value() or number >= 2**62:
        raise click.BadParameter(f"'{text}' is not a whole number from 1 up (1_000_000, 1e6)")
    return int(number)


def seed(text: str) -> int:
    """A whole number from 0 to 2^64-1; else a usage error."""
    if not re.fullmatch("[0-9]{1,20}", text) or int(text) > SEED_MAX:
        raise click.BadParameter(f"'{text}' is not a whole number from 0 to {SEED_MAX} (2^64-1)")
    return int(text)


def game_number(text: str) -> int:
    """A whole number from 0 up; else a usage error."""
    if not re.fullmatch("[0-9][0-9_]{0,17}", text):
        raise click.BadParameter(f"'{text}' is not a whole number from 0 up")
    return int(text.replace("_", ""))


def _read_config(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    path = Path(value)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise InputError(f"--config {value}: no such file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"--config {value}: {error}") from None
    known = {_long_name(p): p for p in ctx.command.params if p.name not in ("config", "help")}
    ctx.default_map = {}
    for key, entry in content.items():
        name = key.replace("_", "-")
        if name not in known:
            raise InputError(f"--config {value}: no option '{key}'{nearest(name, known)}")
        ctx.default_map[str(known[name].name)] = _config_value(value, known[name], key, entry)


def _long_name(param: click.Parameter) -> str:
    """`fixed-seats` of `--fixed-seats`; an argument's own name."""
    return max(param.opts, key=len).lstrip("-").replace("_", "-")


def _config_value(path: str, param: click.Parameter, key: str, entry: Any) -> Any:
    where = f"--config {path}, {key}"
    if isinstance(param, click.Option) and param.is_flag:
        if not isinstance(entry, bool):
            raise InputError(f"{where}: {entry!r} is not true or false")
        return entry
    several = param.nargs != 1 or (isinstance(param, click.Option) and param.multiple)
    if several and isinstance(entry, list):
        return [str(item) for item in entry]
    if isinstance(entry, list | dict | bool):
        raise InputError(f"{where}: expected a number or text, not {entry!r}")
    return [str(entry)] if several else str(entry)


OPTIONS: dict[str, Callable[[Any], Any]] = {
    "games": click.option(
        "-n", "--games", type=count, metavar="N", help="Games to play: 1_000_000, 1,000,000, 1e6."
    ),
    "seed": click.option(
        "--seed",
        type=seed,
        metavar="SEED",
        help="0 to 2^64-1. The same seed gives the same games; without one, one is drawn and shown.",
    ),
    "seats": click.option(
        "--seats",
        type=click.IntRange(1, 100),
        metavar="K",
        help="How many sit at the table. Default: as many as names, or 4 where allowed.",
    ),
    "players": click.option(
        "--players",
        metavar="NAMES",
        help="Who sits: NAME[:param=value],... One name fills all seats. Default: standard.",
    ),
    "fixed_seats": click.option(
        "--fixed-seats", is_flag=True, help="Keep the order given, instead of rotating the seats."
    ),
    "code": click.option(
        "--code",
        multiple=True,
        metavar="FILE",
        help="Python file with more strategies. Repeatable.",
    ),
    "mix": click.option(
        "--mix",
        metavar="MIX",
        help="Card mix: a name, a folder or a .toml file. Default: standard.",
    ),
    "set": click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change a number of the mix: difficulty_step=4, 'time.\"Cloture Petition\"=3'. Repeatable.",
    ),
    "jobs": click.option(
        "-j",
        "--jobs",
        type=click.IntRange(1, 1024),
        metavar="J",
        help="Threads that play. Default: one per core. Results do not depend on it.",
    ),
    "out": click.option("-o", "--out", metavar="FOLDER", help="Where to write."),
    "json": click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables."),
    "quiet": click.option("--quiet", is_flag=True, help="No progress, no notes."),
    "config": click.option(
        "--config",
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=_read_config,
        help="TOML file with options by their long names; the command line wins.",
    ),
}


def shared(*names: str) -> Callable[[F], F]:
    """Give a command the shared options called so."""

    def add(command: F) -> F:
        for name in reversed(names):
            command = OPTIONS[name](command)
        return command

    return add


def open_mix(game: str, mix: str | None, changes: Sequence[str]) -> Mix:
    """The mix that --mix and --set ask for."""
    from hemicycle.sim.mixes import load_mix

    return load_mix(game, mix or "standard", changes)


class Verbs(click.Group):
    """A group that names the nearest command when there is none of that name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, with a hint."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            what = f"{ctx.info_name} command" if ctx.parent else "command"
            raise InputError(f"no {what} '{args[0]}'{nearest(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)
