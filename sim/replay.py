"""A game of a run, told in plain words (each game's `words` module has the sentences)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hemicycle.sim.errors import InputError
from hemicycle.sim.mixes import Mix
from hemicycle.sim.outcomes import load_manifest
from hemicycle.sim.runspec import RunSpec, Setup, difference, prepare
from hemicycle.sim.session import Session


def setup_of(folder: Path, code: tuple[str, ...] = ()) -> Setup:
    """The run in `folder` made ready again; InputError when code or rules have changed since."""
    spec = load_manifest(folder)["spec"]
    setup = prepare(
        RunSpec(
            game=spec["game"],
            games=spec["n"],
            seed=spec["seed"],
            seats=spec["seats"],
            players=spec["players"],
            fixed_seats=spec["fixed_seats"],
            mix=Mix.from_dict(spec["mix"]),
            code=code,
            checked=spec["checked"],
            forfeit=spec["forfeit"],
        )
    )
    changed = difference(spec, setup.plain)
    if changed:
        raise InputError(f"{folder} cannot be replayed: {changed}")
    return setup


def tell(setup: Setup, number: int, *, decisions: bool = False) -> Iterator[str]:
    """Lines about game `number`; with `decisions` each list of options and what was taken.

    A strategy's fault ends the story with a line that says so.
    """
    if number < 0:
        raise InputError(f"game: {number} is not a game number, expected 0 or more")
    words, mix = setup.game.words, setup.mix
    session = Session(setup.game, mix, setup.spec.seats, seed=setup.spec.seed, number=number)
    for seat in range(setup.spec.seats):
        yield f"{words.seat_name(seat)} is played by {setup.who(number, seat)}."
    yield from words.opening(mix, session.state)
    yield from _news(session, words)
    steps = session.steps(setup.lineup)
    while True:
        try:
            decision, seat, listed, chosen = next(steps)
        except StopIteration:
            break
        except Exception as fault:  # noqa: BLE001 - whatever a user's strategy does ends its game
            who = setup.who(number, session.seat)
            yield (
                f"Here strategy '{who}' at seat {session.seat} failed at its "
                f"'{session.pending}' decision: {type(fault).__name__}: {fault}"
            )
            return
        yield from _news(session, words)
        if decisions:
            yield from _choice(setup, decision, seat, listed, chosen)
    yield from _news(session, words)
    yield from words.closing(mix, session.state)


def _news(session: Session, words: Any) -> Iterator[str]:
    for event in session.events():
        yield words.sentence(session.mix, event)


def _choice(
    setup: Setup, decision: str, seat: int, listed: list[int], chosen: int
) -> Iterator[str]:
    words, number = setup.game.words, setup.game.decisions.index(decision)
    yield f"      ? {decision}, {words.seat_name(seat)}:"
    for i, option in enumerate(listed):
        mark = ">" if i == chosen else " "
        yield f"      {mark} {i}: {words.option_words(setup.mix, number, option)}"
