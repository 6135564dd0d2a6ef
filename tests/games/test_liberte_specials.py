"""LIB-1.5, LIB-1.6, LIB-1.7, LIB-1.8, LIB-5.4: special cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.liberte import records as lib

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play


def playable(play: Play) -> str:
    """What the player in turn may play."""
    if play.listed().startswith("play"):
        play.choose("action_kind", "play")
        return play.listed()
    return ""


# Striking a card


def test_lib_1_5_a_card_of_another_display_goes_to_the_box(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Emigration"}, {2: "Necker, Danton, Batz"}, deck="Roux")
    play.special("Emigration")
    assert play.discards == "Emigration"
    play.choose("target_player", 2)
    assert play.listed() == "Necker, Batz"
    play.choose("target_card", "Necker")
    assert (play.display(2), play.box, play.discards) == ("Danton, Batz", "Necker", "Emigration")
    assert play.events("card_struck") == [(0, 2, play.card("Necker"), 0)]
    assert play.own(2).struck[play.card("Necker")] == 1
    assert play.pending == ("action_kind", 1)


def test_lib_1_5_players_with_a_target_in_player_order_never_oneself(begin: Begin) -> None:
    play = begin(players=5, starter=3)
    play.lay(
        {3: "Emigration"},
        {3: "Charette", 0: "Necker", 1: "Danton, Club Monarchique", 2: "Batz", 4: "Précy"},
    )
    play.special("Emigration")
    assert play.options() == [4, 0, 2]  # a club is no personality, Danton is red


def test_lib_1_5_only_a_card_of_the_target_colour_and_type(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Emigration, Denunciation"}, {1: "Club Monarchique, Jacobins (A), Sieyès"})
    assert playable(play) == ""
    play.lay({0: "Emigration, Denunciation"}, {1: "Danton"})
    assert playable(play) == "Denunciation"


def test_lib_1_5_any_card_a_club_or_personality(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Purge (A)"}, {1: "Club Monarchique, Jacobins (A), Sieyès"})
    play.board(presence=[0])
    play.special("Purge (A)")
    play.choose("target_player", 1)
    assert play.listed() == "Sieyès, Club Monarchique, Jacobins (A)"


def test_lib_1_5_one_option_for_two_copies(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Purge (A)"}, {1: "Jacobins (B), Jacobins (B)"})
    play.board(presence=[0])
    play.special("Purge (A)")
    play.choose("target_player", 1)
    assert play.listed() == "Jacobins (B)"
    play.choose("target_card", "Jacobins (B)")
    assert play.display(1) == play.box == "Jacobins (B)"


def test_lib_1_5_colour_and_type_are_columns(begin: Begin) -> None:
    play = begin("cards.Emigration.target_colour=B", "cards.Emigration.target_type=club")
    play.lay({0: "Emigration"}, {1: "Necker, Feuillants, Sieyès"})
    play.special("Emigration")
    play.choose("target_player", 1)
    assert play.listed() == "Feuillants"


# Removing blocks of a stack


def test_lib_1_6_one_block_of_any_stack(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A)"})
    play.board({"Berry": "0R1", "Paris": "1B2 2W3", "Anjou": "3W1"})
    play.special("Unrest (A)")
    assert play.listed() == "Anjou, Île-de-France, Berry"  # by number, one's own too
    play.choose("target_province", "Paris")
    assert play.pending == ("target_stack", 0)
    assert play.options() == [1, 2]
    play.choose("target_stack", 2)
    assert play.stacks("Paris") == "1B2 2W2"
    assert play.supply == "R27 B24 W19"
    assert play.free[2] == 17
    assert play.events("block_removed", "stack_removed") == [(2, lib.WHITE, 7, 1)]


def test_lib_1_6_stacks_are_listed_by_owner_in_player_order(begin: Begin) -> None:
    play = begin(starter=2)
    play.lay({2: "Unrest (B)"})
    play.board({"Paris": "0W1 1B2 3W3"})
    play.special("Unrest (B)")
    play.choose("target_province", "Paris")
    assert play.options() == [3, 0, 1]


@pytest.mark.parametrize(("amount", "left", "supply"), [(2, "2W1", 21), (5, "", 22)])
def test_lib_1_6_the_amount_or_all_there_are(
    begin: Begin, amount: int, left: str, supply: int
) -> None:
    play = begin(f'cards."Unrest (A)".amount={amount}')
    play.lay({0: "Unrest (A)"})
    play.board({"Paris": "2W3"})
    play.special("Unrest (A)")
    play.choose("target_province", "Paris")
    play.choose("target_stack", 2)
    assert (play.stacks("Paris"), play.table.supply[lib.WHITE]) == (left, supply)


def test_lib_1_6_only_stacks_of_the_target_colour(begin: Begin) -> None:
    play = begin('cards."Unrest (A)".target_colour=W')
    play.lay({0: "Unrest (A)"})
    play.board({"Berry": "0R1", "Paris": "1B2 2W3 3W1"})
    play.special("Unrest (A)")
    assert play.listed() == "Île-de-France"
    play.choose("target_province", "Paris")
    assert play.options() == [2, 3]
    play.choose("target_stack", 3)
    play.lay({1: "Unrest (A)"})
    play.board({"Berry": "0R1"})
    assert playable(play) == ""


# Clearing a colour


def test_lib_1_7_all_white_blocks_of_a_province(begin: Begin) -> None:
    play = begin(players=5)
    play.lay({0: "Terror"})
    play.to_turn(2)
    play.board({"Paris": "0W1 1R1 2W3", "Berry": "3W2 4R2"}, presence=[0])
    play.table.governing = lib.RED
    play.special("Terror")
    assert play.discards == "Terror"
    play.choose("target_province", "Paris")
    assert (play.stacks("Paris"), play.stacks("Berry")) == ("1R1", "3W2 4R2")
    assert play.supply == "R27 B28 W22"
    assert (play.free[0], play.free[2]) == (17, 18)  # the one of seat 0 is the presence
    assert play.events("stack_removed") == [(0, lib.WHITE, 7, 1), (2, lib.WHITE, 7, 3)]


def test_lib_1_7_in_player_order_and_of_another_colour(begin: Begin) -> None:
    play = begin("cards.Terror.target_colour=B", "cards.Terror.needs_stack=", starter=2)
    play.lay({2: "Terror"})
    play.to_turn(3)
    play.board({"Paris": "0B1 1W1 3B2"}, presence=[2])
    play.table.governing = lib.RED
    play.special("Terror")
    play.choose("target_province", "Paris")
    assert play.stacks("Paris") == "1W1"
    assert [seat for seat, *_ in play.events("stack_removed")] == [3, 0]


# Conditions


@pytest.mark.parametrize("card", ["Purge (A)", "Purge (B)"])
def test_lib_1_8_presence(begin: Begin, card: str) -> None:
    play = begin()
    play.lay({0: card}, {1: "Danton"})
    assert playable(play) == ""
    play.board(presence=[1])
    assert playable(play) == ""
    play.board(presence=[0])
    assert playable(play) == card


@pytest.mark.parametrize("governing", [lib.RED, lib.BLUE, lib.WHITE, lib.NO_COLOUR])
def test_lib_1_8_the_governing_faction(begin: Begin, governing: int) -> None:
    play = begin()
    play.lay({0: "Guillotine (A), Guillotine (B)"}, {1: "Danton"})
    play.table.governing = governing
    expected = "Guillotine (A), Guillotine (B)" if governing == lib.RED else ""
    assert playable(play) == expected


@pytest.mark.parametrize(
    ("presence", "governing", "stacks", "listed"),
    [
        ([0], lib.RED, {"Paris": "1W1 2R1", "Berry": "1W1", "Maine": "3R1"}, "Île-de-France"),
        ([1], lib.RED, {"Paris": "1W1 2R1"}, ""),
        ([0], lib.BLUE, {"Paris": "1W1 2R1"}, ""),
        ([0], lib.NO_COLOUR, {"Paris": "1W1 2R1"}, ""),
        ([0], lib.RED, {"Berry": "1W1 2B1", "Maine": "3R1 0B1"}, ""),
        ([0], lib.RED, {}, ""),
    ],
)
def test_lib_1_8_terror_needs_all_three(
    begin: Begin, presence: list[int], governing: int, stacks: dict[str, str], listed: str
) -> None:
    play = begin()
    play.lay({0: "Terror"})
    play.board(stacks, presence=presence)
    play.table.governing = governing
    if playable(play):
        play.choose("play_card", "Terror")
    assert (play.listed() if play.session.pending == "target_province" else "") == listed


def test_lib_1_8_a_stack_needed_in_the_chosen_province(begin: Begin) -> None:
    play = begin('cards."Unrest (A)".needs_stack=B', 'cards."Unrest (A)".target_colour=R')
    play.lay({0: "Unrest (A)"})
    play.board({"Paris": "1R1", "Berry": "2B1", "Maine": "1R1 2B1", "Béarn": "1R1 0W1"})
    play.special("Unrest (A)")
    assert play.listed() == "Maine"
    play.choose("target_province", "Maine")
    assert play.options() == [1]


def test_lib_1_8_no_target_no_play(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A), Purge (A), Emigration, Denunciation"}, {0: "Danton, Necker"})
    play.board(presence=[0])
    assert playable(play) == ""  # no stack on the board, no card in another's display


def test_lib_1_8_a_special_without_effect_is_never_played(begin: Begin) -> None:
    play = begin("cards.Emigration.effect=none", "cards.Emigration.amount=0")
    play.lay({0: "Emigration"}, {1: "Necker"})
    play.board({"Paris": "1W1"})
    assert playable(play) == ""


def test_lib_1_8_the_last_block_returns_the_token(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A)", 1: "Danton"})
    play.board({"Lorraine": "0B1 1R1 2W1"}, free={1: 0})
    play.special("Unrest (A)")
    play.choose("target_province", "Lorraine")
    play.choose("target_stack", 1)
    assert play.free[1] == 1
    assert play.stacks("Lorraine") == "0B1 2W1"
    play.choose("action_kind", "play", seat=1)
    play.choose("play_card", "Danton")
    play.choose("use_card", "blocks")
    assert "Lorraine" in play.listed()  # there is room for a third stack again


def test_lib_1_8_the_special_itself_goes_to_the_discards(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A), Unrest (A)"})
    play.board({"Paris": "0R1"})
    play.special("Unrest (A)")
    assert (play.hand(0), play.discards) == ("Unrest (A)", "Unrest (A)")


# In an action


def test_lib_5_4_before_other_cards(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A), Unrest (B), Danton"})
    play.board({"Paris": "1B2", "Berry": "1B1"})
    play.choose("action_kind", "play")
    assert play.listed() == "Danton, Unrest (A), Unrest (B)"  # no DONE on the first ask
    play.special("Unrest (A)")
    play.choose("target_province", "Paris")
    play.choose("target_stack", 1)
    assert play.pending == ("play_card", 0)
    assert play.listed() == "Danton, stop"  # one special at most
    play.play("Danton", "Alsace", "Alsace", "Alsace")
    assert play.pending == ("action_kind", 1)


def test_lib_5_4_after_other_cards(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A), Danton, Marat"})
    play.play("Danton", "Alsace", "Alsace", "Alsace")
    assert play.listed() == "Unrest (A), stop"  # one's own stack is a target now
    play.special("Unrest (A)")
    play.choose("target_province", "Alsace")
    play.choose("target_stack", 0)
    assert play.stacks("Alsace") == "0R2"
    assert play.pending == ("action_kind", 1)


def test_lib_5_4_between_and_alone(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A), Sade, Antonelle", 1: "Unrest (A)"})
    play.play("Sade", "Provence")
    play.special("Unrest (A)")
    play.choose("target_province", "Provence")
    play.choose("target_stack", 0)
    play.play("Antonelle", "Provence")
    assert play.pending == ("action_kind", 1)
    play.special("Unrest (A)")
    play.choose("target_province", "Provence")
    play.choose("target_stack", 0)
    assert play.pending == ("action_kind", 2)


def test_lib_5_4_after_both_cards_of_value_1(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Unrest (A), Sade, Antonelle"})
    play.play("Sade", "Provence")
    play.play("Antonelle", "Provence")
    assert play.listed() == "Unrest (A), stop"
    play.choose("play_card", "stop")
    assert play.pending == ("action_kind", 1)
    assert play.hand(0) == "Unrest (A)"
