"""The statistics of reports: against SciPy, statsmodels, and cases counted by hand."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import proportion_confint

from hemicycle.reports import stats, wins, words
from hemicycle.reports.reading import WHOLE, Counter, Cube, Extreme, Finder, complete, count
from hemicycle.reports.stats import MET, MISSED, OPEN, Estimate

VALUES = np.array([0.0, 0.5, 1.0])
COUNTS = np.array([60, 40, 50])


def spelled_out(values: Any, counts: Any) -> Any:
    """Every case by itself."""
    return np.repeat(np.asarray(values, float), counts)


def near(found: Estimate, value: float, low: float, high: float) -> bool:
    return np.allclose([found.value, found.low, found.high], [value, low, high])


# Rates and means


def test_wilson_is_that_of_statsmodels() -> None:
    counts, n = np.array([0, 1, 7, 100]), np.array([10, 10, 10, 100])
    value, low, high = stats.wilson(counts, n)
    expected = proportion_confint(counts, n, method="wilson")
    assert np.allclose(value, counts / n)
    assert np.allclose([low, high], expected)


def test_wilson_without_cases_is_nothing() -> None:
    assert all(np.isnan(x) for x in stats.wilson(0, 0))
    assert stats.rate(0, 0).n == 0


def test_a_rate_in_a_table_keeps_its_n() -> None:
    frame = stats.with_rate(pd.DataFrame({"wins": [3], "n": [4]}), "win", "wins")
    low, high = proportion_confint(3, 4, method="wilson")
    assert frame.iloc[0].tolist() == pytest.approx([3, 4, 0.75, low, high])


def test_mean_is_the_t_interval_of_the_cases() -> None:
    cases = spelled_out(VALUES, COUNTS)
    low, high = scipy_stats.t.interval(0.95, len(cases) - 1, cases.mean(), scipy_stats.sem(cases))
    assert near(stats.mean(VALUES, COUNTS), cases.mean(), low, high)


@pytest.mark.parametrize(
    ("values", "counts", "interval"),
    [([], [], False), ([4], [1], False), ([4], [9], True), ([4, 7], [9, 0], True)],
)
def test_mean_of_none_one_and_equal_cases(values: Any, counts: Any, interval: bool) -> None:
    found = stats.mean(np.array(values), np.array(counts, int))
    assert found.n == sum(counts)
    assert np.isnan(found.value) == (found.n == 0)
    assert np.isnan(found.low) != interval
    if interval:
        assert found.low == found.high == 4


def test_share_is_a_mean_of_fractions() -> None:
    assert stats.share(VALUES, COUNTS) == stats.mean(VALUES, COUNTS)


def test_share_of_few_wins_never_claims_a_certainty() -> None:
    none = stats.share(np.array([0.0]), np.array([200]))
    assert (none.value, none.low) == (0, 0)
    assert none.high == pytest.approx(proportion_confint(0, 200, method="wilson")[1])
    few = stats.share(np.array([0.0, 0.5]), np.array([200, 4]))
    assert [few.value, few.n] == pytest.approx([2 / 204, 204])
    assert few.low > 0


def test_wilson_is_no_narrower_than_the_t_interval_of_shares() -> None:
    fractions = stats.mean(VALUES, COUNTS)
    wilson = stats.rate(float(VALUES @ COUNTS), int(COUNTS.sum()))
    assert wilson.margin > fractions.margin


def test_ratio_agrees_with_resampling() -> None:
    rng = np.random.default_rng(5)
    whole = rng.integers(1, 9, 400)
    part = rng.binomial(whole, 0.3)
    found = stats.ratio(part, whole, np.ones(400, int))
    assert found.value == part.sum() / whole.sum()
    drawn = rng.integers(0, 400, (4000, 400))
    low, high = np.quantile(part[drawn].sum(1) / whole[drawn].sum(1), [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=0.004)
    assert found.high == pytest.approx(high, abs=0.004)


def test_ratio_to_nothing_is_nothing() -> None:
    assert np.isnan(stats.ratio([0, 0], [0, 0], [5, 5]).value)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=40), st.sampled_from([0.1, 0.5, 0.9]))
def test_quantile_is_the_smallest_value_that_covers(cases: list[int], q: float) -> None:
    values, counts = np.unique(cases, return_counts=True)
    expected = np.quantile(cases, q, method="inverted_cdf")
    assert stats.quantile(values[::-1], counts[::-1], q) == expected


def test_groups_have_their_own_means() -> None:
    frame = pd.DataFrame({"round": [1, 1, 2], "gain": [2, 4, 7], "n": [1, 3, 5]})
    found = stats.bands(frame, "round", "gain")
    assert found["gain"].tolist() == [3.5, 7]
    assert found["n"].tolist() == [4, 5]
    assert found[["p10", "p50", "p90"]].to_numpy().tolist() == [[2, 4, 4], [7, 7, 7]]


# Differences


def test_difference_of_shares_is_welch() -> None:
    other = np.array([90, 45, 35])
    found, p = stats.share_difference((VALUES, COUNTS), (VALUES, other))
    sides = spelled_out(VALUES, COUNTS), spelled_out(VALUES, other)
    expected = scipy_stats.ttest_ind(*sides, equal_var=False)
    interval = expected.confidence_interval(0.95)
    assert near(found, sides[0].mean() - sides[1].mean(), interval.low, interval.high)
    assert p == pytest.approx(expected.pvalue)


def test_difference_of_few_wins_says_nothing() -> None:
    found, p = stats.share_difference((VALUES, COUNTS), (VALUES, np.array([300, 2, 0])))
    assert np.isnan(found.low)
    assert p == 1
    assert np.isnan(stats.share_difference((VALUES, COUNTS), (VALUES, 0 * COUNTS))[0].value)


def test_difference_of_rates_is_newcombe() -> None:
    found = stats.rate_difference(56, 70, 48, 80)
    # Newcombe 1998, Statistics in Medicine 17, 873-890, example (a), method 10
    expected = pytest.approx([0.2, 0.0524, 0.3339], abs=5e-5)
    assert [found.value, found.low, found.high] == expected
    assert np.isnan(stats.rate_difference(1, 2, 0, 0).value)


def test_p_of_two_rates_is_the_z_test() -> None:
    chi2 = scipy_stats.chi2_contingency([[56, 14], [48, 32]], correction=False)
    assert stats.rate_p(56, 70, 48, 80) == pytest.approx(chi2.pvalue)
    assert stats.rate_p(0, 70, 0, 80) == stats.rate_p(1, 2, 0, 0) == 1


def test_holm_is_stricter_than_looking_at_each() -> None:
    assert stats.holm([0.001, 0.04, 0.03]) == [True, False, False]
    assert stats.holm([]) == []


# Seats of one game


def test_means_of_one_game_keep_their_covariance() -> None:
    values = np.array([[1, 0], [0, 1], [0, 0]], float)
    counts = np.array([30, 50, 20])
    found = stats.together(values, counts)
    cases = np.repeat(values, counts, axis=0)
    assert np.allclose(found.means, [0.3, 0.5])
    assert np.allclose(found.covariance, np.cov(cases.T) / 100)
    gaps, margins = stats.differences(found)
    error = (cases[:, 0] - cases[:, 1]).std(ddof=1) / 10
    assert gaps[1, 0] == pytest.approx(0.2)
    assert margins[0, 1] == pytest.approx(1.959964 * error)


def test_spread_of_equal_seats_reaches_down_to_nothing() -> None:
    found = stats.spread(stats.together(np.eye(3), np.array([100, 104, 96])))
    assert found.value == pytest.approx(8 / 300)
    assert found.low == 0
    assert found.high > 8 / 300


def test_spread_of_unequal_seats_is_surely_there() -> None:
    found = stats.spread(stats.together(np.eye(3), np.array([200, 100, 100])))
    assert found.low > 0.1
    assert found.high < 0.4


def test_spread_of_few_wins_is_unknown() -> None:
    found = stats.spread(stats.together(np.array([[1.0, 0], [0, 0]]), np.array([5, 900])))
    assert (found.low, found.high) == (0, 1)


def test_spread_covers_the_truth() -> None:
    """The interval holds the true spread in at least 95 % of runs, also when that is 0."""
    rng = np.random.default_rng(11)
    for chances in ([0.15, 0.15, 0.15, 0.15, 0.4], [0.2, 0.15, 0.14, 0.11, 0.4]):
        values = np.vstack([np.eye(4), np.zeros(4)])
        truth = max(chances[:4]) - min(chances[:4])
        hits = 0
        for _ in range(400):
            found = stats.spread(stats.together(values, rng.multinomial(2000, chances)))
            hits += found.low <= truth <= found.high
        assert hits >= 375


def test_one_seat_has_no_spread() -> None:
    assert stats.spread(stats.together(np.ones((1, 1)), np.array([50]))).high == 1


def test_shares_of_a_set_of_winners() -> None:
    found = wins.shares(np.array([0b000, 0b001, 0b101, 0b111]), 3)
    expected = np.array([[0, 0, 0], [1, 0, 0], [0.5, 0, 0.5], [1 / 3] * 3])
    assert np.allclose(found, expected)


def test_seats_turned_after_a_first_one() -> None:
    values = np.array([[10, 11, 12], [20, 21, 22]])
    assert wins.turned(values, np.array([0, 2])).tolist() == [[10, 11, 12], [22, 20, 21]]


def test_a_strategy_in_two_seats_counts_their_mean() -> None:
    shares = np.array([[1.0, 0, 0], [0, 0.5, 0.5]])
    found = wins.per_strategy(shares, np.array([0, 1]), [[0, 1, 1], [1, 1, 0]])
    assert found.tolist() == [[1, 0], [0.5, 0.25]]


# Verdicts


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.5, 0.6, MET),
        (0.45, 0.65, MET),
        (0.66, 0.7, MISSED),
        (0.1, 0.2, MISSED),
        (0.4, 0.5, OPEN),
        (0.6, 0.7, OPEN),
        (0.1, 0.9, OPEN),
        (np.nan, np.nan, OPEN),
    ],
)
def test_verdict_needs_the_whole_interval(low: float, high: float, expected: str) -> None:
    assert stats.verdict(Estimate((low + high) / 2, low, high, 9), 0.45, 0.65) == expected


def test_verdict_with_an_open_end() -> None:
    found = Estimate(0.02, 0.01, 0.03, 9)
    assert stats.verdict(found, None, 0.03) == MET
    assert stats.verdict(found, 0.05, None) == MISSED


def test_games_to_decide_grow_with_the_square() -> None:
    found = Estimate(0.44, 0.42, 0.46, 1000)
    assert stats.games_to_decide(found, 0.45, 0.65) == pytest.approx(4000)
    assert stats.games_to_decide(found, None, 0.44) == np.inf


# Counting


@pytest.mark.parametrize("span", [4, 40_000])
def test_count_is_the_number_of_equal_rows(span: int) -> None:
    rng = np.random.default_rng(3)
    columns = [
        rng.integers(-span, span, 5000).astype(np.int32),
        rng.integers(0, 3, 5000).astype(np.int8),
        rng.integers(0, 2, 5000).astype(bool),
        rng.integers(-9, span, 5000).astype(np.int32),
    ]
    rows, often = count(columns)
    frame = pd.DataFrame(dict(zip("abcd", columns, strict=True))).astype(np.int64)
    expected = frame.value_counts().sort_index()
    found = pd.DataFrame(rows, columns=list("abcd")).assign(n=often).sort_values(list("abcd"))
    assert found[list("abcd")].to_numpy().tolist() == [list(key) for key in expected.index]
    assert found["n"].tolist() == expected.tolist()


def test_parts_add_up() -> None:
    rng = np.random.default_rng(4)
    whole = {"end": rng.integers(0, 5, 3000), "hours": rng.integers(0, 24, 3000)}
    cube = Cube("rounds", ("end", "hours"))
    counter, at_once = Counter(cube), Counter(cube)
    at_once.add(whole)
    for start in range(0, 3000, 30):
        counter.add({name: values[start : start + 30] for name, values in whole.items()})
    names = {"end": ["a", "b", "c", "d", "e"]}
    assert counter.frame(names).equals(at_once.frame(names))
    assert set(counter.frame(names)["end"]) == set("abcde")
    assert Counter(cube).frame({}).columns.tolist() == ["end", "hours", "n"]


def test_the_first_of_equal_extremes_is_kept() -> None:
    longest = Finder(Extreme("decisions", "Longest", "{}"))
    closest = Finder(Extreme("margin", "Closest", "{}", least=True, given="margin"))
    for first, decisions, margin in ((0, [3, 9, 9], [0, 0, 0]), (3, [9, 1, 2], [0, 2, 5])):
        part = {
            "game": np.arange(first, first + 3),
            "decisions": np.array(decisions, np.int32),
            "margin": np.array(margin, np.int32),
        }
        longest.add(part)
        closest.add(part)
    assert (longest.game, longest.value) == (1, 9)
    assert (closest.game, closest.value) == (4, 2)
    assert Finder(Extreme("margin", "", "{}")).game is None


def test_columns_worked_out_from_the_seats() -> None:
    games = {"game": np.array([6, 7])}
    seats = {
        "win": np.array([0, 0, 0, 0.5, 0, 0.5], np.float32),
        "score": np.array([0, 0, 0, 6, 2, 4], np.int32),
    }
    complete(
        games, seats, (3, 2), {"winners", "arrangement"},
        {"arrangement", "share", "decided", "portion"},
    )  # fmt: skip
    assert games["winners"].tolist() == [0, 0b101]
    assert games["arrangement"].tolist() == [0, 1]
    assert seats["arrangement"].tolist() == [0, 0, 0, 1, 1, 1]
    assert seats["share"].tolist() == [0, 0, 0, WHOLE / 2, 0, WHOLE / 2]
    assert seats["decided"].tolist() == [False] * 3 + [True] * 3
    assert seats["portion"].tolist() == [333, 333, 333, 500, 167, 333]


@pytest.mark.parametrize("ways", range(1, 7))
def test_a_shared_win_is_counted_exactly(ways: int) -> None:
    assert np.rint(np.float32(1 / ways) * WHOLE) * ways == WHOLE


# Numbers in words


@pytest.mark.parametrize(
    ("margin", "digits"), [(12, 0), (1.2, 0), (0.98, 1), (0.3, 1), (0.02, 2), (0, 1), (1e-9, 4)]
)
def test_digits_follow_the_margin(margin: float, digits: int) -> None:
    assert words.decimals(margin) == digits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (words.percent_of(Estimate(0.5342, 0.532, 0.5364, 9)), "53.4 % (53.2 to 53.6)"),
        (words.points_of(Estimate(-0.012, -0.02, -0.004, 9)), "-1.2 points (-2.0 to -0.4)"),
        (words.points_of(Estimate(0.002, 0.0002, 0.0038, 9)), "0.20 points (0.02 to 0.38)"),
        (words.amount_of(Estimate(6, np.nan, np.nan, 1), "rounds"), "6.0 rounds"),
        (words.amount_of(stats.NOTHING), "-"),
        (words.number(-0.04), "0.0"),
        (words.number(-1234.56), "-1,234.6"),
        (words.signed(words.number(2.5)), "+2.5"),
        (words.signed("0.0"), "0.0"),
        (words.short(999), "999"),
        (words.short(12_345), "12 k"),
        (words.short(999_999), "1.0 M"),
        (words.plural(1, "game"), "1 game"),
        (words.listed(["a", "b", "c"]), "a, b and c"),
        (f"{words.round_up(34_567):.0f}", "40000"),
    ],
)
def test_numbers_in_words(text: str, expected: str) -> None:
    assert text.replace(words.NO_BREAK, " ").replace(words.MINUS, "-") == expected
