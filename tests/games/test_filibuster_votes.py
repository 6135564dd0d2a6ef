"""FIL-7: votes to end a filibuster, and what is asked for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.filibuster.records import BY_TIME_CARD, BY_VOTE

if TYPE_CHECKING:
    from hemicycle.tests.games.filibuster_play import Play, Start


def ready(start: Start, *changes: str, hours: int = 0, leader: int = 0) -> Play:
    """The Leader may call a vote; 10 influence each, an hours card for the Leader."""
    play = start(*changes, leader=leader)
    play.lay({leader: "H1 H1 H1"})
    play.time("T01 T01 T01")
    play.set_influence(10, 10, 10, 10)
    play.table.hours = hours
    return play


def test_fil_7_1_a_call_counts_at_once(start: Start) -> None:
    play = ready(start)
    assert play.table.votes_called == 0
    play.choose("call_vote", "call", seat=0)
    assert play.table.votes_called == 1
    assert play.pending == ("vote", 1)


def test_fil_7_2_the_supporters_vote_and_the_leader_shows_aye(start: Start) -> None:
    play = ready(start, leader=2)
    play.choose("call_vote", "call", seat=2)
    for seat in (3, 0, 1):
        assert play.options() == [0, 1]
        play.choose("vote", "nay", seat=seat)
    assert play.pending == ("play_hours", 2)  # the Leader was not asked
    assert play.table.votes[:4].tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("hours", [0, 5, 20])
def test_fil_7_3_all_aye_is_a_success_whatever_the_hours(start: Start, hours: int) -> None:
    play = ready(start, hours=hours)
    play.vote("aye", "aye", "aye")
    assert play.ended == (BY_VOTE, hours, 1)
    assert (play.table.passed_votes, play.table.successes) == (1, 1)
    assert play.table.time_cards_left == 24  # at once: no time card
    assert play.influence[1:] == [10, 10, 10]


@pytest.mark.parametrize("number", [1, 4, 7])
def test_fil_7_4_no_voters_gain_the_number_of_the_round(start: Start, number: int) -> None:
    play = ready(start)
    play.table.round_number = number
    play.vote("nay", "aye", "nay")
    assert play.influence == [10, 10 + number, 10, 10 + number]
    assert play.table.passed_votes == 0
    assert play.pending == ("play_hours", 0)  # the turn went on with the time card
    assert play.table.time_cards_left == 23


@pytest.mark.parametrize("votes", [("nay", "aye", "aye"), ("aye", "nay", "aye"), ("nay",) * 3])
def test_fil_7_4_a_single_no_is_enough(start: Start, votes: tuple[str, ...]) -> None:
    play = ready(start)
    play.vote(*votes)
    assert (play.table.passed_votes, play.table.end) == (0, 0)
    assert play.influence == [10, *(10 + (vote == "nay") for vote in votes)]


def promise(play: Play, *amounts: int) -> None:
    play.choose("call_vote", "call")
    for amount in amounts:
        play.choose("offer", amount, seat=play.table.leader)


def test_fil_7_5_promises_are_paid_for_ayes_only_also_when_the_vote_fails(start: Start) -> None:
    play = ready(start, "bribes=1", leader=1)
    promise(play, 4, 3, 2)  # to seats 2, 3, 0
    for seat, vote in ((2, "aye"), (3, "nay"), (0, "aye")):
        assert play.influence == [10, 10, 10, 10]  # nothing before the votes are shown
        play.choose("vote", vote, seat=seat)
    assert play.influence == [10 + 2, 10 - 6, 10 + 4, 10 + 1]


def test_fil_7_5_promises_are_paid_when_the_vote_passes(start: Start) -> None:
    play = ready(start, "bribes=1")
    promise(play, 4, 0, 2)
    for _ in range(3):
        play.choose("vote", "aye")
    assert play.ended[0] == BY_VOTE
    assert play.influence == [10 - 6, 10 + 4, 10, 10 + 2]


def test_fil_7_5_promises_together_are_covered_and_begin_anew(start: Start) -> None:
    play = ready(start, "bribes=1")
    promise(play, 6)
    assert play.options() == [0, 1, 2, 3, 4]
    play.choose("offer", 4)
    assert play.options() == [0]
    play.choose("offer", 0)
    for vote in ("nay", "nay", "nay"):
        play.choose("vote", vote)
    play.choose("play_hours", "H1")
    play.choose("support", "draw")
    play.choose("call_vote", "call")
    assert play.options() == list(range(11))
    assert [int(play.own(seat).offer) for seat in range(4)] == [0, 0, 0, 0]


def test_fil_7_5_without_the_switch_nothing_is_offered(start: Start) -> None:
    play = ready(start)
    play.choose("call_vote", "call")
    assert play.session.pending == "vote"


@pytest.mark.parametrize(("hours", "blocked"), [(5, 0), (6, 1)])
def test_fil_7_6_a_passed_vote_may_need_the_difficulty(
    start: Start, hours: int, blocked: int
) -> None:
    play = ready(start, "vote_needs_difficulty=1", hours=hours)
    play.vote("aye", "aye", "aye")
    assert play.ended == (BY_VOTE, hours, blocked)
    assert play.table.passed_votes == 1
    lost = 0 if blocked else 1  # the backlash of P14; no reward after a vote
    assert play.influence == [10 - lost + 3, *[10 - lost] * 3]  # half of 5 or 6 is 3


@pytest.mark.parametrize(("switch", "reward"), [(0, 0), (1, 1)])
def test_fil_7_6_a_passed_vote_may_pay_the_reward(start: Start, switch: int, reward: int) -> None:
    play = ready(start, f"vote_pays_reward={switch}")
    play.vote("aye", "aye", "aye")
    assert play.influence == [10 + reward] * 4


@pytest.mark.parametrize(("divisor", "gain"), [(1, 7), (2, 4), (3, 3), (7, 1), (100, 1)])
def test_fil_7_6_by_what_the_hours_are_divided(start: Start, divisor: int, gain: int) -> None:
    play = ready(start, f"vote_leader_divisor={divisor}", hours=7)
    play.vote("aye", "aye", "aye")
    assert play.influence == [10 + gain, 10, 10, 10]


# Decisions


def test_fil_9_5_call_vote_no_or_call(start: Start) -> None:
    play = ready(start)
    assert play.pending == ("call_vote", 0)
    assert play.options() == [0, 1]
    words = play.session.game.words
    decision = play.session.game.decisions.index("call_vote")
    assert [words.option_words(play.mix, decision, option) for option in (0, 1)] == [
        "do not call a vote",
        "call a vote",
    ]
    play.choose("call_vote", 0)
    assert play.table.votes_called == 0


def test_fil_9_6_offers_go_round_from_the_left_before_the_first_vote(start: Start) -> None:
    play = ready(start, "bribes=1", leader=2)
    play.choose("call_vote", "call", seat=2)
    for amount, seat in ((1, 3), (2, 0), (3, 1)):
        assert play.pending == ("offer", 2)
        play.choose("offer", amount)
        assert play.own(seat).offer == amount
    assert play.pending == ("vote", 3)


def test_fil_9_6_offer_options_reach_to_what_is_not_promised(start: Start) -> None:
    play = ready(start, "bribes=1")
    play.set_influence(3)
    play.choose("call_vote", "call")
    assert play.options() == [0, 1, 2, 3]
    play.choose("offer", 1)
    assert play.options() == [0, 1, 2]


def test_fil_9_7_vote_aye_or_no_left_of_the_leader_first(start: Start) -> None:
    play = ready(start, leader=3)
    play.choose("call_vote", "call")
    for seat in (0, 1):
        assert (play.pending, play.options()) == (("vote", seat), [0, 1])
        play.choose("vote", 0)
    play.choose("vote", 1, seat=2)
    assert play.table.votes[:4].tolist() == [0, 0, 1, 0]


def test_fil_9_7_nobody_sees_a_vote_cast_earlier(start: Start) -> None:
    """Until the last vote is in, everything seats can see is the same after an Aye and a No."""
    seen = []
    for vote in ("aye", "nay"):
        play = ready(start)
        play.vote("aye", "nay", "nay")  # leaves earlier votes on the table
        play.choose("play_hours", "H1")
        play.choose("support", "draw")
        play.choose("call_vote", "call")
        play.choose("vote", vote, seat=1)
        play.choose("vote", vote, seat=2)
        seen.append([play.table.tobytes(), *(play.own(seat).tobytes() for seat in (0, 2, 3))])
    assert seen[0] == seen[1]


def test_fil_9_7_an_offer_is_seen_by_nobody_else(start: Start) -> None:
    seen = []
    for amount in (2, 5):
        play = ready(start, "bribes=1")
        promise(play, 1, amount, 0)
        seen.append([play.table.tobytes(), *(play.own(seat).tobytes() for seat in (1, 3))])
        assert play.own(2).offer == amount
    assert seen[0] == seen[1]


def test_fil_9_8_pay_or_end_pay_first(start: Start) -> None:
    play = ready(start)
    play.time("T03 T03")
    play.set_influence(3)
    play.choose("call_vote", "no")
    assert (play.pending, play.options()) == (("pay_or_end", 0), [0, 1])
    play.choose("pay_or_end", 0)
    assert play.influence[0] == 0
    play.choose("play_hours", "H1")
    play.choose("support", "draw")
    play.choose("call_vote", "no")  # now it ends without a question
    assert play.pending == ("bid", 0)
    assert play.ended[0] != BY_TIME_CARD
