"""Win rates by seat, place in the order and strategy, and the verdicts, on tables made by hand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from hemicycle.reports import (
    decisions,
    filibuster_habits,
    headline,
    order,
    player_counts,
    rounds,
    seats,
    stats,
    strategies,
    strategy_gaps,
)
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import share_difference
from hemicycle.reports.tables import Numbers, Tables
from hemicycle.reports.wins import WINNERS, WINNERS_IN_TURN
from hemicycle.sim.cardmix import Mix

Make = Callable[..., Any]
MakeTables = Callable[..., Tables]


def test_seats_share_a_win(mix: Mix, counted: Make, made: MakeTables) -> None:
    """Of 100 games seat 0 wins 40, seats 0 and 2 share 20, all lose 40."""
    counts = {
        WINNERS: counted(WINNERS.columns, [(0, 0b0000, 40), (0, 0b0001, 40), (0, 0b0101, 20)]),
        seats.SCORES: counted(seats.SCORES.columns, [(0, s, 3 + s, 100) for s in range(4)]),
        seats.PORTIONS: counted(seats.PORTIONS.columns, [(0, s, 250, 100) for s in range(4)]),
    }
    found = seats.numbers(made(mix, counts))
    assert found.rows["win"].tolist() == [0.5, 0, 0.1, 0]
    assert found.rows["score"].tolist() == [3, 4, 5, 6]
    assert found.rows["portion"].tolist() == [0.25] * 4
    assert found.rows["n"].tolist() == [100] * 4
    assert found.facts["fair"] == pytest.approx(0.15)
    assert found.facts["spread"].value == 0.5


def test_seats_apart_are_named(mix: Mix) -> None:
    found = Numbers(
        pd.DataFrame({"seat": [0, 1], "win": [0.2, 0.212], "n": [9, 9]})
        .assign(win_low=[0.199, 0.211], win_high=[0.201, 0.213]),
        {"spread": stats.Estimate(0.012, 0.009, 0.015, 9), "fair": 0.2},
    )  # fmt: skip
    [sentence] = seats.sentences(found)
    assert sentence.replace("\N{NO-BREAK SPACE}", " ").startswith(
        "Seat 1 wins 1.2 points (95 % interval 0.9 to 1.5) more often than seat 0"
    )


def test_order_is_counted_from_the_first_leader(mix: Mix, counted: Make, made: MakeTables) -> None:
    cube = WINNERS_IN_TURN
    rows = [(0, 0b0001, 30), (3, 0b1000, 30), (3, 0b0001, 40)]
    found = order.numbers(made(mix, {cube: counted(cube.columns, rows)}))
    assert found.rows["win"].tolist() == [0.6, 0.4, 0, 0]


@pytest.fixture
def two_strategies(mix: Mix, counted: Make, made: MakeTables) -> Tables:
    """bold sits once and wins 60 of 90 games; calm holds the other two seats and wins 30."""
    places = [(a, s, 1 if s == a else 2, 30) for a in range(3) for s in range(3)]
    counts = {
        WINNERS: counted(
            WINNERS.columns,
            [(a, 1 << s, 20 if s == a else 5) for a in range(3) for s in range(3)],
        ),
        seats.SCORES: counted(seats.SCORES.columns, places),
        seats.PORTIONS: counted(seats.PORTIONS.columns, places),
        strategies.PLACES: counted(strategies.PLACES.columns, places),
    }
    return made(
        mix,
        counts,
        players=3,
        strategies=("bold", "calm"),
        strategy_at=((0, 1, 1), (1, 0, 1), (1, 1, 0)),
        rotates=True,
    )


def test_strategies_win_per_seat(two_strategies: Tables) -> None:
    found = strategies.numbers(two_strategies).rows
    assert found["strategy"].tolist() == ["bold", "calm"]
    assert found["win"].tolist() == pytest.approx([60 / 90, 30 / 90 / 2])
    assert found["seat_1"].tolist() == pytest.approx([20 / 30, 10 / 60])
    assert found["score"].tolist() == [1, 2]
    assert found["first"].tolist() == [1, 0]


def test_strategies_are_compared_in_the_same_games(two_strategies: Tables) -> None:
    [row] = strategy_gaps.numbers(two_strategies).rows.to_dict("records")
    cases = np.repeat([1.0, -0.5], [60, 30])
    assert (row["better"], row["worse"], row["sure"]) == ("bold", "calm", "yes")
    assert row["gap"] == pytest.approx(0.5)
    assert row["gap_high"] - row["gap"] == pytest.approx(1.96 * cases.std(ddof=1) / 90**0.5, 1e-3)


def test_habits_are_means_of_a_seat_and_game(two_strategies: Tables, counted: Make) -> None:
    """bold leads 3 rounds from seat 0, calm 1 from the other two."""
    tables = two_strategies
    rows = [(a, s, 3 if s == a else 1, 30) for a in range(3) for s in range(3)]
    counts = {cube: counted(cube.columns, rows) for cube in filibuster_habits.WANTED}
    found = filibuster_habits.numbers(Tables(tables.run, counts, {}, tables.cards)).rows
    assert found["strategy"].tolist() == ["bold", "calm"]
    assert found["led"].tolist() == [3, 1]
    assert found["score"].tolist() == [3, 1]
    assert found["n"].tolist() == [90, 180]


def test_one_strategy_is_not_compared(mix: Mix, counted: Make, made: MakeTables) -> None:
    tables = made(mix, {WINNERS: counted(WINNERS.columns, [(0, 1, 9)])})
    assert strategies.numbers(tables).empty
    assert strategy_gaps.numbers(tables).empty


def test_numbers_of_players_stand_side_by_side(mix: Mix, counted: Make, made: MakeTables) -> None:
    def one(players: int, won: int) -> Tables:
        counts = {
            WINNERS: counted(WINNERS.columns, [(0, 0, 100 - won), (0, 1, won)]),
            rounds.ROUNDS: counted(rounds.ROUNDS.columns, [(4, 0, 100 - won), (7, 1, won)]),
            decisions.DECISIONS: counted(decisions.DECISIONS.columns, [(50, 100)]),
        }
        return made(mix, counts, players=players)

    four, three = one(4, 50), one(3, 80)
    assert player_counts.numbers(four).empty
    both = Tables(four.run, four.counts, {}, four.cards, (three,))
    found = player_counts.numbers(both).rows
    assert found["players"].tolist() == [3, 4]
    assert found["won"].tolist() == [0.8, 0.5]
    assert found["rounds"].tolist() == pytest.approx([6.4, 5.5])


@pytest.mark.parametrize(
    ("spreads", "text"),
    [
        ([(0.01, 0, 0.04), (0.03, 0, 0.06)], "cannot be told apart"),
        ([(0.01, 0, 0.02), (0.05, 0.03, 0.07)], "furthest apart with 4 players: 5"),
    ],
)
def test_numbers_of_players_apart(spreads: list[tuple[float, float, float]], text: str) -> None:
    rows = pd.DataFrame(spreads, columns=["spread", "spread_low", "spread_high"])
    found = Numbers(rows.assign(players=[3, 4], won=1.0, n=1000))
    assert text in player_counts.sentences(found)[0]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("first", "second"), [(0.25, 0.25), (0.25, 0.5), (0.5, 0.25)])
def test_shares_without_spread_say_nothing(first: float, second: float) -> None:
    gap, p = share_difference(([first], [4000]), ([second], [4000]))
    assert gap.value == first - second
    assert np.isnan(gap.low) and p == 1


@pytest.fixture
def judged(mix: Mix, counted: Make, made: MakeTables) -> Make:
    """The verdicts on a run of `n` games of which `won` are won."""

    def judge(won: int, n: int) -> list[headline.Verdict]:
        counts = {
            WINNERS: counted(WINNERS.columns, [(0, 0, n - won), *((0, 1 << s, won // 4)
                                                                 for s in range(4))]),
            WINNERS_IN_TURN: counted(WINNERS_IN_TURN.columns, [
                (0, 0, n - won), *((s, 1 << 2, won // 4) for s in range(4))]),
            Cube("games", ("team_win",)): counted(("team_win",), [(0, n - won), (1, won)]),
            Cube("games", ("rounds",)): counted(("rounds",), [(6, n // 2), (7, n // 2)]),
        }  # fmt: skip
        return headline.verdicts(made(mix, counts))

    return judge


def test_verdicts_use_the_interval(judged: Make) -> None:
    found = judged(5000, 10_000)
    assert [one.target for one in found] == ["team_win", "seat_spread", "order_spread", "rounds"]
    assert [one.word for one in found] == [stats.MET] * 4
    assert headline.overall(found) == "All targets of the mix are met."
    assert judged(800, 10_000)[0].word == stats.MISSED
    close = judged(460, 1000)[0]
    assert close.word == stats.OPEN
    assert "run about 10,000 games" in close.sentence
    assert close.icon == "?"


def test_a_target_nothing_measures_says_so(mix: Mix, made: MakeTables) -> None:
    plain = {**mix.to_dict(), "digest": mix.digest}
    target = {"low": 1.0, "high": None, "value": None, "unit": "laughs", "source": "OWN"}
    plain["targets"] = {"fun": target}
    tables = made(mix)
    [found] = headline.verdicts(Tables(replace(tables.run, mix=plain), {}, {}, tables.cards))
    assert found.word == stats.OPEN
    assert found.shown == "not measured"
    assert "cannot be judged" in found.sentence
