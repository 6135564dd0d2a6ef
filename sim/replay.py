"""A game of a run, told in plain words (each game's `words` module has the sentences)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextvars import Context, copy_context
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, cast

from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.outcomes import load_manifest
from hemicycle.sim.runspec import Setup, difference, prepare, respec
from hemicycle.sim.session import Session

T = TypeVar("T")


def setup_of(folder: Path, code: tuple[str, ...] = ()) -> Setup:
    """The run in `folder` made ready again; InputError when code or rules have changed since."""
    manifest = load_manifest(folder)
    setup = prepare(respec(manifest, code))
    changed = difference(manifest["spec"], setup.plain)
    if changed:
        raise InputError(f"{folder} cannot be replayed: {changed}")
    return setup


def tell(
    setup: Setup, number: int, *, decisions: bool = False, patience: float = 10.0
) -> Iterator[str]:
    """Lines about game `number`; with `decisions` each list of options and what was taken.

    A strategy's fault ends the story with a line that says so, and so does one that has not answered
    for `patience` seconds (its thread goes on until the process ends: RunError).
    """
    if number < 0:
        raise InputError(f"game: {number} is not a game number, expected 0 or more")
    words, mix = setup.game.words, setup.mix
    seats = setup.lineup.seats
    session = Session(setup.game, mix, seats, seed=setup.spec.seed, number=number)
    ahead = Session(setup.game, mix, seats, seed=setup.spec.seed, number=number)
    ahead.apply(ahead.options()[0])  # whatever has to be compiled is not the strategies' time
    for seat in range(seats):
        yield f"{words.seat_name(seat)} is played by {setup.who(number, seat)}."
    yield from words.opening(mix, session.state)
    yield from _news(session, words)
    steps, asked = session.steps(setup.lineup), 0
    context = copy_context()
    while True:
        try:
            decision, seat, listed, chosen = _next(steps, context, patience)
        except StopIteration:
            break
        except Empty:
            raise RunError(
                f"strategy '{setup.who(number, session.seat)}' at seat {session.seat} did not "
                f"answer for {patience:g} s at its '{session.pending}' decision"
            ) from None
        except Exception as fault:  # noqa: BLE001 - whatever a user's strategy does ends its game
            who = setup.who(number, session.seat)
            yield (
                f"Here strategy '{who}' at seat {session.seat} failed at its "
                f"'{session.pending}' decision: {type(fault).__name__}: {fault}"
            )
            return
        asked += 1
        if asked > setup.game.cap:
            yield f"Here the game passed {setup.game.cap} decisions."
            return
        yield from _news(session, words)
        if decisions:
            yield from _choice(setup, decision, seat, listed, chosen)
    yield from _news(session, words)
    yield from words.closing(mix, session.state)


def _next(steps: Iterator[T], context: Context, patience: float) -> T:
    """The next step, made on a thread that can be left alone; `Empty` when it takes too long."""
    answer: SimpleQueue[tuple[T | None, Exception | None]] = SimpleQueue()

    def work() -> None:
        try:
            answer.put((context.run(next, steps), None))
        except Exception as fault:  # noqa: BLE001 - handed on to the caller
            answer.put((None, fault))

    threading.Thread(target=work, daemon=True).start()
    step, fault = answer.get(timeout=patience)
    if fault is not None:
        raise fault
    return cast("T", step)


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
