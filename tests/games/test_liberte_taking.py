"""LIB-5.6, LIB-5.7: taking cards and passing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin

EIGHT = "Danton, Marat, Sieyès, Hoche, Couthon, Breteuil, Talleyrand, Necker"


def test_lib_5_6_one_card_of_the_market_or_the_deck(begin: Begin) -> None:
    play = begin()
    play.lay({0: EIGHT}, market="Carnot, Purge (A), Batz", deck="Fouché, Barras")
    play.choose("action_kind", "take")
    assert play.pending == ("take_source", 0)  # 8 cards: no discard
    assert play.listed() == "Carnot, Purge (A), Batz, deck"
    play.choose("take_source", "Batz")
    assert play.market == "Carnot, Purge (A), Fouché"
    assert play.pending == ("action_kind", 1)
    play.choose("action_kind", "take")
    play.choose("take_source", "deck")
    assert play.hand(1) == "Barras"
    assert play.own(0).taken.sum() == play.own(1).drawn.sum() == 1


def test_lib_5_6_with_nine_cards_first_discard_two(begin: Begin) -> None:
    play = begin()
    play.lay({0: f"{EIGHT}, Babeuf"}, market="Carnot, Roux, Batz")
    play.choose("action_kind", "take")
    assert play.pending == ("take_discard", 0)
    assert play.options() == play.cards(
        "Necker, Breteuil, Sieyès, Talleyrand, Danton, Hoche, Marat, Couthon, Babeuf"
    )
    play.choose("take_discard", "Necker")
    play.choose("take_discard", "Babeuf")
    assert play.discards == "Necker, Babeuf"
    play.choose("take_source", "Carnot")
    assert play.table.hand_size[0] == 8


def test_lib_5_6_the_discard_comes_once_before_the_first_card(begin: Begin) -> None:
    play = begin()
    play.lay({0: EIGHT}, market="Roux, Babeuf, Batz", deck="Fouché")
    play.choose("action_kind", "take")
    play.choose("take_source", "Roux")
    assert play.table.hand_size[0] == 9
    play.choose("take_second", "Babeuf")
    assert play.table.hand_size[0] == 10 and play.discards == ""


@pytest.mark.parametrize("threshold", [3, 4])
def test_lib_5_6_threshold_and_discards_are_parameters(begin: Begin, threshold: int) -> None:
    play = begin(f"take_discard_threshold={threshold}", "take_discard_count=3")
    play.lay({0: "Danton, Marat, Sieyès"})
    play.choose("action_kind", "take")
    if threshold == 3:
        for card in ("Danton", "Marat", "Sieyès"):
            play.choose("take_discard", card)
        assert play.hand(0) == ""
    assert play.pending == ("take_source", 0)


def test_lib_5_6_a_second_market_card_of_value_1(begin: Begin) -> None:
    play = begin()
    play.lay(market="Feuillants, Danton, Roux", deck="Guillotin, Purge (A), Sade")
    play.choose("action_kind", "take")
    play.choose("take_source", "Feuillants")  # clubs count
    assert play.market == "Guillotin, Danton, Roux"
    assert play.pending == ("take_second", 0)
    assert play.listed() == "Guillotin, Roux, stop"  # by slot; also the one just turned up
    play.choose("take_second", "Guillotin")
    assert play.market == "Purge (A), Danton, Roux"
    assert play.pending == ("action_kind", 1)  # no third
    assert play.hand(0) == "Guillotin, Feuillants"


def test_lib_5_6_the_second_card_may_be_declined(begin: Begin) -> None:
    play = begin()
    play.lay(market="Sade, Danton, Roux", deck="Hoche")
    play.choose("action_kind", "take")
    play.choose("take_source", "Sade")
    play.choose("take_second", "stop")
    assert (play.hand(0), play.market) == ("Sade", "Hoche, Danton, Roux")
    assert play.pending == ("action_kind", 1)


@pytest.mark.parametrize(
    ("market", "take"),
    [
        ("Danton, Roux, Sade", "Danton"),  # another value
        ("Purge (A), Roux, Sade", "Purge (A)"),  # a special
        ("Danton, Roux, Sade", "deck"),  # a blind draw, of value 1
        ("Roux, Danton, Purge (A)", "Roux"),  # no other of value 1 is shown
    ],
)
def test_lib_5_6_no_second_card(begin: Begin, market: str, take: str) -> None:
    play = begin()
    play.lay(market=market, deck="Hoche" if take == "Roux" else "Babeuf")
    play.choose("action_kind", "take")
    play.choose("take_source", take)
    assert play.pending == ("action_kind", 1)


def test_lib_5_6_a_club_of_another_value_opens_no_second(begin: Begin) -> None:
    play = begin("cards.Feuillants.value=2")
    play.lay(market="Feuillants, Danton, Roux")
    play.choose("action_kind", "take")
    play.choose("take_source", "Feuillants")
    assert play.pending == ("action_kind", 1)


def test_lib_5_6_legal_with_a_card_anywhere(begin: Begin) -> None:
    for market, discards in (("Roux", ""), ("", "Roux")):
        play = begin()
        play.lay(market=market, discards=discards, rest="box")
        assert play.listed() == "take, pass"
        play.choose("action_kind", "take")
        assert play.listed() == "Roux"  # the discard was shuffled into the market
    play = begin()
    play.lay(deck="Roux", rest="box")
    assert play.listed() == "take, pass"


def test_lib_5_6_legal_with_nine_cards_and_none_elsewhere(begin: Begin) -> None:
    play = begin()
    play.lay({0: f"{EIGHT}, Roux", 1: "Calonne, Batz, Barras"}, rest="box")
    play.board(supply={"R": 0, "B": 0, "W": 0})
    assert play.listed() == "take, pass"
    play.choose("action_kind", "take")
    play.choose("take_discard", "Danton")
    play.choose("take_discard", "Necker")
    assert sorted(play.market.split(", ")) == ["-", "Danton", "Necker"]
    play.choose("take_source", "Danton")
    assert play.table.hand_size[0] == 8
    play.lay({1: EIGHT}, rest="box")
    assert play.listed() == "pass"  # eight cards are not enough


def test_lib_5_7_a_pass_has_no_effect_and_the_player_acts_again(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Sade", 1: "Roux"}, market="Danton, Marat, Hoche")
    supply, market = play.supply, play.market
    play.pass_on()
    assert (play.supply, play.market, play.hand(0)) == (supply, market, "Sade")
    play.choose("action_kind", "take", seat=1)
    play.choose("take_source", "Danton")
    play.pass_on()
    assert play.pending == ("action_kind", 0)
    play.play("Sade", "Provence")
    assert play.stacks("Provence") == "0R1"
