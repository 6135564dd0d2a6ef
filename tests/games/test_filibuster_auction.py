"""FIL-5: the auction for the leadership, and what is asked in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hemicycle.sim.game import Game
from hemicycle.sim.lineup import Entry, line_up

if TYPE_CHECKING:
    from hemicycle.tests.games.filibuster_play import Play, Start


def bidding(start: Start, *influence: int, leader: int = 0, players: int = 4) -> Play:
    """The auction of round 2 with `leader` as the Leader of round 1 and so much influence each."""
    play = start(leader=leader, players=players)
    play.lay({0: "H1", 1: "H1", 2: "H1", 3: "H1"})
    play.to_bidding()
    play.set_influence(*influence)
    play.told()
    return play


def bid(play: Play, *totals: int) -> None:
    for total in totals:
        play.choose("bid", total)


def test_fil_5_1_the_old_leader_acts_first_then_clockwise(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9, leader=2)
    assert play.table.bids[:4].tolist() == [0, 0, 0, 0]
    play.choose("bid", 1, seat=2)
    play.choose("bid", 2, seat=3)
    play.choose("bid", 3, seat=0)
    play.choose("bid", "pass", seat=1)
    play.choose("bid", "pass", seat=2)


def test_fil_5_1_standing_bids_start_anew_in_the_next_round(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9)
    bid(play, 4, 0, 0, 0)
    play.time("T02")
    play.leader_turn()
    assert play.pending == ("bid", 0)
    assert play.table.bids[:4].tolist() == [0, 0, 0, 0]
    assert play.options()[:3] == [0, 1, 2]


def test_fil_5_2_a_bid_beats_the_highest_and_is_covered(start: Start) -> None:
    play = bidding(start, 5, 3, 8, 0)
    assert play.options() == [0, 1, 2, 3, 4, 5]
    play.choose("bid", 2, seat=0)
    assert play.options() == [0, 3]
    play.choose("bid", 3, seat=1)
    assert play.options() == [0, 4, 5, 6, 7, 8]
    play.choose("bid", "pass", seat=2)
    assert play.options() == [0]
    play.choose("bid", "pass", seat=3)
    assert play.options() == [0, 4, 5]  # the whole influence, not what is left of it after 2


def test_fil_5_2_passing_drops_nobody(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9)
    bid(play, 0, 1, 0, 0)
    play.choose("bid", 2, seat=0)
    play.choose("bid", "pass", seat=1)
    play.choose("bid", 3, seat=2)
    assert play.table.bids[:4].tolist() == [2, 1, 3, 0]


def test_fil_5_3_over_when_all_others_passed_since_the_last_bid(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9)
    bid(play, 0, 1, 0, 0)
    assert play.pending == ("bid", 0)
    play.choose("bid", "pass", seat=0)
    assert play.pending == ("call_vote", 1)

    play = bidding(start, 9, 9, 9, 9)
    bid(play, 1, 0, 0, 2, 0, 0)
    assert play.pending == ("bid", 2)  # passes before the last bid do not count
    play.choose("bid", "pass", seat=2)
    assert play.pending == ("call_vote", 3)


def test_fil_5_3_without_any_bid_the_old_leader_stays_and_nobody_pays(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9, leader=2)
    bid(play, 0, 0, 0)
    assert play.pending == ("bid", 1)
    play.choose("bid", "pass", seat=1)
    assert play.pending == ("call_vote", 2)
    assert play.influence == [9, 9, 9, 9]
    assert play.table.led[:4].tolist() == [0, 0, 2, 0]


def test_fil_5_4_everyone_pays_the_own_standing_bid(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9)
    bid(play, 1, 2, 0, 4, 5, 0, 0, 0)
    assert play.table.leader == 0
    assert play.influence == [9 - 5, 9 - 2, 9, 9 - 4]
    assert play.table.bid_paid[:4].tolist() == [5, 2, 0, 4]


def test_fil_5_5_the_policy_is_turned_up_after_the_election(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9)
    assert play.names([int(play.table.policy)], "policy") == "P14"  # still that of round 1
    bid(play, 1, 0, 0, 0)
    assert play.names([int(play.table.policy)], "policy") == "P08"
    told = play.told()
    assert told.index("  Seat 0 is elected Leader with 1; all bids are paid.") < told.index(
        "Round 2: National Casual Friday Repeal is up."
    )


def test_fil_5_6_all_but_the_new_leader_refill_to_four(start: Start) -> None:
    play = start()
    play.to_bidding()
    play.lay({0: "H1", 1: "H1", 2: "H1 H1 H1 H1 H1", 3: "H2 H2 H2"})
    play.set_influence(9, 9, 9, 9)
    bid(play, 0, 1, 0, 0, 0)
    assert play.hand_sizes == [4, 1, 5, 4]


def test_fil_5_6_refill_hand_to_is_a_parameter(start: Start) -> None:
    play = start("refill_hand_to=2")
    play.to_bidding()
    play.lay({1: "H1"})
    play.set_influence(9, 9, 9, 9)
    bid(play, 1, 0, 0, 0)
    assert play.hand_sizes == [0, 2, 2, 2]


def test_fil_9_4_bid_pass_then_every_total_in_order(start: Start) -> None:
    play = bidding(start, 4, 300, 0, 0)
    assert play.options() == [0, 1, 2, 3, 4]
    play.choose("bid", 4)
    assert play.options() == [0, *range(5, 301)]


def test_fil_9_19_bids_are_paid_before_any_hand_is_refilled(start: Start) -> None:
    play = bidding(start, 9, 9, 9, 9, leader=1)
    bid(play, 1, 0, 2, 0, 0, 0)  # seats 1 and 3 bid
    told = play.told()
    paid = [i for i, line in enumerate(told) if "(bid)" in line]
    drawn = [i for i, line in enumerate(told) if " draws " in line]
    assert len(paid) == 2
    assert max(paid) < min(drawn)


def test_fil_9_19_hands_are_refilled_one_player_at_a_time_to_the_left(start: Start) -> None:
    play = start()
    play.to_bidding()
    play.lay({0: "H1 H1", 1: "H1 H1 H1", 3: "H1 H1"}, draw="S01 S02 S03 S04 S05")
    play.set_influence(9, 9, 9, 9)
    bid(play, 0, 0, 1, 0, 0, 0)
    assert play.hand(3) == "H1 H1 S01 S02"
    assert play.hand(0) == "H1 H1 S03 S04"
    assert play.hand(1) == "H1 H1 H1 S05"


def test_fil_9_25_hands_are_refilled_after_an_auction_without_a_bid(start: Start) -> None:
    play = start(leader=1)
    play.to_bidding()
    play.lay({1: "H1"})
    play.set_influence(0, 0, 0, 0)
    bid(play, 0, 0, 0, 0)
    assert play.hand_sizes == [4, 1, 4, 4]


def test_fil_9_26_who_can_only_pass_is_not_asked_and_has_passed(start: Start, game: Game) -> None:
    play = bidding(start, 2, 1, 2, 5)
    asked = []

    def decide(decision: int, table: object, own: object, options: object, *rest: object) -> int:
        return 1 if play.session.pending == "bid" else 0

    entry = Entry("least", "least", decide, (), "")
    for decision, seat, _, _ in play.session.steps(line_up([entry] * 4)):
        if decision != "bid":
            break
        asked.append(seat)
    # Seat 0 bids 1; seat 1 has 1; seat 2 bids 2; seat 3 bids 3; then nobody else can.
    assert asked == [0, 2, 3]
    assert (play.table.leader, play.table.highest) == (3, 3)
