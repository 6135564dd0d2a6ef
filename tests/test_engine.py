"""The play loop: who sits where, what a bad strategy does to a run, and what shares its cards."""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.engine import (
    BROKEN,
    OUT_OF_RANGE,
    OVER_CAP,
    RAISED,
    TAMPERED,
    TOO_MANY_OPTIONS,
    Player,
    Rows,
)
from hemicycle.sim.game import CAPPED, FAILED, FINISHED, ILLEGAL, Game
from hemicycle.sim.lineup import Entry, LineUp, line_up
from hemicycle.sim.mixes import tweak
from hemicycle.sim.session import Session
from hemicycle.strategies import all_strategies, make_entry

CODE = """
from hemicycle.sim.jit import kernel
from hemicycle.strategies import strategy


@kernel
def hidden(array):  # so that the source does not show who is changed
    return array


@strategy("wild", game=None, description="Chooses an option that is not there, at times.")
def wild(decision, table, own, options, params, rng):
    return len(options) if table.influence[table.seat] > 8 else 0


@strategy("below", game=None, description="Chooses an option below the first.")
def below(decision, table, own, options, params, rng):
    return -1


@strategy("crash", game=None, description="Raises an error.")
def crash(decision, table, own, options, params, rng):
    if table.influence[table.seat] > 8:
        raise ValueError("no idea")
    return 0


@strategy("cheat", game=None, description="Takes influence from the bank.")
def cheat(decision, table, own, options, params, rng):
    hidden(table.influence)[table.seat] += 1
    return 0


@strategy("forger", game=None, description="Writes its own list of options.")
def forger(decision, table, own, options, params, rng):
    hidden(options)[0] = options[1]
    return 0
"""


@pytest.fixture(scope="module")
def entry(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Entry]:
    """The entry of a built-in strategy or one of CODE; each is compiled once."""
    code = tmp_path_factory.mktemp("code") / "bad_bots.py"
    Path(code).write_text(CODE, encoding="utf-8")
    known, made = all_strategies(game.name, [code]), {}

    def find(name: str) -> Entry:
        if name not in made:
            made[name] = make_entry(known[name], {}, game)
        return made[name]

    return find


def play(
    game: Game, mix: Mix, lineup: LineUp, count: int, *, checked: bool = False, stop: bool = True
) -> Rows:
    player = Player(game, game.compile_mix(mix)[0], lineup, 17, checked=checked)
    return player.block(0, count, stop_at_fault=stop)


# Seats


def test_every_strategy_sits_in_every_seat_equally_often() -> None:
    entries = [Entry(name, name, None, (), "") for name in "abcd"]
    arrangements = line_up(entries).arrangements
    assert sorted(map(tuple, arrangements.tolist())) == sorted(permutations(range(4)))
    for first in range(0, 24, 4):  # and so in any four games in a row
        assert np.array_equal(
            np.sort(arrangements[first : first + 4], axis=0), np.tile(np.arange(4)[:, None], 4)
        )


def test_the_same_strategy_twice_still_sits_everywhere_equally_often() -> None:
    a, b = (Entry(name, name, None, (), "") for name in "ab")
    lineup = line_up([a, b, a])
    assert lineup.labels == ["a", "b"]
    seats = [np.bincount(column, minlength=2).tolist() for column in lineup.arrangements.T]
    assert seats[0] == seats[1] == seats[2]
    assert seats[0][0] == 2 * seats[0][1]


def test_fixed_seats_and_lone_strategies_have_one_arrangement() -> None:
    a, b = (Entry(name, name, None, (), "") for name in "ab")
    assert line_up([b, a, a], fixed=True).arrangements.tolist() == [[0, 1, 1]]
    assert line_up([a, a, a, a]).arrangements.tolist() == [[0, 0, 0, 0]]


def test_rows_say_who_sat_where(game: Game, mix: Mix, entry: Callable[[str], Entry]) -> None:
    lineup = line_up([entry("random"), entry("first"), entry("first")])
    rows = play(game, mix, lineup, 25)
    assert rows.games.game.tolist() == list(range(25))
    assert np.all(rows.games.players == 3)
    expected = lineup.arrangements[rows.games.lineup]
    assert np.array_equal(rows.games.lineup, np.arange(25) % len(lineup.arrangements))
    assert np.array_equal(rows.seats.strategy.reshape(-1, 3), expected)
    assert np.array_equal(rows.seats.seat.reshape(-1, 3), np.tile(np.arange(3), (25, 1)))
    assert np.array_equal(rows.seats.game, np.repeat(np.arange(25), 3))
    assert np.array_equal(
        rows.rounds["round"], np.concatenate([np.arange(n) + 1 for n in rows.games.rounds])
    )


# Faults


@pytest.mark.parametrize(("name", "chosen"), [("wild", None), ("below", -1)])
def test_an_option_off_the_list_ends_the_block(
    game: Game, mix: Mix, entry: Callable[[str], Entry], name: str, chosen: int | None
) -> None:
    rows = play(game, mix, line_up([entry(name)] * 4), 100)
    [fault] = rows.faults
    assert (fault.reason, fault.status) == (OUT_OF_RANGE, ILLEGAL)
    assert fault.chosen == (fault.options if chosen is None else chosen)
    assert fault.options >= 2
    assert 0 <= fault.seat < 4
    assert game.decisions[fault.decision] in game.decisions[1:]
    assert len(rows.games) == fault.game + 1
    assert rows.games.status.tolist() == [FINISHED] * fault.game + [ILLEGAL]
    assert len(rows.seats) == 4 * len(rows.games)


def test_a_forfeited_game_is_lost_by_all_and_the_block_goes_on(
    game: Game, mix: Mix, entry: Callable[[str], Entry]
) -> None:
    lineup = line_up([entry("wild"), entry("random"), entry("random"), entry("random")])
    rows = play(game, mix, lineup, 200, stop=False)
    bad = [fault.game for fault in rows.faults]
    assert 0 < len(bad) < 200
    assert len(rows.games) == 200
    assert np.flatnonzero(rows.games.status == ILLEGAL).tolist() == bad
    assert not rows.seats.win.reshape(-1, 4)[bad].any()
    assert len(rows.rounds) == rows.games.rounds.sum()
    good = play(game, mix, lineup, 200, stop=True)
    assert rows.games[: bad[0]].tolist() == good.games[: bad[0]].tolist()


def test_a_raised_error_is_the_fault_of_its_game(
    game: Game, mix: Mix, entry: Callable[[str], Entry]
) -> None:
    [fault] = play(game, mix, line_up([entry("crash")] * 4), 100).faults
    assert (fault.reason, fault.status) == (RAISED, FAILED)
    assert fault.error == "ValueError: no idea"
    assert 0 <= fault.seat < 4


@pytest.mark.parametrize("name", ["cheat", "forger"])
def test_a_checked_run_finds_who_changes_the_game(
    game: Game, mix: Mix, entry: Callable[[str], Entry], name: str
) -> None:
    lineup = line_up([entry("first"), entry(name), entry("first"), entry("first")], fixed=True)
    [fault] = play(game, mix, lineup, 5, checked=True).faults
    assert (fault.reason, fault.status) == (TAMPERED, FAILED)
    assert (fault.game, fault.seat) == (0, 1)


def test_a_broken_count_is_found_by_a_checked_run(
    game: Game, mix: Mix, entry: Callable[[str], Entry]
) -> None:
    record = game.compile_mix(mix)[0].copy()
    record.action.cards += 1  # a card that is nowhere
    player = Player(game, record, line_up([entry("random")] * 4), 17, checked=True)
    [fault] = player.block(0, 5).faults
    assert (fault.reason, fault.status, fault.game) == (BROKEN, FAILED, 0)
    assert "cards" in game.words.INVARIANTS[fault.chosen]


def test_a_game_past_the_cap_is_capped(game: Game, mix: Mix, entry: Callable[[str], Entry]) -> None:
    rows = play(replace(game, cap=60), mix, line_up([entry("random")] * 4), 200, stop=False)
    capped = rows.games.status == CAPPED
    assert 0 < capped.sum() < 200
    assert np.all(rows.games.decisions[capped] == 60)
    assert np.all(rows.games.decisions[~capped] <= 60)
    assert {fault.reason for fault in rows.faults} == {OVER_CAP}


def test_more_options_than_can_be_listed_fail_the_game(
    game: Game, mix: Mix, entry: Callable[[str], Entry]
) -> None:
    rich = tweak(mix, ["time.T01.effects=" + "; ".join(["influence each 99"] * 50)])
    [fault] = play(game, rich, line_up([entry("random")] * 4), 50).faults
    assert (fault.reason, fault.status) == (TOO_MANY_OPTIONS, FAILED)
    assert game.decisions[fault.decision] == "bid"


def test_a_fault_leaves_the_next_block_as_it_was(
    game: Game, mix: Mix, entry: Callable[[str], Entry]
) -> None:
    lineup = line_up([entry("wild"), entry("random"), entry("random"), entry("random")])
    player = Player(game, game.compile_mix(mix)[0], lineup, 17)
    bad = player.block(0, 200).faults[0].game
    after = player.block(bad + 1, 1)
    again = Player(game, player.mix, lineup, 17).block(bad + 1, 1)
    assert after.games.tolist() == again.games.tolist()
    assert np.array_equal(after.counts, again.counts)


# Random numbers


def test_checking_changes_nothing(game: Game, mix: Mix, entry: Callable[[str], Entry]) -> None:
    lineup = line_up([entry("random"), entry("first"), entry("random")])
    plain, checked = (play(game, mix, lineup, 100, checked=checked) for checked in (False, True))
    for table in ("games", "seats", "rounds", "counts", "totals"):
        assert np.array_equal(getattr(plain, table), getattr(checked, table))


def test_strategies_change_no_card(game: Game, mix: Mix, entry: Callable[[str], Entry]) -> None:
    """Whoever plays, game k has the same first Leader, first policy and starting hands."""
    one, two = (play(game, mix, line_up([entry(name)] * 4), 300) for name in ("random", "first"))
    first = [rows.rounds[rows.rounds["round"] == 1] for rows in (one, two)]
    assert np.array_equal(one.games.first_leader, two.games.first_leader)
    assert np.array_equal(first[0].policy, first[1].policy)
    assert not np.array_equal(one.games.decisions, two.games.decisions)
    hands = [rows.counts[1].sum(axis=0)[0] for rows in (one, two)]  # action deck, opening
    assert np.array_equal(hands[0], hands[1])


def test_every_seed_deals_other_games(game: Game, mix: Mix) -> None:
    hands = {
        tuple(Session(game, mix, 4, seed=seed).state.own["hand"].ravel().tolist())
        for seed in (0, 1, 2, 2**63 - 1, 2**63, 2**64 - 1)
    }
    assert len(hands) == 6


def test_two_mixes_share_what_they_can(game: Game, mix: Mix) -> None:
    """Another card in place of one leaves every other dealt card where it was."""
    other = tweak(mix, ["action.S09.effects=continue", "difficulty_start=9", "time.T02=4"])
    added = tweak(mix, ["action.H1=11"])
    moved = 0
    for number in range(50):
        one, two, three = (
            Session(game, m, 4, seed=3, number=number).state for m in (mix, other, added)
        )
        assert np.array_equal(one.own["hand"], two.own["hand"])
        assert one.table.policy == two.table.policy == three.table.policy
        moved += not np.array_equal(one.own["hand"], three.own["hand"])
    assert 0 < moved < 40  # one card more comes up among the first 16 of 59


# Step by step


def test_a_session_takes_only_options_on_the_list(game: Game, mix: Mix) -> None:
    session = Session(game, mix, 3, seed=1)
    with pytest.raises(ValueError, match="7 is not an option of call_vote"):
        session.apply(7)


def test_a_session_refuses_a_choice_off_the_list(
    game: Game, mix: Mix, entry: Callable[[str], Entry]
) -> None:
    session: Any = Session(game, mix, 3, seed=1)
    with pytest.raises(IndexError):
        session.play(line_up([entry("below")] * 3))
