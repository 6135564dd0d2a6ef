"""LIB-8, LIB-9: sudden death, the last turn, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.games.liberte import records as lib

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play

CR = (
    *("Normandie", "Bretagne", "Maine", "Anjou", "Vendée", "Artois-Flandre", "Franche-Comté"),
    *("Limousin", "Auvergne", "Guyenne", "Gascogne", "Lyonnais", "Languedoc", "Provence"),
)


def white(count: int, stacks: str = "0W1") -> dict[str, str]:
    """So many counter-revolutionary provinces under white."""
    return dict.fromkeys(CR[:count], stacks)


def after_a_pass(
    begin: Begin, stacks: dict[str, str], *changes: str, turn: int = 3, lost: int = 0
) -> Play:
    """A turn's action phase, where the first player has passed."""
    play = begin(*changes)
    play.lay(rest="box")
    play.to_turn(turn)
    play.board(stacks, lost=lost)
    play.pass_on()
    return play


def ended(play: Play) -> int | None:
    return int(play.table.end) if play.session.over else None


# Counter-revolution


def test_lib_8_1_seven_provinces_end_the_game_after_a_pass_too(begin: Begin) -> None:
    assert ended(after_a_pass(begin, white(6))) is None
    play = after_a_pass(begin, white(7))
    assert ended(play) == lib.BY_COUNTER_REVOLUTION
    assert play.events("counter_revolution") == [(-1, 7, 0, 0)]
    assert play.history(3).white_provinces == 7


def test_lib_8_1_the_number_is_a_parameter(begin: Begin) -> None:
    assert ended(after_a_pass(begin, white(3), "cr_provinces_needed=4")) is None
    assert ended(after_a_pass(begin, white(4), "cr_provinces_needed=4")) is not None


def test_lib_8_1_lost_battles_count(begin: Begin) -> None:
    assert ended(after_a_pass(begin, white(4), lost=2)) is None
    play = after_a_pass(begin, white(4), lost=3)
    assert play.events("counter_revolution") == [(-1, 4, 3, 0)]


def test_lib_8_1_other_provinces_do_not_count(begin: Begin) -> None:
    others = dict.fromkeys(("Paris", "Berry", "Alsace", "Béarn"), "0W1")
    assert ended(after_a_pass(begin, {**white(6), **others})) is None


@pytest.mark.parametrize(
    ("stacks", "controls"),
    [
        ("0W1", True),
        ("0W2 1R1 2B1", True),
        ("0W1 1W3 2R2", True),  # several white stacks do not hurt
        ("0W2 1W2 2R1", True),
        ("0W2 1R2", False),  # a tie with another faction
        ("0W3 1W1 2B3", False),
        ("0W1 1R2 2W1", False),  # not the sum
        ("0R1", False),
    ],
)
def test_lib_8_1_control_is_the_strictly_largest_stack(
    begin: Begin, stacks: str, controls: bool
) -> None:
    play = after_a_pass(begin, white(1, stacks), "cr_provinces_needed=1")
    assert play.session.over == controls


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_lib_8_1_in_turns_3_and_4(begin: Begin, turn: int) -> None:
    play = after_a_pass(begin, white(7), turn=turn)
    assert play.session.over == (turn > 2)


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_lib_8_1_the_turns_are_parameters(begin: Begin, turn: int) -> None:
    changes = [f"cr_active_turn{n}={int(n == turn)}" for n in (1, 2, 3, 4)]
    for playing in (1, 2, 3, 4):
        play = after_a_pass(begin, white(7), *changes, turn=playing)
        assert play.session.over == (playing == turn)


def test_lib_8_1_after_the_complete_action(begin: Begin) -> None:
    play = begin("cr_provinces_needed=1")
    play.lay({0: "Rivarol, Unrest (A)"}, rest="box")
    play.to_turn(3)
    play.play("Rivarol", "Provence")
    assert play.pending == ("play_card", 0)  # the action goes on
    play.special("Unrest (A)")
    play.choose("target_province", "Provence")
    play.choose("target_stack", 0)
    assert play.pending == ("action_kind", 1)

    play = begin("cr_provinces_needed=1")
    play.lay({0: "Rivarol, Unrest (A)"}, rest="box")
    play.to_turn(3)
    play.play("Rivarol", "Provence")
    play.choose("play_card", "stop")
    assert ended(play) == lib.BY_COUNTER_REVOLUTION


def test_lib_8_1_when_the_action_phase_opens(begin: Begin) -> None:
    play = begin("battle_first_turn=5")
    play.lay(rest="box")
    play.to_turn(2)
    play.board(white(7, "0W3"))
    play.end_phase()  # each province gave a vote, white stacks of 2 are left
    assert ended(play) == lib.BY_COUNTER_REVOLUTION
    assert (play.turn, play.history(3).action_rounds) == (3, 0)
    assert play.history(3).phase_end == lib.BY_CUT


def test_lib_8_1_at_the_end_of_the_election_before_the_normal_end(begin: Begin) -> None:
    for owed, end in ((0, lib.BY_VP), (1, lib.BY_COUNTER_REVOLUTION)):
        play = begin("cr_provinces_needed=2", "battle_first_turn=5")
        play.lay(rest="box")
        play.to_turn(4)
        play.board({"Provence": "0W2", "Berry": "1W1"})
        play.table.lost_owed = owed
        play.end_phase()
        assert ended(play) == end
        assert play.history(4).elected == 1
        assert not play.table.held.any()  # they had returned


def test_lib_8_1_in_an_election_after_a_province_of_several_votes(begin: Begin) -> None:
    stacks = {"Picardie": "0W1", "Paris": "1W2 2R3", "Provence": "3R1"}
    for marked, end in ((0, lib.BY_VP), (1, lib.BY_COUNTER_REVOLUTION)):
        play = begin(
            "cr_provinces_needed=1",
            "battle_first_turn=5",
            f"provinces.Île-de-France.counter_revolution={marked}",
        )
        play.lay(rest="box")
        play.to_turn(4)
        play.board(stacks)
        play.end_phase()
        assert ended(play) == end
        if marked:
            assert play.history(4).elected == 0
            assert play.stacks("Provence") == "3R1"  # not resolved any more
            assert play.table.scores[:4].tolist() == [1, 2, 0, 0]  # held blocks count


def test_lib_8_1_not_while_its_own_blocks_are_still_tied(begin: Begin) -> None:
    play = begin(
        "cr_provinces_needed=1",
        "battle_first_turn=5",
        "provinces.Île-de-France.counter_revolution=1",
    )
    play.lay({}, {1: "Necker"}, rest="box")
    play.to_turn(3)
    play.board({"Paris": "1W2 2R2"})
    play.end_phase()
    play.choose("paris_advance", "Necker", seat=1)
    assert not play.session.over  # the province was cleared first


# Landslide


@pytest.mark.parametrize(("votes", "landslide"), [(16, False), (17, True)])
def test_lib_8_2_seventeen_red_votes(begin: Begin, votes: int, landslide: bool) -> None:
    play = begin("battle_first_turn=5")
    play.lay()
    provinces = [card.name for card in play.mix.decks["provinces"] if card.name != "Île-de-France"]
    red = {name: f"{i % 2}R1" for i, name in enumerate(provinces[: votes - 3])}
    play.to_turn(2)
    play.board({**red, "Paris": "2R3"})
    play.end_phase()
    assert play.history(2).votes[lib.RED] == votes
    assert (ended(play) == lib.BY_LANDSLIDE) == landslide
    assert (play.history(2).government == lib.RED) != landslide
    assert [a for _, a, *_ in play.events("landslide")] == [17] * landslide


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_lib_8_2_in_any_turn_and_the_number_is_a_parameter(begin: Begin, turn: int) -> None:
    for votes in (2, 3):
        play = begin("landslide_red_votes=3", "battle_first_turn=5")
        play.lay()
        play.to_turn(turn)
        play.board({"Paris": f"2R{votes}"})
        play.end_phase()
        assert (ended(play) == lib.BY_LANDSLIDE) == (votes == 3)


def test_lib_8_2_when_all_provinces_have_voted(begin: Begin) -> None:
    play = begin("landslide_red_votes=1", "battle_first_turn=5")
    play.lay(displays={1: "Danton"})
    play.to_turn(3)
    play.board({"Normandie": "0R1", "Provence": "1R1 2W1"})
    play.end_phase()
    assert play.pending == ("province_advance", 1)
    play.choose("province_advance", "Danton")
    assert ended(play) == lib.BY_LANDSLIDE
    assert play.history(3).votes[lib.RED] == 2


# Points


def scores(play: Play) -> list[int]:
    assert play.session.over
    return [int(n) for n in play.table.scores[: play.players]]


def revolt(begin: Begin, *changes: str) -> Play:
    play = begin("cr_provinces_needed=3", *changes)
    play.lay(
        {0: "Breteuil", 1: "Necker, Batz"},
        {1: "Précy, Club Monarchique, Danton", 2: "Malouet", 3: "Marat"},
    )
    play.to_turn(3)
    stacks = {"Maine": "0W2 1R1", "Anjou": "0W1", "Provence": "2W3", "Paris": "0R3 1W1 3B2"}
    play.board(stacks)
    play.table.vp[:4] = 0, 50, 0, 60
    play.pass_on()
    return play


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ([], [3, 1 + 4, 3 + 1, 0]),
        (["points_sudden_death_count_display=0"], [3, 1, 3, 0]),
        (["points_sudden_death_count_hand=1"], [3 + 3, 1 + 4 + 5, 3 + 1, 0]),
    ],
)
def test_lib_8_3_blocks_and_displayed_values_of_the_colour(
    begin: Begin, changes: list[str], points: list[int]
) -> None:
    play = revolt(begin, *changes)
    assert scores(play) == points  # victory points are ignored
    best = max(points)
    mask = sum(1 << seat for seat, n in enumerate(points) if n == best)
    assert play.events("game_ended") == [(-1, lib.BY_COUNTER_REVOLUTION, best, mask)]


def test_lib_8_3_held_blocks_count_in_a_landslide(begin: Begin) -> None:
    play = begin("landslide_red_votes=3", "battle_first_turn=5")
    play.lay({}, {2: "Roux, Necker"})
    play.to_turn(3)
    play.board({"Paris": "0R2", "Berry": "1R3 0W1", "Béarn": "3B2"})
    play.end_phase()
    assert ended(play) == lib.BY_LANDSLIDE
    assert scores(play) == [2, 1 + 2, 1, 0]
    assert play.held(0) == "R2 B0 W0"


def test_lib_8_3_equal_points_share_the_win(begin: Begin) -> None:
    play = revolt(begin, "points_sudden_death_count_display=0")
    assert play.session.game.words.closing(play.mix, play.session.state)[-1] == (
        "Seat 0 and Seat 2 share the win with 3 points of white."
    )


# The last turn


def test_lib_9_1_most_victory_points_win(begin: Begin) -> None:
    play = begin()
    play.lay()
    play.to_turn(4)
    play.table.vp[:4] = 3, 24, 9, 23  # more than the track has
    play.end_phase()
    assert ended(play) == lib.BY_VP
    assert scores(play) == [3, 24, 9, 23]
    assert play.events("game_ended") == [(-1, lib.BY_VP, 24, 0b0010)]


def test_lib_9_1_the_last_election_counts_and_equals_share(begin: Begin) -> None:
    play = begin("battle_first_turn=5")
    play.lay()
    play.to_turn(4)
    play.board({"Berry": "0R1"})
    play.table.vp[:4] = 15, 20, 9, 3
    play.end_phase()
    assert scores(play) == [20, 20, 9, 3]
    assert play.session.game.words.closing(play.mix, play.session.state)[-1] == (
        "Seat 0 and Seat 1 share the win with 20 VP."
    )
