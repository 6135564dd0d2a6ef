"""What every registered game promises to the engine, whatever its rules."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.game import FINISHED, MAX_KINDS, MAX_OPTIONS, MAX_SEATS, Game
from hemicycle.sim.games import GAMES, find_game
from hemicycle.sim.lineup import LineUp, line_up
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.session import Session
from hemicycle.strategies import all_strategies, make_entry

Randoms = Callable[[Game, int], LineUp]

CHECKED = 300
"""Games played in checked mode for each number of players."""


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Game:
    return find_game(request.param)


def player_counts(game: Game) -> range:
    return range(game.seats[0], game.seats[1] + 1)


def player(game: Game, lineup: LineUp, *, checked: bool = False) -> Player:
    return Player(game, game.compile_mix(load_mix(game.name))[0], lineup, 99, checked=checked)


@pytest.fixture(scope="module")
def checked(played: Game, randoms: Randoms) -> dict[int, Rows]:
    """Rows of random games in checked mode, by the number of players."""
    return {
        n: player(played, randoms(played, n), checked=True).block(0, CHECKED)
        for n in player_counts(played)
    }


def test_a_game_says_what_it_is(played: Game) -> None:
    assert GAMES[played.name].endswith(played.name)
    assert 1 <= played.seats[0] <= played.seats[1] <= MAX_SEATS
    assert played.decisions[0] == "none"
    assert len(set(played.decisions)) == len(played.decisions)
    assert played.version >= 1
    for dtype in played.row_dtypes():
        assert len(set(dtype.names)) == len(dtype.names)


def record_fields(dtype: Any) -> set[str]:
    """The names of all fields, also of records inside."""
    fields = dtype.base.fields or {}
    return set(fields).union(*(record_fields(inner) for inner, *_ in fields.values()))


def test_no_field_hides_behind_a_method_of_numpy(played: Game) -> None:
    """With jit off `state.table.round` would be the method of np.record, not the field."""
    fields = record_fields(played.state_dtype) | record_fields(played.mix_dtype)
    hidden = fields & set(dir(np.record))
    assert not hidden


def test_no_random_game_breaks_a_count(checked: dict[int, Rows]) -> None:
    for rows in checked.values():
        assert rows.faults == []
        assert np.all(rows.games.status == FINISHED)


def test_players_see_nothing_of_the_game_before(played: Game, randoms: Randoms) -> None:
    """Else what a strategy does could depend on which games its worker played before."""
    for n in player_counts(played):
        after_others = player(played, randoms(played, n))
        after_others.block(0, 20)
        after_others.block(20, 1)
        alone = player(played, randoms(played, n))
        alone.block(20, 1)
        a, b = (one.states[0] for one in (after_others, alone))
        assert a.table.tobytes() == b.table.tobytes()
        assert a.own.tobytes() == b.own.tobytes()


def test_there_is_an_option_until_the_game_is_over(played: Game, randoms: Randoms) -> None:
    for n in player_counts(played):
        for number in range(3):
            session = Session(played, load_mix(played.name), n, seed=4, number=number)
            for _, _, listed, chosen in session.steps(randoms(played, n)):
                assert 0 < len(listed) <= MAX_OPTIONS
                assert len(set(listed)) == len(listed)
                assert 0 <= chosen < len(listed)
                assert 0 <= session.seat < n
                assert session.over or session.options()
            assert session.over


def test_a_game_stays_below_its_cap(played: Game, checked: dict[int, Rows]) -> None:
    for rows in checked.values():
        assert 0 < rows.games.decisions.min()
        assert rows.games.decisions.max() < played.cap / 10


def test_every_row_is_filled(played: Game, checked: dict[int, Rows]) -> None:
    for n, rows in checked.items():
        assert rows.games.game.tolist() == list(range(CHECKED))
        assert len(rows.seats) == n * CHECKED
        assert len(rows.rounds) == rows.games.rounds.sum()
        assert 1 <= rows.games.rounds.min() <= rows.games.rounds.max() <= played.max_rounds
        for table, columns in zip(
            (rows.games, rows.seats, rows.rounds),
            (played.games, played.seat_columns, played.rounds),
            strict=True,
        ):
            for column in columns:
                if isinstance(column.words, tuple):
                    assert 0 <= table[column.name].min()
                    assert table[column.name].max() < len(column.words)
    names = [column.name for column in (*played.games, *played.seat_columns, *played.rounds)]
    tables = [table for rows in checked.values() for table in (rows.games, rows.seats, rows.rounds)]
    for name in names:
        values = [table[name] for table in tables if name in table.dtype.names]
        assert any(value.any() for value in values), f"{name} is 0 in every row"


def test_places_follow_the_scores(checked: dict[int, Rows]) -> None:
    for n, rows in checked.items():
        seats = rows.seats.reshape(-1, n)
        assert seats.place.min() >= 1
        assert seats.place.max() <= n
        won = seats.win.sum(axis=1) > 0
        better = (seats.score[:, None, :] > seats.score[:, :, None]).sum(axis=2) + 1
        assert np.array_equal(seats.place[won], better[won])


def test_shares_of_the_win_add_up(checked: dict[int, Rows]) -> None:
    """To 1, or to 0 when all lose; a shared win is split in equal parts."""
    for n, rows in checked.items():
        wins = rows.seats.win.reshape(-1, n)
        shares = wins.sum(axis=1)
        assert np.all((np.abs(shares - 1) < 1e-6) | (shares == 0))
        winners = (wins > 0).sum(axis=1)
        assert np.allclose(wins.max(axis=1)[winners > 0], 1 / winners[winners > 0])


def test_card_counts_add_up(played: Game, checked: dict[int, Rows]) -> None:
    mix = load_mix(played.name)
    for n, rows in checked.items():
        assert rows.counts.min() >= 0
        for i, deck in enumerate(played.decks):
            assert rows.totals[i].sum() in (CHECKED, CHECKED * n)
            used = np.flatnonzero(rows.counts[i].sum(axis=(0, 1)))
            assert used.max() < len(mix.decks[deck]) <= MAX_KINDS


def test_any_cut_into_blocks_gives_the_same_games(played: Game) -> None:
    known = all_strategies(played.name)
    names = ["random", "first"]
    for n in player_counts(played):
        lineup = line_up([make_entry(known[names[i % 2]], {}, played) for i in range(n)])
        whole = player(played, lineup).block(0, 100)
        one = player(played, lineup)
        parts = [one.block(0, 40), one.block(40, 60)]
        late = player(played, lineup).block(40, 60)
        for table in ("games", "seats", "rounds"):
            joined = np.concatenate([getattr(part, table) for part in parts])
            assert np.array_equal(getattr(whole, table), joined)
            assert np.array_equal(getattr(parts[1], table), getattr(late, table))
        for table in ("counts", "totals"):
            assert np.array_equal(
                getattr(whole, table), sum(getattr(part, table) for part in parts)
            )


def test_two_seeds_do_not_share_games(played: Game, randoms: Randoms) -> None:
    lineup = randoms(played, played.seats[0])
    mix = played.compile_mix(load_mix(played.name))[0]
    one, two = (Player(played, mix, lineup, seed).block(0, 50) for seed in (0, 2**64 - 1))
    assert not np.array_equal(one.seats.score, two.seats.score)


def test_game_numbers_may_be_large(played: Game, randoms: Randoms) -> None:
    lineup = randoms(played, played.seats[0])
    rows = player(played, lineup).block(10**12, 3)
    assert rows.games.game.tolist() == [10**12, 10**12 + 1, 10**12 + 2]
