"""FIL-9.3 to FIL-9.28: lists of options, and the order of what the sheet leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.game import Game
from hemicycle.sim.games.filibuster.records import BY_FULL_TRACK, BY_TIME_CARD
from hemicycle.sim.lineup import Entry, line_up
from hemicycle.sim.session import Session

if TYPE_CHECKING:
    from hemicycle.tests.games.filibuster_play import Play, Start


def acting(start: Start, *changes: str, assist: str = "", draw: str = "", **hands: str) -> Play:
    """Leader 0 has played a 1-hour card; seat 1 holds `assist` and is asked what to do."""
    play = start(*changes)
    held = {int(seat[1:]): cards for seat, cards in hands.items()}
    play.lay({**held, 0: f"H1 {held.get(0, '')}", 1: assist}, draw=draw)
    play.time("T01")
    play.leader_turn("H1")
    assert play.pending == ("support", 1)
    play.told()
    return play


# Lists of options


def test_fil_9_3_one_option_for_each_distinct_card_in_the_order_of_the_list(start: Start) -> None:
    play = acting(start, assist="S09 H4 S01 H1 H1 S01", draw="H4")
    assert play.listed() == "draw H1 H4 S01 S09"


def test_fil_9_3_a_single_option_is_not_asked(game: Game, mix: Mix) -> None:
    def decide(decision: int, table: object, own: object, options: object, *rest: object) -> int:
        return 0

    lineup = line_up([Entry("first", "first", decide, (), "")] * 4)
    listed = [
        options
        for number in range(20)
        for _, _, options, _ in Session(game, mix, 4, seed=2, number=number).steps(lineup)
    ]
    assert len(listed) > 500
    assert min(len(options) for options in listed) == 2
    assert all(len(set(options)) == len(options) for options in listed)


def test_fil_9_9_play_hours_only_hours_cards(start: Start) -> None:
    play = start()
    play.lay({0: "S01 H3 H2 H3 S09"})
    play.time("T01")
    play.choose("call_vote", "no")
    assert (play.pending, play.listed()) == (("play_hours", 0), "H2 H3")


@pytest.mark.parametrize(
    ("price", "influence", "hand", "asked"),
    [
        (2, 2, "S03", True),
        (2, 1, "S03", False),
        (2, 9, "H1", False),
        (0, 9, "S03", False),
    ],
)
def test_fil_9_10_buy_hour_is_asked(
    start: Start, price: int, influence: int, hand: str, asked: bool
) -> None:
    play = start(f"buy_hour_price={price}")
    play.lay({0: hand})
    play.time("T01")
    play.set_influence(influence)
    play.choose("call_vote", "no")
    assert (play.session.pending == "buy_hour") == asked


@pytest.mark.parametrize(("answer", "hours", "left"), [("no", 0, 5), ("buy", 1, 3)])
def test_fil_9_10_buy_hour_no_or_buy(start: Start, answer: str, hours: int, left: int) -> None:
    play = start("buy_hour_price=2")
    play.lay({0: ""})
    play.time("T01")
    play.set_influence(5)
    play.choose("call_vote", "no")
    assert play.options() == [0, 1]
    play.choose("buy_hour", answer, seat=0)
    assert (play.table.hours, play.influence[0]) == (hours, left)
    assert play.pending == ("support", 1)


def test_fil_9_10_a_bought_hour_can_fill_the_track(start: Start) -> None:
    play = start("buy_hour_price=2")
    play.lay({0: ""})
    play.time("T01")
    play.table.hours = 23
    play.choose("call_vote", "no")
    play.choose("buy_hour", "buy")
    assert play.ended == (BY_FULL_TRACK, 24, 1)


def test_fil_9_11_draw_comes_first_then_the_cards(start: Start) -> None:
    play = acting(start, assist="S04 H2", draw="S01")
    assert play.listed() == "draw H2 S01 S04"


def test_fil_9_11_without_cards_to_draw_there_is_no_draw(start: Start) -> None:
    play = start("time.T01.effects=discard leader 1")
    play.lay({0: "H1", 1: "S04"}, rest=3)
    play.time("T01")
    play.choose("call_vote", "no")
    play.choose("discard", "H1")  # seat 1 draws it: the only card there is
    assert play.listed() == "H1 S04"


def test_fil_9_11_the_discards_count_as_cards_to_draw(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S04"}, draw="S01", rest=3)
    play.time("T01")
    play.leader_turn("H1")
    assert play.table.action_discards == 1
    assert play.listed() == "draw S01 S04"


def test_fil_9_11_a_supporter_with_no_option_does_nothing(start: Start) -> None:
    play = start()
    play.lay({0: "S03"}, rest=3)
    play.time("T01 T01")
    play.choose("call_vote", "no")  # seat 1 holds nothing and can draw nothing
    assert play.pending == ("call_vote", 0)
    assert play.table.next_supporter == 2
    assert play.told()[-1] == "  Seat 1 has no card and can draw none."


def test_fil_9_12_bury_is_asked_if_a_card_was_peeked_at(start: Start) -> None:
    play = acting(start, assist="S02")
    play.choose("support", "S02")
    assert (play.pending, play.options()) == (("bury", 1), [0, 1])

    play = start()
    play.lay({0: "H1", 1: "S02"})
    play.time("T01", rest=False)
    play.leader_turn("H1")
    play.choose("support", "S02")  # the time deck is empty
    assert play.pending == ("call_vote", 0)


def test_fil_9_13_target_each_other_player_left_of_the_actor_first(start: Start) -> None:
    play = acting(start, assist="S08")
    play.choose("support", "S08")
    assert (play.pending, play.options()) == (("target", 1), [2, 3, 0])
    play.choose("target", 3)
    assert play.influence == [3, 5, 3, 1]


def test_fil_9_14_discard_is_asked_again_for_every_card(start: Start) -> None:
    play = acting(start, "action.S08.effects=discard target 3", assist="S08", s2="S09 H2 H2")
    play.choose("support", "S08")
    play.choose("target", 2)
    assert (play.pending, play.listed()) == (("discard", 2), "H2 S09")
    play.choose("discard", "H2")
    assert play.listed() == "H2 S09"
    play.choose("discard", "H2")
    assert play.listed() == "S09"  # one option: the engine does not ask, but the card goes
    play.choose("discard", "S09")
    assert play.hand_sizes[2] == 0


# Order


def test_fil_9_15_a_text_runs_to_its_end_even_after_an_end(start: Start) -> None:
    play = start("time.T02.effects=end; influence each 5; draw leader 1")
    play.lay({}, draw="S03")
    play.time("T02")
    play.leader_turn()
    assert play.ended == (BY_TIME_CARD, 0, 0)
    assert play.influence == [3 + 5 - 1] * 4
    assert play.hand(0) == "S03"


@pytest.mark.parametrize(
    ("text", "cause"), [("hours 24; end", BY_FULL_TRACK), ("end; hours 24", BY_TIME_CARD)]
)
def test_fil_9_15_the_first_cause_of_the_end_stands(start: Start, text: str, cause: int) -> None:
    play = start(f"time.T02.effects={text}")
    play.time("T02")
    play.leader_turn()
    assert play.ended == (cause, 24, 1)


def test_fil_9_15_effects_run_from_left_to_right(start: Start) -> None:
    play = start("time.T04.effects=influence leader -5; influence leader 2")
    play.lay({0: "H1"})
    play.time("T04")
    play.leader_turn()
    assert play.influence[0] == 2  # not 0: the loss stopped at the floor first


def test_fil_9_16_an_hours_card_can_be_drawn_again_by_its_own_text(start: Start) -> None:
    play = start("action.H1.effects=hours 1; draw self 1")
    play.lay({0: "H1"}, rest=3)
    play.time("T01")
    play.leader_turn("H1")
    assert play.hand(0) == "H1"


def test_fil_9_17_an_assist_cannot_be_drawn_by_its_own_text(start: Start) -> None:
    play = start()
    play.lay({0: "H1", 1: "S05"}, rest=3)
    play.time("T01 T02")
    play.leader_turn("H1")  # discards H1; seat 1 draws it, and no card is left
    play.choose("support", "S05", seat=1)  # the Leader would draw 2
    assert play.hand(0) == ""
    assert play.names([int(play.hidden.discards[0])]) == "S05"


def test_fil_9_17_star_then_text_then_the_discards(start: Start) -> None:
    play = acting(start, assist="S06")
    play.table.influence[1] = 0
    play.choose("support", "S06")
    assert play.told()[:4] == [
        "  Seat 1 plays Backroom Deal (transfer leader self 2).",
        "    Seat 1 gains 1 influence (star): 1.",
        "    Seat 0 loses 2 influence (transfer): 1.",
        "    Seat 1 gains 2 influence (transfer): 3.",
    ]


def test_fil_9_18_a_group_effect_goes_round_from_the_leader(start: Start) -> None:
    play = start("time.T07.effects=draw each 2; discard supporters 1", leader=2)
    play.lay({}, draw="S01 S02 S03 S04 S05 S06 S07 S08")
    play.time("T07")
    play.leader_turn()
    assert [play.hand(seat) for seat in (2, 3, 0, 1)] == [
        "S01 S02",
        "S03 S04",
        "S05 S06",
        "S07 S08",
    ]
    for seat in (3, 0, 1):
        play.choose("discard", play.options()[0], seat=seat)


def test_fil_9_20_a_buried_card_goes_under_the_time_deck(start: Start) -> None:
    play = start()
    play.lay({0: "H1 H1 H1", 1: "S02"})
    play.time("T01 T02 T04 T05", rest=False)
    play.leader_turn("H1")
    play.choose("support", "S02", seat=1)
    play.choose("bury", "bury", seat=1)
    for name, seat in (("T04", 2), ("T05", 3)):
        play.leader_turn("H1")
        assert play.table.time_drawn[play.card(name)] == 1
        play.choose("support", "draw", seat=seat)
    play.leader_turn()
    assert play.ended == (BY_TIME_CARD, 3, 0)  # the end card came last


def test_fil_9_21_drawn_time_cards_stay_out(start: Start) -> None:
    play = start()
    play.lay({0: "H1 H1", 1: "S01", 2: "S09"})
    play.time("T01 T02")
    play.leader_turn("H1")
    assert play.table.time_cards_left == play.hidden.time_deck.left == 23
    assert play.table.time_left[play.card("T01")] == 6
    play.choose("support", "S01", seat=1)
    assert play.table.time_cards_left == 23  # a peek draws nothing


def test_fil_9_22_a_time_card_that_fills_the_track_ends_it_before_the_hours_card(
    start: Start,
) -> None:
    play = start()
    play.lay({0: "H1"})
    play.table.hours = 23
    play.time("T08")
    play.leader_turn()
    assert play.ended == (BY_FULL_TRACK, 24, 1)
    assert (play.hand(0), play.table.next_supporter) == ("H1", 1)


def test_fil_9_23_an_assist_that_fills_the_track_ends_it_after_the_turn(start: Start) -> None:
    play = acting(start, assist="S04")
    play.table.hours = 23
    play.choose("support", "S04")
    assert play.ended == (BY_FULL_TRACK, 24, 1)
    assert play.table.next_supporter == 2


def test_fil_9_24_until_the_next_draw_the_discards_stay(start: Start) -> None:
    play = start()
    play.lay({0: "H1 H1"}, draw="S03", discards="H4 H4", rest=3)
    play.time("T01 T01")
    play.leader_turn("H1")  # seat 1 draws the last card
    assert (play.table.action_cards_left, play.table.action_discards) == (0, 3)
    play.choose("support", "S03", seat=1)
    play.leader_turn("H1")  # seat 2 draws: S03 and both H1 are in the new deck
    assert (play.table.action_cards_left, play.table.action_discards) == (4, 0)
    assert play.hidden.reshuffles == 1


def test_fil_9_28_after_an_end_card_no_hours_card_is_played(start: Start) -> None:
    play = start()
    play.lay({0: "H1"})
    play.time("T02")
    play.leader_turn()
    assert play.ended == (BY_TIME_CARD, 0, 0)
    assert (play.hand(0), play.table.next_supporter) == ("H1", 1)
