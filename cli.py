"""The command line: parse, call, print. No rules and no statistics live here."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from hemicycle.sim.errors import InputError, RunError, nearest

if TYPE_CHECKING:
    from hemicycle.sim.mixes import Mix

F = TypeVar("F", bound=Callable[..., Any])
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """A group that names the nearest command for an unknown one and keeps examples as written."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            ctx.fail(f"no command '{args[0]}'{nearest(args[0], known)}")
        return super().resolve_command(ctx, args)


def guarded(func: F) -> F:
    """Turn what went wrong into one line and an exit code."""

    @wraps(func)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return func(*args, **kwargs)
        except InputError as error:
            fail(str(error), 2)
        except RunError as error:
            fail(str(error), 1)
        except KeyboardInterrupt:
            fail(
                "interrupted; finished parts are kept, the same command with --resume goes on", 130
            )

    return call  # type: ignore[return-value]


def fail(message: str, code: int) -> NoReturn:
    """End with one line on stderr."""
    click.echo(f"Error: {message}", err=True)
    sys.exit(code)


class Count(click.ParamType):
    """A whole number as people write it: 1000000, 1_000_000, 1,000,000, 1e6."""

    name = "count"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        text = str(value).replace("_", "").replace(",", "")
        try:
            number = float(text) if "e" in text.lower() else int(text)
        except ValueError:
            number = 0.5
        if number != int(number) or number < 1:
            self.fail(f"'{value}' is not a whole number from 1 up", param, ctx)
        return int(number)


class Seed(click.ParamType):
    """0 .. 2^64-1."""

    name = "seed"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        if not str(value).isdecimal() or not 0 <= int(value) < 2**64:
            self.fail(f"'{value}' is not a whole number from 0 to 2^64-1", param, ctx)
        return int(value)


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


def play_options(func: F) -> F:
    """The options of everything that plays games, the same everywhere."""
    for option in reversed(
        [
            click.option(
                "--seed", type=Seed(), help="0 to 2^64-1; none: one is drawn and printed."
            ),
            click.option("--seats", type=int, help="How many sit at the table."),
            click.option(
                "--players",
                metavar="NAME[:param=value],...",
                default="standard",
                show_default=True,
                help="Who sits; one name fills all seats.",
            ),
            click.option(
                "--fixed-seats", is_flag=True, help="Do not rotate players over the seats."
            ),
            click.option(
                "--code", multiple=True, metavar="FILE.py", help="File with strategies of yours."
            ),
            click.option(
                "--mix", default="standard", show_default=True, metavar="NAME|FOLDER|FILE"
            ),
            click.option(
                "--set",
                "changes",
                multiple=True,
                metavar="KEY=VALUE",
                help="""Change the mix: difficulty_step=4, 'time."Cloture Petition"=3'.""",
            ),
            click.option("--add", multiple=True, metavar="DECK:CARD=COPIES:..."),
            click.option("--remove", multiple=True, metavar="DECK.CARD"),
        ]
    ):
        func = option(func)
    return func


config_option = click.option(
    "--config",
    callback=_read_config,
    is_eager=True,
    expose_value=False,
    metavar="FILE.toml",
    help="Options from a file; the command line wins.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
jobs_option = click.option("-j", "--jobs", type=click.IntRange(1), help="Threads (default: cores).")
quiet_option = click.option("--quiet", is_flag=True, help="Print nothing but errors.")


@click.group(cls=Commands, context_settings=SETTINGS)
@click.version_option(package_name="hemicycle", prog_name="hemicycle")
def main() -> None:
    """Monte Carlo balance analysis for tabletop games.

    \b
    hemicycle run filibuster -n 200_000 --seed 7     play
    hemicycle report runs/filibuster-standard-7      charts and verdicts
    hemicycle strategies filibuster                  who can play
    """


@main.command()
@json_option
@guarded
def games(as_json: bool) -> None:
    """List the games.

    \b
    hemicycle games
    """
    from hemicycle.sim.games import GAMES, find_game

    found = [find_game(name) for name in GAMES]
    rows = [
        {
            "game": g.name,
            "title": g.title,
            "players": f"{g.seats[0]}-{g.seats[1]}",
            "version": g.version,
        }
        for g in found
    ]
    _print(rows, as_json)


@main.command()
@click.argument("game")
@click.option("--code", multiple=True, metavar="FILE.py")
@json_option
@guarded
def strategies(game: str, code: tuple[str, ...], as_json: bool) -> None:
    """List who can play GAME, with their parameters.

    \b
    hemicycle strategies filibuster
    hemicycle strategies filibuster --code my_bots.py
    """
    from hemicycle.sim.games import find_game
    from hemicycle.strategies import all_strategies

    found = all_strategies(find_game(game).name, code)
    rows = [
        {
            "strategy": s.name,
            "description": s.description,
            "parameters": "\n".join(
                f"{key}={p.default:g} ({p.low:g} to {p.high:g}): {p.meaning}"
                for key, p in s.params.items()
            ),
        }
        for s in found.values()
    ]
    _print(rows, as_json)


@main.command()
@click.argument("game")
@json_option
@guarded
def mixes(game: str, as_json: bool) -> None:
    """List the card mixes that come with GAME.

    \b
    hemicycle mixes filibuster
    """
    from hemicycle.sim.games import find_game
    from hemicycle.sim.mixes import load_mix, mix_names

    name = find_game(game).name
    found = [load_mix(name, mix) for mix in mix_names(name)]
    _print([{"mix": mix.name, "description": mix.description} for mix in found], as_json)


@main.command()
@click.argument("game")
@click.option("-n", "--games", "count", type=Count(), default=100_000, show_default=True)
@play_options
@click.option("-o", "--out", metavar="FOLDER", help="Where the tables go (default under runs/).")
@click.option("--resume", is_flag=True, help="Go on with the run in the folder, if there is one.")
@click.option("--check", "checked", is_flag=True, help="Check every state; much slower.")
@click.option(
    "--forfeit", is_flag=True, help="A strategy's fault loses that game; the run goes on."
)
@click.option(
    "--patience",
    type=float,
    default=60.0,
    show_default=True,
    help="Seconds to wait for a strategy.",
)
@jobs_option
@json_option
@quiet_option
@config_option
@guarded
def run(game: str, count: int, **given: Any) -> None:
    """Play GAME many times and write the outcome tables.

    \b
    hemicycle run filibuster -n 1_000_000 --seed 7
    hemicycle run filibuster --players bold,cautious,team,standard -n 200_000
    hemicycle run filibuster --set difficulty_step=4 -o runs/steeper
    """
    from hemicycle.sim import runs

    spec = _spec(game, count, given)
    out = Path(given["out"]) if given["out"] else _free_folder(spec)
    quiet = given["quiet"] or given["as_json"]
    if given["seed"] is None and not quiet:
        click.echo(f"seed {spec.seed}", err=True)
    resume = given["resume"] and (out / "run.json").exists()
    with _progress(spec.games, quiet) as progress:
        runs.run(
            spec,
            out=out,
            resume=resume,
            jobs=given["jobs"],
            patience=given["patience"],
            progress=progress,
        )
    if given["quiet"] and not given["as_json"]:
        return
    from hemicycle.reports.summary import summary

    found = summary(out)
    if given["as_json"]:
        click.echo(json.dumps(found, indent=1))
    else:
        _print_summary(found)


def _spec(game: str, count: int, given: dict[str, Any]) -> Any:
    """The RunSpec of the shared options."""
    import secrets

    from hemicycle.sim.games import find_game
    from hemicycle.sim.runspec import RunSpec

    name = find_game(game).name
    names = given["players"].split(",")
    seats = given["seats"] or (len(names) if len(names) > 1 else _usual_seats(name))
    return RunSpec(
        game=name,
        games=count,
        seed=secrets.randbits(64) if given["seed"] is None else given["seed"],
        seats=seats,
        players=given["players"],
        fixed_seats=given["fixed_seats"],
        mix=_mix(name, given),
        code=given["code"],
        checked=given.get("checked", False),
        forfeit=given.get("forfeit", False),
    )


def _usual_seats(game: str) -> int:
    from hemicycle.sim.games import find_game

    low, high = find_game(game).seats
    return min(max(4, low), high)


def _mix(game: str, given: dict[str, Any]) -> Mix:
    from hemicycle.sim.mixes import load_mix

    return load_mix(game, given["mix"], given["changes"], given["add"], given["remove"])


def _free_folder(spec: Any) -> Path:
    """runs/GAME-MIX-SEED, with a number behind it when taken."""
    base = Path("runs") / f"{spec.game}-{spec.mix.name}-{spec.seed}"
    found, i = base, 2
    while found.exists():
        found, i = Path(f"{base}-{i}"), i + 1
    return found


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[int], object] | None]:
    """A progress bar on a terminal, else nothing; says when the first compilation is due."""
    from hemicycle.sim.jit import is_warm

    if not quiet and not is_warm("play_block"):
        click.echo("compiling the game (once per version, about half a minute) ...", err=True)
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


@main.command()
@click.argument("run_folders", nargs=-1, required=True, metavar="RUN...")
@click.option("-o", "--out", metavar="FOLDER", help="Default: RUN/report.")
@guarded
def report(run_folders: tuple[str, ...], out: str | None) -> None:
    """Write the balance report of a run: one HTML file, PNG charts, JSON.

    Several runs of the same mix with 3, 4 and 5 seats give a table of player counts.

    \b
    hemicycle report runs/first
    hemicycle report runs/three runs/four runs/five -o reports/counts
    """
    from hemicycle.reports.page import write_report

    written = write_report([Path(f) for f in run_folders], Path(out) if out else None)
    click.echo(f"report: {written}")


@main.command()
@click.argument("what", metavar="RUN|GAME")
@click.option("--game", "number", type=int, required=True, help="Game number, from 0.")
@click.option("--decisions", is_flag=True, help="Show every list of options and the choice.")
@play_options
@guarded
def replay(what: str, number: int, decisions: bool, **given: Any) -> None:
    """Tell one game of a RUN, or of a GAME and seed, in plain words.

    \b
    hemicycle replay runs/first --game 1234
    hemicycle replay filibuster --seed 7 --game 3 --seats 4 --players random --decisions
    """
    from hemicycle.sim.replay import setup_of, tell
    from hemicycle.sim.runspec import prepare

    if (Path(what) / "run.json").exists():
        setup = setup_of(Path(what), given["code"])
    elif Path(what).exists():
        raise InputError(f"{what} is not a run (it has no run.json)")
    else:
        setup = prepare(_spec(what, number + 1, {**given, "seed": given["seed"] or 0}))
    for line in tell(setup, number, decisions=decisions):
        click.echo(line)


@main.command()
@click.argument("number")
@guarded
def rule(number: str) -> None:
    """Print a numbered rule and where the code carries it out.

    \b
    hemicycle rule FIL-5.2
    """
    from hemicycle.sim.rulebook import find_rule

    text, places = find_rule(number)
    click.echo(f"{number.upper()} {text}")
    for place in places:
        click.echo(f"  {place}")


@main.command()
@click.argument("folder", metavar="RUN")
@click.option("--sample", type=Count(), default=200, show_default=True, help="Games to play again.")
@click.option("--code", multiple=True, metavar="FILE.py")
@guarded
def verify(folder: str, sample: int, code: tuple[str, ...]) -> None:
    """Play some games of a finished run again and compare every number.

    \b
    hemicycle verify runs/first --sample 1000
    """
    from hemicycle.sim.verifying import verify as compare_again

    compared = compare_again(Path(folder), sample, code)
    click.echo(f"{compared} games played again: all numbers the same")


@main.command()
@click.argument("game", default="filibuster")
@click.option("-n", "--games", "count", type=Count(), default=1_000_000, show_default=True)
@json_option
@guarded
def bench(game: str, count: int, as_json: bool) -> None:
    """Measure how fast this machine plays GAME with random players.

    \b
    hemicycle bench
    hemicycle bench filibuster --json
    """
    from hemicycle.sim.bench import measure

    found = measure(game, count)
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    rows = [
        {"measure": key, "value": f"{value:,.2f}" if isinstance(value, float) else str(value)}
        for key, value in found.items()
    ]
    _print(rows, False)


@main.group(cls=Commands)
def mix() -> None:
    """Show, check, change, compare and convert card mixes.

    \b
    hemicycle mix show filibuster
    hemicycle mix diff filibuster standard gentler.toml
    """


def mix_options(func: F) -> F:
    """GAME, a mix and its changes."""
    for option in reversed(
        [
            click.argument("game"),
            click.option("--mix", default="standard", show_default=True),
            click.option("--set", "changes", multiple=True, metavar="KEY=VALUE"),
            click.option("--add", multiple=True, metavar="DECK:CARD=COPIES:..."),
            click.option("--remove", multiple=True, metavar="DECK.CARD"),
        ]
    ):
        func = option(func)
    return func


@mix.command()
@mix_options
@json_option
@guarded
def show(game: str, as_json: bool, **given: Any) -> None:
    """Print a mix: parameters, cards, sources.

    \b
    hemicycle mix show filibuster --set difficulty_step=4
    """
    from hemicycle.sim.mixtools import describe

    found = describe(_mix(game, given))
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    for key, value in found.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            _print(value, False, title=key)
        elif isinstance(value, dict):
            for name, rows in value.items():
                if isinstance(rows, list) and rows and isinstance(rows[0], dict):
                    _print(rows, False, title=f"{key}: {name}")
                else:
                    click.echo(f"{key} {name}: {rows}")
        else:
            click.echo(f"{key}: {value}")


@mix.command()
@mix_options
@guarded
def check(game: str, **given: Any) -> None:
    """Check a mix and say what it holds, or what is wrong with it and where.

    \b
    hemicycle mix check filibuster --mix mymix
    """
    found = _mix(game, given)
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
    for path in write_mix(_mix(game, given), Path(folder), Path(folder).name):
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


@mix.command("export")
@mix_options
@click.option("--deck", required=True)
@click.option("--run", "run_folder", help="Put this run's numbers beside each card.")
@click.option("-o", "--out", required=True, metavar="FILE.csv|FILE.xlsx")
@guarded
def export_list(game: str, deck: str, run_folder: str | None, out: str, **given: Any) -> None:
    """Write a deck as CSV or XLSX, with a run's results beside each card.

    \b
    hemicycle mix export filibuster --deck action --run runs/first -o cards.xlsx
    """
    from hemicycle.sim.export import card_table, write_table

    found = _mix(game, given)
    if deck not in found.decks:
        raise InputError(f"no deck '{deck}'{nearest(deck, found.decks)}")
    results = None
    if run_folder:
        from hemicycle.reports.summary import card_results

        results = card_results(Path(run_folder), deck)
    write_table(Path(out), *card_table(found.decks[deck], results))
    click.echo(out)


def _print(rows: list[dict[str, Any]], as_json: bool, title: str = "") -> None:
    """A table in the terminal; JSON where asked; plain when piped."""
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", show_edge=False)
    for key in rows[0] if rows else ():
        table.add_column(str(key).replace("_", " "))
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    width = None if sys.stdout.isatty() else 140
    Console(width=width, highlight=False, markup=False).print(table)


def _percent(row: dict[str, Any]) -> str:
    return f"{row['rate']:.2%} ({row['low']:.2%} to {row['high']:.2%})"


def _print_summary(found: dict[str, Any]) -> None:
    timing = found["timing"]
    bad = {key: n for key, n in found["statuses"].items() if n and key != "finished"}
    click.echo(f"{found['games']:,} games in {found['run']}")
    if bad:
        click.echo("not finished: " + ", ".join(f"{n:,} {key}" for key, n in bad.items()))
    for row in found["rates"]:
        click.echo(f"{row['name'].replace('_', ' ')}: {_percent(row)}, 95 % interval")
    for title, rows in found["tables"].items():
        key = next(iter(rows[0]))
        shown = [
            {key: row[key], "rate (95 % interval)": _percent(row), "n": f"{row['n']:,}"}
            for row in rows
        ]
        _print(shown, False, title=title)
    seconds = timing["seconds"]
    speed = f", {found['games'] / seconds:,.0f} games/s" if seconds else ""
    click.echo(f"{seconds:.1f} s{speed}")
    click.echo(f"next: hemicycle report {found['run']}")


if __name__ == "__main__":
    main()
