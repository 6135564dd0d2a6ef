"""LIB-5.5: the display, its limits, and what happens above them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play


def place(play: Play, card: str) -> None:
    """Place the block of a card, up to the question whether to keep it."""
    play.special(card)
    play.choose("use_card", "blocks")
    play.choose("place_block", "Provence")


FOUR = "Danton, Marat, Sieyès, Cazalès"


def test_lib_5_5_keep_or_discard(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Sade", 1: "Rivarol"})
    play.play("Sade", "Provence", then="keep")
    play.play("Rivarol", "Provence", then="discard")
    assert (play.display(0), play.display(1), play.discards) == ("Sade", "", "Rivarol")


@pytest.mark.parametrize(
    ("display", "card", "listed"),
    [
        ("Danton, Marat, Sieyès", "Sade", "keep, discard"),
        (FOUR, "Sade", "discard"),
        (FOUR, "Antonelle", "keep, discard"),  # the card added shows sans-culottes
        ("Danton, Marat, Sieyès, Roux", "Sade", "keep, discard"),
        (f"{FOUR}, Roux", "Sade", "discard"),
        (f"{FOUR}, Roux", "Antonelle", "discard"),
    ],
)
def test_lib_5_5_room_for_four_or_with_sansculottes_five(
    begin: Begin, display: str, card: str, listed: str
) -> None:
    play = begin()
    play.lay({0: card}, {0: display})
    place(play, card)
    assert play.listed() == listed  # and never: discard one to make room


def test_lib_5_5_the_limits_are_parameters(begin: Begin) -> None:
    for card, listed in (("Sade", "discard"), ("Antonelle", "keep, discard")):
        play = begin("display_limit=1", "display_limit_sansculottes=3")
        play.lay({0: card}, {0: "Danton"})
        place(play, card)
        assert play.listed() == listed


def test_lib_5_5_a_victim_whose_display_is_then_too_full_discards_at_once(begin: Begin) -> None:
    play = begin("display_limit=2", "display_limit_sansculottes=5")
    play.lay({0: "Purge (A), Sade"}, {1: "Danton, Marat, Sieyès, Roux"}, rest="box")
    play.board(presence=[0])
    play.special("Purge (A)")
    play.choose("target_player", 1)
    play.choose("target_card", "Roux")
    assert play.pending == ("overflow_discard", 1)
    assert play.listed() == "Sieyès, Danton, Marat"
    play.choose("overflow_discard", "Marat")
    assert play.display(1) == "Sieyès, Danton"
    assert play.discards == "Marat, Purge (A)" and "Roux" in play.box
    assert play.pending == ("play_card", 0)  # the action goes on


def test_lib_5_5_it_is_repeated_while_the_display_is_too_full(begin: Begin) -> None:
    play = begin("display_limit=1", "display_limit_sansculottes=5")
    play.lay({0: "Purge (A)"}, {2: "Danton, Marat, Sieyès, Roux"})
    play.board(presence=[0])
    play.special("Purge (A)")
    play.choose("target_player", 2)
    play.choose("target_card", "Roux")
    play.choose("overflow_discard", "Danton", seat=2)
    play.choose("overflow_discard", "Sieyès", seat=2)
    assert play.display(2) == "Marat"
    assert play.pending == ("action_kind", 1)


def test_lib_5_5_within_4_and_5_nothing_overflows(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Purge (A)"}, {1: f"{FOUR}, Roux"})
    play.board(presence=[0])
    play.special("Purge (A)")
    play.choose("target_player", 1)
    play.choose("target_card", "Roux")
    assert play.pending == ("action_kind", 1)
    assert len(play.display(1).split(", ")) == 4
