"""FIL-1, FIL-3, FIL-4: components, card lists, set-up, and the action deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.errors import InputError
from hemicycle.sim.game import Game
from hemicycle.sim.games.filibuster.cards import compile_mix
from hemicycle.sim.games.filibuster.records import BY_TIME_CARD
from hemicycle.sim.mixes import tweak
from hemicycle.sim.session import Session

if TYPE_CHECKING:
    from hemicycle.tests.games.filibuster_play import Start


@pytest.fixture(scope="module")
def rows(game: Game, mix: Mix, randoms: Any) -> Rows:
    """2000 games of four random players."""
    return Player(game, game.compile_mix(mix)[0], randoms(game, 4), 5).block(0, 2000)


# Components


def test_fil_1_1_what_is_in_the_box(game: Game, mix: Mix) -> None:
    counts = {deck: sum(card.count for card in cards) for deck, cards in mix.decks.items()}
    assert counts == {"time": 24, "action": 58, "policy": 20}
    assert game.seats == (3, 5) == (mix.value("players_min"), mix.value("players_max"))


def test_fil_1_1_the_bank_never_runs_out(start: Start) -> None:
    play = start("start_influence=200", players=5)
    play.time("T02")
    play.lay({0: "H1"})
    play.leader_turn()  # a backlash of 1 each; 1000 in play is far more than 230
    assert play.influence == [199] * 5
    assert play.options() == list(range(200))


# Card lists


def test_fil_3_1_each_time_card_lies_in_the_deck_as_often_as_its_count(start: Start) -> None:
    play = start()
    play.lay({0: ""})
    deck = play.hidden.time_deck  # round 1 has begun, no card is drawn yet
    lying = [int(card) for card in deck.slots[: deck.length] if card >= 0]
    assert sorted(lying) == [
        i for i, card in enumerate(play.mix.decks["time"]) for _ in range(card.count)
    ]


def test_fil_3_1_a_time_card_does_what_its_text_says(start: Start) -> None:
    play = start("time.T01.effects=influence leader 2; draw leader 1")
    play.lay({0: "H1"}, draw="S03")
    play.time("T01")
    play.leader_turn()
    assert (play.influence[0], play.hand(0)) == (5, "H1 S03")


def test_fil_3_2_clock_and_text_of_an_hours_card_count_once(start: Start) -> None:
    play = start()
    play.lay({0: "H3"})
    play.time("T01")
    play.leader_turn("H3")
    assert play.table.hours == 3


def test_fil_3_2_an_hours_card_whose_text_differs_is_refused(mix: Mix) -> None:
    with pytest.raises(InputError, match="exactly one 'hours 3'"):
        compile_mix(tweak(mix, ["action.H3.effects=hours 2"]))


def test_fil_3_2_an_assist_gives_its_star_and_its_text(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S04"})
    play.time("T01")
    play.leader_turn("H1")
    play.choose("support", "S04", seat=1)
    assert (play.influence[1], play.table.hours) == (5, 2)


def test_fil_3_3_reward_when_blocked_backlash_when_enacted(start: Start) -> None:
    blocked, enacted = start(), start()
    for play in (blocked, enacted):
        play.policies("P13 P08")
        play.set_influence(10, 10, 10, 10)
        play.time("T02")
    blocked.table.hours = 6
    for play in (blocked, enacted):
        play.leader_turn()

    assert blocked.influence == [16, 12, 12, 12]  # the 6 hours, and 2 for each supporter
    assert enacted.influence == [7, 10, 10, 10]


# Set-up


def test_fil_4_1_seven_of_the_twenty_policies_are_dealt(rows: Rows) -> None:
    full = rows.games.game[rows.games.rounds == 7]
    dealt = rows.rounds[np.isin(rows.rounds.game, full)].policy.reshape(-1, 7)
    assert len(dealt) > 500
    assert all(len(set(row)) == 7 for row in dealt.tolist())
    assert set(dealt.ravel().tolist()) == set(range(20))


@pytest.mark.parametrize(("number", "bonus"), [(1, 0), (4, 0), (5, 3), (6, 5), (7, 7)])
def test_fil_4_1_influence_lies_on_the_last_three(start: Start, number: int, bonus: int) -> None:
    play = start()
    play.table.round_number = number
    play.time("T02")
    play.leader_turn()
    assert play.influence == [2 + bonus, 2, 2, 2]


def test_fil_4_2_four_cards_and_three_influence(start: Start) -> None:
    play = start(players=5)
    assert (play.hand_sizes, play.influence) == ([4] * 5, [3] * 5)
    assert play.table.action_cards_left == 58 - 20

    play = start("start_hand=2", "start_influence=5")
    assert (play.hand_sizes, play.influence) == ([2] * 4, [5] * 4)


def test_fil_4_2_the_action_deck_is_shuffled(game: Game, mix: Mix) -> None:
    hands = [Session(game, mix, 4, seed=3, number=k).state.own[0].hand.tolist() for k in range(50)]
    assert len({tuple(hand) for hand in hands}) > 30


def test_fil_4_3_counters_and_the_first_leader(start: Start) -> None:
    for leader in range(4):  # `start` looks for a game in which this seat begins
        table = start(leader=leader).table
        assert (table.successes, table.failures, table.passed_votes) == (0, 0, 0)
        assert (table.leader, table.next_supporter) == (leader, (leader + 1) % 4)


def test_fil_4_4_round_1_starts_with_the_filibuster(start: Start) -> None:
    play = start("start_hand=2")  # below refill_hand_to
    assert play.pending == ("call_vote", 0)
    assert (play.round, play.hand_sizes) == (1, [2] * 4)
    kinds = play.told()
    assert kinds[0] == "Seat 0 is the first Leader."
    assert kinds[1].startswith("Round 1: ")
    assert kinds[2] == "  Seat 0 begins the filibuster; 6 h are needed."


def test_fil_4_5_the_discards_are_shuffled_at_the_next_draw(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 2: ""}, draw="S03", rest="discards")
    play.time("T01 T01")
    play.leader_turn("H1")  # seat 1 draws the last card
    assert play.hand(1) == "S03"
    assert (play.table.action_cards_left, play.table.action_discards) == (0, 57)

    play.choose("support", "draw", seat=1)
    assert (play.table.action_cards_left, play.table.action_discards) == (56, 0)
    assert play.hand_sizes[1] == 2


def test_fil_4_5_with_no_card_anywhere_nothing_is_drawn(start: Start) -> None:
    play = start("time.T01.effects=draw each 1")
    play.lay({}, rest=3)
    play.time("T01")
    play.leader_turn()
    assert play.hand_sizes[:3] == [0, 0, 0]
    assert play.table.action_cards_left == play.table.action_discards == 0


def test_fil_4_5_a_reshuffle_in_the_middle_of_a_draw(start: Start) -> None:
    """Three cards are to be drawn; one is left in the deck and two lie on the discards."""
    play = start("time.T10.effects=draw leader 3")
    play.lay({}, draw="H2", discards="S04 S04", rest=3)
    play.time("T10 T02")
    play.leader_turn()
    assert play.hand(0) == "H2 S04 S04"
    assert play.ended[0] != BY_TIME_CARD
