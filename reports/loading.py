"""Opening runs for a report: checked, read in one pass, reduced to tables."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from hemicycle.reports import charts, headline
from hemicycle.reports.reading import Cube, Extreme, count_all
from hemicycle.reports.tables import Run, Tables
from hemicycle.sim.errors import InputError
from hemicycle.sim.outcomes import check_parts, columns_of, load_manifest, parts

RUNNING, FINISHED = "running", "finished"
"""States of a run, as in run.json."""


def load(runs: Sequence[Path]) -> Tables:
    """The tables of the first run with those of the others beside it.

    InputError when there is none, a run is empty, damaged or still being played, or the runs do not
    go together: one game, one behaviour version, one mix, different numbers of players.
    """
    if not runs:
        raise InputError("no run to report on")
    facts = [_facts(path) for path in runs]
    for one in facts[1:]:
        _refuse_other(facts[0], one)
    seats = [one.players for one in facts]
    for one in facts[1:]:
        if seats.count(one.players) > 1:
            raise InputError(
                f"{one.path}: several runs with {one.players} players; a report compares runs "
                "with different numbers of players"
            )
    for one in facts:
        check_parts(one.path)
    first, *others = (_tables(one) for one in facts)
    return Tables(first.run, first.counts, first.extremes, first.cards, tuple(others))


def _refuse_other(first: Run, other: Run) -> None:
    pairs = (
        ("the game", first.game, other.game),
        ("the behaviour version", first.version, other.version),
        ("the mix", first.mix_digest, other.mix_digest),
    )
    for what, one, another in pairs:
        if one != another:
            raise InputError(
                f"{first.path} and {other.path} cannot share a report: {what} is {one} in the "
                f"first and {another} in the second"
            )


def _facts(path: Path) -> Run:
    """The run's facts from its manifest; InputError when it cannot be reported on."""
    manifest = load_manifest(path)
    spec, lineup, progress = (manifest[key] for key in ("spec", "lineup", "progress"))
    if progress["state"] == RUNNING:
        raise InputError(
            f"{path}: the run is not finished ({progress['games']:,} of {spec['n']:,} games); wait "
            "for it, or continue it with --resume"
        )
    if progress["games"] == 0:
        raise InputError(f"{path}: the run holds no finished game")
    labels = list(lineup["labels"])
    arrangements = lineup["arrangements"]
    return Run(
        path=path,
        game=spec["game"],
        title=charts.plan(spec["game"]).title,
        version=spec["game_version"],
        seed=spec["seed"],
        games=progress["games"],
        planned=spec["n"],
        players=spec["seats"],
        strategies=tuple(labels),
        strategy_at=tuple(tuple(labels.index(name) for name in row) for row in arrangements),
        line_up=_line_up([entry["label"] for entry in spec["entries"]]),
        rotates=len(arrangements) > 1,
        mix=spec["mix"],
        statuses=dict(progress["statuses"]),
        stopped=_stopped(progress, spec),
        faults=tuple(progress["faults"]),
        versions=dict(manifest["versions"]),
        command=_command(manifest),
    )


def _line_up(names: Sequence[str]) -> str:
    """`4 x standard`, or the names in a row."""
    if len(set(names)) == 1:
        return f"{len(names)} x {names[0]}"
    return ", ".join(names)


def _stopped(progress: Mapping[str, Any], spec: Mapping[str, Any]) -> str:
    """Why the run ended early, in a sentence; empty when it did not."""
    if progress["state"] == FINISHED:
        return ""
    return (
        f"{progress['games']:,} of {spec['n']:,} games were played. Reason: "
        f"{progress['reason'] or 'unknown'}."
    )


def _command(manifest: Mapping[str, Any]) -> str:
    """The command that plays the run again."""
    spec = manifest["spec"]
    mix = spec["mix"]["origin"]
    found = ["hemicycle", "run", spec["game"], "-n", str(spec["n"]), "--seed", str(spec["seed"])]
    found += ["--seats", str(spec["seats"]), "--players", spec["players"], "--mix", mix]
    switches = (("fixed_seats", "--fixed-seats"), ("checked", "--check"), ("forfeit", "--forfeit"))
    found += [flag for key, flag in switches if spec[key]]
    found += manifest.get("tweaks", ())  # an earlier version kept none
    found += [word for path in manifest["code_files"] for word in ("--code", path)]
    return shlex.join(found)


def _tables(run: Run) -> Tables:
    schema = columns_of(run.path, "games")
    if b"first" not in schema.metadata:
        raise InputError(f"{run.path}: an earlier version wrote this run; play it again")
    run = replace(run, round=schema.metadata[b"round"].decode())
    wanted = [
        want
        for _, modules in charts.groups(run.game)
        for _, chart in modules
        for want in chart.WANTED
    ]
    cubes = [want for want in wanted if isinstance(want, Cube)]
    cubes += headline.wanted(run.mix["targets"], schema.names)
    extremes = [want for want in wanted if isinstance(want, Extreme)]
    counts, finders = count_all(run.path, cubes, extremes, run.players, len(run.strategy_at))
    return Tables(run, counts, finders, _cards(run.path))


def _cards(path: Path) -> pd.DataFrame:
    """The cards table summed over all parts."""
    keys = ["deck", "card", "result", "win"]
    summed = pd.DataFrame()
    for part in parts(path, "cards", threads=False):
        frame = part.drop_columns("block").to_pandas()
        frame[keys[:3]] = frame[keys[:3]].astype(str)
        frame = frame if summed.empty else pd.concat([summed, frame])
        summed = frame.groupby(keys, sort=False, as_index=False).sum()
    return summed
