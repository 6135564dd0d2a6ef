"""FIL-2: the primitives that card texts are written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.filibuster.records import (
    BY_FULL_TRACK,
    BY_PAY_OR_END,
    BY_TIME_CARD,
)

if TYPE_CHECKING:
    from hemicycle.tests.games.filibuster_play import Play, Start


def order(play: Play) -> str:
    """The time deck, top first, by ids."""
    deck = play.hidden.time_deck
    return play.names([int(card) for card in deck.slots[deck.top : deck.length]], "time")


def supporter_plays(play: Play, assist: str, hours: str = "H1") -> None:
    """Leader 0 plays `hours`; seat 1, who drew it or held it, plays the Assist."""
    play.leader_turn(hours)
    play.choose("support", assist, seat=1)


def test_fil_2_1_continue_does_nothing(start: Start) -> None:
    play = start()
    play.lay({0: "H1"})
    play.time("T01")
    play.leader_turn()

    assert play.pending == ("play_hours", 0)
    assert play.influence == [3, 3, 3, 3]
    assert (play.table.hours, play.hand_sizes) == (0, [1, 0, 0, 0])


def test_fil_2_2_end_ends_the_filibuster(start: Start) -> None:
    play = start()
    play.time("T02")
    play.leader_turn()

    assert play.pending == ("bid", 0)
    assert play.ended == (BY_TIME_CARD, 0, 0)


def test_fil_2_3_the_leader_pays_or_the_filibuster_ends(start: Start) -> None:
    paid, ended = start(), start()
    for play in (paid, ended):
        play.lay({0: "H1"})
        play.time("T03")
        play.leader_turn()
        assert play.options() == [0, 1]

    paid.choose("pay_or_end", "pay", seat=0)
    assert paid.pending == ("play_hours", 0)
    assert paid.influence == [0, 3, 3, 3]

    ended.choose("pay_or_end", "end", seat=0)
    assert ended.pending == ("bid", 0)
    assert ended.ended == (BY_PAY_OR_END, 0, 0)
    assert ended.influence == [2, 2, 2, 2]  # only the backlash was lost


def test_fil_2_3_with_too_little_influence_it_ends_unasked(start: Start) -> None:
    play = start()
    play.set_influence(2)
    play.time("T03")
    play.leader_turn()

    assert play.pending == ("bid", 0)
    assert play.ended == (BY_PAY_OR_END, 0, 0)
    assert play.influence == [1, 2, 2, 2]


def test_fil_2_4_hours_go_up_at_most_to_the_end_of_the_track(start: Start) -> None:
    play = start()
    play.lay({0: "H1"})
    play.time("T09")
    play.leader_turn()
    assert play.table.hours == 2

    play = start()
    play.table.hours = 23
    play.time("T09")
    play.leader_turn()
    assert play.ended == (BY_FULL_TRACK, 24, 1)


def test_fil_2_5_influence_is_gained_from_the_bank(start: Start) -> None:
    play = start("time.T01.effects=influence each 99")
    play.lay({0: "H1"})
    play.time("T01")
    play.leader_turn()

    assert play.influence == [102, 102, 102, 102]


def test_fil_2_5_a_loss_stops_at_the_floor(start: Start) -> None:
    play = start()
    play.lay({0: "H1"})
    play.set_influence(0, 1, 2, 3)
    play.time("T05 T04")
    play.leader_turn()
    assert play.influence == [0, 0, 1, 2]

    play = start("influence_floor=2")
    play.lay({0: "H1"})
    play.set_influence(1, 2, 3, 4)
    play.time("T05")
    play.leader_turn()
    assert play.influence == [1, 2, 2, 3]  # a loss is never a gain


def test_fil_2_5_the_floor_is_for_losses_not_for_payments(start: Start) -> None:
    play = start("influence_floor=2")
    play.lay({0: "H1", 1: "S06"})
    play.time("T03")
    play.leader_turn()
    play.choose("pay_or_end", "pay", seat=0)
    assert play.influence[0] == 0

    play.set_influence(3, 0, 3, 3)
    play.choose("play_hours", "H1")
    play.choose("support", "S06", seat=1)  # star 1, then 2 from the Leader
    assert play.influence == [1, 3, 3, 3]

    play.to_bidding()
    play.set_influence(3, 3, 3, 3)
    for total in (3, 0, 0, 0):
        play.choose("bid", total)
    assert play.influence == [0, 3, 3, 3]


def test_fil_2_6_draw_takes_action_cards(start: Start) -> None:
    play = start("time.T07.effects=draw supporters 2")
    play.lay({0: "H1"}, draw="H4 S01 S02 S03 S04 S05 H1")
    play.time("T07")
    play.leader_turn()

    assert [play.hand(seat) for seat in range(4)] == ["H1", "H4 S01", "S02 S03", "S04 S05"]


def test_fil_2_7_discards_are_chosen_one_at_a_time(start: Start) -> None:
    play = start("time.T06.effects=discard each 2")
    play.lay({0: "H1 S03", 1: "H4 H4 S05", 2: "", 3: "S09"}, draw="S07")
    play.time("T06")
    play.leader_turn()

    play.choose("discard", "S03", seat=0)
    play.choose("discard", "H1", seat=0)
    play.choose("discard", "H4", seat=1)
    play.choose("discard", "H4", seat=1)
    play.choose("discard", "S09", seat=3)
    assert [play.hand(seat) for seat in (0, 2, 3)] == ["", "", ""]
    assert play.hand(1) == "S05 S07"  # the second is from the turn that has begun
    assert play.table.action_discards == 5
    assert play.pending == ("support", 1)


def test_fil_2_8_only_the_actor_sees_the_top_and_its_order_stays(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S01"})
    play.time("T01 T02 T05 T04")
    supporter_plays(play, "S01")

    own = play.own(1)
    assert play.names(list(own.peeked[: own.peeked_count]), "time") == "T02 T05"
    assert [play.own(seat).peeked_count for seat in (0, 2, 3)] == [0, 0, 0]
    assert order(play).startswith("T02 T05 T04")


def test_fil_2_8_a_peek_at_too_few_cards_sees_all(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S01"})
    play.time("T01 T02", rest=False)
    supporter_plays(play, "S01")

    own = play.own(1)
    assert play.names(list(own.peeked[: own.peeked_count]), "time") == "T02"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("leave", "T04 T05 T06 T07 T08"), ("bury", "T06 T07 T08 T04 T05")],
)
def test_fil_2_9_bury_moves_the_top_in_order_or_nothing(
    start: Start, answer: str, expected: str
) -> None:
    play = start("action.S02.effects=peek 3; bury 2")
    play.lay({0: "H1", 1: "S02"})
    play.time("T01 T04 T05 T06 T07 T08", rest=False)
    supporter_plays(play, "S02")
    assert play.options() == [0, 1]
    play.choose("bury", answer, seat=1)

    assert order(play) == expected
    assert play.table.time_cards_left == 5


def test_fil_2_10_cancelled_draws_stack_and_count_as_drawn(start: Start) -> None:
    play = start("action.S03.effects=cancel_next; cancel_next")
    play.lay({0: "H1 H1 H1 H1", 1: "S03"})
    play.time("T01 T02 T02 T02")
    supporter_plays(play, "S03")
    assert play.table.cancel == 2

    play.leader_turn("H1")  # the first end has no effect
    play.choose("support", "draw", seat=2)
    assert (play.table.cancel, play.table.time_cards_left) == (1, 22)
    play.leader_turn("H1")  # nor has the second
    play.choose("support", "draw", seat=3)
    assert (play.table.cancel, play.table.time_cards_left) == (0, 21)
    play.leader_turn()  # the third has
    assert play.ended == (BY_TIME_CARD, 3, 0)


def test_fil_2_10_shuffle_time_keeps_cancelled_draws(start: Start) -> None:
    play = start("action.S09.effects=cancel_next; shuffle_time; cancel_next")
    play.lay({0: "H1", 1: "S09"})
    play.time("T01")
    supporter_plays(play, "S09")

    assert play.table.cancel == 2


def test_fil_2_10_cancelled_draws_end_with_the_filibuster(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S03"})
    play.time("T01")
    play.table.hours = 22
    play.leader_turn("H1")
    play.choose("support", "S03", seat=1)
    play.vote("aye", "aye", "aye")
    assert play.table.cancel == 1
    play.elect(1)

    assert play.table.cancel == 0
    play.time("T02")
    play.leader_turn()
    assert play.table.failures == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [((5, 0, 0, 0), [3, 3, 0, 0]), ((1, 0, 0, 0), [0, 2, 0, 0]), ((0, 0, 0, 0), [0, 1, 0, 0])],
)
def test_fil_2_11_transfer_moves_at_most_what_is_held(
    start: Start, before: tuple[int, ...], after: list[int]
) -> None:
    play = start()
    play.lay({0: "H1", 1: "S06"})
    play.set_influence(*before)
    play.time("T01")
    supporter_plays(play, "S06")  # star 1, then 2 from the Leader

    assert play.influence == after


def test_fil_2_12_shuffle_time_brings_all_time_cards_back(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S09"})
    play.time("T01 T02 T03", rest=False)
    supporter_plays(play, "S09")

    assert play.table.time_cards_left == play.hidden.time_deck.left == 24
    deck = play.hidden.time_deck
    assert sorted(card for card in deck.slots[: deck.length] if card >= 0) == sorted(
        i for i, card in enumerate(play.mix.decks["time"]) for _ in range(card.count)
    )


def test_fil_2_12_shuffle_time_shuffles(start: Start) -> None:
    """What was buried or known before may lie anywhere: 40 shuffles leave no card on top."""
    play = start("action.S09.effects=shuffle_time; peek 1")
    seen = set()
    for i in range(40):
        play.hidden.time_shuffles = i
        play.lay({0: "H1", 1: "S09"})
        play.time("T01")
        play.table.hours = 0
        play.table.next_supporter = 1
        supporter_plays(play, "S09")
        seen.add(int(play.own(1).peeked[0]))
    assert len(seen) > 5


def test_fil_2_13_groups_of_players(start: Start) -> None:
    play = start(
        "action.S07.effects=influence leader 1; influence supporters 2; influence each 4; "
        "influence self 8; influence target 16"
    )
    play.lay({0: "H1", 1: "S07"})
    play.set_influence(0, 0, 0, 0)
    play.time("T01")
    supporter_plays(play, "S07")
    assert play.options() == [2, 3, 0]  # the target may be the Leader
    play.choose("target", 0, seat=1)

    assert play.influence == [1 + 4 + 16, 1 + 2 + 4 + 8, 2 + 4, 2 + 4]  # seat 1: star 1


def test_fil_2_13_the_actor_of_an_hours_card_and_the_leader_of_a_policy(start: Start) -> None:
    play = start("action.H1.effects=hours 1; influence self 5", leader=2)
    play.lay({2: "H1"})
    play.policies("P13 P08")
    play.time("T01 T02")
    play.leader_turn("H1")
    assert play.influence == [3, 3, 8, 3]
    play.choose("support", "draw", seat=3)
    play.set_influence(9, 9, 9, 9)
    play.leader_turn()  # backlash of P13: the Leader loses 3

    assert play.influence == [9, 9, 9 - 3 + 1, 9]
