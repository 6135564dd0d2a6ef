"""Small cases with an exact answer, played by the engine itself.

Fixed seeds, so a test passes always or never; what passes lies within 4.5 standard errors, or has a
chi-square p above 0.0001.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy import stats

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.decks import peek
from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.game import Game
from hemicycle.sim.lineup import LineUp, line_up
from hemicycle.sim.mixes import tweak
from hemicycle.sim.session import Session
from hemicycle.strategies import all_strategies, make_entry

Z_MAX = 4.5
P_MIN = 1e-4
DEALS = 4000
TIME, ENDS = 24, 3
"""Time cards, and how many of them are `end` cards."""


@pytest.fixture(scope="module")
def deals(game: Game, mix: Mix) -> list[tuple[Any, list[int]]]:
    """Set-ups of four players, each with its time deck looked through from the top."""
    found = []
    cards = np.zeros(TIME, np.int8)
    for number in range(DEALS):
        state = Session(game, mix, 4, seed=2024, number=number).state
        assert peek(state.hidden.time_deck, TIME, cards) == TIME
        found.append((state, cards.tolist()))
    return found


@pytest.fixture(scope="module")
def firsts(game: Game) -> Callable[[int], LineUp]:
    """Players who always take the first option: no votes, no bids, draw a card."""
    entry = make_entry(all_strategies(game.name)["first"], {}, game)
    return lambda players: line_up([entry] * players)


def rows_of(game: Game, mix: Mix, lineup: LineUp, count: int) -> Rows:
    rows = Player(game, game.compile_mix(mix)[0], lineup, 2024).block(0, count)
    assert rows.faults == []
    return rows


def assert_rate(found: int, n: int, expected: float) -> None:
    """`found` of `n` lies within Z_MAX standard errors of the expected rate."""
    error = np.sqrt(expected * (1 - expected) / n)
    assert abs(found / n - expected) <= Z_MAX * error


def assert_distribution(found: Any, expected: Any) -> None:
    """Chi-square of counts against probabilities; outcomes too rare for it are put together."""
    found, wanted = np.asarray(found, float), np.asarray(expected) * np.sum(found)
    rare = wanted < 5
    found = np.append(found[~rare], found[rare].sum())
    wanted = np.append(wanted[~rare], wanted[rare].sum())
    if wanted[-1] < 5:
        found = np.append(found[:-2], found[-2:].sum())
        wanted = np.append(wanted[:-2], wanted[-2:].sum())
    assert stats.chisquare(found, wanted).pvalue > P_MIN


# Deals


def test_no_end_card_among_the_first_k(mix: Mix, deals: list[tuple[Any, list[int]]]) -> None:
    end = [card.id for card in mix.decks["time"]].index("T02")
    for k in range(1, TIME - ENDS + 1):
        none = sum(end not in order[:k] for _, order in deals)
        assert_rate(none, DEALS, float(stats.hypergeom.pmf(0, TIME, ENDS, k)))


def test_where_each_time_card_lies(mix: Mix, deals: list[tuple[Any, list[int]]]) -> None:
    orders = np.array([order for _, order in deals])
    copies = np.array([card.count for card in mix.decks["time"]])
    for place in range(TIME):
        found = np.bincount(orders[:, place], minlength=len(copies))
        assert_distribution(found, copies / TIME)


def test_hours_cards_in_a_starting_hand(mix: Mix, deals: list[tuple[Any, list[int]]]) -> None:
    """36 of 58 cards are hours cards; a hand has 4."""
    hours = [i for i, card in enumerate(mix.decks["action"]) if card.fields["kind"] == "hours"]
    for seat in range(4):
        held = [int(state.own[seat].hand[hours].sum()) for state, _ in deals]
        expected = stats.hypergeom.pmf(np.arange(5), 58, 36, 4)
        assert_distribution(np.bincount(held, minlength=5), expected)


def test_copies_of_a_card_in_all_starting_hands(
    mix: Mix, deals: list[tuple[Any, list[int]]]
) -> None:
    """16 of the 58 action cards are dealt to four players."""
    for i, card in enumerate(mix.decks["action"]):
        dealt = [int(state.own["hand"][:4, i].sum()) for state, _ in deals]
        expected = stats.hypergeom.pmf(np.arange(17), 58, card.count, 16)
        assert_distribution(np.bincount(dealt, minlength=17), expected)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_leader_and_the_policies_are_uniform(
    game: Game, mix: Mix, randoms: Any, players: int
) -> None:
    rows = rows_of(game, mix, randoms(game, players), 20_000)
    leaders = np.bincount(rows.games.first_leader, minlength=players)
    assert_distribution(leaders, np.full(players, 1 / players))
    for number in (1, 2, 3, 4):  # every game has four rounds
        policies = rows.rounds.policy[rows.rounds["round"] == number]
        assert_distribution(np.bincount(policies, minlength=20), np.full(20, 1 / 20))


def test_pairs_of_policies_are_uniform(game: Game, mix: Mix, randoms: Any) -> None:
    rows = rows_of(game, mix, randoms(game, 4), 40_000)
    one, two = (rows.rounds.policy[rows.rounds["round"] == n].astype(int) for n in (1, 2))
    pairs = np.bincount(one * 20 + two, minlength=400).reshape(20, 20)
    assert not pairs.diagonal().any()
    assert_distribution(pairs[~np.eye(20, dtype=bool)], np.full(380, 1 / 380))


# Whole games


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_vote_of_random_players_passes_when_all_coins_fall_alike(
    game: Game, mix: Mix, randoms: Any, players: int
) -> None:
    rows = rows_of(game, mix, randoms(game, players), 10_000)
    called, passed = int(rows.rounds.votes_called.sum()), int(rows.games.passed_votes.sum())
    assert_rate(passed, called, 0.5 ** (players - 1))


def only(mix: Mix, other: str, *changes: str) -> Mix:
    """The mix with 3 `end` cards and 21 of one other time card, with Assists that do nothing."""
    none = [f"time.{card.id}=0" for card in mix.decks["time"] if card.id not in ("T02", other)]
    idle = [
        f"action.{card.id}.effects=continue"
        for card in mix.decks["action"]
        if card.fields["kind"] == "assist"
    ]
    return tweak(mix, [*none, *idle, f"time.{other}=21", *changes])


def test_turns_until_an_end_card_in_every_round(
    game: Game, mix: Mix, firsts: Callable[[int], LineUp]
) -> None:
    """The first of 3 end cards among 24 is card k in C(24 - k, 2) of C(24, 3) orders."""
    endless = only(mix, "T01", "track_max_hours=100", "difficulty_start=24")
    rows = rows_of(game, endless, firsts(4), 4000)
    expected = [comb(TIME - k, ENDS - 1) / comb(TIME, ENDS) for k in range(TIME - ENDS + 2)]
    expected[0] = 0
    turns = [rows.rounds.leader_turns[rows.rounds["round"] == number] for number in range(1, 5)]
    for of_round in turns:
        assert_distribution(np.bincount(of_round, minlength=len(expected)), expected)
    for one, two in combinations(turns, 2):  # each round has a shuffle of its own
        together = np.zeros((3, 3))
        np.add.at(together, (np.digitize(one, [4, 8]), np.digitize(two, [4, 8])), 1)
        assert stats.chi2_contingency(together).pvalue > P_MIN


@pytest.mark.parametrize(("needed", "players"), [(2, 3), (4, 4), (6, 5)])
def test_games_of_independent_rounds_are_won_as_coins_say(
    game: Game, mix: Mix, firsts: Callable[[int], LineUp], needed: int, players: int
) -> None:
    """Hours come from time cards alone, one each: a round is blocked when the first `needed` cards
    are no end cards, whatever went before. Seven such rounds, of which four must be blocked."""
    hours = [f"action.{card.id}=0" for card in mix.decks["action"] if card.id.startswith("H")]
    coins = only(
        mix,
        "T08",
        *["difficulty_step=0", f"difficulty_start={needed}"],
        *["start_hand=0", "refill_hand_to=0", *hours],
    )
    n = 6000
    rows = rows_of(game, coins, firsts(players), n)
    p = float(stats.hypergeom.pmf(0, TIME, ENDS, needed))

    assert_rate(int(rows.rounds.blocked.sum()), len(rows.rounds), p)
    assert_rate(int(rows.games.team_win.sum()), n, float(stats.binom.sf(3, 7, p)))
    lost_after = [float(stats.nbinom.pmf(k - 4, 4, 1 - p)) for k in range(7)]
    expected = [*lost_after, 1 - sum(lost_after)]  # by rounds played; seven also when won
    assert_distribution(np.bincount(rows.games.rounds, minlength=8), expected)
    enacted = rows.games.enacted[rows.games.team_win]
    assert_distribution(
        np.bincount(enacted, minlength=4),
        stats.binom.pmf(np.arange(4), 7, 1 - p) / stats.binom.cdf(3, 7, 1 - p),
    )
