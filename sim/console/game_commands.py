"""The commands on games, rules and finished runs."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from hemicycle.sim.console.command import guarded
from hemicycle.sim.console.options import json_option, patience_option, play_options, spec_of
from hemicycle.sim.console.show import compiling, print_rows, waiting
from hemicycle.sim.console.values import whole_number
from hemicycle.sim.errors import InputError


@click.command()
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
    print_rows(rows, as_json)


@click.command()
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
    print_rows([{"mix": mix.name, "description": mix.description} for mix in found], as_json)


@click.command()
@click.argument("what", metavar="RUN|GAME")
@click.option(
    "--game", "number", type=click.IntRange(0), required=True, help="Game number, from 0."
)
@click.option("--decisions", is_flag=True, help="Show every list of options and the choice.")
@patience_option(10.0)
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
    elif "/" in what or what.startswith("."):
        raise InputError(f"no folder {what}, expected a run's folder or the name of a game")
    else:
        spec = spec_of(what, number + 1, given)
        if given["seed"] is None:
            raise InputError("replay: of which seed? Name a run's folder, or a game and --seed")
        with compiling(what, False):
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


@click.command()
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


@click.command()
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


@click.command()
@click.argument("game", default="filibuster")
@click.option(
    "-n",
    "--games",
    "count",
    type=whole_number,
    help="Games of the run; as a rule some seconds' worth.",
)
@json_option
@guarded
def bench(game: str, count: int | None, as_json: bool) -> None:
    """Measure how fast this machine plays GAME with random players.

    \b
    hemicycle bench
    hemicycle bench liberte --json
    """
    from hemicycle.sim.bench import measure

    with compiling(game, as_json):
        pass
    with waiting("measuring, about a minute", as_json):
        found = measure(game, count)
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    rows = [
        {"measure": key, "value": f"{value:,.2f}" if isinstance(value, float) else str(value)}
        for key, value in found.items()
    ]
    print_rows(rows, False)
