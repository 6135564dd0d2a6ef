"""The command line: parse, call, print. No rules and no statistics live here."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from functools import wraps
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

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

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """As click's, but a usage error is one line like every other."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a terminal that knows no dashes gets "?"
                stream.reconfigure(errors="replace")
        try:
            code = super().main(
                *args, **{**kwargs, "prog_name": "hemicycle", "standalone_mode": False}
            )
        except click.exceptions.NoArgsIsHelpError as shown:
            click.echo(shown.format_message())
            code = 0
        except click.ClickException as error:
            fail(" ".join(error.format_message().split()), 2)
        except OSError as error:
            if not isinstance(error, BrokenPipeError):
                fail(f"{error.filename or 'a file'}: {error.strerror or error}", 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


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
            fail("interrupted", 130)

    return call  # type: ignore[return-value]


def fail(message: str, code: int) -> NoReturn:
    """End with one line on stderr."""
    click.echo(f"Error: {message}", err=True)
    sys.exit(code)


COUNT = re.compile(r"\d{1,18}|\d+(_\d+)+|\d{1,3}(,\d{3})+|\d+(\.\d+)?[eE]\+?\d{1,2}", re.ASCII)


def whole_number(given: object) -> int:
    """A whole number as people write it: 1000000, 1_000_000, 1,000,000, 1e6."""
    text, number = str(given), Decimal(0)
    if COUNT.fullmatch(text):
        number = Decimal(text.replace("_", "").replace(",", ""))
    if number < 1 or number != int(number):
        raise click.BadParameter(f"'{text}' is not a whole number from 1 up (1_000_000, 1e6)")
    return int(number)


def seed_number(given: object) -> int:
    """0 .. 2^64-1."""
    text = str(given)
    if not re.fullmatch(r"[0-9]{1,20}|[0-9]+(_[0-9]+)+", text) or int(text) >= 2**64:
        raise click.BadParameter(f"'{text}' is not a whole number from 0 to 2^64-1")
    return int(text)


def folder(given: object) -> str:
    """A folder's name."""
    if not str(given).strip():
        raise click.BadParameter("empty; name a folder, or leave the option out")
    return str(given)


def seconds(given: object) -> float:
    """More than 0 seconds."""
    try:
        number = float(str(given))
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise click.BadParameter(f"'{given}' is not a number of seconds above 0")
    return number


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
        "'action:Long Song=2:hours:3:hours 3', 'action:Toast=1:assist:1:influence each 1'.",
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
@click.option("-n", "--games", "count", type=whole_number, default=100_000, show_default=True)
@play_options
@click.option(
    "-o", "--out", type=folder, metavar="FOLDER", help="Where the tables go (default under runs/)."
)
@click.option("--resume", is_flag=True, help="Go on with the run in the folder, if there is one.")
@click.option("--check", "checked", is_flag=True, help="Check every state; much slower.")
@click.option(
    "--forfeit", is_flag=True, help="A strategy's fault loses that game; the run goes on."
)
@click.option(
    "--patience",
    type=seconds,
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
    from hemicycle.sim.runspec import prepare

    setup = prepare(_spec(game, count, given))
    spec = setup.spec
    out = Path(given["out"]) if given["out"] else _folder(spec, given["resume"])
    quiet = given["quiet"] or given["as_json"]
    if given["seed"] is None and not quiet:
        click.echo(f"seed {spec.seed}", err=True)
    resume = given["resume"] and (out / "run.json").exists()
    try:
        with _progress(spec.games, quiet) as progress:
            result = runs.run(
                setup,
                out=out,
                resume=resume,
                jobs=given["jobs"],
                patience=given["patience"],
                progress=progress,
            )
    except KeyboardInterrupt:
        again = f"the same command with --seed {spec.seed} --resume -o {out}"
        fail(f"interrupted; finished parts are kept, go on with {again}", 130)
    if result.played == 0 and not quiet:
        click.echo(f"{out} is finished already: nothing to do", err=True)
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
    return RunSpec(
        game=name,
        games=count,
        seed=secrets.randbits(64) if given["seed"] is None else given["seed"],
        seats=given["seats"],
        players=given["players"],
        fixed_seats=given["fixed_seats"],
        mix=_mix(name, given),
        code=given["code"],
        checked=given.get("checked", False),
        forfeit=given.get("forfeit", False),
    )


def _mix(game: str, given: dict[str, Any]) -> Mix:
    from hemicycle.sim.mixes import load_mix

    return load_mix(game, given["mix"], given["changes"], given["add"], given["remove"])


def _folder(spec: Any, resume: bool) -> Path:
    """runs/GAME-MIX-SEED, with a number behind it when taken, unless that run is to go on."""
    base = Path("runs") / f"{spec.game}-{spec.mix.name}-{spec.seed}"
    found, i = base, 2
    while found.exists() and not resume:
        found, i = Path(f"{base}-{i}"), i + 1
    return found


def _free_name(folder: str, name: str, seed: int | None = None) -> Path:
    """FOLDER/NAME-SEED in plain letters, with a number behind it when taken."""
    plain = re.sub(r"[^\w.]+", "-", name).strip("-")[:60].strip("-")
    base = Path(folder) / (plain if seed is None else f"{plain}-{seed}")
    found, i = base, 2
    while found.exists():
        found, i = Path(f"{base}-{i}"), i + 1
    return found


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[int], object] | None]:
    """A progress bar on a terminal, else nothing; says when the first compilation is due."""
    if not quiet:
        _say_compiling()
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


def _say_compiling() -> None:
    """What takes so long at the first start."""
    from hemicycle.sim.jit import is_warm

    if not is_warm("play_block"):
        click.echo("compiling the game (once per version, about half a minute) ...", err=True)


@main.command()
@click.argument("run_folders", nargs=-1, required=True, metavar="RUN...")
@click.option("-o", "--out", type=folder, metavar="FOLDER", help="Default: RUN/report.")
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
@click.argument("words", nargs=-1, required=True, metavar="SIDE...")
@click.option("--game", help="Needed when no side is a file that names it.")
@click.option(
    "-n",
    "--games",
    "count",
    type=whole_number,
    help="Games a side (default 100,000); with --until-clear the first look (default 10,000).",
)
@click.option("--until-clear", is_flag=True, help="Play until every verdict is in.")
@click.option(
    "--max-games",
    type=whole_number,
    default=10_000_000,
    show_default=True,
    help="For --until-clear.",
)
@click.option(
    "--smallest",
    multiple=True,
    metavar="NUMBER|MEASURE=NUMBER",
    help="Smallest change that matters: of 1 for shares, as a part of the first side for amounts.",
)
@click.option("--measure", "only", multiple=True, metavar="NAME", help="Judge this measure only.")
@click.option("--unpaired", is_flag=True, help="Play each side on a seed of its own.")
@side_options
@click.option(
    "-o",
    "--out",
    type=folder,
    metavar="FOLDER",
    help="Where the report goes (default comparisons/).",
)
@jobs_option
@json_option
@quiet_option
@config_option
@guarded
def compare(words: tuple[str, ...], **given: Any) -> None:
    """Play two or more sides in the same worlds and say what the change did.

    A SIDE is a mix (name, folder, .toml file), a change of the first side (anything with =, also
    players=...; several between semicolons), or the folder of a finished run. Exit code 3 when
    --until-clear stops at --max-games with a verdict open.

    \b
    hemicycle compare standard 'time."Cloture Petition"=3' -n 200_000
    hemicycle compare standard gentler.toml harder.toml --game filibuster
    hemicycle compare standard 'difficulty_step=4; players=bold' --until-clear
    hemicycle compare runs/before runs/after
    """
    from hemicycle.reports import comparing
    from hemicycle.reports.compare_page import plain, write_comparison

    if given["count"] == 1:
        raise InputError("-n 1: a comparison needs at least 2 games a side")
    contest, spec = _contest(words, given)
    stops = _looks(contest, given)
    question = comparing.question(
        contest.sides, contest.basis, given["smallest"], given["only"], len(stops), contest.apart
    )
    silent = given["quiet"] or given["as_json"]
    found = _settle(contest, question, stops, given["jobs"], silent)
    label = "-".join(["compare", *(side.label for side in contest.sides)])
    seed = {} if contest.finished else {"seed": spec.seed}
    out = Path(given["out"]) if given["out"] else _free_name("comparisons", label, **seed)
    page = write_comparison(found, out, _typed(**seed))
    if given["as_json"]:
        rows = comparing.frame(found).to_dict("records")
        summary = {"report": str(page), "identical": found.identical, "open": found.open}
        click.echo(json.dumps({**summary, "rows": plain(rows)}, indent=1))
    elif not given["quiet"]:
        for side in contest.sides[1:]:
            click.echo(f"{contest.sides[0].label} -> {side.label}")
            click.echo(f"changed: {'; '.join(side.changes) or 'nothing'}")
            if not found.identical:
                _print(comparing.lines(found, side.label), False)
        for sentence in [*comparing.closing(found), f"report: {page}"]:
            click.echo(sentence)
    if given["until_clear"] and found.open:
        sys.exit(3)


def _contest(words: tuple[str, ...], given: dict[str, Any]) -> tuple[Any, Any]:
    """The sides of a comparison and the spec they share."""
    from hemicycle.reports.verdicts import CURVES
    from hemicycle.sim.contests import enter
    from hemicycle.sim.sides import game_of

    game = given["game"] or game_of(words)
    spec = _plain_spec(game, given["count"] or 1, given)
    changes = {key: given[key] for key in ("changes", "add", "remove")}
    return enter(words, spec, CURVES, paired=not given["unpaired"], **changes), spec


def _plain_spec(game: str, count: int, given: dict[str, Any]) -> Any:
    """The RunSpec of the shared options, with the standard mix as it is."""
    return _spec(game, count, {**given, "mix": "standard", "changes": (), "add": (), "remove": ()})


def _looks(contest: Any, given: dict[str, Any]) -> list[int]:
    """After how many games to look."""
    from hemicycle.reports.verdicts import looks

    if not given["until_clear"]:
        return [given["count"] or 100_000]
    if contest.finished:
        raise InputError("--until-clear needs sides to play, not finished runs")
    return looks(given["count"] or 10_000, given["max_games"])


def _settle(contest: Any, question: Any, stops: list[int], jobs: int | None, silent: bool) -> Any:
    """Play or read the sides and judge them at every look."""
    from hemicycle.reports import comparing

    if contest.finished:
        return comparing.follow(question, contest.play([]))
    if not silent:
        click.echo(f"seed {contest.setups[0].spec.seed}", err=True)
        _say_compiling()
        pilot = next(contest.play([min(comparing.PILOT_GAMES, stops[-1])], jobs=jobs))
        for line in comparing.outlook(question, pilot, stops[-1]):
            click.echo(line, err=True)

    def report(found: Any) -> None:
        if len(stops) > 1 and not silent:
            games = found.sums.sides[0].games
            click.echo(f"after {games:,} games a side: {found.open} verdicts open", err=True)

    with _progress(stops[-1], silent) as progress:
        return comparing.follow(question, contest.play(stops, jobs=jobs, progress=progress), report)


def _typed(**more: Any) -> str:
    """The command line as it was typed, with the options in `more` set."""
    ctx = click.get_current_context()
    found = ["hemicycle", ctx.info_name or ""]
    for param in ctx.command.params:
        name = param.name or ""
        given = ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
        if name in ("out", "jobs", "as_json", "quiet") or not (given or name in more):
            continue
        value = more.get(name, ctx.params.get(name))
        values = [value] if isinstance(value, str | int | float) else list(value or ())
        if isinstance(param, click.Argument):
            found += map(str, values)
        elif value is True:
            found.append(param.opts[-1])
        elif value is not False:
            found += [word for one in values for word in (param.opts[-1], str(one))]
    return shlex.join(found)


@main.command()
@click.argument("game")
@click.option("-n", "--games", "count", type=whole_number, default=50_000, show_default=True)
@click.option("--deck", help="Cards of this deck only.")
@click.option("--card", help="This card only.")
@click.option("--copies", metavar="CARD", help="The copies curve of this card instead.")
@click.option(
    "--most", type=whole_number, help="Most copies on the curve (default: 3 more than now)."
)
@play_options
@click.option(
    "-o", "--out", type=folder, metavar="FOLDER", help="Where it goes (default comparisons/)."
)
@jobs_option
@json_option
@quiet_option
@config_option
@guarded
def cards(game: str, count: int, **given: Any) -> None:
    """What each card does: what goes with having it, and what its copy causes, side by side.

    The cause is found by playing the same worlds with one copy made blank. With --copies: win rate,
    length and seats as one card's copies go from 0 up.

    \b
    hemicycle cards filibuster -n 100_000
    hemicycle cards filibuster --deck time
    hemicycle cards filibuster --copies "Cloture Petition"
    """
    from hemicycle.reports import impact, studies
    from hemicycle.reports.compare_page import plain
    from hemicycle.sim import variants
    from hemicycle.sim.contests import enter_variants
    from hemicycle.sim.runspec import prepare

    if count == 1:
        raise InputError("-n 1: to compare worlds takes at least 2 games")
    spec = _spec(game, count, given)
    setup = prepare(spec)
    if given["copies"]:
        chosen = variants.copies(setup, given["copies"], given["most"])
    else:
        chosen = list(variants.blanked(setup, given["deck"], given["card"]))
    basis, play = enter_variants(setup, chosen, impact.measures(setup.game.name))
    silent = given["quiet"] or given["as_json"]
    if not silent:
        click.echo(f"seed {spec.seed}", err=True)
    with _progress(count, silent) as progress:
        sums = next(play([count], jobs=given["jobs"], progress=progress))
    name = f"copies-{chosen[0].card}" if given["copies"] else f"cards-{setup.mix.name}"
    out = Path(given["out"]) if given["out"] else _free_name("comparisons", name, spec.seed)
    study = studies.curve_study if given["copies"] else studies.card_study
    found = study(basis, sums, chosen)
    found.write(out, _typed(seed=spec.seed))
    if given["as_json"]:
        rows = plain(found.frame.to_dict("records"))
        click.echo(json.dumps({"folder": str(out), "rows": rows}, indent=1))
    elif not given["quiet"]:
        _print(found.lines, False, title=found.title)
        for sentence in [*found.sentences, f"table and chart: {out}"]:
            click.echo(sentence)


@main.command()
@click.argument("what", metavar="RUN|GAME")
@click.option(
    "--game", "number", type=click.IntRange(0), required=True, help="Game number, from 0."
)
@click.option("--decisions", is_flag=True, help="Show every list of options and the choice.")
@click.option(
    "--patience",
    type=seconds,
    default=10.0,
    show_default=True,
    help="Seconds to wait for a strategy.",
)
@play_options
@click.pass_context
@guarded
def replay(
    ctx: click.Context, /, what: str, number: int, decisions: bool, patience: float, **given: Any
) -> None:
    """Tell one game of a RUN, or of a GAME and seed, in plain words.

    \b
    hemicycle replay runs/first --game 1234
    hemicycle replay filibuster --seed 7 --game 3 --seats 4 --players random --decisions
    """
    from hemicycle.sim.replay import setup_of, tell
    from hemicycle.sim.runspec import prepare

    # A strategy that never returns must not swallow Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if (Path(what) / "run.json").exists():
        _refuse_given(ctx)
        setup = setup_of(Path(what), given["code"])
        if number >= setup.spec.games:
            raise InputError(f"--game {number}: {what} has games 0 to {setup.spec.games - 1}")
    elif Path(what).exists():
        raise InputError(f"{what} is not a run (it has no run.json)")
    else:
        spec = _spec(what, number + 1, given)
        if given["seed"] is None:
            raise InputError("replay: of which seed? Name a run's folder, or a game and --seed")
        setup = prepare(spec)
    for line in tell(setup, number, decisions=decisions, patience=patience):
        click.echo(line)


def _refuse_given(ctx: click.Context) -> None:
    """A run's games are told as they were played: no other players, mix or seed."""
    for param in ctx.command.params:
        name = param.name or ""
        given = ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
        if given and name not in ("what", "number", "decisions", "patience", "code"):
            raise InputError(f"{param.opts[0]}: a run's games are replayed as they were played")


@main.command()
@click.argument("number", default="")
@guarded
def rule(number: str) -> None:
    """Print a numbered rule and where the code carries it out, or the rules of a section.

    \b
    hemicycle rule FIL-5.2
    hemicycle rule FIL-5
    """
    from hemicycle.sim.rulebook import find_rule, section

    rules = section(number)
    for known, text in rules.items():
        click.echo(f"{known} {text.splitlines()[0]}")
    if rules:
        return
    text, places = find_rule(number)
    click.echo(f"{number.upper()} {text}")
    for place in places:
        click.echo(f"  {place}")


@main.command()
@click.argument("folder", metavar="RUN")
@click.option(
    "--sample", type=whole_number, default=200, show_default=True, help="Games to play again."
)
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
@click.option("-n", "--games", "count", type=whole_number, default=1_000_000, show_default=True)
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

    found = describe(_mix(game, {**given, "mix": name or given["mix"]}))
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    for key in ("game", "name", "description", "digest"):
        click.echo(f"{key}: {found[key]}")
    _print(found["parameters"], False, title="parameters")
    _print(found["targets"], False, title="targets")
    for deck, cards in found["decks"].items():
        how = f" ({found['dialects'][deck]})" if deck in found["dialects"] else ""
        title = f"{deck} deck: {cards['cards']} cards of {cards['kinds']} kinds{how}"
        _print(cards["rows"], False, title=title)
    for key in ("changes", "assumed"):
        for line in found[key]:
            click.echo(f"{key}: {line}")
    click.echo(f"{found['assumed_share']:.0%} of the numbers are assumed, not vouched for")


@mix.command()
@named_mix
@guarded
def check(game: str, name: str | None, **given: Any) -> None:
    """Check a mix and say what it holds, or what is wrong with it and where.

    \b
    hemicycle mix check filibuster mymix
    """
    found = _mix(game, {**given, "mix": name or given["mix"]})
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
        table.add_column(str(key).replace("_", " "), overflow="fold")
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 140
    Console(width=width, highlight=False, markup=False).print(table)


def _percent(row: dict[str, Any]) -> str:
    return f"{row['rate']:.2%} ({row['low']:.2%} to {row['high']:.2%})"


def _print_summary(found: dict[str, Any]) -> None:
    timing = found["timing"]
    bad = {key: n for key, n in found["statuses"].items() if n and key != "finished"}
    click.echo(f"{found['games']:,} {'game' if found['games'] == 1 else 'games'} in {found['run']}")
    if bad:
        listed = ", ".join(f"{n:,} {key}" for key, n in bad.items())
        click.echo(f"not finished, lost by all: {listed}")
        for fault in found["faults"]:
            click.echo(f"  {fault['text']}")
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
