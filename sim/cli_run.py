"""The commands that play: run, replay, verify; everything heavy is imported late."""

from __future__ import annotations

import secrets
import shlex
import signal
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from hemicycle.sim.console import compile_note, note, progress_bar, show_json
from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.options import count, game_number, open_mix, shared

if TYPE_CHECKING:
    from hemicycle.sim.runs import Run
    from hemicycle.sim.runspec import RunSpec, Setup

WHO = ("seats", "players", "fixed_seats", "code", "mix", "set")


@click.command()
@click.argument("game")
@shared("games", "seed", *WHO, "jobs", "out")
@click.option("--resume", is_flag=True, help="Go on with the run in the folder, if there is one.")
@click.option("--check", is_flag=True, help="Check state and strategies at every decision (slow).")
@click.option("--forfeit", is_flag=True, help="Count a game with a faulty strategy as lost by all.")
@click.option(
    "--patience",
    type=click.FloatRange(1, 86_400),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long one game may take before its strategy counts as silent.",
)
@shared("json", "quiet", "config")
@click.pass_context
def run(ctx: click.Context, /, game: str, **given: Any) -> None:
    """Play GAME many times and write every outcome to Parquet.

    The tables lie in runs/<game>-<mix>-<seed> unless -o names a folder. A run that was stopped goes
    on with --resume after its last whole part, and with a larger -n a finished one is extended.

    \b
    Examples:
      hemicycle run filibuster -n 1_000_000 --seed 7 --seats 4 --players standard
      hemicycle run filibuster -n 1e5 --players random,standard,standard
      hemicycle run filibuster --set difficulty_step=4 -n 100_000 -o runs/harder
      hemicycle run filibuster --code my_bots.py --players mine,standard,standard,standard
      hemicycle run filibuster --resume -o runs/harder
    """
    from hemicycle.sim.runs import run as play

    spec, folder = _what_to_run(ctx, game, given)
    quiet, began = given["quiet"], _has_run(folder)
    note(f"{spec.games:,} games of {game}, seed {spec.seed}, into {folder}", quiet=quiet)
    compile_note(quiet=quiet)
    try:
        with progress_bar(spec.games, quiet=quiet) as update:
            result = play(
                spec,
                out=folder,
                resume=given["resume"] and began,
                jobs=given["jobs"],
                patience=given["patience"],
                progress=update,
            )
    except KeyboardInterrupt:
        again = shlex.join(["hemicycle", "run", game, "--resume", "-o", str(folder)])
        note(f"interrupted; finished parts are kept, go on with: {again}")
        ctx.exit(130)
    if result.played == 0:
        note(f"{folder} is finished already: nothing to do", quiet=quiet)
    _show(spec, folder, result, as_json=given["as_json"], quiet=quiet)


def _has_run(folder: Path) -> bool:
    return (folder / "run.json").exists()


def _what_to_run(ctx: click.Context, game: str, given: dict[str, Any]) -> tuple[RunSpec, Path]:
    """The spec and the folder; with --resume what is not given is as in the folder's run."""
    from hemicycle.sim.outcomes import load_manifest
    from hemicycle.sim.runspec import STANDARD, RunSpec, respec

    if given["resume"] and given["out"] and _has_run(Path(given["out"])):
        folder = Path(given["out"])
        old = respec(load_manifest(folder))
        fields = {
            "game": game,
            "games": given["games"],
            "seed": given["seed"],
            "seats": given["seats"],
            "players": given["players"],
            "fixed_seats": given["fixed_seats"],
            "code": given["code"],
            "checked": given["check"],
            "forfeit": given["forfeit"],
        }
        changed = {key: value for key, value in fields.items() if value}
        changed |= {"seed": given["seed"]} if given["seed"] is not None else {}
        if given["mix"] or given["changes"]:
            changed["mix"] = open_mix(game, given["mix"], given["changes"])
        if "players" in changed and "seats" not in changed:
            changed["seats"] = None
        return replace(old, **changed), folder
    if given["games"] is None:
        raise InputError("say how many games to play: -n 100_000")
    seed = secrets.randbits(64) if given["seed"] is None else given["seed"]
    mix = open_mix(game, given["mix"], given["changes"])
    spec = RunSpec(
        game,
        given["games"],
        seed,
        given["seats"],
        given["players"] or STANDARD,
        given["fixed_seats"],
        mix,
        given["code"],
        given["check"],
        given["forfeit"],
    )
    return spec, _folder(given, f"{game}-{mix.name}-{seed}")


def _folder(given: dict[str, Any], name: str) -> Path:
    """-o, or the first free folder in runs/ (with --resume the first)."""
    if given["out"]:
        return Path(given["out"])
    folder, number = Path("runs") / name, 1
    while folder.exists() and not given["resume"]:
        number += 1
        folder = Path("runs") / f"{name}-{number}"
    return folder


def _show(spec: RunSpec, folder: Path, result: Run, *, as_json: bool, quiet: bool) -> None:
    from hemicycle.sim.games import find_game
    from hemicycle.sim.mixes import Mix
    from hemicycle.sim.outcomes import layout
    from hemicycle.sim.shows import show_run
    from hemicycle.sim.summary import summarise

    if quiet and not as_json:
        click.echo(folder)
        return
    manifest = result.manifest
    stored, timing = manifest["spec"], manifest["timing"]
    labels, mix = manifest["lineup"]["labels"], Mix.from_dict(stored["mix"])
    game = find_game(spec.game)
    summary = summarise(layout(game, mix, labels), result.parts, stored["seats"], labels)
    if as_json:
        brief = {key: value for key, value in stored.items() if key != "mix"}
        brief["mix"] = {"name": mix.name, "digest": mix.digest, "changes": list(mix.changes)}
        kept = {key: manifest[key] for key in ("progress", "timing", "versions")}
        show_json({"folder": str(folder), "spec": brief, **kept, "summary": summary})
        return
    show_run(
        f"{game.title} {stored['n']:,} games, {stored['seats']} players, mix {mix.name}, "
        f"seed {stored['seed']}, in {timing['seconds']:.1f} s ({timing['games_per_s']:,} games/s)",
        manifest,
        summary,
    )
    for change in mix.changes:
        click.echo(f"Changed in the mix: {change}")
    click.echo(f"Tables: {folder}/games, seats, rounds, cards (Parquet)")
    click.echo(f"Next:   {shlex.join(['hemicycle', 'report', str(folder)])}")


@click.command()
@click.argument("what", metavar="RUN|GAME")
@click.option(
    "--game", "number", type=game_number, default=0, metavar="NUMBER", help="Which game, from 0."
)
@click.option("--decisions", is_flag=True, help="List every decision with its options.")
@shared("seed", *WHO, "json", "config")
@click.pass_context
def replay(ctx: click.Context, /, what: str, number: int, **given: Any) -> None:
    """Tell one game in plain words: of a RUN's folder, or of a GAME by seed and players.

    \b
    Examples:
      hemicycle replay runs/first --game 1234
      hemicycle replay runs/first --game 1234 --decisions
      hemicycle replay filibuster --seed 7 --game 3 --seats 4 --players random
    """
    from hemicycle.sim.replay import tell

    # A strategy that never returns must not swallow Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    folder = Path(what) if _has_run(Path(what)) else None
    setup = _of_run(ctx, folder, number, given) if folder else _of_seed(what, given)
    told = []
    try:
        for line in tell(setup, number, decisions=given["decisions"]):
            told.append(line)
            if not given["as_json"]:
                click.echo(line)
    finally:
        if given["as_json"]:
            show_json({"game": setup.game.name, "number": number, "lines": told})
    if folder is not None:
        _compare(folder, setup, number)


def _of_seed(game: str, given: dict[str, Any]) -> Setup:
    from hemicycle.sim.games import GAMES
    from hemicycle.sim.runspec import STANDARD, RunSpec, prepare

    if game not in GAMES and (Path(game).exists() or "/" in game):
        raise InputError(f"{game}: not a run (it has no run.json)")
    if given["seed"] is None:
        raise InputError("replay: which game? Name a run's folder, or a game and --seed")
    mix = open_mix(game, given["mix"], given["changes"])
    who = (given["seats"], given["players"] or STANDARD, given["fixed_seats"])
    return prepare(RunSpec(game, 1, given["seed"], *who, mix, given["code"]))


def _of_run(ctx: click.Context, folder: Path, number: int, given: dict[str, Any]) -> Setup:
    from hemicycle.sim.outcomes import load_manifest
    from hemicycle.sim.runspec import prepare, respec

    for name in ("seed", "seats", "players", "fixed_seats", "mix", "changes"):
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            shown = "--set" if name == "changes" else f"--{name.replace('_', '-')}"
            raise InputError(f"{shown}: a run's games are replayed as they were played")
    manifest = load_manifest(folder)
    if number >= manifest["spec"]["n"]:
        raise InputError(f"--game {number}: {folder} has games 0 to {manifest['spec']['n'] - 1}")
    return prepare(respec(manifest, given["code"]))


def _compare(folder: Path, setup: Setup, number: int) -> None:
    """RunError when the game told is not the one that the run's tables hold."""
    from hemicycle.sim.outcomes import load_manifest
    from hemicycle.sim.replay import check_games, same_spec

    if number >= load_manifest(folder)["progress"]["games"]:
        return
    if check_games(folder, setup, [number]):
        reason = same_spec(folder, setup) or "the tables were changed, or the code behind them"
        raise RunError(f"this is not the game that {folder} holds: {reason}")


@click.command()
@click.argument("folder", metavar="RUN")
@click.option(
    "--sample", type=count, default=1000, show_default=True, metavar="N", help="Games to replay."
)
@shared("code", "json")
def verify(folder: str, sample: int, code: tuple[str, ...], as_json: bool) -> None:
    """Play a sample of a RUN's games again and compare every row with its tables.

    \b
    Examples:
      hemicycle verify runs/first
      hemicycle verify runs/first --sample 100_000
    """
    from hemicycle.sim.outcomes import load_manifest
    from hemicycle.sim.replay import check_games, games_of, same_spec, sample_of
    from hemicycle.sim.runspec import prepare, respec

    path = Path(folder)
    manifest = load_manifest(path)
    setup = prepare(respec(manifest, code))
    numbers = sample_of(games_of(path), sample)
    wrong = check_games(path, setup, numbers)
    if as_json:
        show_json({"run": folder, "replayed": len(numbers), "different": wrong})
    if wrong:
        reason = same_spec(path, setup) or "the tables were changed, or the code behind them"
        raise RunError(
            f"{len(wrong)} of {len(numbers)} games differ (the first: {wrong[0]}); {reason}"
        )
    if not as_json:
        click.echo(f"{folder}: {len(numbers):,} of {games_of(path):,} games replayed, all the same")
