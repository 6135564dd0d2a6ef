"""LIB-6: the battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.liberte import records as lib

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play


def fight(
    begin: Begin,
    displays: dict[int, str],
    battle: dict[int, int],
    *changes: str,
    turn: int = 2,
    **options: int,
) -> Play:
    """The action phase of a turn ends with these displays and tokens."""
    play = begin(*changes, **options)
    play.lay(displays=displays)
    play.to_turn(turn)
    play.board(battle=battle)
    play.events()
    play.end_phase()
    return play


def fought(play: Play, turn: int = 2) -> tuple[int, int]:
    """How it went, and who led."""
    entry = play.history(turn)
    return int(entry.battle), int(entry.battle_winner)


def test_lib_6_1_a_general_and_a_token_are_needed(begin: Begin) -> None:
    displays = {0: "Danton", 1: "Hoche", 2: "Kellermann"}
    play = fight(begin, displays, {0: 5, 2: 1})
    assert fought(play) == (lib.BATTLE_WON, 2)
    assert play.history(2).battle_tokens == 6


def test_lib_6_1_generals_in_hand_do_not_count(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Hoche"}, {1: "Moreau"}, rest="box")
    play.to_turn(2)
    play.board(battle={0: 3, 1: 1})
    play.end_phase()
    assert fought(play) == (lib.BATTLE_WON, 1)


def test_lib_6_2_most_tokens_lead_and_the_general_is_kept(begin: Begin) -> None:
    play = fight(begin, {0: "Hoche", 1: "Kellermann", 3: "Danton"}, {0: 2, 1: 3, 3: 9})
    assert fought(play) == (lib.BATTLE_WON, 1)
    assert play.vp == [0, 4, 0, 0]
    assert play.table.vp_from[1, lib.FROM_BATTLE] == 4
    assert play.hand(1) == "Kellermann"  # kept in the display, and back in hand in turn 3
    assert play.discards == ""


@pytest.mark.parametrize(("turn", "vp"), [(2, 7), (3, 8), (4, 9)])
def test_lib_6_2_what_each_battle_is_worth(begin: Begin, turn: int, vp: int) -> None:
    changes = ("battle_vp_turn2=7", "battle_vp_turn3=8", "battle_vp_turn4=9")
    assert fight(begin, {2: "Hoche"}, {2: 1}, *changes, turn=turn).vp == [0, 0, vp, 0]
    assert fight(begin, {2: "Hoche"}, {2: 1}, turn=turn).vp == [0, 0, 4, 0]


# Ties


def test_lib_6_3_tied_players_are_asked_in_player_order(begin: Begin) -> None:
    displays = {0: "Hoche, Danton", 1: "Moreau", 2: "Bonaparte", 3: "Kellermann, Dumouriez"}
    play = fight(begin, displays, {0: 3, 1: 2, 2: 3, 3: 3}, starter=2)
    assert play.pending == ("battle_advance", 2)
    assert play.listed() == "Bonaparte, stop"
    play.choose("battle_advance", "stop")
    assert play.pending == ("battle_advance", 3)
    assert play.listed() == "Dumouriez, Kellermann, stop"
    play.choose("battle_advance", "Kellermann")
    assert (play.display(3), play.discards) == ("Dumouriez", "Kellermann")  # seen by those after
    assert play.pending == ("battle_advance", 0)
    assert play.listed() == "Hoche, stop"  # generals only
    play.choose("battle_advance", "Hoche")
    assert fought(play) == (lib.BATTLE_WON, 0)
    assert play.vp == [4, 0, 0, 0]
    assert play.discards == "Hoche, Kellermann"  # the winner's too
    assert play.hand(2) == "Bonaparte"


def test_lib_6_3_one_general_alone_wins(begin: Begin) -> None:
    play = fight(begin, {0: "Hoche", 1: "Kellermann"}, {0: 1, 1: 1})
    play.choose("battle_advance", "stop", seat=0)
    play.choose("battle_advance", "Kellermann", seat=1)
    assert fought(play) == (lib.BATTLE_WON, 1)


def test_lib_6_3_a_shared_top_is_unbroken_whoever_else_advanced(begin: Begin) -> None:
    play = fight(begin, {0: "Hoche", 1: "Kellermann", 2: "Bonaparte"}, {0: 1, 1: 1, 2: 1})
    for seat, card in ((0, "Hoche"), (1, "Kellermann"), (2, "Bonaparte")):
        play.choose("battle_advance", card, seat=seat)
    assert fought(play) == (lib.BATTLE_LOST, lib.NO_SEAT)
    assert play.vp == [0] * 4
    assert play.discards == "Bonaparte, Hoche, Kellermann"


def test_lib_6_3_nobody_advances(begin: Begin) -> None:
    play = fight(begin, {0: "Hoche", 1: "Kellermann"}, {0: 1, 1: 1})
    play.choose("battle_advance", "stop", seat=0)
    play.choose("battle_advance", "stop", seat=1)
    assert fought(play) == (lib.BATTLE_LOST, lib.NO_SEAT)
    assert play.discards == ""
    assert [a for _, a, *_ in play.events("battle_lost")] == [1]  # an unbroken tie


# Lost battles


def test_lib_6_4_nobody_eligible(begin: Begin) -> None:
    play = fight(begin, {0: "Danton"}, {0: 2})
    assert fought(play) == (lib.BATTLE_LOST, lib.NO_SEAT)
    assert play.table.lost_blocks == 1
    assert play.supply == "R30 B28 W23"
    assert [a for _, a, *_ in play.events("battle_lost")] == [0]


def test_lib_6_4_the_block_stays_for_the_rest_of_the_game(begin: Begin) -> None:
    play = begin()
    play.lay(rest="box")
    for lost in (0, 1, 2, 3):
        play.end_phase()
        assert play.table.lost_blocks == lost
    assert play.session.over and play.table.supply[lib.WHITE] == 21


def test_lib_6_4_without_white_blocks_it_is_owed_until_after_the_election(begin: Begin) -> None:
    play = begin("cr_provinces_needed=1")
    play.lay({}, {0: "Danton, Marat"}, rest="box")
    play.to_turn(3)
    # Paris is tied: there the game stops in the middle of the election, which brings blocks back
    play.board({"Berry": "2W2 0R3", "Paris": "0R1 1R1"}, supply={"W": 0})
    play.end_phase()
    assert play.pending == ("paris_advance", 0)
    assert (play.table.lost_owed, play.table.lost_blocks) == (1, 0)  # does not count yet
    play.choose("paris_advance", "stop")
    assert not play.session.over  # no white block has come back

    play = begin("cr_provinces_needed=1")
    play.lay({}, {0: "Danton, Marat"}, rest="box")
    play.to_turn(3)
    play.board({"Berry": "2W2", "Paris": "0R1 1R1"}, supply={"W": 0})
    play.end_phase()
    play.choose("paris_advance", "stop")
    assert play.session.over and play.table.end == lib.BY_COUNTER_REVOLUTION
    assert (play.table.lost_owed, play.table.lost_blocks) == (0, 1)
    assert play.table.supply[lib.WHITE] == 0  # the held block of Berry lies on the battle


def test_lib_6_4_still_none_it_waits_for_the_same_moment_of_a_later_turn(begin: Begin) -> None:
    play = begin()
    play.lay(rest="box")
    play.to_turn(2)
    play.board({"Normandie": "0W1 1R3", "Paris": "1R2"}, supply={"W": 0})
    play.end_phase()
    table = play.table
    assert (play.turn, table.lost_owed, table.lost_blocks) == (3, 1, 0)
    table.supply[lib.WHITE], table.reserve[lib.WHITE] = 5, table.reserve[lib.WHITE] - 5
    play.pass_on()
    assert (table.lost_owed, table.lost_blocks) == (1, 0)  # not at once


@pytest.mark.parametrize(("white", "placed"), [(1, 1), (2, 2), (5, 2)])
def test_lib_6_4_all_owed_blocks_are_placed_as_far_as_the_supply_allows(
    begin: Begin, white: int, placed: int
) -> None:
    play = begin()
    play.lay(rest="box")
    play.to_turn(3)
    play.board(supply={"W": 0}, battle={0: 1})
    play.table.lost_owed = 1
    play.table.lost_owed += 1
    play.table.supply[lib.WHITE], play.table.reserve[lib.WHITE] = white, 24 - white
    play.lay(displays={0: "Hoche"}, rest="box")
    play.end_phase()  # the battle is won: nothing is owed for it
    assert fought(play, 3) == (lib.BATTLE_WON, 0)
    assert play.table.lost_blocks == placed and play.table.lost_owed == 2 - placed


# Tokens


def test_lib_6_5_all_tokens_return(begin: Begin) -> None:
    for displays in ({0: "Hoche"}, {}):
        play = fight(begin, displays, {0: 2, 1: 1, 3: 4})
        assert play.free == [18] * 4
        assert not play.table.battle_tokens.any()


def test_lib_6_5_then_the_counter_revolution_is_looked_at(begin: Begin) -> None:
    play = begin("cr_provinces_needed=3")
    play.lay(rest="box")
    play.to_turn(3)
    play.board({"Anjou": "0W1", "Maine": "1W2"}, battle={2: 3})
    play.end_phase()
    assert play.session.over and play.table.end == lib.BY_COUNTER_REVOLUTION
    assert play.free == [17, 17, 18, 18]
    assert play.history(3).elected == 0
    assert play.events("counter_revolution") == [(-1, 2, 1, 0)]
