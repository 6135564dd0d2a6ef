"""LIB-7.2, LIB-7.3, LIB-7.8: government, opposition, and the steps of an election."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.liberte import records as lib
from hemicycle.tests.games.liberte_elections import elect

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play


def formed(play: Play, turn: int = 4) -> tuple[int, int, int]:
    """Government, what decided it, and opposition."""
    entry = play.history(turn)
    return int(entry.government), int(entry.decided), int(entry.opposition)


NOBODY = (lib.NO_COLOUR, lib.UNDECIDED, lib.NO_COLOUR)
R, B, W = lib.RED, lib.BLUE, lib.WHITE


# Government


def test_lib_7_2_most_votes_govern(begin: Begin) -> None:
    play = elect(begin, "0R3 1B2 2W1")
    assert formed(play) == (R, lib.BY_VOTES, B)
    assert play.votes == "R3 B2 W1"  # no step back
    assert play.events("government_formed") == [(-1, R, 3_002_001, lib.BY_VOTES)]


def test_lib_7_2_no_votes_no_government_and_no_opposition(begin: Begin) -> None:
    play = elect(begin, "", {0: "Danton"})
    assert play.session.over and formed(play) == NOBODY
    assert len(play.events("no_government")) == 1


def test_lib_7_2_in_a_tie_every_player_is_asked_in_player_order(begin: Begin) -> None:
    displays = {0: "Danton, Necker", 1: "Barnave", 2: "Charette", 3: "Sade, Hoche"}
    play = elect(begin, "0R2 1B2 2W1", displays, starter=3)
    assert play.pending == ("government_advance", 3)  # without a block on the board
    assert play.listed() == "Sade, Hoche, stop"  # of both tied colours
    play.choose("government_advance", "Sade")
    assert play.pending == ("government_advance", 0)
    assert play.listed() == "Danton, stop"  # white is not tied
    play.choose("government_advance", "stop")
    play.choose("government_advance", "Barnave", seat=1)  # seat 2 holds no such card
    assert formed(play)[:2] == (B, lib.BY_CARD)
    assert "Sade" in play.discards and "Barnave" in play.discards


def test_lib_7_2_values_are_never_added(begin: Begin) -> None:
    displays = {0: "Pétion", 1: "Barnave", 2: "Brissot", 3: "Buzot"}
    play = elect(begin, "0R2 1B2", displays)
    for seat, card in displays.items():
        play.choose("government_advance", card, seat=seat)
    assert formed(play)[0] == B  # 3 against 2 + 2 + 2


def test_lib_7_2_a_shared_top_of_one_colour_wins(begin: Begin) -> None:
    displays = {0: "Danton", 1: "Tallien", 2: "Marat"}
    play = elect(begin, "0R2 1B2", displays)
    for seat, card in displays.items():
        play.choose("government_advance", card, seat=seat)
    assert formed(play)[:2] == (R, lib.BY_CARD)


def test_lib_7_2_a_shared_top_of_several_colours_is_repeated_with_those(begin: Begin) -> None:
    displays = {0: "Danton, Necker", 1: "Barnave, Sieyès", 2: "Calonne, Marat", 3: "Roux"}
    play = elect(begin, "0R2 1B2 2W2", displays)
    play.choose("government_advance", "Danton", seat=0)
    play.choose("government_advance", "Barnave", seat=1)
    play.choose("government_advance", "Calonne", seat=2)
    play.choose("government_advance", "stop", seat=3)
    # red and blue share the 3: white is out, all players are asked again
    assert play.pending == ("government_advance", 1)  # seat 0 has only white left
    assert play.listed() == "Sieyès, stop"
    play.choose("government_advance", "Sieyès")
    assert play.listed() == "Marat, stop"
    play.choose("government_advance", "Marat", seat=2)
    play.choose("government_advance", "Roux", seat=3)
    # red and blue share the 3 again, and nobody has a card any more
    assert formed(play) == NOBODY


def test_lib_7_2_nobody_advances_no_government(begin: Begin) -> None:
    play = elect(begin, "0R2 1B2 2W1", {0: "Danton", 3: "Sade"}, turn=3)
    play.choose("government_advance", "stop", seat=0)
    play.choose("government_advance", "stop", seat=3)
    assert formed(play, 3) == NOBODY
    assert play.vp == [0] * 4 and not play.table.presence.any()
    assert play.table.governing == lib.NO_COLOUR
    assert play.table.held.sum() == 0 and play.supply == "R30 B28 W24"


@pytest.mark.parametrize(
    ("shares", "changes", "votes"),
    [
        ("0R3 1B3 2W2", [], "R3 B2 W1"),  # also one that was not in the tie
        ("0R1 1B1", [], "R1 B0 W0"),  # not below 0
        ("0R3 1B3 2W1", ["gov_tie_step_back=2"], "R3 B1 W0"),
        ("0R3 1B3 2W1", ["gov_tie_step_back=0"], "R3 B3 W1"),
    ],
)
def test_lib_7_2_after_cards_both_others_step_back(
    begin: Begin, shares: str, changes: list[str], votes: str
) -> None:
    play = elect(begin, shares, {0: "Danton"}, *changes)
    play.choose("government_advance", "Danton", seat=0)
    assert play.votes == votes
    assert play.history(4).votes[lib.RED] == int(votes[1])  # as the provinces voted


# Opposition


def test_lib_7_3_the_votes_after_the_step_back_count(begin: Begin) -> None:
    play = elect(begin, "0R1 1B1", {0: "Danton"})
    play.choose("government_advance", "Danton", seat=0)
    assert formed(play) == (R, lib.BY_CARD, lib.NO_COLOUR)
    assert len(play.events("no_opposition")) == 1

    play = elect(begin, "0R3 1B3 2W2", {0: "Danton"})
    play.choose("government_advance", "Danton", seat=0)
    assert formed(play) == (R, lib.BY_CARD, B)  # 2 against 1


def test_lib_7_3_none_without_votes(begin: Begin) -> None:
    assert formed(elect(begin, "0R3")) == (R, lib.BY_VOTES, lib.NO_COLOUR)
    assert formed(elect(begin, "0R3 1W1")) == (R, lib.BY_VOTES, W)


def test_lib_7_3_a_tie_is_fought_by_every_player_without_a_step_back(begin: Begin) -> None:
    displays = {0: "Danton, Barnave", 3: "Necker, Calonne, Bailly", 1: "Tallien"}
    play = elect(begin, "0R3 1B2 2W2", displays)
    assert play.pending == ("opposition_advance", 0)
    assert play.listed() == "Barnave, stop"
    play.choose("opposition_advance", "Barnave")
    play.choose("opposition_advance", "stop", seat=1)
    assert play.listed() == "Necker, Calonne, Bailly, stop"
    play.choose("opposition_advance", "Necker", seat=3)
    play.choose("opposition_advance", "Tallien", seat=1)  # repeated, and asked again
    play.choose("opposition_advance", "Calonne", seat=3)
    assert formed(play) == (R, lib.BY_VOTES, W)
    assert play.votes == "R3 B2 W2"


def test_lib_7_3_unbroken_no_opposition(begin: Begin) -> None:
    play = elect(begin, "0R3 1B2 2W2", {1: "Tallien"})
    play.choose("opposition_advance", "stop", seat=1)
    assert formed(play) == (R, lib.BY_VOTES, lib.NO_COLOUR)
    assert play.vp == [5, 0, 0, 0]


def test_lib_7_3_repeated_with_the_colours_that_share_the_top(begin: Begin) -> None:
    play = elect(begin, "0R1 1B1 2W1", {0: "Danton, Sieyès", 1: "Necker, Malouet"})
    play.choose("government_advance", "Danton", seat=0)
    play.choose("government_advance", "stop", seat=1)
    assert formed(play) == (R, lib.BY_CARD, lib.NO_COLOUR)  # both stepped back to 0
    play = elect(begin, "0R2 1B2 2W2", {0: "Danton, Sieyès", 1: "Necker, Malouet"})
    play.choose("government_advance", "Danton", seat=0)
    play.choose("government_advance", "stop", seat=1)
    play.choose("opposition_advance", "Sieyès", seat=0)
    play.choose("opposition_advance", "Necker", seat=1)
    play.choose("opposition_advance", "Malouet", seat=1)
    assert formed(play) == (R, lib.BY_CARD, W)


# The steps


def test_lib_7_8_presence_returns_and_the_old_government_is_over(begin: Begin) -> None:
    play = begin("battle_first_turn=5")
    play.lay(displays={0: "Danton"})
    play.to_turn(3)
    play.board({"Paris": "0R1 1B1"}, presence=[0, 3])
    play.table.governing, play.table.opposition = W, R
    play.table.votes[:] = 3, 4, 5
    play.end_phase()
    assert play.pending == ("paris_advance", 0)
    assert not play.table.presence.any() and play.free == [17, 17, 18, 18]
    assert (play.table.governing, play.table.opposition) == (lib.NO_COLOUR, lib.NO_COLOUR)
    assert play.votes == "R0 B0 W0"


def test_lib_7_8_provinces_vote_in_their_order(begin: Begin) -> None:
    tied = {"Provence": "0R1 1B1", "Normandie": "0R1 1B1", "Paris": "0R1 1B1", "Alsace": "0R1 1B1"}
    play = begin("battle_first_turn=5")
    play.lay(displays={0: "Danton, Marat, Roux, Sade"})
    play.to_turn(4)
    play.board(tied)
    play.end_phase()
    asked = []
    while not play.session.over:
        asked.append((play.session.pending, play.mix.decks["provinces"][play.table.province].name))
        play.choose(play.session.pending, "stop")
    assert [name for _, name in asked] == ["Normandie", "Île-de-France", "Alsace", "Provence"]
    assert [name for name, _ in asked].count("paris_advance") == 1


def test_lib_7_8_government_opposition_awards_presence_in_this_order(begin: Begin) -> None:
    displays = {0: "Danton, Sieyès, Sade", 1: "Robespierre, Roux", 2: "Tallien", 3: "Bailly"}
    play = elect(begin, "0R2 1R2 2B2 3B2 0W4", displays, turn=3)
    for decision, card, seat in (
        ("government_advance", "Danton", 0),
        ("government_advance", "stop", 1),
        ("opposition_advance", "Sieyès", 0),  # white and blue have 3 each
        ("award_advance", "Sade", 0),
        ("award_advance", "Robespierre", 1),
        ("award_advance", "Tallien", 2),
        ("award_advance", "Bailly", 3),
    ):
        while play.pending != (decision, seat):
            play.choose(play.session.pending, "stop")
        play.choose(decision, card)
    assert play.turn == 4 and formed(play, 3) == (R, lib.BY_CARD, B)
    assert play.vp == [2, 5, 0, 3]
    assert play.table.presence[:4].tolist() == [1, 1, 0, 0]


def test_lib_7_8_held_blocks_return_and_the_round_goes_on(begin: Begin) -> None:
    play = elect(begin, "0R2 1R1 2B1", turn=3)
    assert not play.table.held.any()
    assert play.supply == "R30 B28 W24"
    assert play.table.governing == R and play.table.opposition == B  # until the next election
    assert play.turn == 4


def test_lib_7_8_the_landslide_comes_before_the_government(begin: Begin) -> None:
    play = elect(begin, "0R3 1B3", {0: "Danton"}, "landslide_red_votes=3")
    assert play.session.over and play.table.end == lib.BY_LANDSLIDE
    assert formed(play) == NOBODY
