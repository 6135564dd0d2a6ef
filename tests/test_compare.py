"""Verdicts: intervals and corrections against SciPy and statsmodels, words against synthetic cases."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from hemicycle.reports import comparing, verdicts
from hemicycle.reports.coupling import Coupling, Means
from hemicycle.reports.curves import CURVES
from hemicycle.reports.gap import Gap
from hemicycle.reports.paired import gaps
from hemicycle.reports.spread_gap import SpreadGap
from hemicycle.reports.stats import Estimate
from hemicycle.sim.cardmix import Target
from hemicycle.sim.contests import enter
from hemicycle.sim.errors import InputError
from hemicycle.sim.measures import Measure
from hemicycle.sim.runs import run
from hemicycle.sim.runspec import RunSpec

SWAP = 'time."Cloture Petition"=3; time."Hold the Floor"=6'
GAMES = 2_000


@pytest.fixture(scope="module")
def answer() -> comparing.Answer:
    """One time card exchanged for another, between random players."""
    spec = RunSpec("filibuster", 1, 5, players="random")
    found = enter(["standard", SWAP], spec, CURVES)
    question = comparing.question(found.sides, found.basis)
    return comparing.follow(question, found.play([GAMES]))


@pytest.fixture(scope="module")
def games(answer: comparing.Answer) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The games tables of both sides, played one by one."""
    a, b = (
        run(game="filibuster", games=GAMES, seed=5, players="random", mix=side.mix).games
        for side in answer.question.sides
    )
    return a, b


def named(answer: comparing.Answer, name: str) -> Gap:
    found = gaps(answer.question.basis, answer.sums)
    return next(gap for gap in found if gap.measure.name == name)


def measure(kind: str = "share", name: str = "m", bottom: int = 0) -> Measure:
    return Measure(name, "a measure", "", kind, "games", (1,), bottom)


def gap(
    a: float, b: float, error: float, n: int = 10_000, changed: int | None = 5_000, **more: Any
) -> Gap:
    """A difference with a given standard error."""
    ends = [Estimate(value, value, value, n) for value in (a, b)]
    return Gap(measure(**more), ends[0], ends[1], error, error * 2, 0.5, changed, (n, n))


# Intervals


@pytest.mark.parametrize("name", ["team_win", "blocked", "rounds", "decisions", "margin"])
def test_intervals_are_scipys(
    answer: comparing.Answer, games: tuple[pd.DataFrame, pd.DataFrame], name: str
) -> None:
    a, b = (frame[name].astype(float) for frame in games)
    found = named(answer, name)
    assert found.value == pytest.approx(b.mean() - a.mean())
    paired = scipy_stats.ttest_rel(b, a)
    assert found.interval() == pytest.approx(tuple(paired.confidence_interval()))
    assert found.p == pytest.approx(paired.pvalue, rel=1e-6)
    loose = scipy_stats.ttest_ind(b, a, equal_var=False)
    assert found.interval(paired=False) == pytest.approx(
        tuple(loose.confidence_interval()), rel=1e-3
    )
    assert found.correlation == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert found.worth == pytest.approx((a.var() + b.var()) / (b - a).var())


def test_ratios_have_the_errors_of_the_delta_method(answer: comparing.Answer) -> None:
    """Turns in a filibuster: all turns by all rounds, game by game."""
    found = named(answer, "rounds.leader_turns")
    influences = []
    for side in answer.question.sides:
        rounds = run(
            game="filibuster", games=GAMES, seed=5, players="random", mix=side.mix
        ).rounds.groupby("game")
        turns, played = rounds.leader_turns.sum(), rounds.size()
        ratio = turns.sum() / played.sum()
        influences.append((turns - ratio * played) / played.mean())
    error = (influences[1] - influences[0]).std() / np.sqrt(GAMES)
    assert found.error == pytest.approx(error)


def test_rates_have_the_wilson_interval_of_statsmodels(answer: comparing.Answer) -> None:
    found = named(answer, "team_win").a
    low, high = proportion_confint(round(found.value * GAMES), GAMES, 0.05, "wilson")
    assert (found.low, found.high) == pytest.approx((low, high))


def test_with_few_changed_games_nothing_is_claimed() -> None:
    few = gap(0.5, 0.5004, 0.0002, changed=4)
    assert few.p == 1.0
    low, high = few.interval()
    assert high == -low == pytest.approx(proportion_confint(4, 10_000, 0.05, "wilson")[1])
    assert np.isnan(gap(6.0, 6.1, 0.01, changed=4, kind="amount").interval()[0])


# Spreads


def seats(a: Any, b: Any, n: int, noise: float = 0.5) -> SpreadGap:
    """Seats' means on two sides with independent errors of noise / sqrt(n)."""
    sides = [Means(np.array(x), np.zeros((4, 4)), np.eye(4) * noise**2 / n) for x in (a, b)]
    both = np.eye(4) * 2 * noise**2 / n
    coupling = Coupling(sides[0], sides[1], both, both, np.zeros((4, 4)))
    ends = [Estimate(float(np.ptp(x)), 0, 1, n) for x in (a, b)]
    return SpreadGap(
        measure(name="seat_spread"), ends[0], ends[1], 0.01, 0.01, 0, n, (n, n), coupling
    )


def test_a_clear_growth_of_the_spread_has_its_plain_interval() -> None:
    """Best and worst seat stand out on both sides, so only their own difference counts."""
    found = seats([0.30, 0.25, 0.25, 0.20], [0.34, 0.25, 0.25, 0.16], 100_000)
    error = 0.5 * np.sqrt(4 / 100_000)
    margin = scipy_stats.norm.isf(0.9 * 0.05 / 2) * error
    assert found.interval() == pytest.approx((0.08 - margin, 0.08 + margin))
    assert found.p < 1e-20


def test_the_p_value_of_a_spread_is_where_its_interval_meets_zero() -> None:
    found = seats([0.30, 0.25, 0.25, 0.20], [0.304, 0.25, 0.25, 0.196], 100_000)
    low, high = found.interval(found.p)
    assert min(abs(low), abs(high)) < 1e-4
    assert 0 < found.p < 0.2


@pytest.mark.parametrize("edge", [0.0, 0.02])
def test_intervals_of_spreads_hold_with_equal_seats_too(edge: float) -> None:
    truth = np.array([0.25 + edge, 0.25, 0.25, 0.25])
    rng, n, held = np.random.default_rng(4), 20_000, 0
    for _ in range(400):
        a, b = (truth + rng.normal(0, 0.5 / np.sqrt(n), 4) for _ in range(2))
        low, high = seats(a, b, n).interval()
        held += low <= 0 <= high
    assert held >= 0.94 * 400


# Words


def judged(*found: Gap, **targets: Target) -> list[verdicts.Verdict]:
    return verdicts.judge([("b", list(found))], verdicts.Smallest(0.01), targets)


def test_holm_is_that_of_statsmodels() -> None:
    found = [gap(0.5, 0.5 + 0.002 * i, 0.002) for i in range(8)]
    adjusted = multipletests([one.p for one in found], method="holm")[1]
    assert [one.p for one in judged(*found)] == pytest.approx(list(adjusted))


@pytest.mark.parametrize(
    ("a", "b", "error", "word"),
    [
        (0.50, 0.55, 0.002, "higher"),
        (0.50, 0.45, 0.002, "lower"),
        (0.50, 0.502, 0.002, "practically the same"),
        (0.50, 0.502, 0.0002, "practically the same"),
        (0.50, 0.505, 0.004, "keep running"),
        (0.50, 0.515, 0.004, "higher"),
    ],
)
def test_words(a: float, b: float, error: float, word: str) -> None:
    [found] = judged(gap(a, b, error))
    assert found.word == word


def test_a_real_change_that_does_not_matter_says_so() -> None:
    [found] = judged(gap(0.50, 0.502, 0.0002))
    assert found.note == "surely higher, by less than matters"
    [perhaps] = judged(gap(0.50, 0.515, 0.004))
    assert perhaps.note == "perhaps by less than matters"


def test_identical_needs_every_game_to_be_and_enough_of_them() -> None:
    """When no game of 100 changed, one in 30 may."""
    assert judged(gap(0.5, 0.5, 0.0, changed=0))[0].word == "identical"
    assert judged(gap(0.5, 0.5, 0.0, changed=1))[0].word != "identical"
    few = gap(0.5, 0.5, 0.0, n=100, changed=0)
    assert judged(few)[0].word == "keep running"
    [sure] = verdicts.judge([("b", [few])], verdicts.Smallest(), {}, same=["b"])
    assert sure.word == "identical"


@pytest.mark.parametrize(
    ("a", "b", "low", "high", "word"),
    [
        (0.70, 0.60, 0.45, 0.65, "better"),
        (0.30, 0.40, 0.45, 0.65, "better"),
        (0.60, 0.70, 0.45, 0.65, "worse"),
        (0.50, 0.60, 0.45, 0.65, "higher"),
        (0.05, 0.02, None, 0.03, "better"),
        (0.80, 0.90, 0.95, None, "better"),
    ],
)
def test_better_is_nearer_to_the_target(
    a: float, b: float, low: float | None, high: float | None, word: str
) -> None:
    [found] = judged(gap(a, b, 0.001), m=Target(low, high))
    assert found.word == word
    assert "target" in found.note


def test_amounts_are_measured_by_the_first_side() -> None:
    smallest = verdicts.Smallest(0.01, {"own": 0.5})
    assert smallest.of(gap(6.0, 6.1, 0.1, kind="amount")) == pytest.approx(0.06)
    assert smallest.of(gap(6.0, 6.1, 0.1, kind="amount", name="own")) == 0.5
    assert smallest.of(gap(0.6, 0.6, 0.1)) == 0.01


def test_the_smallest_change_comes_from_the_mix_or_the_command_line() -> None:
    targets = {"smallest_change": Target(value=0.02)}
    assert verdicts.smallest_of(targets, [], []).share == 0.02
    assert verdicts.smallest_of({}, [], []).share == 0.01
    found = verdicts.smallest_of(targets, ["0.005", "rounds=0.1"], ["rounds"])
    assert (found.share, found.own) == (0.005, {"rounds": 0.1})


@pytest.mark.parametrize("text", ["x", "0", "-1", "nan", "round=0.1"])
def test_a_smallest_change_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="--smallest"):
        verdicts.smallest_of({}, [text], ["rounds"])


def test_looks_double_and_share_alpha() -> None:
    assert verdicts.looks(10, 80) == [10, 20, 40, 80]
    assert verdicts.looks(10, 50) == [10, 20, 40, 50]
    assert verdicts.looks(10, 10) == [10]
    one = gap(0.5, 0.5055, 0.0025)  # p = 0.028
    assert verdicts.judge([("b", [one])], verdicts.Smallest(), {})[0].word == "higher"
    assert verdicts.judge([("b", [one])], verdicts.Smallest(), {}, 4)[0].word == "keep running"


def test_the_visible_difference_has_the_power_it_says() -> None:
    pilot = gap(0.5, 0.5, 0.01, n=2_000)
    paired, loose = verdicts.visible(pilot, 200_000)
    assert loose == pytest.approx(2 * paired)
    sigma = 0.01 * np.sqrt(2_000 / 200_000)
    power = scipy_stats.norm.sf(1.959964 - paired / sigma)
    assert power == pytest.approx(0.8, abs=1e-3)
    assert verdicts.games_for(pilot, paired) == pytest.approx(200_000, rel=1e-3)
