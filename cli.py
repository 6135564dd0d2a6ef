"""The command line: parse, call, print. No rules and no statistics live here."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from hemicycle.sim.console.command import Commands, fail, guarded
from hemicycle.sim.console.game_commands import bench, games, mixes, replay, rule, verify
from hemicycle.sim.console.mix_commands import mix, mix_options
from hemicycle.sim.console.options import (
    config_option,
    jobs_option,
    json_option,
    mix_of,
    patience_option,
    play_options,
    quiet_option,
    side_options,
    spec_of,
)
from hemicycle.sim.console.show import compiling, print_rows, progress
from hemicycle.sim.console.values import folder, free_name, unused, whole_number
from hemicycle.sim.errors import InputError, nearest

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Commands, context_settings=SETTINGS)
@click.version_option(package_name="hemicycle", prog_name="hemicycle")
def main() -> None:
    """Monte Carlo balance analysis for tabletop games.

    \b
    hemicycle run filibuster -n 200_000 --seed 7     play
    hemicycle report runs/filibuster-standard-7      charts and verdicts
    hemicycle strategies filibuster                  who can play
    """


for command in (bench, games, mix, mixes, replay, rule, verify):
    main.add_command(command)


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
    print_rows(rows, as_json)


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
@patience_option(60.0)
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

    quiet = given["quiet"] or given["as_json"]
    with compiling(game, quiet):
        setup = prepare(spec_of(game, count, given))
    spec = setup.spec
    out = Path(given["out"]) if given["out"] else _folder(spec, given["resume"])
    if given["seed"] is None and not quiet:
        click.echo(f"seed {spec.seed}", err=True)
    resume = given["resume"] and (out / "run.json").exists()
    try:
        with progress(spec.games, quiet) as told:
            result = runs.run(
                setup,
                out=out,
                resume=resume,
                jobs=given["jobs"],
                patience=given["patience"],
                progress=told,
            )
    except KeyboardInterrupt:
        again = f"the same command with --seed {spec.seed} --resume -o {out}"
        fail(f"interrupted; {_kept(out)} games are kept, go on with {again}", 130)
    if result.mending and not quiet:
        click.echo(result.mending, err=True)
    elif result.played == 0 and not quiet:
        click.echo(f"{out} is finished already: nothing to do", err=True)
    if given["quiet"] and not given["as_json"]:
        return
    from hemicycle.reports.summary import summary

    found = summary(out)
    if given["as_json"]:
        click.echo(json.dumps(found, indent=1))
    else:
        _print_summary(found)


def _folder(spec: Any, resume: bool) -> Path:
    """runs/GAME-MIX-SEED, with a number behind it when taken, unless that run is to go on."""
    base = Path("runs") / f"{spec.game}-{spec.mix.name}-{spec.seed}"
    return base if resume else unused(base)


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
@click.option("--game", help="Needed when the sides fit several games.")
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
    hemicycle compare standard landslide_red_votes=13 --seats 6
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
    out = Path(given["out"]) if given["out"] else free_name("comparisons", label, **seed)
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
                print_rows(comparing.lines(found, side.label), False)
        for sentence in [*comparing.closing(found), f"report: {page}"]:
            click.echo(sentence)
    if given["until_clear"] and found.open:
        sys.exit(3)


def _kept(out: Path) -> str:
    """How many games of an interrupted run are on disk."""
    from hemicycle.sim.outcomes import load_manifest

    return f"{load_manifest(out)['progress']['games']:,}" if (out / "run.json").exists() else "no"


def _contest(words: tuple[str, ...], given: dict[str, Any]) -> tuple[Any, Any]:
    """The sides of a comparison and the spec they share."""
    from hemicycle.reports.curves import CURVES
    from hemicycle.sim.contests import enter
    from hemicycle.sim.sides import game_of, is_run

    changes = {key: given[key] for key in ("changes", "add", "remove")}
    game = given["game"] or game_of(words, *changes.values())
    spec = _plain_spec(game, given["count"] or 1, given)
    silent = given["quiet"] or given["as_json"]
    plays = not any(is_run(word) for word in words)
    with compiling(game, silent) if plays else nullcontext():
        contest = enter(words, spec, CURVES, paired=not given["unpaired"], **changes)
    return contest, spec


def _plain_spec(game: str, count: int, given: dict[str, Any]) -> Any:
    """The RunSpec of the shared options, with the standard mix as it is."""
    return spec_of(
        game, count, {**given, "mix": "standard", "changes": (), "add": (), "remove": ()}
    )


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
        pilot = next(contest.play([min(comparing.PILOT_GAMES, stops[-1])], jobs=jobs))
        for line in comparing.outlook(question, pilot, stops[-1]):
            click.echo(line, err=True)

    def report(found: Any) -> None:
        if len(stops) > 1 and not silent:
            games = found.sums.sides[0].games
            click.echo(f"after {games:,} games a side: {found.open} verdicts open", err=True)

    with progress(stops[-1], silent) as told:
        return comparing.follow(question, contest.play(stops, jobs=jobs, progress=told), report)


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
    hemicycle cards liberte -n 5_000 --card Necker
    """
    from hemicycle.reports import impact, studies
    from hemicycle.reports.compare_page import plain
    from hemicycle.sim import variants
    from hemicycle.sim.contests import enter_variants
    from hemicycle.sim.runspec import prepare

    if count == 1:
        raise InputError("-n 1: to compare worlds takes at least 2 games")
    silent = given["quiet"] or given["as_json"]
    spec = spec_of(game, count, given)
    with compiling(game, silent):
        setup = prepare(spec)
    if given["copies"]:
        chosen = variants.copies(setup, given["copies"], given["most"])
    else:
        chosen = list(variants.blanked(setup, given["deck"], given["card"]))
    basis, play = enter_variants(setup, chosen, impact.measures(setup.game.name))
    if not silent:
        click.echo(f"seed {spec.seed}", err=True)
    with progress(count, silent) as told:
        sums = next(play([count], jobs=given["jobs"], progress=told))
    name = f"copies-{chosen[0].card}" if given["copies"] else f"cards-{setup.mix.name}"
    out = Path(given["out"]) if given["out"] else free_name("comparisons", name, spec.seed)
    study = studies.curve_study if given["copies"] else studies.card_study
    found = study(basis, sums, chosen)
    found.write(out, _typed(seed=spec.seed))
    if given["as_json"]:
        rows = plain(found.frame.to_dict("records"))
        click.echo(json.dumps({"folder": str(out), "rows": rows}, indent=1))
    elif not given["quiet"]:
        print_rows(found.lines, False, title=found.title)
        for sentence in [*found.sentences, f"table and chart: {out}"]:
            click.echo(sentence)


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

    found = mix_of(game, given)
    if deck not in found.decks:
        raise InputError(f"no deck '{deck}'{nearest(deck, found.decks)}")
    results = None
    if run_folder:
        from hemicycle.reports.summary import card_results

        results = card_results(Path(run_folder), deck)
    write_table(Path(out), *card_table(found.decks[deck], results))
    click.echo(out)


def _percent(row: dict[str, Any]) -> str:
    return f"{row['rate']:.2%} ({row['low']:.2%} to {row['high']:.2%})"


def _print_summary(found: dict[str, Any]) -> None:
    timing = found["timing"]
    bad = {key: n for key, n in found["statuses"].items() if n and key != "finished"}
    click.echo(f"{found['games']:,} {'game' if found['games'] == 1 else 'games'} in {found['run']}")
    if found["mix"]["changes"]:
        click.echo(f"mix: {found['mix']['name']}, changed: {'; '.join(found['mix']['changes'])}")
    if bad:
        listed = ", ".join(f"{n:,} {key}" for key, n in bad.items())
        click.echo(f"not finished, lost by all: {listed}")
        for fault in found["faults"]:
            click.echo(f"  {fault['text']}")
    for row in found["rates"]:
        click.echo(f"{row['name'].replace('_', ' ')}: {_percent(row)}, 95 % interval")
    for name, rows in found["words"].items():
        shares = ", ".join(f"{row['word'].replace('_', ' ')} {row['rate']:.2%}" for row in rows)
        click.echo(f"{name.replace('_', ' ')}: {shares}")
    for title, rows in found["tables"].items():
        key = next(iter(rows[0]))
        shown = [
            {key: row[key], "rate (95 % interval)": _percent(row), "n": f"{row['n']:,}"}
            for row in rows
        ]
        print_rows(shown, False, title=title)
    seconds = timing["seconds"]
    speed = f", {found['games'] / seconds:,.0f} games/s" if seconds else ""
    click.echo(f"{seconds:.1f} s{speed}")
    click.echo(shlex.join(["next:", "hemicycle", "report", found["run"]]))


if __name__ == "__main__":
    main()
