"""LIB-13: decisions, their options and the order of both."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.engine import Player
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.session import Session
from hemicycle.tests.games.liberte_reading import Reading
from hemicycle.tests.games.liberte_sound import assert_sound

if TYPE_CHECKING:
    from collections.abc import Callable

    from hemicycle.sim.cardmix import Mix
    from hemicycle.sim.game import Game
    from hemicycle.sim.lineup import LineUp
    from hemicycle.tests.games.liberte_play import Begin

RULES = Path(__file__).parents[2] / "data" / "liberte" / "rules.md"


def test_lib_13_1_only_lists_of_two_or_more_are_counted(
    liberte: Game, liberte_mix: Mix, randoms: Callable[[Game, int], LineUp]
) -> None:
    lineup = randoms(liberte, 3)
    player = Player(liberte, liberte.compile_mix(liberte_mix)[0], lineup, 12)
    games = player.block(0, 2).games
    for number in range(2):
        session = Session(liberte, liberte_mix, 3, seed=12, number=number)
        lists = [len(listed) for *_, listed, _ in session.steps(lineup)]
        assert min(lists) > 1
        assert games.decisions[number] == len(lists)


def test_lib_13_1_a_list_without_options_is_skipped(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton"}, rest="box")
    play.to_turn(2)
    play.board(supply={"R": 0})
    play.play("Danton", use="battle", then="keep")  # nothing more to play: the action is over
    assert play.pending == ("action_kind", 1)


def test_lib_13_1_every_list_is_made_afresh(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton"})
    play.board({"Alsace": "0R2", "Bourgogne": "0R2"}, free={0: 1})
    play.choose("action_kind", "play")
    play.choose("play_card", "Danton")
    play.choose("use_card", "blocks")
    assert play.listed() == "Lorraine, Alsace, Franche-Comté, Bourgogne"
    play.choose("place_block", "Lorraine")  # the last token
    assert play.listed() == "Lorraine, Alsace, Bourgogne"
    play.choose("place_block", "Alsace")
    assert play.listed() == "Lorraine, Bourgogne"


def test_lib_13_2_kinds_of_card_in_the_order_of_the_list(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Jacobins (B), Feuillants, Jacobins (A), Danton, Jacobins (B), Feuillants"})
    play.choose("action_kind", "play")
    assert play.listed() == "Danton, Feuillants, Jacobins (A), Jacobins (B)"


def test_lib_13_2_the_market_goes_by_slot_a_kind_once_at_its_first(begin: Begin) -> None:
    play = begin()
    play.lay(market="Jacobins (B), Danton, Jacobins (B)", deck="Sade, Babeuf")
    play.choose("action_kind", "take")
    assert play.listed() == "Jacobins (B), Danton, deck"
    play.choose("take_source", "Jacobins (B)")
    assert play.market == "Sade, Danton, Jacobins (B)"  # taken from there
    assert play.listed() == "Sade, Jacobins (B), stop"
    play.choose("take_second", "Jacobins (B)")
    assert play.market == "Sade, Danton, Babeuf"


def test_lib_13_2_players_and_stacks_in_the_order_of_this_turn(begin: Begin) -> None:
    play = begin(players=5)
    play.lay({3: "Unrest (A), Purge (A)"}, rest="box")
    play.table.vp[:5] = 1, 4, 2, 9, 3
    play.end_phase()
    play.choose("refill_discard", "stop", seat=3)
    assert play.order == [3, 1, 4, 2, 0]
    play.lay({3: "Unrest (A), Purge (A)"}, dict(enumerate(("Danton", "Marat", "Roux", "Sade"))))
    play.board({"Béarn": "0R1 1B1 4W1"}, presence=[3])
    play.special("Purge (A)")
    assert play.options() == [1, 2, 0]
    play.choose("target_player", 2)
    play.choose("target_card", "Roux")
    assert play.pending == ("action_kind", 1)  # one special in an action
    play.lay({1: "Unrest (A)"})
    play.special("Unrest (A)")
    play.choose("target_province", "Béarn")
    assert play.options() == [1, 4, 0]


def test_lib_13_3_the_names_are_those_of_the_rules() -> None:
    text = RULES.read_text(encoding="utf-8")
    table = text[text.index("**LIB-13.3**") : text.index("**LIB-13.4**")]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(lib.DECISIONS[1:])


def test_lib_13_4_the_small_decisions_of_an_action(begin: Begin) -> None:
    changes = ("display_limit=2", "display_limit_sansculottes=5")
    play = begin(*changes)
    play.lay({0: "Purge (A), Sade, Antonelle"}, {2: "Roux, Danton, Marat, Sieyès"})
    play.board(presence=[0])
    asked = []
    while play.session.seat != 1:
        asked.append(play.session.pending)
        play.choose(asked[-1], play.options()[0])
        if asked[-1] == "target_player":
            assert play.discards == "Purge (A)"
            play.choose("target_card", "Roux")
    assert asked == [
        *("action_kind", "play_card", "use_card", "place_block", "keep_card"),
        *("play_card", "place_block", "keep_card"),
        *("play_card", "target_player", "overflow_discard"),
    ]


def test_lib_13_4_taking_and_refreshing(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Danton"}, {0: "Marat"}, market="Sade, Roux, Babeuf", rest=1)
    play.pass_on()
    asked = []
    while play.session.seat == 1:
        asked.append(play.session.pending)
        play.choose(asked[-1], play.options()[1 if asked[-1] == "action_kind" else 0])
    assert asked == ["action_kind", "take_discard", "take_discard", "take_source", "take_second"]
    play.pass_on()
    play.table.vp[:3] = 9, 5, 3
    play.end_phase()
    assert play.hand(0) == "Danton, Marat"
    asked = []
    while play.session.seat == 0:
        asked.append(play.session.pending)
        play.choose(asked[-1], play.options()[0])
        if len(asked) == 9:
            break
    assert asked == ["refill_discard"] * 2 + ["refill_draw"] * 2 + asked[4:]


def test_lib_13_4_the_card_leaves_the_hand_first(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton, Purge (A)"}, {1: "Marat"})
    play.board(presence=[0])
    play.choose("action_kind", "play")
    play.choose("play_card", "Purge (A)")
    assert (play.hand(0), play.discards) == ("Danton", "Purge (A)")
    play.choose("target_player", 1)
    play.choose("target_card", "Marat")
    play.choose("play_card", "Danton")
    assert play.hand(0) == "" and play.discards == "Purge (A)"  # on its way


def test_lib_13_6_no_more_than_15_cards_and_27_options(
    liberte: Game, liberte_mix: Mix, randoms: Callable[[Game, int], LineUp]
) -> None:
    for players in (3, 6):
        session = Session(liberte, liberte_mix, players, seed=31)
        for _, seat, listed, _ in session.steps(randoms(liberte, players)):
            table = session.state.table
            assert len(listed) <= 27
            assert table.hand_size[seat] + table.displays[seat].cards <= 15


def test_lib_13_6_a_hand_may_hold_every_card(begin: Begin) -> None:
    play = begin(players=3)
    play.lay(rest=0)
    play.board({"Berry": "1R1"})
    assert play.table.hand_size[0] == 110
    play.choose("action_kind", "take")
    assert play.options() == list(range(96))
    play.choose("take_discard", "Danton")
    play.choose("take_discard", "Marat")
    play.choose("take_source", "Marat")
    assert play.table.hand_size[0] == 109


ODD = (
    (),
    ("display_limit=2", "display_limit_sansculottes=5"),
    ("landslide_red_votes=8", "cr_provinces_needed=4"),
    ("take_discard_threshold=5", "start_hand=3"),
    ("stacks_per_province=2", "stack_max=2"),
    ("tokens_per_player=6", "blocks_red=10"),
    ("stacks_per_province=6", "stack_max=9", "faceup_cards=8", "provinces.Berry.votes_max=9"),
    ('cards."Unrest (A)".target_colour=W', 'cards."Unrest (B)".needs_stack=R', "start_hand=9"),
)
"""Changes of mixes that make seldom things happen."""


def compare(liberte: Game, mix: Mix, players: int, lineup: LineUp) -> set[str]:
    """Play a game beside a second reading of the rules; the decisions asked."""
    asked = set()
    session = Session(liberte, mix, players, seed=77, number=players)
    reading = Reading(session)
    for step, (decision, _, listed, _) in enumerate(session.steps(lineup)):
        assert listed == reading.options(), (decision, step)
        asked.add(decision)
        if step % 40 == 0:
            assert_sound(session)
    assert_sound(session)
    return asked


def test_lib_13_3_options_are_as_a_second_reading_has_them(
    liberte: Game, liberte_mix: Mix, randoms: Callable[[Game, int], LineUp]
) -> None:
    asked = compare(liberte, liberte_mix, 4, randoms(liberte, 4))
    rare = {name for name in lib.DECISIONS if name.startswith("target_") or "_advance" in name}
    assert set(lib.DECISIONS[1:]) - asked <= rare | {"overflow_discard"}


@pytest.mark.slow
@pytest.mark.parametrize("changes", ODD, ids=lambda changes: ",".join(changes) or "standard")
def test_lib_13_3_options_of_odd_mixes_too(
    begin: Begin, liberte: Game, randoms: Callable[[Game, int], LineUp], changes: tuple[str, ...]
) -> None:
    mix = begin(*changes).mix
    asked = set()
    for players in (3, 4, 5, 6):
        asked |= compare(liberte, mix, players, randoms(liberte, players))
    rare = {"battle_advance", "government_advance", "opposition_advance", "overflow_discard"}
    assert set(lib.DECISIONS[1:]) - asked <= rare
