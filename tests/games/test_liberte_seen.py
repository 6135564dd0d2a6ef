"""LIB-10.1, LIB-13.5, LIB-14.1: what is hidden from whom, and what the log tells."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hemicycle.sim.decks import deck_dtype
from hemicycle.sim.games.liberte import log
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.mixes import tweak
from hemicycle.sim.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from hemicycle.sim.cardmix import Mix
    from hemicycle.sim.game import Game
    from hemicycle.sim.lineup import LineUp
    from hemicycle.tests.games.liberte_play import Begin, Play

RULES = Path(__file__).parents[2] / "data" / "liberte" / "rules.md"


def seen(play: Play, *insiders: int) -> list[bytes]:
    """All that the players other than the insiders can see."""
    seats = [seat for seat in range(play.players) if seat not in insiders]
    return [play.table.tobytes(), *(play.own(seat).tobytes() for seat in seats)]


# Hidden and open


def test_lib_10_1_a_hand_is_seen_by_its_owner_only(begin: Begin) -> None:
    found = []
    for cards in ("Danton, Roux", "Necker, Purge (A)"):
        play = begin()
        play.lay({1: cards, 0: "Marat"}, rest="deck", deck="Sade")
        play.play("Marat", "Paris", "Paris", "Paris")
        found.append(seen(play, 1))
    assert found[0] == found[1]


def test_lib_10_1_a_drawn_card_is_seen_by_who_drew_it(begin: Begin) -> None:
    found = []
    for card in ("Danton", "Purge (A)"):
        play = begin()
        play.lay(market="Sade, Roux, Batz", deck=card)
        play.choose("action_kind", "take")
        play.choose("take_source", "deck")
        assert play.hand(0) == card
        found.append(seen(play, 0))
    assert found[0] == found[1]


def test_lib_10_1_the_order_of_the_deck_is_seen_by_nobody(begin: Begin) -> None:
    found = []
    for deck in ("Danton, Roux", "Roux, Danton"):
        play = begin()
        play.lay(market="Sade, Batz, Marat", deck=deck)
        play.pass_on()
        found.append(seen(play))
    assert found[0] == found[1]


def test_lib_10_1_a_reshuffled_deck_is_hidden_too(begin: Begin) -> None:
    play = begin()
    play.lay(market="Sade, Batz, Marat", discards="Danton, Roux, Purge (A)", rest="box")
    play.choose("action_kind", "take")
    play.choose("take_source", "deck")
    before = seen(play)
    deck = play.hidden.deck_b
    deck.slots[deck.top : deck.length] = deck.slots[deck.top : deck.length][::-1].copy()
    assert seen(play) == before


def test_lib_10_1_a_market_card_a_discard_and_the_box_are_open(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Purge (A)"}, {1: "Danton"}, market="Sade, Batz, Marat", rest="deck")
    play.board({"Paris": "0R1"}, presence=[0])
    play.special("Purge (A)")
    play.choose("target_player", 1)
    play.choose("target_card", "Danton")
    assert (play.market, play.discards, play.box) == ("Sade, Batz, Marat", "Purge (A)", "Danton")


def test_lib_13_5_no_deck_lies_on_the_table_or_with_a_player() -> None:
    for dtype in (lib.table_dtype, lib.own_dtype):
        assert deck_dtype not in [dtype[name].base for name in dtype.names or ()]
    assert "hand" not in (lib.table_dtype.names or ())


def test_lib_13_5_what_the_table_shows() -> None:
    shown = set(lib.table_dtype.names or ())
    assert shown >= {
        *("displays", "market", "discards", "box", "blocks", "colour", "supply", "reserve"),
        *("votes", "held", "battle_tokens", "presence", "governing", "opposition", "lost_blocks"),
        *("vp", "order", "round_number", "action_round", "hand_size", "free_tokens", "deck_left"),
        *("contest", "action", "mix"),
    }
    assert "advanced" in (lib.contest_dtype.names or ())


def test_lib_13_5_sizes_of_hands_and_deck(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton, Roux", 2: "Batz"}, deck="Marat, Sade", rest="box")
    play.choose("action_kind", "take")
    assert play.table.hand_size[:4].tolist() == [2, 0, 1, 0]
    assert play.table.deck_left == 0  # both lie in the market


# The log


@pytest.fixture(scope="module")
def replays(
    liberte: Game, liberte_mix: Mix, randoms: Callable[[Game, int], LineUp]
) -> list[tuple[Session, list[Any]]]:
    """Games in which anything may happen, and their events."""
    changes = ["display_limit=2", "display_limit_sansculottes=5", "landslide_red_votes=12"]
    varied = tweak(liberte_mix, [*changes, "cr_provinces_needed=6"])
    found = []
    for number in range(4):
        session = Session(liberte, varied, 3 + number % 4, seed=8, number=number)
        events = session.events()
        for _ in session.steps(randoms(liberte, session.players)):
            events += session.events()
        found.append((session, events + session.events()))
    return found


def test_lib_14_1_the_names_are_those_of_the_rules() -> None:
    text = RULES.read_text(encoding="utf-8")
    table = text[text.index("**LIB-14.1**") :]
    rows = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == list(log.EVENTS)


def test_lib_14_1_every_kind_of_event_is_told_in_a_line(
    replays: list[tuple[Session, list[Any]]],
) -> None:
    told = set()
    for session, events in replays:
        for event in events:
            line = session.game.words.sentence(session.mix, event)
            told.add(log.EVENTS[event["code"]])
            assert line.strip() and "\n" not in line and "{" not in line
    assert set(log.EVENTS) - told <= {"landslide", "counter_revolution"}
    assert all(code in session.game.words._SENTENCES for code in range(len(log.EVENTS)))


def test_lib_14_1_the_log_accounts_for_all_victory_points(
    replays: list[tuple[Session, list[Any]]],
) -> None:
    for session, events in replays:
        vp = [0] * session.players
        for event in events:
            if event["code"] == log.VP_SCORED:
                vp[event["seat"]] += int(event["a"])
                assert vp[event["seat"]] == event["b"]
        assert vp == session.state.table.vp[: session.players].tolist()


def test_lib_14_1_the_log_accounts_for_all_cards_in_hand(
    replays: list[tuple[Session, list[Any]]],
) -> None:
    for session, events in replays:
        sizes = [int(session.state.own[seat].opening.sum()) for seat in range(session.players)]
        for event in events:
            seat, code = int(event["seat"]), event["code"]
            if code in (log.CARD_TAKEN, log.CARD_DRAWN):
                sizes[seat] += 1
            elif code == log.CARD_PLAYED or (
                code == log.CARD_DISCARDED and event["b"] != log.NOT_KEPT
            ):
                sizes[seat] -= 1
            elif code == log.DISPLAY_RETURNED:
                sizes[seat] += 1
        assert sizes == session.state.table.hand_size[: session.players].tolist()


def test_lib_14_1_the_log_of_an_action_phase(begin: Begin) -> None:
    play = begin(players=3)
    play.lay(
        {0: "Sade, Feuillants, Unrest (A)", 2: "Danton"},
        {1: "Necker"},
        market="Roux, Marat, Hoche",
        deck="Batz, Charette",
    )
    play.to_turn(2)
    play.told()
    play.play("Sade", "Provence", then="keep")
    play.special("Unrest (A)")
    play.choose("target_province", "Provence")
    play.choose("target_stack", 0)
    play.play("Feuillants", "Lyonnais")
    play.choose("action_kind", "take")
    play.choose("take_source", "Marat")
    play.play("Danton", use="battle")
    assert play.told() == [
        "    Seat 0 plays Sade (red 1, South-East).",
        "      Red block to Provence, a stack of 1.",
        "      Seat 0 keeps Sade in the display, card 1.",
        "    Seat 0 plays Unrest (A).",
        "      1 red block of Seat 0 leaves Provence: the stack is gone.",
        "    Seat 0 plays Feuillants (blue 1, club) as well.",
        "      Blue block to Lyonnais, a stack of 1.",
        "    Seat 0 discards Feuillants (not kept).",
        "    Seat 1 takes Marat (red 3, Paris Basin) from slot 2.",
        "      Slot 2 of the market shows Batz (white 2, Centre).",
        "    Seat 2 plays Danton (red 3, East) for battle.",
        "      Seat 2 has 1 in the Battle Box.",
        "    Seat 2 discards Danton (not kept).",
        "  Action round 2",
    ]


def test_lib_14_1_the_log_of_an_election(begin: Begin) -> None:
    play = begin("turns=2", players=3)
    play.lay(displays={0: "Danton", 1: "Barnave", 2: "Hoche"})
    play.to_turn(2)
    play.board({"Berry": "0R2 1B2", "Alsace": "2W1"}, battle={2: 2})
    play.told()
    play.end_phase()
    play.choose("province_advance", "stop", seat=0)
    play.choose("province_advance", "Barnave", seat=1)
    play.choose("government_advance", "Hoche", seat=2)
    told = play.told()
    assert told[3:] == [  # after three passes
        "  The action phase ends after round 1: all passed.",
        "  Battle of Valmy: Seat 2 leads the army with 2 in the Battle Box.",
        "    Seat 2 scores 4 VP (battle), 4 in all.",
        "  The election of turn 2",
        "  Alsace: Seat 2 wins 1 vote for white.",
        "    Seat 1 advances Barnave (blue 3, South-West) for Berry.",
        "  Berry: Seat 1 wins 1 vote for blue, by card.",
        "    Berry is cleared, 3 blocks return.",
        "    Seat 2 advances Hoche (blue 3, West) for the government.",
        "  Blue governs by card; after the others stepped back the votes are red 0, blue 1, white 0.",
        "  There is no opposition.",
        "    Seat 1 scores 5 VP (government), 5 in all.",
        "    Seat 1 is present in the government.",
        "The game ends after the last turn: Seat 1 with 5 VP.",
    ]
