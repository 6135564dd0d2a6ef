"""LIB-1.1, LIB-3, LIB-10.2: components, set-up, drawing cards, and what is random."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from hemicycle.sim.decks import EMPTY
from hemicycle.sim.errors import InputError
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.mixes import tweak
from hemicycle.sim.session import Session
from hemicycle.tests.games.liberte_sound import assert_sound

if TYPE_CHECKING:
    from hemicycle.sim.cardmix import Mix
    from hemicycle.sim.game import Game
    from hemicycle.tests.games.liberte_play import Begin, Play


# Components


def test_lib_1_1_components(liberte: Game, liberte_mix: Mix) -> None:
    record = liberte.compile_mix(liberte_mix)[0]
    assert record.cards.cards == 110
    assert (record.cards.deck_a.left, record.cards.deck_b.left) == (57, 53)
    assert (record.board.provinces, record.board.regions) == (27, 6)
    sizes = Counter(record.board.region[:27].tolist())
    assert sorted(sizes.values()) == [4, 4, 4, 5, 5, 5]
    blocks = [liberte_mix.value(f"blocks_{word}") for word in ("red", "blue", "white")]
    assert (blocks, sum(blocks)) == ([30, 28, 24], 82)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_lib_1_1_every_player_has_18_free_tokens(begin: Begin, players: int) -> None:
    play = begin(players=players)
    assert play.free == [18] * players
    assert play.supply == "R28 B26 W22"  # nothing changes with the number of players


def test_lib_1_1_tokens_are_parameters(begin: Begin) -> None:
    play = begin("tokens_per_player=9", "tokens_on_tracks=1")
    assert play.free == [8] * 4
    assert_sound(play.session)


@pytest.mark.parametrize(
    "changes",
    [("players_min=2",), ("players_max=7",), ("players_min=5", "players_max=4")],
)
def test_lib_1_1_three_to_six_players(liberte_mix: Mix, changes: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="players_"):
        tweak(liberte_mix, list(changes))


def test_lib_1_1_without_a_free_token_no_new_stack(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton"})
    play.board({"Lorraine": "0R1"}, free={0: 0})
    play.choose("action_kind", "play")
    play.choose("play_card", "Danton")
    assert play.listed() == "blocks"
    play.choose("use_card", "blocks")
    assert play.listed() == "Lorraine"
    play.choose("place_block", "Lorraine")
    play.choose("place_block", "Lorraine")
    assert play.pending == ("keep_card", 0)  # two of three blocks: the stack is full


def test_lib_1_1_without_a_free_token_nothing_for_the_battle_box(begin: Begin) -> None:
    play = begin()
    play.lay({0: "Danton"})
    play.to_turn(2)
    play.board(free={0: 0})
    assert play.listed() == "take, pass"
    play.board(free={0: 1})
    play.play("Danton", use="battle")
    assert play.free[0] == 0


# Set-up


def deals(game: Game, mix: Mix, players: int, count: int = 200) -> list[Session]:
    return [Session(game, mix, players, seed=5, number=number) for number in range(count)]


@pytest.mark.parametrize("players", [3, 5, 6])
def test_lib_3_1_a_random_start_player_then_clockwise(
    liberte: Game, liberte_mix: Mix, players: int
) -> None:
    starters: Counter[int] = Counter()
    for session in deals(liberte, liberte_mix, players):
        table = session.state.table
        first = int(table.start_player)
        starters[first] += 1
        order = [(first + place) % players for place in range(players)]
        assert table.order[:players].tolist() == order
        assert (session.pending, session.seat) == ("action_kind", first)
    assert set(starters) == set(range(players))
    assert min(starters.values()) > 200 / players / 2


def test_lib_3_2_hands_from_set_a_the_rest_of_it_above_set_b(
    liberte: Game, liberte_mix: Mix
) -> None:
    for players in (3, 6):
        session = deals(liberte, liberte_mix, players, 1)[0]
        table, hidden = session.state.table, session.state.hidden
        in_set = session.compiled.cards.set
        assert table.hand_size[:players].tolist() == [7] * players
        for seat in range(players):
            own = session.state.own[seat]
            held = [card for card in range(96) for _ in range(own.hand.copies[card])]
            assert len(held) == 7 and not any(in_set[card] for card in held)
            assert own.opening[:96].tolist() == own.hand.copies[:96].tolist()
        assert table.deck_left == 110 - 7 * players - 3
        assert hidden.deck_a.left == 57 - 7 * players - 3
        assert hidden.deck_b.left == 53


@pytest.mark.parametrize(("start_hand", "of_set"), [(8, "A"), (9, "B")])
def test_lib_3_2_the_next_card_is_of_set_b_when_a_is_used_up(
    begin: Begin, start_hand: int, of_set: str
) -> None:
    play = begin(f"start_hand={start_hand}", players=6)
    assert play.hidden.deck_a.left == 57 - 6 * start_hand - 3
    play.choose("action_kind", "take")
    for _ in range(play.mix.value("take_discard_count") if start_hand == 9 else 0):
        play.choose("take_discard", play.options()[0])
    play.choose("take_source", "deck")
    [drawn] = [card for card, n in enumerate(play.own(0).drawn) if n]
    assert play.mix.decks["cards"][drawn].fields["set"] == of_set


def test_lib_3_2_both_sets_are_shuffled(liberte: Game, liberte_mix: Mix) -> None:
    hands: Counter[int] = Counter()
    for session in deals(liberte, liberte_mix, 3, 300):
        opening = session.state.own[0].opening
        hands.update({card: int(opening[card]) for card in range(96)})
    record = liberte.compile_mix(liberte_mix)[0]
    for card in range(96):  # each copy of set A comes in 7 of 57 hands
        expected = 300 * 7 / 57 * record.cards.copies[card] if record.cards.set[card] == 0 else 0
        assert abs(hands[card] - expected) <= 5 * expected**0.5


def test_lib_3_2_the_size_of_the_first_hand_is_a_parameter(begin: Begin, liberte_mix: Mix) -> None:
    play = begin("start_hand=3")
    assert play.table.hand_size[:4].tolist() == [3] * 4
    assert len(play.hand(0).split(",")) == 3
    tweak(liberte_mix, ["start_hand=9"])  # 54 of 57
    with pytest.raises(InputError, match=r"57 cards of set A.*10.*6 deals 60"):
        tweak(liberte_mix, ["start_hand=10"])
    tweak(liberte_mix, ["start_hand=10", "players_max=5"])


def test_lib_3_3_three_cards_face_up(begin: Begin) -> None:
    play = begin()
    assert "-" not in play.market.split(", ") and len(play.market.split(", ")) == 3
    assert play.table.market[3:].tolist() == [EMPTY] * 5
    play = begin("faceup_cards=5")
    assert len(play.market.split(", ")) == 5 and play.table.deck_left == 110 - 28 - 5
    play = begin("faceup_cards=0")
    assert play.table.deck_left == 110 - 28
    play.choose("action_kind", "take")
    assert play.listed() == "deck"


def test_lib_3_4_two_blocks_of_each_colour_are_set_aside(begin: Begin) -> None:
    play = begin()
    assert play.supply == "R28 B26 W22"
    assert play.table.reserve.tolist() == [2, 2, 2]
    play = begin(
        *("blocks_reserved_turn1_each=5", "blocks_red=10", "blocks_blue=11", "blocks_white=5")
    )
    assert play.supply == "R5 B6 W0"
    assert play.table.reserve.tolist() == [5, 5, 5]


def test_lib_3_5_all_else_is_at_0(begin: Begin) -> None:
    play = begin(players=6)
    table = play.table
    assert play.vp == [0] * 6 and play.votes == "R0 B0 W0"
    assert (play.turn, table.action_round) == (1, 1)
    assert (table.governing, table.opposition) == (lib.NO_COLOUR, lib.NO_COLOUR)
    assert (table.lost_blocks, table.lost_owed) == (0, 0)
    assert not table.battle_tokens.any() and not table.presence.any()
    assert play.discards == play.box == "" and not any(play.display(seat) for seat in range(6))
    assert not table.blocks.any() and not table.held.any()


# Drawing


def to_take(play: Play) -> None:
    play.choose("action_kind", "take")


def test_lib_3_6_a_card_of_the_market_is_replaced_in_its_slot(begin: Begin) -> None:
    play = begin()
    play.lay(market="Danton, Marat, Sieyès", deck="Hoche")
    to_take(play)
    play.choose("take_source", "Marat")
    assert play.market == "Danton, Hoche, Sieyès"
    assert play.hand(0) == "Marat"


def test_lib_3_6_the_discards_are_shuffled_only_when_a_card_must_be_drawn(begin: Begin) -> None:
    play = begin()
    play.lay(
        market="Danton, Marat, Sieyès", deck="Hoche", discards="Roux, Babeuf, Purge (A)", rest="box"
    )
    to_take(play)
    play.choose("take_source", "deck")  # the last one
    assert play.table.deck_left == 0 and play.discards == "Roux, Babeuf, Purge (A)"
    assert play.events("deck_reshuffled") == []
    to_take(play)
    assert play.listed() == "Danton, Marat, Sieyès, deck"  # the discards count as a deck
    assert play.events("deck_reshuffled") == []
    play.choose("take_source", "deck", seat=1)
    assert play.events("deck_reshuffled") == [(-1, 3, 0, 0)]
    assert play.table.deck_left == 2 and play.discards == ""
    assert play.hand(1) in ("Roux", "Babeuf", "Purge (A)")


def test_lib_3_6_both_sets_are_shuffled_into_one_deck(begin: Begin) -> None:
    drawn = set()
    for starter in range(6):  # other games, other shuffles
        play = begin(players=6, starter=starter)
        play.lay(market="Danton, Sieyès, Calonne", discards="Roux, Sade", rest="box")
        to_take(play)
        play.choose("take_source", "deck")
        drawn.add(play.hand(starter))
    assert drawn == {"Roux", "Sade"}  # of set B and of set A


def test_lib_3_6_without_cards_a_gap_stays_until_there_is_one(begin: Begin) -> None:
    play = begin(players=3)
    play.lay({0: "Roux"}, market="Danton, Marat, Sieyès", rest="box")
    to_take(play)
    assert play.listed() == "Danton, Marat, Sieyès"  # no deck
    play.choose("take_source", "Danton")
    assert play.market == "-, Marat, Sieyès"
    to_take(play)
    assert play.listed() == "Marat, Sieyès"
    play.choose("take_source", "Sieyès")
    assert play.market == "-, Marat, -"
    play.pass_on()
    play.board()
    play.play("Roux", "Béarn")  # its discard could fill a gap, and does not yet
    assert play.market == "-, Marat, -"
    to_take(play)
    assert play.market == "Roux, Marat, -"  # slot 1 first, before the list is made
    assert play.listed() == "Roux, Marat"
    assert play.discards == ""


def test_lib_3_6_with_no_card_anywhere_nothing_can_be_taken(begin: Begin) -> None:
    play = begin()
    play.lay(rest="box")
    assert play.listed() == "pass"


# Chance


def test_lib_10_2_what_is_random_comes_from_the_seed(liberte: Game, liberte_mix: Mix) -> None:
    def first_steps(seed: int, number: int) -> list[object]:
        session = Session(liberte, liberte_mix, 4, seed=seed, number=number)
        found: list[object] = [session.seat, session.state.table.market.tolist()]
        for step in range(120):
            listed = session.options()
            session.apply(listed[step % len(listed)])
            found.append((session.pending, session.seat, listed))
        return found

    assert first_steps(4, 2) == first_steps(4, 2)
    assert first_steps(4, 2) != first_steps(4, 3) != first_steps(5, 3)


def test_lib_10_2_what_players_do_does_not_change_the_random_order(begin: Begin) -> None:
    orders = []
    for take in (False, True):
        play = begin(players=6)
        if take:
            to_take(play)
            play.choose("take_source", "deck")
        play.lay(rest="box")
        play.end_phase()
        assert play.turn == 2 and play.vp == [0] * 6
        orders.append(play.order)
    assert orders[0] == orders[1]
