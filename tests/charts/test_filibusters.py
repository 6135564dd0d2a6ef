"""Charts of filibusters, influence and pacing, on tables made by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from hemicycle.reports import (
    decisions,
    filibuster_auctions,
    filibuster_dead_rules,
    filibuster_difficulty,
    filibuster_endings,
    filibuster_gains,
    filibuster_leading,
    filibuster_margin,
    filibuster_rounds,
    filibuster_votes,
    filibuster_waste,
    rounds,
    stats,
)
from hemicycle.reports.filibuster_difficulty import ENDED
from hemicycle.reports.reading import WHOLE
from hemicycle.reports.tables import Tables
from hemicycle.sim.cardmix import Mix

Make = Callable[..., Any]
MakeTables = Callable[..., Tables]


@pytest.fixture
def filibusters(mix: Mix, counted: Make, made: MakeTables) -> Tables:
    """Ten filibusters of round 1 (6 hours) and four of round 2 (9 hours)."""
    rows = [
        (1, 6, 1, "time_card", 0, 4),
        (1, 6, 1, "vote", 1, 2),
        (1, 6, 0, "time_card", 2, 4),
        (2, 9, 1, "full_track", 0, 1),
        (2, 9, 0, "pay_or_end", 0, 3),
    ]
    return made(mix, {ENDED: counted(ENDED.columns, rows)})


def test_difficulty_curve_counts_blocked_policies(filibusters: Tables) -> None:
    found = filibuster_difficulty.numbers(filibusters).rows
    assert found["difficulty"].tolist() == [6, 9]
    assert found["block"].tolist() == [0.6, 0.25]
    assert found["talk"].tolist() == [0.4, 0.25]
    assert found["n"].tolist() == [10, 4]
    assert found["block_low"][0] == pytest.approx(stats.rate(6, 10).low)


def test_success_by_round(filibusters: Tables) -> None:
    found = filibuster_rounds.numbers(filibusters).rows
    assert found["block"].tolist() == [0.6, 0.25]
    assert found["difficulty"].tolist() == [6, 9]


def test_endings_by_round_and_in_all(filibusters: Tables) -> None:
    found = filibuster_endings.numbers(filibusters).rows
    assert found["round"].tolist() == [1, 2, "all"]
    assert found["time_card"].tolist() == pytest.approx([0.8, 0, 8 / 14])
    assert found["deck_empty"].tolist() == [0, 0, 0]
    assert found["n"].tolist() == [10, 4, 14]


def test_votes_called_and_passed(filibusters: Tables) -> None:
    found = filibuster_votes.numbers(filibusters)
    assert found.rows["called"].tolist() == [0.6, 0]
    assert found.rows["passed"].tolist() == [0.2, 0]
    assert found.facts["passed"].value == pytest.approx(2 / 10)


def test_supporters_share_their_gain(mix: Mix, counted: Make, made: MakeTables) -> None:
    bids = [(1, 0, 0, 10), (2, 4, 6, 10)]
    counts = {
        filibuster_gains.GAINS: counted(
            filibuster_gains.GAINS.columns, [(1, 5, 3, 10), (2, 9, 6, 10)]
        ),
        filibuster_gains.BIDS: counted(("round", "bid", "paid"), bids),
    }
    found = filibuster_gains.numbers(made(mix, counts))
    assert found.rows["supporter"].tolist() == [1, 2]
    assert found.rows["leader"].tolist() == [5, 9]
    [sentence] = filibuster_gains.sentences(found)
    assert sentence.endswith("still ahead of a supporter in every round.")


def test_auctions_and_what_losers_paid(mix: Mix, counted: Make, made: MakeTables) -> None:
    rows = [(1, 0, 0, 10), (2, 0, 0, 2), (2, 3, 3, 4), (2, 5, 8, 4)]
    tables = made(mix, {filibuster_gains.BIDS: counted(("round", "bid", "paid"), rows)})
    [price] = filibuster_auctions.numbers(tables).rows.to_dict("records")
    assert (price["round"], price["bid"], price["sold"], price["n"]) == (2, 3.2, 0.8, 10)
    waste = filibuster_waste.numbers(tables)
    assert waste.rows["waste"].tolist() == pytest.approx([12 / 44])
    assert waste.facts["all"].value == pytest.approx(12 / 44)


def test_leading_counts_games_that_somebody_won(mix: Mix, counted: Make, made: MakeTables) -> None:
    cube = filibuster_leading.LED
    rows = [(1, 0, 0, 99), (1, 1, 0, 50), (2, 1, WHOLE, 40), (2, 1, WHOLE // 2, 40)]
    found = filibuster_leading.numbers(made(mix, {cube: counted(cube.columns, rows)})).rows
    assert found["win"].tolist() == [0, 0.75]
    assert found["n"].tolist() == [50, 80]


def test_margins_of_games_won(mix: Mix, counted: Make, made: MakeTables) -> None:
    counts = {
        filibuster_margin.MARGINS: counted(
            ("team_win", "margin"), [(0, 0, 50), (1, 0, 10), (1, 2, 15), (1, 9, 25)]
        ),
        filibuster_margin.COMEBACKS: counted(("team_win", "comeback"), [(0, 0, 50), (1, 4, 50)]),
    }
    found = filibuster_margin.numbers(made(mix, counts))
    assert found.rows["part"].tolist() == [0.2, 0.3, 0.5]
    assert found.facts["median"] == 2
    assert found.facts["close"].value == 0.5
    assert found.facts["comeback"].value == 1


def test_rules_that_never_happen_are_named(mix: Mix, counted: Make, made: MakeTables) -> None:
    counts = {
        ENDED: counted(ENDED.columns, [(1, 6, 1, "time_card", 0, 14)]),
        filibuster_gains.BIDS: counted(("round", "bid", "paid"), [(2, 1, 1, 4)]),
        filibuster_margin.MARGINS: counted(("team_win", "margin"), [(1, 3, 5)]),
        filibuster_margin.COMEBACKS: counted(("team_win", "comeback"), [(1, 3, 5)]),
        filibuster_dead_rules.ASSISTS: counted(
            filibuster_dead_rules.ASSISTS.columns, [(0, 0, 0, 18), (0, 0, 2, 2)]
        ),
        rounds.ROUNDS: counted(("rounds", "winners"), [(7, 1, 5)]),
    }
    found = filibuster_dead_rules.numbers(made(mix, counts))
    often = dict(zip(found.rows["rule"], found.rows["word"], strict=True))
    assert often["A vote is called"] == "never"
    assert often["A player uses an Assist"] == "happens"
    sentences = filibuster_dead_rules.sentences(found)
    assert "'A vote is called'" in sentences[0]
    assert "FIL-7.5" in sentences[-1]


def test_rounds_split_by_result(mix: Mix, counted: Make, made: MakeTables) -> None:
    rows = [(4, 0, 20), (7, 0, 20), (7, 2, 60)]
    found = rounds.numbers(made(mix, {rounds.ROUNDS: counted(("rounds", "winners"), rows)}))
    assert found.rows["part"].tolist() == [0.2, 0.8]
    assert found.rows["won"].tolist() == [0, 0.6]
    assert found.rows["winning"].tolist() == [0, 0.75]
    assert found.facts["mean"].value == pytest.approx(6.4)


def test_decisions_fall_into_round_ranges(mix: Mix, counted: Make, made: MakeTables) -> None:
    rows = [(n, 1) for n in range(7, 107)]
    found = decisions.numbers(made(mix, {decisions.DECISIONS: counted(("decisions",), rows)})).rows
    assert found["first"].tolist() == list(range(5, 110, 5))
    assert found["part"].sum() == pytest.approx(1)
    assert found["part"].tolist()[:2] == pytest.approx([0.03, 0.05])
