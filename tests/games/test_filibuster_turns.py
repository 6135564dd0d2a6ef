"""FIL-6: the filibuster, the Leader and the supporters in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.filibuster.records import (
    BY_DECK_EMPTY,
    BY_FULL_TRACK,
    BY_TIME_CARD,
)

if TYPE_CHECKING:
    from hemicycle.tests.games.filibuster_play import Play, Start


def harmless(play: Play) -> None:
    """The next seven time cards do nothing."""
    play.time("T01 T01 T01 T01 T01 T01 T01")


# The start


def test_fil_6_0_a_filibuster_starts_afresh(start: Start) -> None:
    play = start()
    play.lay({0: "H4 H4", 1: "S03"})
    play.time("T01")
    play.vote("nay", "aye", "aye")
    play.choose("play_hours", "H4")
    play.choose("support", "S03", seat=1)
    play.vote("aye", "aye", "aye")
    assert (play.table.hours, play.table.votes_called, play.table.cancel) == (4, 2, 1)
    play.elect(1)

    table = play.table
    assert (table.hours, table.votes_called, table.cancel, table.end) == (0, 0, 0, 0)
    assert table.time_cards_left == play.hidden.time_deck.left == 24
    assert [int(n) for n in table.time_left[:10]] == [card.count for card in play.mix.decks["time"]]


@pytest.mark.parametrize(("successes", "difficulty"), [(0, 6), (1, 9), (3, 15), (5, 21), (6, 24)])
def test_fil_6_0_the_difficulty_grows_with_the_successes(
    start: Start, successes: int, difficulty: int
) -> None:
    play = start()
    play.to_bidding()
    play.table.successes, play.table.failures = successes, 0
    play.elect(0)
    assert play.table.difficulty == difficulty


def test_fil_6_0_the_difficulty_is_at_most_the_track(start: Start) -> None:
    play = start("difficulty_step=7", "track_max_hours=26")
    for successes, difficulty in ((2, 20), (3, 26)):
        play.to_bidding()
        play.table.successes, play.table.failures = successes, 0
        play.set_influence(1)
        play.elect(0)
        assert play.table.difficulty == difficulty


def test_fil_6_0_a_next_supporter_who_leads_is_skipped(start: Start) -> None:
    play = start()
    play.to_bidding()
    assert play.table.next_supporter == 1
    play.elect(1)
    assert play.table.next_supporter == 2


# The Leader's turn


def test_fil_6_1_at_most_two_calls_in_a_round(start: Start) -> None:
    play = start()
    play.lay({0: "H1 H1 H1"})
    harmless(play)
    for seat in (1, 2):
        play.vote("nay", "aye", "aye")  # one call a turn: what follows is the time card
        play.choose("play_hours", "H1")
        play.choose("support", "draw", seat=seat)
    assert play.pending == ("play_hours", 0)  # no third call is offered
    assert play.table.leader_turns == 3


def test_fil_6_1_calls_begin_anew_in_the_next_round(start: Start) -> None:
    play = start()
    play.table.votes_called = 2
    play.to_bidding()
    play.elect(0)
    assert play.pending == ("call_vote", 0)


def test_fil_6_1_no_call_after_two_passed_votes_in_the_game(start: Start) -> None:
    play = start()
    for passed in (1, 2):
        play.vote("aye", "aye", "aye")
        play.lay({0: "H1 H1 H1 H1"})
        play.elect(0)
        assert play.table.passed_votes == passed
    assert play.session.pending != "call_vote"
    assert play.table.time_cards_left == 23


def test_fil_6_1_the_limits_are_parameters(start: Start) -> None:
    play = start("votes_per_round_max=0")
    assert play.session.pending != "call_vote"

    play = start("passed_votes_per_game_max=1")
    play.vote("aye", "aye", "aye")
    play.elect(0)
    assert play.session.pending != "call_vote"


@pytest.mark.parametrize(("hours", "blocked"), [(5, 0), (6, 1)])
def test_fil_6_2_an_empty_time_deck_ends_the_filibuster(
    start: Start, hours: int, blocked: int
) -> None:
    play = start()
    play.lay({0: "H1 H1"})
    play.time("T01", rest=False)
    play.table.hours = hours - 1
    play.leader_turn("H1")
    play.choose("support", "draw", seat=1)
    assert play.pending == ("call_vote", 0)  # the vote comes first
    play.choose("call_vote", "no")
    assert play.ended == (BY_DECK_EMPTY, hours, blocked)


def test_fil_6_3_the_leader_must_play_an_hours_card_of_choice(start: Start) -> None:
    play = start()
    play.lay({0: "H1 H2 H2 H4 S03"})
    harmless(play)
    play.choose("call_vote", "no")
    assert play.pending == ("play_hours", 0)
    assert play.listed() == "H1 H2 H4"
    play.choose("play_hours", "H2")
    assert (play.table.hours, play.hand(0)) == (2, "H1 H2 H4 S03")
    assert play.names([int(play.hidden.discards[0])]) == "H2"


def test_fil_6_3_hours_stop_at_the_end_of_the_track(start: Start) -> None:
    play = start()
    play.lay({0: "H4"})
    harmless(play)
    play.table.hours = 22
    play.leader_turn("H4")
    assert play.ended == (BY_FULL_TRACK, 24, 1)


def test_fil_6_3_a_leader_without_hours_cards_plays_nothing(start: Start) -> None:
    play = start()
    play.lay({0: "S03 S04"})
    harmless(play)
    play.choose("call_vote", "no")
    assert play.pending == ("support", 1)
    assert (play.table.hours, play.hand(0)) == (0, "S03 S04")


def test_fil_6_4_a_full_track_ends_the_filibuster(start: Start) -> None:
    play = start("track_max_hours=10")
    play.lay({0: "H4", 1: "S03"})
    harmless(play)
    play.table.hours = 8
    play.leader_turn("H4")
    assert play.ended == (BY_FULL_TRACK, 10, 1)
    assert play.table.next_supporter == 1


# The supporter's turn


def test_fil_6_5_the_supporter_first_draws_a_card(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "H3"}, draw="S05")
    harmless(play)
    play.leader_turn("H1")
    assert play.pending == ("support", 1)
    assert play.hand(1) == "H3 S05"


def test_fil_6_6_draw_one_more_card(start: Start) -> None:
    play = start()
    play.lay({0: "H1"}, draw="S05 S06")
    harmless(play)
    play.leader_turn("H1")
    play.choose("support", "draw", seat=1)
    assert (play.hand(1), play.influence[1]) == ("S05 S06", 3)


def test_fil_6_6_play_an_assist(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S04"}, draw="S05")
    harmless(play)
    play.leader_turn("H1")
    play.choose("support", "S04", seat=1)
    assert (play.hand(0), play.hand(1), play.influence[1]) == ("", "S05", 5)
    assert play.names([int(card) for card in play.hidden.discards[:2]]) == "H1 S04"
    assert play.table.assists[:4].tolist() == [0, 1, 0, 0]


def test_fil_6_6_pass_an_hours_card_to_the_leader(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "H3"}, draw="S05")
    harmless(play)
    play.leader_turn("H1")
    play.choose("support", "H3", seat=1)
    assert (play.hand(0), play.hand(1), play.influence[1]) == ("H3", "S05", 6)
    assert play.table.hours == 1  # it is passed, not played
    assert play.table.passed[:4].tolist() == [0, 1, 0, 0]


def test_fil_6_6_it_is_the_leader_of_the_round_who_gets_it(start: Start) -> None:
    play = start()
    play.to_bidding()
    play.elect(2)
    play.lay({2: "H1", 1: "H3"})
    harmless(play)
    play.leader_turn("H1")
    play.choose("support", "H3", seat=1)
    assert play.hand(2) == "H3"


def turns(play: Play, count: int) -> list[int]:
    """The seats of the next `count` turns."""
    seats: list[int] = []
    while len(seats) < count:
        play.lay({play.table.leader: "H1"})
        if play.session.pending == "call_vote":
            seats.append(play.session.seat)
            play.leader_turn("H1")
        else:
            seats.append(play.session.seat)
            play.choose("support", "draw")
    return seats


def test_fil_6_7_leader_and_supporters_take_turns(start: Start) -> None:
    play = start()
    harmless(play)
    assert turns(play, 10) == [0, 1, 0, 2, 0, 3, 0, 1, 0, 2]

    play = start(leader=1, players=3)
    harmless(play)
    assert turns(play, 8) == [1, 2, 1, 0, 1, 2, 1, 0]


def test_fil_6_7_the_text_of_an_assist_can_end_the_filibuster(start: Start) -> None:
    play = start("action.S07.effects=end; influence each 1")
    play.lay({0: "H1", 1: "S07"})
    harmless(play)
    play.leader_turn("H1")
    play.choose("support", "S07", seat=1)
    assert play.ended == (BY_TIME_CARD, 1, 0)
    assert play.table.next_supporter == 2


def test_fil_6_8_the_supporters_go_on_where_they_stopped(start: Start) -> None:
    play = start()
    harmless(play)
    assert turns(play, 3) == [0, 1, 0]  # seat 2 is asked, and draws
    play.choose("support", "draw", seat=2)
    play.to_bidding()
    play.elect(1)
    harmless(play)
    assert turns(play, 4) == [1, 3, 1, 0]


def test_fil_6_8_the_next_in_turn_is_skipped_when_elected(start: Start) -> None:
    play = start()
    harmless(play)
    assert turns(play, 2) == [0, 1]
    play.to_bidding()
    assert play.table.next_supporter == 2
    play.elect(2)
    harmless(play)
    assert turns(play, 6) == [2, 3, 2, 0, 2, 1]
