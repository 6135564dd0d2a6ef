"""The numbers at the end of a run: intervals as SciPy and statsmodels have them, rates as pandas."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest

from hemicycle.reports import stats
from hemicycle.reports.summary import WHOLE, card_results, share, summary, wilson
from hemicycle.sim.runs import run


@pytest.mark.parametrize(("count", "n"), [(0, 1), (1, 1), (0, 50), (3, 7), (50, 50), (123, 4567)])
def test_wilson_is_that_of_scipy_and_statsmodels(count: int, n: int) -> None:
    found = wilson(count, n)
    scipy = binomtest(count, n).proportion_ci(method="wilson")
    ours = stats.rate(count, n)

    assert found["rate"] == count / n
    assert (found["low"], found["high"]) == pytest.approx((scipy.low, scipy.high), abs=1e-12)
    assert (found["low"], found["high"]) == pytest.approx((ours.low, ours.high), abs=1e-12)


@pytest.mark.parametrize("counts", [{0: 9_000, 30: 500, 60: 700}, {0: 5_000, 60: 5}, {60: 40}])
def test_a_share_has_the_interval_of_the_report(counts: dict[int, int]) -> None:
    often = np.zeros(WHOLE + 1, np.int64)
    often[list(counts)] = list(counts.values())
    found = share(often)
    report = stats.share(np.array(list(counts)) / WHOLE, np.array(list(counts.values())))

    assert found["n"] == report.n
    assert found["rate"] == pytest.approx(report.value)
    assert (found["low"], found["high"]) == pytest.approx((report.low, report.high), abs=2e-5)


def test_a_run_is_summed_up_as_pandas_does(tmp_path: Path) -> None:
    result = run(
        game="filibuster", games=4_000, seed=1, players="random,first,random", out=tmp_path / "run"
    )
    found = summary(tmp_path / "run")
    seats, rounds = result.seats, result.rounds

    assert found["games"] == 4_000
    assert found["rates"][0]["rate"] == result.games.team_win.mean()
    tables = found["tables"]
    by_seat = seats.groupby("seat").win.mean()
    assert [row["rate"] for row in tables["win rate by seat"]] == pytest.approx(list(by_seat))
    by_strategy = seats.groupby("strategy", observed=True).win.mean()
    for row in tables["win rate of a seat by strategy"]:
        assert row["rate"] == pytest.approx(by_strategy[row["strategy"]])
        assert row["n"] == 4_000
    for row in tables["win rate by strategy and seat"]:
        label, seat = row["strategy and seat"].split(", seat ")
        cell = seats[(seats.strategy == label) & (seats.seat == int(seat))]
        assert (row["rate"], row["n"]) == (pytest.approx(cell.win.mean()), len(cell))
    for by in ("round", "difficulty"):
        grouped = rounds.groupby(by).blocked
        for row in tables[f"blocked by {by}"]:
            assert (row["rate"], row["n"]) == (
                grouped.mean()[row[by]],
                grouped.size()[row[by]],
            )


def test_words_and_own_counts_of_liberte(tmp_path: Path) -> None:
    result = run(game="liberte", games=60, seed=1, seats=3, players="random", out=tmp_path / "run")
    found = summary(tmp_path / "run")

    assert [row["name"] for row in found["rates"]] == ["sudden_death"]
    assert list(found["words"]) == ["end", *(f"government_turn{turn}" for turn in range(1, 5))]
    parts = result.games.end.value_counts(normalize=True)
    for row in found["words"]["end"]:
        assert row["rate"] == pytest.approx(parts[row["word"]])
    assert list(found["tables"]) == ["win rate by seat"]
    cards = card_results(tmp_path / "run", "cards")["Necker"]
    assert {"drawn", "played", "kept", "win rate when had"} <= set(cards)
    assert "elections" not in cards
    provinces = card_results(tmp_path / "run", "provinces")
    assert len(provinces) == 27
    assert {"elections", "votes red"} <= set(provinces["Normandie"])
    assert "drawn" not in provinces["Normandie"]
