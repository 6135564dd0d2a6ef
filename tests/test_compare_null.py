"""Comparisons of sides that differ in nothing that matters: how often they claim something."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hemicycle.reports import verdicts
from hemicycle.reports.paired import gaps
from hemicycle.sim.cardmix import lay_out
from hemicycle.sim.measures import Basis
from hemicycle.sim.pairs import Sums, play
from hemicycle.sim.runspec import RunSpec, Setup, prepare
from hemicycle.sim.sides import replace_mix


def twin(setup: Setup, rows: tuple[int, int] | None) -> Setup:
    """The setup with two rows of its time deck exchanged (or all turned round) and laid out anew."""
    cards = list(setup.mix.decks["time"])
    if rows is None:
        cards.reverse()
    else:
        i, j = rows
        cards[i], cards[j] = cards[j], cards[i]
    slots = lay_out("time", [card.count for card in cards])
    mix = replace(
        setup.mix,
        decks={**setup.mix.decks, "time": tuple(cards)},
        slots={**setup.mix.slots, "time": slots},
    )
    return replace_mix(setup, mix)


def reseed(setup: Setup, seed: int) -> Setup:
    return replace(setup, spec=replace(setup.spec, seed=seed))


def played(sides: list[Setup], basis: Basis, n: int) -> Sums:
    return next(play(sides, basis, [n], block=n))


@pytest.mark.slow
def test_intervals_miss_nothing_as_often_as_they_say() -> None:
    """400 comparisons with a twin that differs in nothing that matters, each on a seed of its own.

    Paired with the twin on the same seed (two rows exchanged: correlation 0.6), and unpaired with
    one on another seed.
    """
    base = prepare(RunSpec("filibuster", 1, 1, players="random"))
    names = ("team_win", "rounds")
    basis = Basis(base.game, 4, base.lineup.labels, only=names)
    near, far = twin(base, (4, 7)), twin(base, None)
    missed = np.zeros((2, len(names)))
    for number in range(400):
        seeds = (50_000 + number, 50_000 + number, 150_000 + number)
        sides = [reseed(side, seed) for side, seed in zip((base, near, far), seeds, strict=True)]
        sums = played(sides, basis, 1_000)
        for way, found in enumerate((gaps(basis, sums, 1), gaps(basis, sums, 2))):
            for at, one in enumerate(found):
                low, high = one.interval(paired=way == 0)
                missed[way, at] += not low <= 0 <= high
    assert (missed >= 0.03 * 400).all(), missed
    assert (missed <= 0.07 * 400).all(), missed


@pytest.mark.slow
def test_a_twin_is_practically_the_same() -> None:
    base = prepare(RunSpec("filibuster", 1, 3, players="random"))
    names = ("team_win", "seat_spread", "rounds", "blocked")
    basis = Basis(base.game, 4, base.lineup.labels, only=names)
    sums = played([base, twin(base, None)], basis, 120_000)
    found = verdicts.judge([("twin", gaps(basis, sums))], verdicts.Smallest(), base.mix.targets)
    assert {one.word for one in found} == {"practically the same"}
    assert int(sums.pairs[0].worlds) > 0
