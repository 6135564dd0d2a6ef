"""LIB-5.1, LIB-5.2, LIB-5.3: clubs and personalities, their blocks and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play


def placing(play: Play, card: str) -> str:
    """Begin to place the blocks of a card; the provinces listed."""
    play.choose("action_kind", "play")
    play.choose("play_card", card)
    play.choose("use_card", "blocks")
    return play.listed()


WEST = "Normandie, Bretagne, Maine, Anjou, Vendée"


# Blocks


def test_lib_5_1_blocks_go_to_provinces_of_the_region_and_may_be_split(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Comte d'Artois"})
    assert placing(play, "Comte d'Artois") == WEST
    for province in ("Vendée", "Maine", "Vendée"):
        play.choose("place_block", province)
    assert (play.stacks("Vendée"), play.stacks("Maine")) == ("0W2", "0W1")
    assert (play.supply, play.free[0]) == ("R28 B26 W19", 16)
    assert play.pending == ("keep_card", 0)


def test_lib_5_1_a_club_places_anywhere(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Feuillants"})
    placing(play, "Feuillants")
    assert play.options() == list(range(27))
    play.choose("place_block", "Paris")
    assert play.stacks("Paris") == "0B1" and play.pending == ("keep_card", 0)


def test_lib_5_1_a_stack_takes_its_own_colour_only(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Comte d'Artois"})
    play.board({"Bretagne": "0R1", "Anjou": "0W1", "Vendée": "1W1"})
    assert placing(play, "Comte d'Artois") == "Normandie, Maine, Anjou, Vendée"
    play.choose("place_block", "Vendée")
    assert play.stacks("Vendée") == "0W1 1W1"  # beside the other's, not on it
    play.choose("place_block", "Anjou")
    assert play.stacks("Anjou") == "0W2" and play.free[0] == 18 - 3


def test_lib_5_1_three_blocks_a_stack_and_three_stacks_a_province(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Comte d'Artois"})
    play.board(
        {"Normandie": "1R1 2B1 3W1", "Bretagne": "0W3", "Maine": "0W1 1R3 2R3", "Anjou": "1B1 2B1"}
    )
    assert placing(play, "Comte d'Artois") == "Maine, Anjou, Vendée"
    play.choose("place_block", "Maine")
    play.choose("place_block", "Maine")
    assert play.listed() == "Anjou, Vendée"
    play.choose("place_block", "Anjou")
    assert play.stacks("Anjou") == "0W1 1B1 2B1"


def test_lib_5_1_the_limits_of_stacks_are_parameters(begin: Begin) -> None:
    play = begin("stack_max=2", "stacks_per_province=2")
    play.lay({0: "Comte d'Artois"})
    play.board({"Normandie": "1R1 2B1", "Bretagne": "0W2", "Maine": "0W1", "Anjou": "1B1"})
    assert placing(play, "Comte d'Artois") == "Maine, Anjou, Vendée"
    play.choose("place_block", "Maine")
    assert play.listed() == "Anjou, Vendée"

    play = begin("stack_max=1", "stacks_per_province=4", players=5)
    play.lay({0: "Comte d'Artois"})
    play.board({"Normandie": "1R1 2B1 3W1", "Bretagne": "0W1", "Maine": "1R1 2B1 3W1 4R1"})
    assert placing(play, "Comte d'Artois") == "Normandie, Anjou, Vendée"


def test_lib_5_1_as_many_as_possible_must_be_placed(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Comte d'Artois"})
    play.board(supply={"W": 2})
    placing(play, "Comte d'Artois")
    play.choose("place_block", "Vendée")
    assert play.pending == ("place_block", 0) and "stop" not in play.listed()
    play.choose("place_block", "Vendée")
    assert play.pending == ("keep_card", 0)  # the supply is empty


def test_lib_5_1_no_legal_province_left(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Comte d'Artois"})
    full = "1R1 2B1 3W1"
    play.board(dict.fromkeys(("Normandie", "Bretagne", "Maine", "Anjou"), full) | {"Vendée": "0W2"})
    assert placing(play, "Comte d'Artois") == "Vendée"
    play.choose("place_block", "Vendée")
    assert play.pending == ("keep_card", 0)


@pytest.mark.parametrize("why", ["no supply", "no room", "other colour"])
def test_lib_5_1_a_card_without_a_block_to_place_cannot_be_played(begin: Begin, why: str) -> None:
    play = begin()
    play.lay({0: "Barnave, Lameth"})  # South-West and East, no cannon
    south_west = ("Saintonge", "Guyenne", "Gascogne", "Béarn")
    if why == "no supply":
        play.board(supply={"B": 0})
        assert play.listed() == "take, pass"
        return
    stacks = "1R1 2B1 3W1" if why == "no room" else "0W1"
    play.board(dict.fromkeys(south_west, stacks))
    play.choose("action_kind", "play")
    assert play.listed() == "Lameth"


# Tokens in the Battle Box


def test_lib_5_2_a_cannon_may_enter_one_token_from_turn_2_on(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton, Robespierre"})
    play.choose("action_kind", "play")
    play.choose("play_card", "Danton")
    assert play.listed() == "blocks"  # turn 1

    play = begin()
    play.lay({0: "Danton, Robespierre"})
    play.to_turn(2)
    play.choose("action_kind", "play")
    play.choose("play_card", "Danton")
    assert play.listed() == "blocks, battle"
    play.choose("use_card", "battle")
    assert (play.table.battle_tokens[0], play.free[0]) == (1, 17)  # one, whatever the value
    assert play.supply == "R30 B28 W24"
    play.choose("keep_card", "keep")
    assert play.display(0) == "Danton"

    play = begin()
    play.lay({0: "Danton, Robespierre"})
    play.to_turn(2)
    play.choose("action_kind", "play")
    play.choose("play_card", "Robespierre")
    assert play.listed() == "blocks"  # no cannon


def test_lib_5_2_any_number_of_tokens(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Hanriot"})
    play.to_turn(3)
    play.board(battle={0: 17})
    play.play("Hanriot", use="battle")
    assert (play.table.battle_tokens[0], play.free[0]) == (18, 0)


def test_lib_5_2_a_cannon_alone_makes_a_card_playable(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton, Robespierre"})
    play.to_turn(2)
    play.board(supply={"R": 0})
    play.choose("action_kind", "play")
    assert play.listed() == "Danton"
    play.choose("play_card", "Danton")
    assert play.listed() == "battle"
    play.choose("use_card", "battle")
    play.choose("keep_card", "discard")


def test_lib_5_2_the_first_turn_is_a_parameter(begin: Begin) -> None:
    for turn, listed in ((2, "blocks"), (3, "blocks, battle")):
        play = begin("battle_first_turn=3")
        play.lay({0: "Danton"})
        play.to_turn(turn)
        play.choose("action_kind", "play")
        play.choose("play_card", "Danton")
        assert play.listed() == listed


# The second card of value 1


def test_lib_5_3_a_second_card_of_the_same_region_or_a_club(begin: Begin) -> None:
    play = begin()
    # South-West: Théroigne R, Guillotin B, Éprémesnil W (1), Cazalès (2), Barnave (3)
    play.lay({0: "Théroigne, Guillotin, Éprémesnil, Cazalès, Barnave, Sade, Club Monarchique"})
    play.play("Théroigne", "Béarn", then="keep")
    assert play.pending == ("play_card", 0)
    assert play.listed() == "Éprémesnil, Guillotin, Club Monarchique, stop"
    play.choose("play_card", "Éprémesnil")
    assert play.listed() == "Saintonge, Guyenne, Gascogne"  # Béarn holds a stack of another colour
    play.choose("place_block", "Guyenne")
    play.choose("keep_card", "keep")
    assert play.pending == ("action_kind", 1)  # two at most
    assert (play.stacks("Béarn"), play.stacks("Guyenne")) == ("0R1", "0W1")
    assert play.display(0) == "Éprémesnil, Théroigne"


def test_lib_5_3_a_second_club_goes_to_the_region_of_the_first_block(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Sade, Feuillants, Feuillants"})
    play.play("Sade", "Provence")
    play.choose("play_card", "Feuillants")
    assert play.listed() == "Lyonnais, Dauphiné, Languedoc"
    play.choose("place_block", "Lyonnais")
    play.choose("keep_card", "discard")
    assert play.pending == ("action_kind", 1)


def test_lib_5_3_after_a_club_the_region_is_that_of_its_block(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Feuillants, Feuillants, Sade, Guillotin, Fauchet"})
    play.play("Feuillants", "Limousin")
    assert play.listed() == "Fauchet, Feuillants, stop"
    play.choose("play_card", "Feuillants")
    assert play.listed() == "Berry, Bourbonnais, Touraine, Limousin, Auvergne"
    play.choose("place_block", "Limousin")
    assert play.stacks("Limousin") == "0B2"


def test_lib_5_3_no_second_card_after_a_battle_token(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Théroigne, Guillotin"})
    play.to_turn(2)
    play.play("Théroigne", use="battle")
    assert play.pending == ("action_kind", 1)


def test_lib_5_3_the_second_card_cannot_enter_a_battle_token(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Guillotin, Théroigne"})
    play.to_turn(2)
    play.play("Guillotin", "Béarn")
    play.choose("play_card", "Théroigne")
    assert play.pending == ("place_block", 0)

    play = begin()
    play.lay({0: "Guillotin, Théroigne"})
    play.to_turn(2)
    play.board(supply={"R": 0})
    play.play("Guillotin", "Béarn")
    assert play.pending == ("action_kind", 1)  # its cannon does not make it playable


@pytest.mark.parametrize("first", ["Cazalès", "Barnave"])
def test_lib_5_3_not_after_a_card_of_another_value(begin: Begin, first: str) -> None:
    play = begin()
    play.lay({0: f"{first}, Guillotin"})
    colour = "W" if first == "Cazalès" else "B"
    play.board({"Béarn": f"0{colour}2"}, free={0: 0})
    play.play(first, "Béarn")  # only one block fits, and yet
    assert play.pending == ("action_kind", 1)


def test_lib_5_3_a_changed_value_counts(begin: Begin) -> None:
    play = begin("cards.Guillotin.value=2", "cards.Feuillants.value=2")
    play.lay({0: "Théroigne, Guillotin, Feuillants, Éprémesnil"})
    play.play("Théroigne", "Béarn")
    assert play.listed() == "Éprémesnil, stop"


def test_lib_5_3_the_region_stays_when_a_special_removed_the_block(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Théroigne, Guillotin, Sade, Unrest (A)"})
    play.play("Théroigne", "Béarn")
    assert play.listed() == "Guillotin, Unrest (A), stop"
    play.special("Unrest (A)")
    play.choose("target_province", "Béarn")
    play.choose("target_stack", 0)
    assert play.stacks("Béarn") == ""
    assert play.listed() == "Guillotin, stop"
    play.choose("play_card", "Guillotin")
    assert play.listed() == "Saintonge, Guyenne, Gascogne, Béarn"
    play.choose("place_block", "Béarn")
    play.choose("keep_card", "discard")
    assert play.pending == ("action_kind", 1)


def test_lib_5_3_the_second_needs_room_in_that_region(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Théroigne, Guillotin, Éprémesnil, Feuillants"})
    full = "1R1 2B1 3W1"
    play.board({"Saintonge": full, "Guyenne": full, "Gascogne": full, "Béarn": "1R1 2B1"})
    play.play("Théroigne", "Béarn")
    assert play.pending == ("action_kind", 1)  # Béarn has only a red stack of the player
