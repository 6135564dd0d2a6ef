"""FIL-8 and FIL-9.1, FIL-9.2: how a filibuster is settled, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.game import Game
from hemicycle.sim.games.filibuster.records import BY_TIME_CARD, BY_VOTE
from hemicycle.sim.mixes import tweak

if TYPE_CHECKING:
    from hemicycle.tests.games.filibuster_play import Play, Start


@pytest.fixture(scope="module")
def rows(game: Game, mix: Mix, randoms: Any) -> Rows:
    """4000 games of three random players: shared wins are not so rare with them."""
    return Player(game, game.compile_mix(mix)[0], randoms(game, 3), 6).block(0, 4000)


def end(play: Play, hours: int, number: int = 1) -> None:
    """End round `number` at so many hours by a time card."""
    play.table.round_number = number
    play.table.hours = hours
    play.time("T02")
    play.leader_turn()


@pytest.mark.parametrize(("hours", "blocked"), [(0, 0), (5, 0), (6, 1), (24, 1)])
def test_fil_8_1_a_success_needs_the_difficulty(start: Start, hours: int, blocked: int) -> None:
    play = start()
    end(play, hours)
    assert play.ended == (BY_TIME_CARD, hours, blocked)
    assert (play.table.successes, play.table.failures) == (blocked, 1 - blocked)


def test_fil_8_1_or_a_vote(start: Start) -> None:
    play = start()
    play.vote("aye", "aye", "aye")
    assert play.ended == (BY_VOTE, 0, 1)


def test_fil_8_2_the_reward_is_resolved_but_not_after_a_vote(start: Start) -> None:
    play = start()
    end(play, 6)
    assert play.influence == [3 + 1 + 6, 4, 4, 4]

    play = start()
    play.vote("aye", "aye", "aye")
    assert play.influence == [3, 3, 3, 3]


def test_fil_8_2_the_backlash_is_resolved_before_the_hours_are_paid(start: Start) -> None:
    play = start()
    play.policies("P04 P08")  # backlash: the Leader loses 4, but holds only 3
    end(play, 5)
    assert play.influence == [5, 3, 3, 3]


def test_fil_8_2_a_backlash_may_ask_before_the_round_goes_on(start: Start) -> None:
    play = start()
    play.policies("P09 P08")  # discard leader 2
    play.lay({0: "H1 S03 S03"})
    end(play, 5)
    play.choose("discard", "S03", seat=0)
    assert play.influence[0] == 3
    play.choose("discard", "H1", seat=0)
    assert play.influence[0] == 8
    assert play.pending == ("bid", 0)


@pytest.mark.parametrize(("hours", "gain"), [(0, 0), (1, 1), (6, 6 + 1)])
def test_fil_8_3_the_leader_gains_the_hours_on_success_and_failure(
    start: Start, hours: int, gain: int
) -> None:
    play = start(leader=2)
    play.set_influence(1, 1, 1, 1)
    end(play, hours)
    lost = 0 if hours < 6 else 1  # P14: each has lost the 1 or gained 1 more
    assert play.influence[2] == gain + lost
    assert play.influence[0] == 2 * lost


@pytest.mark.parametrize(("hours", "gain"), [(0, 0), (1, 1), (6, 3), (7, 4)])
def test_fil_8_3_half_the_hours_rounded_up_after_a_vote(
    start: Start, hours: int, gain: int
) -> None:
    play = start(leader=1)
    play.table.hours = hours
    play.vote("aye", "aye", "aye")
    assert play.influence == [3, 3 + gain, 3, 3]


@pytest.mark.parametrize("hours", [0, 6])
@pytest.mark.parametrize(("number", "bonus"), [(4, 0), (5, 3), (6, 5), (7, 7)])
def test_fil_8_4_the_influence_on_the_policy_goes_to_the_leader(
    start: Start, number: int, bonus: int, hours: int
) -> None:
    play = start()
    end(play, hours, number)
    change = 1 if hours else -1
    assert play.influence == [3 + change + hours + bonus, *[3 + change] * 3]


def test_fil_8_4_also_after_a_vote(start: Start) -> None:
    play = start("policy_bonus_round6=9")
    play.table.round_number = 6
    play.vote("aye", "aye", "aye")
    assert play.influence == [12, 3, 3, 3]


def test_fil_8_5_the_fourth_enacted_policy_stops_the_game(start: Start) -> None:
    play = start()
    play.table.failures = 2
    end(play, 0, 3)
    assert play.pending[0] == "bid"

    play = start()
    play.table.failures = 3
    end(play, 0, 4)
    assert play.session.over
    assert play.session.game.words.closing(play.mix, play.session.state)[-1] == (
        "4 policies enacted: everyone loses."
    )


def test_fil_8_5_four_blocked_policies_do_not_stop_it(start: Start) -> None:
    play = start()
    play.table.successes = 3
    end(play, 24, 4)
    assert play.table.successes == 4
    assert play.pending == ("bid", 0)
    assert play.round == 5


def test_fil_8_5_the_game_ends_after_the_last_round(start: Start) -> None:
    play = start()
    play.table.successes = 6
    end(play, 0, 7)
    assert play.session.over
    assert (play.table.successes, play.table.failures) == (6, 1)


def test_fil_8_5_cards_and_influence_stay_without_a_limit(start: Start) -> None:
    play = start()
    play.lay({}, rest=1)
    play.set_influence(3, 1000)
    end(play, 0)
    assert (play.hand_sizes[1], play.influence[1]) == (58, 999)


def test_fil_8_5_the_limits_are_parameters(game: Game, mix: Mix, randoms: Any) -> None:
    changes = ["policies_in_game=4", "blocks_to_win=3", "enacted_to_lose=2"]
    record = game.compile_mix(tweak(mix, changes))[0]
    games = Player(game, record, randoms(game, 4), 1).block(0, 500).games
    assert games.rounds.max() == 4
    assert games.enacted.max() == 2
    assert np.array_equal(games.team_win, games.blocked >= 3)
    assert np.array_equal(games.enacted == 2, ~games.team_win)


def closing(play: Play) -> list[str]:
    words: list[str] = play.session.game.words.closing(play.mix, play.session.state)
    return words


def test_fil_9_1_most_influence_wins_when_enough_is_blocked(start: Start) -> None:
    play = start()
    play.table.successes = 4
    play.set_influence(9, 30, 29, 0)
    end(play, 0, 7)
    assert closing(play)[-1] == "4 policies blocked: Seat 1 wins."


def test_fil_9_1_in_every_row_of_many_games(rows: Rows) -> None:
    games, seats = rows.games, rows.seats.reshape(-1, 3)
    assert np.array_equal(games.team_win, games.blocked >= 4)
    assert np.array_equal(games.enacted == 4, ~games.team_win)
    assert np.array_equal(games.blocked + games.enacted, games.rounds)
    assert np.all(games.rounds[games.team_win] == 7)
    assert np.all(seats.win[~games.team_win] == 0)
    best = seats.influence == seats.influence.max(axis=1, keepdims=True)
    assert np.array_equal(seats.win > 0, best & games.team_win[:, None])
    second = np.sort(seats.influence, axis=1)[:, -2]
    assert np.array_equal(
        games.margin, np.where(games.team_win, seats.influence.max(axis=1) - second, 0)
    )


def test_fil_9_2_equals_share_the_win(start: Start, rows: Rows) -> None:
    play = start()
    play.table.successes = 4
    play.set_influence(9, 30, 30, 0)
    end(play, 0, 7)
    assert closing(play)[-1] == "4 policies blocked: Seat 1 and Seat 2 share the win."

    seats = rows.seats.reshape(-1, 3)[rows.games.team_win]
    winners = (seats.win > 0).sum(axis=1)
    assert set(winners.tolist()) == {1, 2, 3}
    assert np.allclose(seats.win.sum(axis=1), 1)
    assert np.allclose(seats.win.max(axis=1), 1 / winners)


def test_fil_9_27_the_losing_round_still_pays_after_its_backlash(start: Start) -> None:
    play = start()
    play.table.failures = 3
    play.policies("P04")
    end(play, 5, 5)
    assert play.session.over
    assert play.influence == [0 + 5 + 3, 3, 3, 3]  # 4 lost of 3, then hours and bonus
    assert play.table.history[4].leader_gain == 5
