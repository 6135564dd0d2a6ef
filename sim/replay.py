"""A game told in plain words, and a run's games played again to see that they are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hemicycle.sim.engine import OUT_OF_RANGE, OVER_CAP, RAISED, Fault, Player
from hemicycle.sim.errors import InputError, RunError
from hemicycle.sim.faults import blame
from hemicycle.sim.outcomes import batch, load_manifest, parts
from hemicycle.sim.runspec import Setup, difference
from hemicycle.sim.session import Session

ROWS = ("games", "seats", "rounds")


def tell(setup: Setup, number: int, *, decisions: bool = False) -> Iterator[str]:
    """Game `number` as lines: how it began, what happened, how it ended.

    With `decisions` also each decision with its options and the choice. A strategy at fault ends
    the telling: RunError says who did what.
    """
    game, mix, words = setup.game, setup.mix, setup.game.words
    session = Session(game, mix, setup.lineup.seats, seed=setup.spec.seed, number=number)
    sat = (f"seat {seat} {setup.who(number, seat)}" for seat in range(setup.lineup.seats))
    yield f"{game.title}: game {number} of seed {setup.spec.seed}, mix {mix.name}: {', '.join(sat)}."
    yield from words.opening(mix, session.state)
    yield from _happened(setup, session)
    steps = session.steps(setup.lineup)
    for count in range(game.cap + 1):
        try:
            step = next(steps, None)
        except Exception as error:
            raise _fault(setup, session, number, error) from error
        if step is None:
            break
        if count == game.cap:
            raise RunError(blame(setup, _blank_fault(setup, session, number, OVER_CAP)))
        if decisions:
            yield _decision(setup, *step)
        yield from _happened(setup, session)
    yield from _happened(setup, session)
    yield from words.closing(mix, session.state)


def _happened(setup: Setup, session: Session) -> Iterator[str]:
    for event in session.events():
        yield setup.game.words.sentence(setup.mix, event)


def _decision(setup: Setup, name: str, seat: int, options: Sequence[int], chosen: int) -> str:
    number = setup.game.decisions.index(name)
    words = [setup.game.words.option_words(setup.mix, number, option) for option in options]
    words[chosen] = f"[{words[chosen]}]"
    return f"      > seat {seat}, {name}: {' | '.join(words)}"


def _blank_fault(setup: Setup, session: Session, number: int, reason: int) -> Fault:
    return Fault(number, reason, session.seat, setup.game.decisions.index(session.pending))


def _fault(setup: Setup, session: Session, number: int, error: Exception) -> RunError:
    if isinstance(error, IndexError) and str(error).startswith("option "):
        fault = _blank_fault(setup, session, number, OUT_OF_RANGE)
        _, chosen, _, options = str(error).split()
        fault.chosen, fault.options = int(chosen), int(options)
    else:
        fault = _blank_fault(setup, session, number, RAISED)
        fault.error = f"{type(error).__name__}: {error}"
    return RunError(blame(setup, fault))


def same_spec(folder: Path, setup: Setup) -> str:
    """Why games played now need not be those of the run in `folder`, in words; "" when they are."""
    return difference(load_manifest(folder)["spec"], setup.plain)


def check_games(folder: Path, setup: Setup, numbers: Sequence[int]) -> list[int]:
    """Play these games again and return those whose rows are not the run's."""
    player = Player(
        setup.game, setup.record, setup.lineup, setup.spec.seed, checked=setup.spec.checked
    )
    wrong = []
    left = sorted(numbers)
    stored = zip(*(parts(folder, table) for table in ROWS), strict=True)
    for tables in stored:
        first, last = (int(tables[0]["game"][i].as_py()) for i in (0, -1))
        mine = [number for number in left if first <= number <= last]
        kept = [_only(table, mine) for table in tables]
        wrong += [number for number in mine if not _same(setup, player, kept, number)]
    return wrong


def _only(table: Any, numbers: Sequence[int]) -> Any:
    return table.filter(pc.is_in(table["game"], pa.array(numbers, pa.int64()))).combine_chunks()


def _same(setup: Setup, player: Player, kept: Sequence[Any], number: int) -> bool:
    rows = player.block(number, 1, stop_at_fault=False)
    for name, found, table in zip(ROWS, (rows.games, rows.seats, rows.rounds), kept, strict=True):
        again = pa.Table.from_batches([batch(setup.layout, name, found)])
        if not again.equals(table.filter(pc.equal(table["game"], number))):
            return False
    return True


def games_of(folder: Path) -> int:
    """How many finished games a run holds; InputError when there is none."""
    games = int(load_manifest(folder)["progress"]["games"])
    if games == 0:
        raise InputError(f"{folder}: no part is finished yet")
    return games


def sample_of(games: int, count: int) -> list[int]:
    """`count` game numbers below `games`, spread at random but always the same; all when fewer."""
    if count >= games:
        return list(range(games))
    return sorted(int(i) for i in np.random.default_rng(0).choice(games, count, replace=False))
