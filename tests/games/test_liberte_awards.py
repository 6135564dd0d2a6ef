"""LIB-7.4, LIB-7.5: victory points for government and opposition, and presence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.liberte import records as lib
from hemicycle.tests.games.liberte_elections import elect

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play


def scored(play: Play) -> list[tuple[int, int, int]]:
    """Seat, VP and source in order."""
    return [(seat, a, c) for seat, a, _, c in play.events("vp_scored")]


GOV, OPP = lib.FROM_GOVERNMENT, lib.FROM_OPPOSITION


def test_lib_7_4_most_second_and_opposition(begin: Begin) -> None:
    play = elect(begin, "0R1 2R3 1R2 2B2 0B1")
    assert scored(play) == [(2, 5, GOV), (1, 2, GOV), (2, 3, OPP)]  # one may score in both
    assert play.vp == [0, 2, 8, 0]


def test_lib_7_4_the_amounts_are_parameters(begin: Begin) -> None:
    changes = ("gov_first_vp=11", "gov_second_vp=12", "opposition_first_vp=13")
    play = elect(begin, "0R3 1R2 2B2", None, *changes)
    assert scored(play) == [(0, 11, GOV), (1, 12, GOV), (2, 13, OPP)]


def test_lib_7_4_without_another_holder_no_second(begin: Begin) -> None:
    assert scored(elect(begin, "0R3 1W1")) == [(0, 5, GOV), (1, 3, OPP)]


def test_lib_7_4_tied_players_advance_a_card_of_the_colour(begin: Begin) -> None:
    displays = {0: "Sade, Sieyès", 1: "Danton", 2: "Marat", 3: "Roux"}
    play = elect(begin, "0R2 1R2 2R1", displays, starter=1)
    assert play.pending == ("award_advance", 1)
    assert play.listed() == "Danton, stop"
    play.choose("award_advance", "Danton")
    assert play.pending == ("award_advance", 0)  # seats 2 and 3 are not tied
    assert play.listed() == "Sade, stop"
    play.choose("award_advance", "Sade")
    assert scored(play) == [(1, 5, GOV), (0, 2, GOV)]  # the single loser is second
    assert play.discards == "Danton, Sade"


def test_lib_7_4_unbroken_for_first_each_scores_and_no_second(begin: Begin) -> None:
    displays = {0: "Danton", 1: "Marat", 2: "Sieyès"}
    play = elect(begin, "0R2 1R2 2R1 2B1", displays)
    play.choose("award_advance", "Danton", seat=0)
    play.choose("award_advance", "Marat", seat=1)
    assert scored(play) == [(0, 2, GOV), (1, 2, GOV), (2, 3, OPP)]  # opposition still

    play = elect(begin, "0R2 1R2 2R1", None, "gov_first_tie_unbroken_each_vp=9", starter=1)
    assert scored(play) == [(1, 9, GOV), (0, 9, GOV)]  # a single round, in player order


def test_lib_7_4_two_losers_of_the_first_tie_have_a_new_contest(begin: Begin) -> None:
    displays = {0: "Danton", 1: "Buzot, Sade", 2: "Brissot, Pétion", 3: "Roux"}
    play = elect(begin, "0R2 1R2 2R2 3R1", displays)
    for seat, card in ((0, "Danton"), (1, "Buzot"), (2, "Brissot")):
        play.choose("award_advance", card, seat=seat)
    assert play.pending == ("award_advance", 1)
    play.choose("award_advance", "Sade")
    play.choose("award_advance", "Pétion", seat=2)
    assert scored(play) == [(0, 5, GOV), (2, 2, GOV)]


def test_lib_7_4_unbroken_for_second_or_opposition_not_made(begin: Begin) -> None:
    play = elect(begin, "0R3 1R2 2R2 1B1 2B1")
    assert scored(play) == [(0, 5, GOV)]
    play = elect(begin, "0R3 1R1 2R1 1B1 2B1", {1: "Sade, Tallien", 2: "Roux, Bailly"})
    play.choose("award_advance", "Sade", seat=1)
    play.choose("award_advance", "Roux", seat=2)
    play.choose("award_advance", "stop", seat=1)
    play.choose("award_advance", "Bailly", seat=2)
    assert scored(play) == [(0, 5, GOV), (2, 3, OPP)]


def test_lib_7_4_a_shared_top_has_no_second_round(begin: Begin) -> None:
    play = elect(begin, "0R3 1B1 2B1", {1: "Sieyès, Tallien", 2: "Barnave, Bailly"})
    play.choose("award_advance", "Sieyès", seat=1)
    play.choose("award_advance", "Barnave", seat=2)
    assert scored(play) == [(0, 5, GOV)]


def test_lib_7_4_blocks_held_from_paris_count_each(begin: Begin) -> None:
    play = begin("battle_first_turn=5")
    play.lay()
    play.to_turn(4)
    play.board({"Paris": "1R3", "Berry": "0R1", "Touraine": "0R1"})
    play.events()
    play.end_phase()
    assert scored(play) == [(1, 5, GOV), (0, 2, GOV)]


# Presence


def test_lib_7_5_holders_of_the_governing_colour_are_present(begin: Begin) -> None:
    play = elect(begin, "0R2 1R1 2B1", turn=3)
    assert play.turn == 4
    assert play.table.presence[:4].tolist() == [1, 1, 0, 0]
    assert play.free == [17, 17, 18, 18]
    assert [seat for seat, *_ in play.events("presence_placed")] == [0, 1]


def test_lib_7_5_without_a_free_token_no_presence(begin: Begin) -> None:
    play = begin("battle_first_turn=5")
    play.lay()
    play.to_turn(3)
    play.board({"Berry": "0R3 1B1", "Touraine": "1R1"}, free={0: 0})
    play.end_phase()
    assert play.table.governing == lib.RED
    assert play.table.presence[:4].tolist() == [0, 1, 0, 0]


def test_lib_7_5_the_token_of_a_used_up_stack_is_free(begin: Begin) -> None:
    play = begin("battle_first_turn=5", "tokens_per_player=3")
    play.lay()
    play.to_turn(3)
    play.board({"Berry": "0R1"})
    assert play.free[0] == 0
    play.end_phase()
    assert play.table.presence[0] == 1 and play.free[0] == 0


@pytest.mark.parametrize(("needed", "present"), [(0, [1, 1, 1, 1]), (2, [1, 0, 0, 0])])
def test_lib_7_5_the_blocks_needed_are_a_parameter(
    begin: Begin, needed: int, present: list[int]
) -> None:
    play = elect(begin, "0R2 1R1 2B1", None, f"presence_blocks_needed={needed}", turn=3)
    assert play.table.presence[:4].tolist() == present
