"""What a strategy did wrong, in one line, with the command that shows it."""

from __future__ import annotations

import shlex
from pathlib import Path

from hemicycle.sim.engine import (
    BROKEN,
    NO_REASON,
    OUT_OF_RANGE,
    OVER_CAP,
    RAISED,
    REASONS,
    STALLED,
    Fault,
)
from hemicycle.sim.runspec import STANDARD, Setup


def describe(setup: Setup, fault: Fault, folder: Path | None = None, patience: float = 60) -> str:
    """Who did what in which game, and the command that replays it (from the run in `folder`)."""
    command = replay_command(setup, fault.game, folder)
    return f"{blame(setup, fault, patience)}; see: {command}"


def blame(setup: Setup, fault: Fault, patience: float = 60) -> str:
    """Who did what in which game."""
    who = f"strategy '{setup.who(fault.game, fault.seat)}' at seat {fault.seat}"
    return f"{who} {_deed(setup, fault, patience)} in game {fault.game}"


def _deed(setup: Setup, fault: Fault, patience: float) -> str:
    decision = f"at its '{setup.game.decisions[fault.decision]}' decision"
    if fault.reason == OUT_OF_RANGE:
        listed = f"of {fault.options} (0 to {fault.options - 1})"
        return f"chose option {fault.chosen} {listed} {decision}"
    if fault.reason == RAISED:
        return f"raised {' '.join(fault.error.split())} {decision}"
    if fault.reason == STALLED:
        return f"did not answer for {patience:g} s {decision}"
    if fault.reason == OVER_CAP:
        return f"was asked last when the game passed {setup.game.cap} decisions"
    if fault.reason == BROKEN:
        return f"decided last when the rules broke: {setup.game.words.INVARIANTS[fault.chosen]}"
    assert fault.reason != NO_REASON
    return f"{REASONS[fault.reason]} {decision}"


def replay_command(setup: Setup, game: int, folder: Path | None = None) -> str:
    """The command line that replays game number `game` of a run."""
    spec = setup.spec
    if folder is not None:
        return shlex.join(["hemicycle", "replay", str(folder), "--game", str(game)])
    words = ["hemicycle", "replay", spec.game, "--seed", str(spec.seed), "--game", str(game)]
    words += ["--seats", str(setup.lineup.seats), "--players", spec.players]
    words += ["--fixed-seats"] * spec.fixed_seats
    if setup.mix.origin != STANDARD:
        words += ["--mix", setup.mix.origin]
    for path in spec.code:
        words += ["--code", str(path)]
    return shlex.join(words)
