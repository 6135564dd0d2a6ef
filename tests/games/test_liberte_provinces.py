"""LIB-7.1, LIB-7.6, LIB-7.7: the provinces vote, Paris and the contests by cards among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.liberte import records as lib

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play


def elect(
    begin: Begin,
    stacks: Mapping[str, str],
    displays: Mapping[int, str] | None = None,
    *changes: str,
    turn: int = 4,
    **options: int,
) -> Play:
    """The election of the last turn with these stacks; nothing is asked after it.

    There are no battles, unless told.
    """
    play = begin("battle_first_turn=5", *changes, **options)
    play.lay(displays=displays)
    play.to_turn(turn)
    play.board(stacks)
    play.events()
    play.end_phase()
    return play


def votes(play: Play, turn: int = 4) -> list[int]:
    """Votes for red, blue and white when the provinces had voted."""
    return [int(n) for n in play.history(turn).votes]


# One province


def test_lib_7_1_no_stacks_no_vote(begin: Begin) -> None:
    play = elect(begin, {})
    assert votes(play) == [0, 0, 0]
    assert play.history(4).empty == 27
    assert play.events("province_won", "province_unbroken", "province_cleared") == []


def test_lib_7_1_the_largest_stack_wins_one_vote_and_the_rest_stays(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R3 1B2 2W2"})
    assert votes(play) == [1, 0, 0]
    assert play.stacks("Berry") == "0R2 1B2 2W2"
    assert play.events("province_won") == [(0, play.province("Berry"), 16 * lib.RED + 1, 1)]


def test_lib_7_1_the_largest_stack_counts_not_the_sum_of_a_faction(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R2 1R2 2W3"})
    assert votes(play) == [0, 0, 1]


def test_lib_7_1_the_winner_holds_the_block(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R3", "Champagne": "0R1", "Paris": "1B1 2B1"}, {1: "Sieyès"})
    assert play.pending == ("paris_advance", 1)  # Berry and Champagne are 15 and 9
    assert play.held(0) == "R0 B0 W0"
    play.choose("paris_advance", "Sieyès")
    assert votes(play) == [2, 1, 0]
    play = elect(begin, {"Maine": "0R3", "Paris": "1B1 2B1"}, {1: "Sieyès"})
    assert (play.held(0), play.votes) == ("R1 B0 W0", "R1 B0 W0")


def test_lib_7_1_a_stack_used_up_frees_its_token(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R1"}, None, "presence_blocks_needed=9")
    assert play.stacks("Berry") == "" and play.free[0] == 18
    assert votes(play) == [1, 0, 0]  # the vote stands


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_lib_7_1_victory_points_of_provinces_in_turns_3_and_4(begin: Begin, turn: int) -> None:
    stacks = {"Vendée": "0W2 1R1", "Alsace": "1R1", "Guyenne": "2B1", "Languedoc": "2B1"}
    play = elect(begin, stacks, turn=turn)
    found = play.table.vp_from[:4, lib.FROM_PROVINCE].tolist()
    assert found == ([2, 1, 2, 0] if turn > 2 else [0, 0, 0, 0])


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_lib_7_1_the_turns_are_parameters(begin: Begin, turn: int) -> None:
    changes = [f"vp_province_turn{n}={int(n == turn)}" for n in (1, 2, 3, 4)]
    for voting in (1, 2, 3, 4):
        play = elect(begin, {"Vendée": "0W2"}, None, *changes, turn=voting)
        assert play.table.vp_from[0, lib.FROM_PROVINCE] == (2 if voting == turn else 0)


def test_lib_7_1_a_tie_is_fought_with_cards_of_the_own_stacks_colour(begin: Begin) -> None:
    displays = {0: "Danton, Sieyès, Jacobins (A)", 1: "Barnave, Roux", 2: "Calonne"}
    play = elect(begin, {"Vendée": "0R2 1B2 2W1"}, displays)
    assert play.pending == ("province_advance", 0)
    assert play.listed() == "Danton, Jacobins (A), stop"  # whatever the region; clubs too
    play.choose("province_advance", "Jacobins (A)")
    assert play.listed() == "Barnave, stop"
    play.choose("province_advance", "Barnave", seat=1)
    assert votes(play) == [0, 1, 0]
    assert play.stacks("Vendée") == ""  # cleared, of all players
    assert play.display(0) == "Sieyès, Danton"
    assert play.discards == "Barnave, Jacobins (A)"
    assert play.table.vp_from[1, lib.FROM_PROVINCE] == 2  # also after a tie
    assert play.events("province_cleared") == [(-1, play.province("Vendée"), 4, 0)]


def test_lib_7_1_a_tie_of_one_colour_is_a_tie(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R2 1R2 2W1"}, {0: "Danton", 1: "Marat"})
    play.choose("province_advance", "Danton", seat=0)
    play.choose("province_advance", "Marat", seat=1)
    assert votes(play) == [0, 0, 0]  # 3 against 3
    assert play.stacks("Berry") == ""
    assert play.events("province_unbroken") == [(-1, play.province("Berry"), 0b11, 0)]


def test_lib_7_1_an_unbroken_tie_clears_the_province_too(begin: Begin) -> None:
    play = elect(begin, {"Vendée": "0R2 1B2 2W1"}, {2: "Calonne"})
    assert play.session.over  # nobody was asked: seat 2 is not tied
    assert votes(play) == [0, 0, 0]
    assert play.stacks("Vendée") == ""
    assert play.supply == "R30 B28 W24" and play.free == [18] * 4
    assert play.vp == [0] * 4


def test_lib_7_1_a_broken_tie_holds_one_block_the_rest_goes(begin: Begin) -> None:
    stacks = {"Maine": "0R3 1B3 3B1", "Paris": "2W1 3W1"}
    play = elect(begin, stacks, {0: "Danton", 2: "Necker"})
    play.choose("province_advance", "Danton", seat=0)
    assert play.pending == ("paris_advance", 2)
    assert (play.held(0), play.stacks("Maine"), play.supply) == ("R1 B0 W0", "", "R29 B28 W22")


# Contests


def test_lib_7_6_in_player_order_each_once_and_shown_at_once(begin: Begin) -> None:
    displays = {0: "Danton", 1: "Barnave", 3: "Necker, Batz"}
    play = elect(begin, {"Berry": "0R2 1B2 3W2"}, displays, starter=3)
    assert play.pending == ("province_advance", 3)
    assert play.listed() == "Necker, Batz, stop"
    play.choose("province_advance", "Batz")
    assert play.display(3) == "Necker" and play.discards == "Batz"
    assert play.table.contest.advanced[3] == play.card("Batz")
    shown = (3, play.card("Batz"), lib.PROVINCE_ADVANCE, play.province("Berry"))
    assert play.events("card_advanced") == [shown]
    assert play.pending == ("province_advance", 0)
    play.choose("province_advance", "stop")
    play.choose("province_advance", "Barnave", seat=1)
    assert votes(play) == [0, 1, 0]


def test_lib_7_6_who_has_no_card_is_not_asked(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R2 1B2 3W2"}, {0: "Sieyès", 3: "Malouet"})
    play.choose("province_advance", "Malouet", seat=3)  # alone: it wins whatever its value
    assert votes(play) == [0, 0, 1]


def test_lib_7_6_all_are_asked_though_it_is_decided(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R2 1B2"}, {0: "Danton", 1: "Tallien"})
    play.choose("province_advance", "Danton", seat=0)
    assert play.pending == ("province_advance", 1)
    play.choose("province_advance", "Tallien")
    assert votes(play) == [1, 0, 0]


def test_lib_7_6_an_advanced_card_cannot_be_used_again(begin: Begin) -> None:
    stacks = {"Berry": "0R2 1B2", "Touraine": "0R2 1B2"}
    play = elect(begin, stacks, {0: "Danton"})
    play.choose("province_advance", "Danton", seat=0)
    assert play.session.over and votes(play) == [1, 0, 0]


def test_lib_7_6_a_display_too_full_is_cut_before_the_next_is_asked(begin: Begin) -> None:
    displays = {0: "Roux, Danton, Sieyès", 1: "Barnave"}
    changes = ("display_limit=1", "display_limit_sansculottes=5")
    play = elect(begin, {"Berry": "0R2 1B2"}, displays, *changes)
    play.choose("province_advance", "Roux", seat=0)
    assert play.pending == ("overflow_discard", 0)
    assert play.listed() == "Sieyès, Danton"
    play.choose("overflow_discard", "Danton")
    assert play.pending == ("province_advance", 1)
    play.choose("province_advance", "stop")
    assert votes(play) == [1, 0, 0]


# Paris


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_lib_7_7_paris_gives_the_whole_stack_as_votes(begin: Begin, blocks: int) -> None:
    play = elect(begin, {"Paris": f"1B{blocks}"}, None, "gov_first_vp=0")
    assert votes(play) == [0, blocks, 0]
    assert play.stacks("Paris") == ""


def test_lib_7_7_without_a_tie_the_others_stay(begin: Begin) -> None:
    play = elect(begin, {"Paris": "0R2 1B3 2W1"})
    assert votes(play) == [0, 3, 0]
    assert play.stacks("Paris") == "0R2 2W1"


@pytest.mark.parametrize(("votes_max", "left"), [(2, "1B1 2W1"), (1, "1B2 2W1")])
def test_lib_7_7_at_most_votes_max(begin: Begin, votes_max: int, left: str) -> None:
    play = elect(begin, {"Berry": "1B3 2W1"}, None, f"provinces.Berry.votes_max={votes_max}")
    assert votes(play) == [0, votes_max, 0]
    assert play.stacks("Berry") == left


def test_lib_7_7_another_province_with_more_votes_is_asked_as_paris(begin: Begin) -> None:
    stacks = {"Berry": "0R1 1B1", "Paris": "0R1 1B1"}
    changes = ("provinces.Berry.votes_max=2", "provinces.Île-de-France.votes_max=1")
    play = elect(begin, stacks, {0: "Danton, Marat"}, *changes)
    play.choose("province_advance", "Danton", seat=0)
    play.choose("paris_advance", "Marat", seat=0)
    assert votes(play) == [2, 0, 0]


def test_lib_7_7_a_tie_is_fought_in_rounds(begin: Begin) -> None:
    displays = {
        0: "Danton, Roux, Sade",
        1: "Sieyès, Barnave, Tallien",
        2: "Necker, Batz",
        3: "Malouet",
    }
    play = elect(begin, {"Paris": "0R2 1B2 2W2 3W1"}, displays, "stacks_per_province=4")
    for seat, card in ((0, "Danton"), (1, "Sieyès"), (2, "Batz")):
        play.choose("paris_advance", card, seat=seat)
    # seat 2 is out; seats 0 and 1 share the 3
    assert play.table.contest.advanced[:4].tolist() == [-1] * 4
    play.choose("paris_advance", "Roux", seat=0)
    play.choose("paris_advance", "Tallien", seat=1)
    play.choose("paris_advance", "stop", seat=0)
    play.choose("paris_advance", "Barnave", seat=1)
    assert votes(play) == [0, 2, 0]
    assert play.stacks("Paris") == ""
    assert (play.display(0), play.display(1), play.display(2)) == ("Sade", "", "Necker")


def test_lib_7_7_a_round_without_a_card_is_unbroken(begin: Begin) -> None:
    play = elect(begin, {"Paris": "0R2 1B2 2W2"}, {0: "Danton", 1: "Sieyès, Tallien", 2: "Batz"})
    play.choose("paris_advance", "Danton", seat=0)
    play.choose("paris_advance", "Sieyès", seat=1)
    play.choose("paris_advance", "Batz", seat=2)
    play.choose("paris_advance", "stop", seat=1)  # seat 0 has no card left
    assert votes(play) == [0, 0, 0]
    assert play.stacks("Paris") == ""
    assert play.events("province_unbroken") == [(-1, 7, 0b111, 0)]


def test_lib_7_7_who_advances_nothing_while_another_does_is_out(begin: Begin) -> None:
    displays = {0: "Danton, Marat", 1: "Sieyès, Barnave", 2: "Necker"}
    play = elect(begin, {"Paris": "0R2 1B2 2W2"}, displays)
    play.choose("paris_advance", "Danton", seat=0)
    play.choose("paris_advance", "Sieyès", seat=1)
    play.choose("paris_advance", "stop", seat=2)
    assert play.pending == ("paris_advance", 0)
    play.choose("paris_advance", "stop")
    play.choose("paris_advance", "Barnave", seat=1)
    assert play.session.over and play.display(2) == "Necker"
    assert votes(play) == [0, 2, 0]


def test_lib_7_7_elsewhere_there_is_one_round(begin: Begin) -> None:
    play = elect(begin, {"Berry": "0R2 1B2"}, {0: "Danton, Marat", 1: "Sieyès"})
    play.choose("province_advance", "Danton", seat=0)
    play.choose("province_advance", "Sieyès", seat=1)
    assert play.session.over and votes(play) == [0, 0, 0]


def test_lib_7_7_a_tie_of_victory_points_too(begin: Begin) -> None:
    play = elect(begin, {"Paris": "0R2 1B3"}, None, "provinces.Île-de-France.vp=4")
    assert play.table.vp_from[:2, lib.FROM_PROVINCE].tolist() == [0, 4]
