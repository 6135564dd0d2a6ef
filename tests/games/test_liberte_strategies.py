"""The players of Liberté have the character that their descriptions promise.

Run as a program (with NUMBA_DISABLE_JIT=1) this file writes the seats of some games to an .npy file.
"""

import os
import subprocess
import sys
import warnings
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.game import Game
from hemicycle.sim.games import find_game
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.lineup import line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.session import Session
from hemicycle.strategies import Strategy, all_strategies, make_entry

HEURISTICS = (
    "standard",
    "government",
    "hawk",
    "royalist",
    "radical",
    "guardian",
    "opportunist",
)
ME, LEFT, ACROSS = 0, 1, 2
R, B, W = lib.RED, lib.BLUE, lib.WHITE


@pytest.fixture(scope="module")
def game() -> Game:
    return find_game("liberte")


@pytest.fixture(scope="module")
def mix(game: Game) -> Mix:
    return load_mix(game.name)


@pytest.fixture(scope="module")
def known() -> dict[str, Strategy]:
    return all_strategies("liberte")


class Spot:
    """A table set by hand, and what a strategy answers there.

    Four players in the order of their seats; seat 0 decides; turn 3, an empty board, empty displays
    and hands, no victory points.
    """

    def __init__(self, game: Game, mix: Mix, known: dict[str, Strategy]) -> None:
        self.game, self.mix, self.known = game, mix, known
        self.state = Session(game, mix, 4, seed=1).state
        self.table, self.own = self.state.table, self.state.own[ME]
        self.table.seat, self.table.round_number, self.table.action_round = ME, 3, 1
        self.table.order[:4] = range(4)
        self.table.governing = lib.NO_COLOUR
        self.hold(lib.NO_SEAT)

    def card(self, name: str) -> int:
        """A kind by its name, or by its id where several have one name."""
        cards = self.mix.decks["cards"]
        return next(i for i, card in enumerate(cards) if name in (card.name, card.id))

    def province(self, name: str) -> int:
        return [card.name for card in self.mix.decks["provinces"]].index(name)

    def hold(self, seat: int, *names: str) -> None:
        """The display of `seat`, or my hand for NO_SEAT, is these cards."""
        pile = self.own.hand if seat == lib.NO_SEAT else self.table.displays[seat]
        pile.cards = len(names)
        pile.copies[:] = 0
        pile.kinds[:] = 0
        for card in map(self.card, names):
            pile.copies[card] += 1
            pile.kinds[card // 64] |= np.uint64(1 << (card % 64))
        if seat == lib.NO_SEAT:
            self.table.hand_size[ME] = len(names)

    def stack(self, province: str, seat: int, colour: int, size: int) -> None:
        i, table, bit = self.province(province), self.table, np.uint64(1)
        bit <<= np.uint64(i)
        table.blocks[i, seat], table.colour[i, seat] = size, colour
        table.stacks[i] += 1
        table.stacks_of[i, colour] += 1
        table.coloured[colour] |= bit
        table.stands[seat] |= bit
        if size < 3:
            table.grows[seat, colour] |= bit
        table.supply[colour] -= size
        table.free_tokens[seat] -= 1

    def white(self, *provinces: str, seat: int = LEFT) -> None:
        for province in provinces:
            self.stack(province, seat, W, 1)

    def answer(self, name: str, decision: int, options: list[int], **params: float) -> int:
        """The option (not its place) that the strategy takes."""
        self.table.pending = decision
        entry = make_entry(self.known[name], params, self.game)
        values = np.zeros(16)
        values[: len(entry.params)] = entry.params
        listed, rng = np.array(options, np.int32), np.array([9], np.uint64)
        place: int = entry.function(decision, self.table, self.own, listed, values, rng)
        return options[place]

    def places(self, name: str, card: str, *provinces: str, **params: float) -> str:
        """Where it lays the next block of the card."""
        self.table.action.card = self.card(card)
        self.table.action.left = self.table.mix.cards.value[self.card(card)]
        options = sorted(map(self.province, provinces))
        chosen = self.answer(name, lib.PLACE_BLOCK, options, **params)
        return self.mix.decks["provinces"][chosen].name

    def picks(self, name: str, decision: int, *cards: str, **params: float) -> str:
        """Which of the cards it takes, plays or throws away; `stop` stands for the last option."""
        options = sorted(self.card(card) for card in cards if card != "stop")
        options += [lib.STOP] if "stop" in cards else []
        chosen = self.answer(name, decision, options, **params)
        return "stop" if chosen == lib.STOP else self.mix.decks["cards"][chosen].name

    def plays(self, name: str, *cards: str, **params: float) -> str:
        self.hold(lib.NO_SEAT, *cards)
        return self.picks(name, lib.PLAY_CARD, *cards, **params)

    def contest(self, decision: int, province: str | None = None) -> Any:
        contest = self.table.contest
        contest.decision, contest.contestants = decision, 0b1111
        contest.at, contest.top, contest.top_colours, contest.leaders = 1, 0, 0, 0
        contest.advanced[:] = -1
        self.table.province = lib.NO_PROVINCE if province is None else self.province(province)
        return contest


@pytest.fixture
def spot(game: Game, mix: Mix, known: dict[str, Strategy]) -> Spot:
    return Spot(game, mix, known)


# Blocks


NO_LANDS = {"opportunist": {"cheap": 0.0, "lands": 0.5}}


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_block_goes_where_it_wins(spot: Spot, name: str) -> None:
    """Not where it would make a tie, nor where all is lost or won already."""
    spot.stack("Lorraine", LEFT, B, 1)
    spot.stack("Bourgogne", LEFT, B, 2)
    spot.stack("Franche-Comté", ME, R, 2)
    spot.stack("Alsace", LEFT, R, 3)
    spot.stack("Alsace", ME, R, 1)
    spot.stack("Lorraine", ME, R, 1)
    card, options = "Augereau", ("Lorraine", "Alsace", "Franche-Comté", "Bourgogne")
    assert spot.places(name, card, *options) == "Lorraine"


@pytest.mark.parametrize("name", ["standard", "opportunist", "guardian", "hawk"])
def test_a_province_with_victory_points_comes_first(spot: Spot, name: str) -> None:
    assert spot.places(name, "Masséna", "Lyonnais", "Dauphiné", "Languedoc") == "Languedoc"
    spot.table.round_number = 1
    spot.stack("Dauphiné", ME, R, 1)
    spot.stack("Dauphiné", LEFT, B, 1)
    assert (
        spot.places(name, "Sade", "Dauphiné", "Languedoc", **NO_LANDS.get(name, {})) == "Dauphiné"
    )


def test_three_blocks_take_what_one_cannot(spot: Spot) -> None:
    """The blocks still to come count: three beat two, one does not."""
    spot.stack("Lorraine", ME, R, 2)
    spot.stack("Bourgogne", LEFT, W, 2)
    spot.table.exhausted = 1
    assert spot.places("standard", "Danton", "Lorraine", "Bourgogne") == "Bourgogne"
    spot.stack("Lorraine", LEFT, B, 2)
    assert spot.places("standard", "Augereau", "Lorraine", "Bourgogne") == "Lorraine"


# Sudden death


THREATENED = ("Normandie", "Maine", "Anjou", "Guyenne", "Gascogne")


@pytest.mark.parametrize("name", ["standard", "guardian", "hawk", "opportunist", "government"])
def test_white_control_is_broken_when_the_counter_revolution_is_near(spot: Spot, name: str) -> None:
    """Even by a mere tie, which wins no vote."""
    spot.white("Bretagne", *THREATENED)
    spot.hold(LEFT, "Charette", "Précy")
    assert spot.places(name, "Roux", "Gascogne", "Saintonge") == "Gascogne"


@pytest.mark.parametrize("name", ["standard", "guardian"])
def test_nobody_helps_the_counter_revolution_that_another_would_win(spot: Spot, name: str) -> None:
    spot.white(*THREATENED, "Bretagne")
    spot.hold(LEFT, "Charette", "Précy")
    assert spot.plays(name, "Cathelineau", "Babeuf") == "Babeuf"


@pytest.mark.parametrize("name", ["standard", "royalist", "hawk"])
def test_a_counter_revolution_that_i_win_is_made(spot: Spot, name: str) -> None:
    spot.white(*THREATENED, "Bretagne", seat=ME)
    assert spot.plays(name, "Cathelineau", "Marat", "Bonaparte") == "Cathelineau"
    assert spot.places(name, "Cathelineau", "Maine", "Vendée") == "Vendée"


def test_royalist_takes_white_and_radical_red(spot: Spot) -> None:
    market = ("Moreau", "La Rochejaquelein", "Hébert")
    assert spot.picks("royalist", lib.TAKE_SOURCE, *market) == "La Rochejaquelein"
    assert spot.picks("radical", lib.TAKE_SOURCE, *market) == "Hébert"
    assert spot.picks("hawk", lib.TAKE_SOURCE, *market) == "Moreau"


# Battles


def test_hawk_sends_its_cannons_to_battle(spot: Spot) -> None:
    spot.table.action.card = spot.card("Hanriot")
    use = [lib.BLOCKS, lib.BATTLE]
    spot.hold(ME, "Moreau")
    assert spot.answer("hawk", lib.USE_CARD, use) == lib.BATTLE
    assert spot.answer("government", lib.USE_CARD, use) == lib.BLOCKS
    spot.table.battle_tokens[ME] = 4
    assert spot.answer("hawk", lib.USE_CARD, use) == lib.BLOCKS


def test_no_battle_without_a_general(spot: Spot) -> None:
    spot.table.action.card = spot.card("Hanriot")
    assert spot.answer("hawk", lib.USE_CARD, [lib.BLOCKS, lib.BATTLE]) == lib.BLOCKS


# Cards


@pytest.mark.parametrize("name", HEURISTICS)
def test_the_display_keeps_the_better_cards(spot: Spot, name: str) -> None:
    choices = [lib.KEEP, lib.DISCARD]
    spot.hold(ME, "Barnave", "Hébert", "Hoche")
    spot.hold(lib.NO_SEAT, "Bonaparte", "Marat")
    spot.table.action.card = spot.card("Tallien")
    assert spot.answer(name, lib.KEEP_CARD, choices) == lib.DISCARD
    spot.hold(lib.NO_SEAT, "Tallien", "Roux")
    spot.table.action.card = spot.card("Dumouriez")
    assert spot.answer(name, lib.KEEP_CARD, choices) == lib.KEEP
    spot.hold(lib.NO_SEAT)
    spot.table.action.card = spot.card("Tallien")
    assert spot.answer(name, lib.KEEP_CARD, choices) == lib.KEEP


@pytest.mark.parametrize("name", HEURISTICS)
def test_small_cards_are_thrown_away_and_great_ones_taken(spot: Spot, name: str) -> None:
    hand = ("Tallien", "Bonaparte", "Marat", "Dumouriez")
    spot.hold(lib.NO_SEAT, *hand)
    assert spot.picks(name, lib.TAKE_DISCARD, *hand) == "Tallien"
    assert spot.picks(name, lib.REFILL_DISCARD, *hand, "stop") == "Tallien"
    assert spot.picks(name, lib.REFILL_DISCARD, *hand[1:], "stop") == "stop"
    options = [spot.card("Tallien"), spot.card("Hoche"), lib.DECK]
    assert spot.answer(name, lib.TAKE_SOURCE, options) == spot.card("Hoche")
    options = [spot.card("Tallien"), spot.card("Chaumette"), lib.DECK]
    assert spot.answer(name, lib.REFILL_DRAW, options) == lib.DECK


def test_the_deck_is_worth_what_is_printed(spot: Spot) -> None:
    """With better cards in the mix the same market card is passed over."""
    options = [spot.card("Vergniaud"), lib.DECK]
    assert spot.answer("standard", lib.REFILL_DRAW, options) == options[0]
    spot.table.mix.cards.value[: spot.table.mix.cards.kinds] = 3
    spot.table.mix.cards.value[options[0]] = 2
    assert spot.answer("standard", lib.REFILL_DRAW, options) == lib.DECK


@pytest.mark.parametrize("name", HEURISTICS)
def test_cards_are_taken_first_and_played_late(spot: Spot, name: str) -> None:
    actions = [lib.PLAY, lib.TAKE, lib.PASS]
    spot.table.market[:3] = [spot.card(n) for n in ("Hoche", "Marat", "Précy")]
    spot.hold(lib.NO_SEAT, "Tallien", "Hébert")
    assert spot.answer(name, lib.ACTION_KIND, actions) == lib.TAKE
    spot.table.exhausted = 1
    spot.hold(lib.NO_SEAT, *("Tallien", "Hébert", "Marat", "Hoche", "Précy", "Barras", "Moreau"))
    assert spot.answer(name, lib.ACTION_KIND, actions) == lib.PLAY
    assert spot.answer(name, lib.ACTION_KIND, [lib.PASS]) == lib.PASS


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_strike_hits_the_best_card(spot: Spot, name: str) -> None:
    spot.table.action.card = spot.card("L094")
    spot.hold(LEFT, "Tallien", "Roux")
    spot.hold(ACROSS, "Tallien", "Bonaparte")
    assert spot.answer(name, lib.TARGET_PLAYER, [LEFT, ACROSS]) == ACROSS
    spot.table.action.victim = ACROSS
    assert spot.picks(name, lib.TARGET_CARD, "Tallien", "Bonaparte") == "Bonaparte"


@pytest.mark.parametrize("name", HEURISTICS)
def test_unrest_turns_a_tie_into_a_win(spot: Spot, name: str) -> None:
    spot.table.action.card = spot.card("L096")
    spot.stack("Berry", ME, B, 1)
    spot.stack("Picardie", ME, B, 2)
    spot.stack("Picardie", LEFT, B, 2)
    spot.stack("Lorraine", ACROSS, R, 3)
    options = sorted(map(spot.province, ("Berry", "Picardie", "Lorraine")))
    chosen = spot.answer(name, lib.TARGET_PROVINCE, options)
    assert chosen == spot.province("Picardie")
    spot.table.action.province = chosen
    assert spot.answer(name, lib.TARGET_STACK, [ME, LEFT]) == LEFT


# Contests


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_contest_is_won_by_the_cheapest_card_or_left_alone(spot: Spot, name: str) -> None:
    contest = spot.contest(lib.AWARD_ADVANCE)
    contest.colours, contest.contestants = 1 << B, 0b0011
    spot.table.award = lib.GOVERNMENT_FIRST
    cards = ("Tallien", "Vergniaud", "Barnave", "stop")
    spot.hold(ME, *cards[:3])
    assert spot.picks(name, lib.AWARD_ADVANCE, *cards) == "Tallien"
    spot.hold(LEFT, "Roland")
    assert spot.picks(name, lib.AWARD_ADVANCE, *cards) == "Vergniaud"
    contest.top = 2
    assert spot.picks(name, lib.AWARD_ADVANCE, *cards) == "Barnave"
    contest.top = 3
    assert spot.picks(name, lib.AWARD_ADVANCE, *cards) == "stop"


def test_a_tie_for_government_is_broken_for_the_faction_that_pays(spot: Spot) -> None:
    contest = spot.contest(lib.GOVERNMENT_ADVANCE)
    contest.colours = 1 << R | 1 << B
    spot.table.votes[:] = [8, 8, 3]
    spot.hold(ME, "Vergniaud", "Hébert")
    cards = ("Vergniaud", "Hébert", "stop")
    for mine, card in ((B, "Vergniaud"), (R, "Hébert")):
        spot.table.held[:] = 0
        spot.table.held[ME, mine] = 4
        spot.table.held[LEFT, R + B - mine] = 4
        assert spot.picks("standard", lib.GOVERNMENT_ADVANCE, *cards) == card
    spot.table.held[:] = 0
    assert spot.picks("standard", lib.GOVERNMENT_ADVANCE, *cards) == "stop"


# Whole games


def play(
    game: Game, mix: Mix, known: dict[str, Strategy], *names: str, games: int, checked: bool = False
) -> Rows:
    lineup = line_up([make_entry(known[name], {}, game) for name in names])
    rows = Player(game, game.compile_mix(mix)[0], lineup, 5, checked=checked).block(0, games)
    assert rows.faults == []
    return rows


def ended(rows: Rows, how: int) -> float:
    return float((rows.games.end == how).mean())


def test_tables_of_one_kind_differ(game: Game, mix: Mix, known: dict[str, Strategy]) -> None:
    rows = {name: play(game, mix, known, *[name] * 4, games=600) for name in HEURISTICS}
    sudden = {name: 1.0 - ended(found, lib.BY_VP) for name, found in rows.items()}
    revolts = {name: ended(found, lib.BY_COUNTER_REVOLUTION) for name, found in rows.items()}
    landslides = {name: ended(found, lib.BY_LANDSLIDE) for name, found in rows.items()}
    tokens = {name: float(found.seats.battle_tokens.mean()) for name, found in rows.items()}
    assert revolts.pop("royalist") > 0.8 > 2 * max(revolts.values()) - 0.2
    assert landslides.pop("radical") > 0.4 > 2 * max(landslides.values())
    assert sudden.pop("guardian") < 0.15 < 0.85 * min(sudden.values()) + 0.05
    assert 0.05 < sudden["standard"] < 0.35
    assert tokens.pop("hawk") > 1.5 * max(tokens.values())
    assert min(tokens, key=lambda name: tokens[name]) == "government"


@pytest.mark.parametrize(
    ("name", "source"),
    [("hawk", "vp_battle"), ("opportunist", "vp_province")],
)
def test_a_stranger_among_standards_gets_more_of_what_it_is_after(
    game: Game, mix: Mix, known: dict[str, Strategy], name: str, source: str
) -> None:
    rows = play(game, mix, known, name, *["standard"] * 3, games=1200)
    theirs = rows.seats.strategy == 0
    assert rows.seats[source][theirs].mean() > 1.1 * rows.seats[source][~theirs].mean()


def test_government_lives_off_governments(game: Game, mix: Mix, known: dict[str, Strategy]) -> None:
    rows = play(game, mix, known, "government", *["standard"] * 3, games=1200)
    theirs = rows.seats.strategy == 0
    share = [
        rows.seats.vp_government[chosen].sum() / rows.seats.vp[chosen].sum()
        for chosen in (theirs, ~theirs)
    ]
    assert share[0] > share[1] + 0.05


@pytest.mark.parametrize("name", HEURISTICS)
def test_everybody_beats_random(
    game: Game, mix: Mix, known: dict[str, Strategy], name: str
) -> None:
    rows = play(game, mix, known, name, "random", "random", "random", games=400)
    assert rows.seats.win[rows.seats.strategy == 0].mean() > 0.9


@pytest.mark.slow
def test_standard_does_best_on_average(game: Game, mix: Mix, known: dict[str, Strategy]) -> None:
    """Over mixed tables in which everybody meets everybody."""
    wins: dict[str, list[float]] = {name: [] for name in HEURISTICS}
    for table in combinations(HEURISTICS, 4):
        rows = play(game, mix, known, *table, games=240)
        for i, name in enumerate(table):
            wins[name].append(float(rows.seats.win[rows.seats.strategy == i].mean()))
    means = {name: np.mean(shares) for name, shares in wins.items()}
    best, second, *_ = sorted(means.values(), reverse=True)
    assert means["standard"] == best > second + 0.01


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_plays_checked_games(
    game: Game, mix: Mix, known: dict[str, Strategy], seats: int
) -> None:
    for first in range(0, len(HEURISTICS), seats):
        names = [HEURISTICS[(first + i) % len(HEURISTICS)] for i in range(seats)]
        play(game, mix, known, *names, games=40, checked=True)


def test_standard_is_seldom_cut_short_at_any_table(
    game: Game, mix: Mix, known: dict[str, Strategy]
) -> None:
    for seats in (3, 4, 5, 6):
        rows = play(game, mix, known, *["standard"] * seats, games=400)
        assert ended(rows, lib.BY_VP) > 0.6


def some_games() -> Any:
    """The seats' rows of a few games in which every heuristic plays."""
    game, known = find_game("liberte"), all_strategies("liberte")
    tables = [HEURISTICS[:5], HEURISTICS[3:]]
    rows = [play(game, load_mix("liberte"), known, *table, games=3).seats for table in tables]
    return np.concatenate(rows).view(np.ndarray)


@pytest.mark.slow
def test_jit_off_gives_the_same_games(tmp_path: Path) -> None:
    out = tmp_path / "seats.npy"
    done = subprocess.run(
        [sys.executable, __file__, str(out)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert np.array_equal(np.load(out), some_games())


if __name__ == "__main__":
    # uint64 wraps round, as it is meant to: numpy warns of it where compiled code does not.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    np.save(sys.argv[1], some_games())
