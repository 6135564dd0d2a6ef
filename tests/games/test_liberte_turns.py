"""LIB-4: player order, hands refreshed, the rounds of the action phase and why it ends."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.session import Session

if TYPE_CHECKING:
    from hemicycle.sim.cardmix import Mix
    from hemicycle.sim.game import Game
    from hemicycle.tests.games.liberte_play import Begin, Play


# Player order


def test_lib_4_1_the_blocks_set_aside_return_in_turn_2(begin: Begin) -> None:
    play = begin()
    play.lay(rest="box")
    assert play.supply == "R28 B26 W22"
    play.end_phase()
    assert (play.turn, play.supply) == (2, "R30 B28 W24")
    assert len(play.events("reserve_returned")) == 1
    play.end_phase()
    assert (play.turn, play.events("reserve_returned")) == (3, [])


def test_lib_4_1_players_are_ordered_by_vp(begin: Begin) -> None:
    play = begin(players=5, starter=3)
    play.lay(rest="box")
    assert play.order == [3, 4, 0, 1, 2]
    play.table.vp[:5] = 3, 12, 0, 7, 1
    play.end_phase()
    assert play.order == [1, 3, 0, 4, 2]
    assert play.pending == ("action_kind", 1)
    play.table.vp[:5] = 3, 12, 20, 7, 1
    play.end_phase()
    assert play.order == [2, 1, 3, 0, 4]


def test_lib_4_1_equal_vp_are_in_random_order_among_themselves(begin: Begin) -> None:
    orders = set()
    for starter in range(6):
        play = begin(players=6, starter=starter)
        play.lay(rest="box")
        play.table.vp[:6] = 5, 5, 1, 1, 9, 5
        play.end_phase()
        orders.add(tuple(play.order))
        assert play.order[0] == 4 and set(play.order[1:4]) == {0, 1, 5}
    assert len(orders) > 2


def test_lib_4_1_every_order_of_equals_is_as_likely(liberte: Game, liberte_mix: Mix) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(240):
        session = Session(liberte, liberte_mix, 3, seed=21, number=number)
        for _ in range(3):
            session.apply(lib.PASS)
        orders[tuple(session.state.table.order[:3].tolist())] += 1
    assert len(orders) == 6
    assert all(abs(n - 40) < 4.5 * 40**0.5 for n in orders.values())


# Hands


def test_lib_4_2_all_displays_go_back_first(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Roux"}, {0: "Danton, Marat", 2: "Sade", 3: "Club Monarchique"}, rest="box")
    play.table.vp[:4] = 4, 3, 2, 1
    play.end_phase()
    assert play.pending == ("refill_discard", 0)
    assert [play.display(seat) for seat in range(4)] == [""] * 4
    assert play.hand(0) == "Danton, Marat, Roux"
    assert (play.hand(2), play.hand(3)) == ("Sade", "Club Monarchique")
    taken = [(seat, play.name(card)) for seat, card, *_ in play.events("display_returned")]
    assert taken == [(0, "Danton"), (0, "Marat"), (2, "Sade"), (3, "Club Monarchique")]


def test_lib_4_2_discard_any_number_then_draw_up_to_seven(begin: Begin) -> None:
    play = begin(players=3)
    play.lay(
        {0: "Danton, Marat, Roux, Sade, Purge (A), Purge (A)", 1: "Barnave"},
        market="Hoche, Carnot",
        deck="Batz, Puisaye, Malouet",
    )
    play.table.vp[:3] = 4, 3, 2
    play.end_phase()
    assert play.listed() == "Danton, Sade, Marat, Roux, Purge (A), stop"
    play.choose("refill_discard", "Purge (A)", seat=0)
    play.choose("refill_discard", "Purge (A)", seat=0)
    assert play.listed() == "Danton, Sade, Marat, Roux, stop"
    play.choose("refill_discard", "stop", seat=0)
    # the gap in the market was filled just before the list was made
    assert play.listed() == "Hoche, Carnot, Batz, deck"
    play.choose("refill_draw", "Carnot", seat=0)
    assert play.market == "Hoche, Puisaye, Batz"
    play.choose("refill_draw", "deck", seat=0)
    assert play.hand(0).split(", ")[0] == "Malouet"
    play.choose("refill_draw", "Hoche", seat=0)
    assert play.pending == ("refill_discard", 1)  # 7 cards: the next player begins
    assert play.discards == "Purge (A), Purge (A)"


def test_lib_4_2_seven_or_more_cards_draw_none_and_there_is_no_limit(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Danton"}, rest=1)
    cards = int(play.table.hand_size[1])
    assert cards == 109
    play.table.vp[:3] = 4, 9, 2
    play.end_phase()
    play.choose("refill_discard", "stop", seat=1)
    assert play.pending == ("refill_discard", 0)
    assert play.table.hand_size[1] == cards


def test_lib_4_2_an_empty_hand_is_not_asked_to_discard(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Danton"}, deck="Batz, Puisaye, Malouet")
    play.table.vp[:3] = 4, 3, 2
    play.end_phase()
    play.choose("refill_discard", "Danton", seat=0)
    assert play.pending == ("refill_draw", 0)  # nothing left to discard: no list
    for _ in range(7):
        play.choose("refill_draw", "deck", seat=0)
    assert play.pending == ("refill_draw", 1)


def test_lib_4_2_the_refill_stops_short_without_cards(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Danton, Marat"}, market="Batz", rest="box")
    play.table.vp[:3] = 4, 3, 2
    play.end_phase()
    play.choose("refill_discard", "Marat", seat=0)
    play.choose("refill_discard", "stop", seat=0)
    assert play.market == "Batz, Marat, -"  # the discard was shuffled and fills a gap
    play.choose("refill_draw", "Marat", seat=0)
    assert play.listed() == "Batz"
    play.choose("refill_draw", "Batz", seat=0)
    assert play.pending == ("action_kind", 0) and play.turn == 2


def test_lib_4_2_the_size_of_a_refilled_hand_is_a_parameter(begin: Begin) -> None:
    play = begin("refill_hand_to=2", players=3)
    play.lay({0: "Danton"})
    play.table.vp[:3] = 4, 3, 2
    play.end_phase()
    play.choose("refill_discard", "stop", seat=0)
    play.choose("refill_draw", "deck", seat=0)
    assert play.pending == ("refill_draw", 1)


def test_lib_4_2_nobody_refreshes_in_turn_1(begin: Begin) -> None:
    play = begin()
    assert play.pending == ("action_kind", 0)
    assert play.table.hand_size[:4].tolist() == [7] * 4


# Action rounds


def test_lib_4_3_each_player_in_order_takes_one_action(begin: Begin) -> None:
    play = begin(players=5, starter=2)
    play.lay()
    seats = []
    for _ in range(12):
        seats.append(play.session.seat)
        play.choose("action_kind", "take")
        play.choose("take_source", "deck")
    assert seats == [2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3]
    assert play.table.action_round == 3
    assert [a for _, a, *_ in play.events("round_started")] == [2, 3]


def ended(play: Play, turn: int = 1) -> tuple[int, int]:
    """Why the action phase ended, and after how many rounds."""
    entry = play.history(turn)
    return int(entry.phase_end), int(entry.action_rounds)


def test_lib_4_4_an_empty_supply_ends_the_phase_with_the_round(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Roux, Sade", 1: "Chaumette"}, rest="box")
    play.board(supply={"R": 2})
    play.play("Roux", "Béarn")
    play.play("Chaumette", "Berry")  # the last red block
    assert play.events("supply_exhausted") == [(-1, lib.RED, 0, 0)]
    assert play.pending == ("action_kind", 2)  # the round is finished first
    play.pass_on()
    assert ended(play) == (lib.BY_SUPPLY, 1)


def test_lib_4_4_it_stays_seen_when_blocks_come_back(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Roux", 1: "Unrest (A)"}, rest="box")
    play.board(supply={"R": 1})
    play.play("Roux", "Béarn")
    play.special("Unrest (A)")
    play.choose("target_province", "Béarn")
    play.choose("target_stack", 0)
    assert play.table.supply[lib.RED] == 1
    play.pass_on()
    assert ended(play) == (lib.BY_SUPPLY, 1)


def test_lib_4_4_it_is_seen_after_each_single_block(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Danton"}, rest="box")
    play.board(supply={"R": 1})
    play.play("Danton", "Lorraine")  # one block of three
    assert play.table.exhausted == 1


def test_lib_4_4_with_a_colour_missing_from_the_start_there_is_one_round(begin: Begin) -> None:
    play = begin("blocks_red=2", players=3)  # both are set aside, and are no supply
    assert play.supply == "R0 B26 W22"
    for _ in range(3):
        play.choose("action_kind", "take")
        play.choose("take_source", "deck")
    assert ended(play) == (lib.BY_SUPPLY, 1)
    assert play.turn == 2 and play.table.exhausted == 1  # of turn 1
    while play.session.pending != "action_kind":
        play.choose(play.session.pending, play.options()[-1])
    assert play.table.exhausted == 0  # looked at anew when the phase opens


def test_lib_4_4_all_pass_forced_or_not(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Danton"}, rest="box")
    assert play.listed() == "play, pass"
    play.pass_on()
    assert play.listed() == "pass"
    play.pass_on(2)
    assert ended(play) == (lib.BY_ALL_PASS, 1)


def test_lib_4_4_passes_of_two_rounds_do_not_add_up(begin: Begin) -> None:
    play = begin(players=3)
    play.choose("action_kind", "take")
    play.choose("take_source", "deck")
    play.pass_on(2)
    play.pass_on(1)
    play.choose("action_kind", "take")
    play.choose("take_source", "deck")
    play.pass_on(1)
    assert (play.turn, play.table.action_round) == (1, 3)
    play.pass_on(3)
    assert ended(play) == (lib.BY_ALL_PASS, 3)


def test_lib_4_4_the_cap_of_rounds(begin: Begin) -> None:
    play = begin("max_action_rounds=2", players=3)
    for _ in range(6):
        play.choose("action_kind", "take")
        play.choose("take_source", "deck")
    assert ended(play) == (lib.BY_CAP, 2)


@pytest.mark.parametrize(
    ("supply", "why"), [({"R": 1}, lib.BY_SUPPLY), ({}, lib.BY_ALL_PASS)], ids=["supply", "pass"]
)
def test_lib_4_4_the_first_reason_counts(begin: Begin, supply: dict[str, int], why: int) -> None:
    play = begin("max_action_rounds=1", players=3)
    play.lay({0: "Roux"}, rest="box")
    play.board(supply=supply)
    if supply:
        play.table.exhausted = 1
    play.pass_on(3)
    assert ended(play) == (why, 1)


def test_lib_4_4_nothing_is_discarded_at_the_end(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Danton"}, {1: "Marat"}, rest="box")
    play.end_phase()
    assert play.discards == ""
    assert (play.hand(0), play.hand(1)) == ("Danton", "Marat")


def test_lib_4_4_a_counter_revolution_cuts_the_phase_off(begin: Begin) -> None:
    play = begin("cr_provinces_needed=1", players=3)
    play.lay({0: "Rivarol"}, rest="box")
    play.to_turn(3)
    play.play("Rivarol", "Provence")
    assert play.session.over
    assert ended(play, 3) == (lib.BY_CUT, 1)
    assert play.events("action_phase_ended") == []


# The turn


def test_lib_4_5_after_the_phase_battle_then_election(begin: Begin) -> None:
    play = begin(players=3)
    play.lay(rest="box")
    for turn in (1, 2, 3, 4):
        play.end_phase()
        entry = play.history(turn)
        assert entry.battle == (lib.BATTLE_LOST if turn > 1 else lib.NO_BATTLE)
        assert entry.elected == 1
    kinds = ("Action round", "The action phase", "Battle of", "The election", "The game ends")
    told = [line.strip() for line in play.told()]
    told = [kind for line in told for kind in kinds if line.startswith(kind)]
    assert told[-5:] == list(kinds) and play.session.over


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_lib_4_5_the_number_of_turns_is_a_parameter(begin: Begin, turns: int) -> None:
    play = begin(f"turns={turns}", players=3)
    play.lay(rest="box")
    for turn in range(1, turns + 1):
        assert not play.session.over
        play.end_phase()
        assert play.history(turn).elected == 1
    assert play.session.over and play.table.end == lib.BY_VP


@pytest.mark.parametrize("first", [3, 5])
def test_lib_4_5_the_first_battle_is_a_parameter(begin: Begin, first: int) -> None:
    play = begin(f"battle_first_turn={first}", players=3)
    play.lay(rest="box")
    for turn in (1, 2, 3, 4):
        play.end_phase()
        fought = play.history(turn).battle != lib.NO_BATTLE
        assert fought == (turn >= first)
