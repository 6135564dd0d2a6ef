"""FIL-9.29, FIL-9.30: what is hidden from whom, and what the log tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from hemicycle.sim.decks import deck_dtype
from hemicycle.sim.game import Game
from hemicycle.sim.games.filibuster import log
from hemicycle.sim.games.filibuster.records import own_dtype, table_dtype
from hemicycle.sim.mixes import tweak
from hemicycle.sim.session import Session

if TYPE_CHECKING:
    from hemicycle.sim.cardmix import Mix
    from hemicycle.tests.games.filibuster_play import Play, Start


def seen(play: Play, *insiders: int) -> list[bytes]:
    """All that the players other than the insiders can see."""
    seats = [seat for seat in range(play.table.players) if seat not in insiders]
    return [play.table.tobytes(), *(play.own(seat).tobytes() for seat in seats)]


def test_fil_9_29_no_deck_lies_on_the_table_or_with_a_player() -> None:
    for dtype in (table_dtype, own_dtype):
        assert deck_dtype not in [dtype[name].base for name in dtype.names or ()]


def test_fil_9_29_a_hand_is_seen_by_its_owner_only(start: Start) -> None:
    found = []
    for cards in ("H1 S03", "H4 S08"):
        play = start()
        play.lay({0: "H2", 2: cards}, draw="S01 S02")
        play.time("T01 T01")
        play.leader_turn("H2")
        play.choose("support", "draw", seat=1)
        found.append(seen(play, 2))
        assert play.hand(2).split()[0] == cards.split()[0]
    assert found[0] == found[1]


def test_fil_9_29_a_drawn_card_is_seen_by_who_drew_it(start: Start) -> None:
    found = []
    for draw in ("S01 H2", "H4 S08"):
        play = start()
        play.lay({0: "H2"}, draw=draw)
        play.time("T01")
        play.leader_turn("H2")
        play.choose("support", "draw", seat=1)
        found.append(seen(play, 1))
    assert found[0] == found[1]


def test_fil_9_29_the_order_of_the_decks_is_seen_by_nobody(start: Start) -> None:
    found = []
    for draw, time in (("S01 H2", "T01 T02"), ("S01 H4", "T01 T08")):
        play = start()
        play.lay({0: "H2"}, draw=draw)
        play.time(time)
        play.leader_turn("H2")
        found.append(seen(play))
    assert found[0] == found[1]


def test_fil_9_29_the_coming_policies_are_seen_by_nobody(start: Start) -> None:
    found = []
    for policies in ("P14 P01 P02", "P14 P20 P07"):
        play = start()
        play.policies(policies)
        play.to_bidding()
        found.append(seen(play))
    assert found[0] == found[1]


@pytest.mark.parametrize("assist", ["S01", "S02"])
def test_fil_9_29_a_peek_is_seen_by_who_peeked(start: Start, assist: str) -> None:
    found = []
    for time in ("T01 T02 T04", "T01 T08 T09"):
        play = start()
        play.lay({0: "H2", 1: assist})
        play.time(time)
        play.leader_turn("H2")
        play.choose("support", assist, seat=1)
        if assist == "S02":
            play.choose("bury", "bury", seat=1)
        found.append(seen(play, 1))
    assert found[0] == found[1]


def test_fil_9_29_a_passed_card_is_seen_by_giver_and_leader(start: Start) -> None:
    found = []
    for card, influence in (("H1", 4), ("H2", 5)):
        play = start()
        play.lay({0: "H3", 1: card})
        play.time("T01")
        play.leader_turn("H3")
        play.choose("support", card, seat=1)
        assert play.influence[1] == influence  # open, and by that the card's clock
        play.table.influence[1] = play.table.gains[0] = 0
        found.append(seen(play, 0, 1))
    assert found[0] == found[1]


def known(play: Play, seat: int) -> str:
    own = play.own(seat)
    return play.names([int(card) for card in own.peeked[: own.peeked_count]], "time")


def test_fil_9_29_what_was_peeked_at_is_known_until_it_is_drawn_or_buried(start: Start) -> None:
    play = start("action.S01.effects=peek 3")
    play.lay({0: "H1 H1 H1", 1: "S01", 3: "S02"})
    play.time("T01 T04 T05 T08")
    play.leader_turn("H1")
    play.choose("support", "S01", seat=1)
    assert known(play, 1) == "T04 T05 T08"
    play.leader_turn("H1")
    assert known(play, 1) == "T05 T08"
    play.choose("support", "draw", seat=2)
    play.leader_turn("H1")
    assert known(play, 1) == "T08"
    play.choose("support", "S02", seat=3)
    assert known(play, 3) == "T08"
    play.choose("bury", "bury", seat=3)
    assert (known(play, 1), known(play, 3)) == ("", "")


def test_fil_9_29_after_a_shuffle_nothing_is_known(start: Start) -> None:
    play = start()
    play.lay({0: "H1 H1", 1: "S01", 2: "S09"})
    play.time("T01 T04 T05 T08")
    play.leader_turn("H1")
    play.choose("support", "S01", seat=1)
    play.leader_turn("H1")
    assert known(play, 1) == "T05"
    play.choose("support", "S09", seat=2)
    assert known(play, 1) == ""

    play.lay({0: "H1", 3: "S01"})
    play.time("T01 T02 T02")
    play.leader_turn("H1")
    play.choose("support", "S01", seat=3)
    play.leader_turn()
    assert known(play, 3) == "T02"
    play.elect(0)  # the next filibuster
    assert known(play, 3) == ""


def test_fil_9_29_a_shorter_look_forgets_nothing(start: Start) -> None:
    play = start("action.S01.effects=peek 2; peek 1")
    play.lay({0: "H1", 1: "S01"})
    play.time("T01 T04 T05 T08")
    play.leader_turn("H1")
    play.choose("support", "S01", seat=1)
    assert known(play, 1) == "T04 T05"


def test_fil_9_29_influence_and_bids_are_open(start: Start) -> None:
    play = start()
    play.to_bidding()
    play.set_influence(9, 8, 7, 6)
    play.choose("bid", 2)
    assert play.table.influence[:4].tolist() == [9, 8, 7, 6]
    assert play.table.bids[:4].tolist() == [2, 0, 0, 0]


# The log


@pytest.fixture(scope="module")
def replays(game: Game, mix: Mix, randoms: Any) -> list[tuple[Session, list[Any]]]:
    """60 games in which anything may happen, and their events."""
    varied = tweak(mix, ["bribes=1", "buy_hour_price=1"])
    found = []
    for number in range(60):
        session = Session(game, varied, 3 + number % 3, seed=8, number=number)
        events = session.events()
        for _ in session.steps(randoms(game, session.players)):
            events += session.events()
        found.append((session, events + session.events()))
    return found


def test_fil_9_30_every_kind_of_event_is_told_in_a_line(
    replays: list[tuple[Session, list[Any]]],
) -> None:
    told = set()
    for session, events in replays:
        for event in events:
            line = session.game.words.sentence(session.mix, event)
            told.add(log.EVENTS[event["code"]])
            assert line.strip() and "\n" not in line and "{" not in line
    assert set(log.EVENTS) - told <= {"no_action"}  # no card anywhere: see FIL-9.11


def test_fil_9_30_the_log_accounts_for_all_influence(
    replays: list[tuple[Session, list[Any]]],
) -> None:
    for session, events in replays:
        influence = [session.mix.value("start_influence")] * session.players
        for event in events:
            if event["code"] == log.INFLUENCE:
                influence[event["seat"]] += int(event["a"])
                assert influence[event["seat"]] == event["b"]
        assert influence == session.state.table.influence[: session.players].tolist()


def test_fil_9_30_the_log_accounts_for_all_cards(
    replays: list[tuple[Session, list[Any]]],
) -> None:
    for session, events in replays:
        own = session.state.own
        hands = [own[seat].opening.astype(int) for seat in range(session.players)]
        leader = -1
        for event in events:
            seat, card = int(event["seat"]), int(event["a"])
            if event["code"] in (log.SET_UP, log.ELECTED):
                leader = seat
            elif event["code"] == log.DREW:
                hands[seat][card] += 1
            elif event["code"] in (log.DISCARDED, log.PLAYED_ASSIST, log.PASSED_CARD):
                hands[seat][card] -= 1
                if event["code"] == log.PASSED_CARD:
                    hands[leader][card] += 1
        for seat in range(session.players):
            assert hands[seat].tolist() == own[seat].hand.tolist()


def test_fil_9_30_the_log_of_a_round(start: Start) -> None:
    play = start()
    play.lay({0: "H4", 1: "S04"}, draw="S01")
    play.time("T01 T09 T02")
    play.told()
    play.leader_turn("H4")
    play.choose("support", "S04", seat=1)
    play.vote("nay", "aye", "aye")
    assert play.told()[:-1] == [
        "  Seat 0 draws the time card Hold the Floor (continue).",
        "  Seat 0 plays Epic Poem (4 h).",
        "    Seat 0 discards Epic Poem.",
        "    Hours +4: 4 h.",
        "    Seat 1 draws Whip Count.",
        "  Seat 1 plays Yield for a Question (hours 1).",
        "    Seat 1 gains 2 influence (star): 5.",
        "    Hours +1: 5 h.",
        "  Seat 0 calls vote 1 of the round.",
        "    Seat 1 votes No.",
        "    Seat 1 gains 1 influence (No vote): 6.",
        "    Seat 2 votes Aye.",
        "    Seat 3 votes Aye.",
        "    The vote fails with 1 No.",
        "  Seat 0 draws the time card Read the Phone Book (hours 2).",
        "    Hours +2: 7 h.",
    ]
    play.choose("support", "draw", seat=2)
    play.leader_turn()
    assert play.told()[-8:] == [
        "  Seat 0 draws the time card The Chair Rules You Out of Order (end).",
        "  The filibuster ends at 7 h of 6 h (a time card ended it): success.",
        "  Reward of Department of Redundancy Department: influence each 1.",
        "    Seat 0 gains 1 influence (by the card): 4.",
        "    Seat 1 gains 1 influence (by the card): 7.",
        "    Seat 2 gains 1 influence (by the card): 4.",
        "    Seat 3 gains 1 influence (by the card): 4.",
        "    Seat 0 gains 7 influence (hours held): 11.",
    ]
