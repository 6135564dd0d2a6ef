"""The command line: reads options, calls the library, prints. Everything heavy is imported late."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from hemicycle.sim.cli_mix import mix_group
from hemicycle.sim.cli_run import replay, run, verify
from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.options import Verbs, shared

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Verbs, context_settings=HELP, invoke_without_command=True)
@click.version_option(package_name="hemicycle", prog_name="hemicycle")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play millions of games of a design and see whether it is balanced.

    \b
    A first session:
      hemicycle games
      hemicycle run filibuster -n 100_000 --seed 7
      hemicycle report runs/filibuster-standard-7
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


# What there is


@cli.command()
@shared("json")
def games(as_json: bool) -> None:
    """List the games.

    \b
    Examples:
      hemicycle games
      hemicycle games --json
    """
    from hemicycle.sim.console import show_json, show_table
    from hemicycle.sim.games import GAMES, find_game
    from hemicycle.sim.mixes import mix_names

    found = [find_game(name) for name in GAMES]
    rows = [
        {
            "name": game.name,
            "title": game.title,
            "players": list(game.seats),
            "version": game.version,
            "mixes": mix_names(game.name),
        }
        for game in found
    ]
    if as_json:
        show_json(rows)
        return
    show_table(
        "Games",
        ["name", "title", "players", "mixes"],
        [[g.name, g.title, "{}-{}".format(*g.seats), ", ".join(mix_names(g.name))] for g in found],
    )


@cli.command()
@click.argument("game")
@shared("code", "json")
def strategies(game: str, code: tuple[str, ...], as_json: bool) -> None:
    """List the strategies that can play GAME, with their parameters.

    \b
    Examples:
      hemicycle strategies filibuster
      hemicycle strategies filibuster --code my_bots.py
    """
    from dataclasses import asdict

    from hemicycle.sim.console import show_json
    from hemicycle.sim.games import find_game
    from hemicycle.sim.shows import show_strategies
    from hemicycle.strategies import all_strategies

    find_game(game)
    found = [
        {
            "name": s.name,
            "description": s.description,
            "params": {name: asdict(param) for name, param in s.params.items()},
        }
        for s in all_strategies(game, code).values()
    ]
    if as_json:
        show_json(found)
    else:
        show_strategies(game, found)


@cli.command()
@click.argument("number")
@shared("json")
def rule(number: str, as_json: bool) -> None:
    """Print a rule by its NUMBER and where the code carries it out.

    \b
    Examples:
      hemicycle rule FIL-5.2
      hemicycle rule FIL-7.1 --json
    """
    from hemicycle.sim.console import show_json
    from hemicycle.sim.ruletext import find_rule

    found = find_rule(number)
    if as_json:
        show_json(found)
        return
    click.echo(found["text"] + "\n")
    for place in found["places"]:
        click.echo(f"  {place}")


@cli.command()
@click.argument("game")
@shared("json")
def mixes(game: str, as_json: bool) -> None:
    """List the card mixes that ship with GAME.

    \b
    Examples:
      hemicycle mixes filibuster
    """
    from hemicycle.sim.console import show_json, show_table
    from hemicycle.sim.mixes import load_mix, mix_names

    found = [load_mix(game, name) for name in mix_names(game)]
    if as_json:
        show_json([{"name": m.name, "description": m.description} for m in found])
    else:
        rows = [[m.name, m.description] for m in found]
        show_table(f"Mixes of {game}", ["name", "description"], rows)


# What to do with a run


@cli.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@shared("out", "config")
def report(runs: tuple[str, ...], out: str | None) -> None:
    """Write the balance report of a RUN: one HTML file, PNG charts, JSON.

    Several runs of one mix with different numbers of players give one report. Without -o it lies in
    the folder of the (first) run.

    \b
    Examples:
      hemicycle report runs/first
      hemicycle report runs/three runs/four runs/five -o balance
    """
    from hemicycle.reports.page import write_report
    from hemicycle.sim.outcomes import load_manifest

    paths = [Path(run) for run in runs]
    for path in paths:
        load_manifest(path)
    click.echo(write_report(paths, Path(out) if out else None))


@cli.command()
@click.argument("game", default="filibuster")
@shared("jobs", "json")
def bench(game: str, jobs: int | None, as_json: bool) -> None:
    """Measure how fast GAME is played on this machine (random players, 4 seats where allowed).

    \b
    Examples:
      hemicycle bench
      hemicycle bench filibuster --json
    """
    from hemicycle.sim.bench import bench as measure
    from hemicycle.sim.console import compile_note, show_json
    from hemicycle.sim.shows import show_bench

    compile_note(quiet=as_json)
    found = measure(game, jobs)
    if as_json:
        show_json(found)
    else:
        show_bench(found)


cli.add_command(mix_group)
for command in (run, replay, verify):
    cli.add_command(command)


def main() -> None:
    """Run a command; errors are one line, exit codes 0 done, 1 failed, 2 bad input, 130 Ctrl-C."""
    try:
        code = cli.main(prog_name="hemicycle", standalone_mode=False)
    except click.ClickException as error:
        code = _say(" ".join(error.format_message().split()), 2)
    except InputError as error:
        code = _say(str(error), 2)
    except RunError as error:
        code = _say(str(error), 1)
        if getattr(error, "hung", False):  # the silent thread would outlive a plain exit
            sys.stdout.flush()
            os._exit(code)
    except (KeyboardInterrupt, click.Abort):
        code = _say("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


def _say(text: str, code: int) -> int:
    print(f"Error: {text}", file=sys.stderr, flush=True)
    return code


if __name__ == "__main__":
    main()
