"""Outcome tables: one schema, words and units in the file, every card seen, nothing but Parquet."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from hemicycle.sim import runs
from hemicycle.sim.errors import InputError
from hemicycle.sim.game import MEASURES, STATUS, WIN_SHARES
from hemicycle.sim.games import find_game
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.outcomes import (
    SHARES,
    TABLES,
    load_manifest,
    numbers,
    part_files,
    parts,
    read_table,
)
from hemicycle.sim.runs import run

GAMES, SEATS = 2_500, 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three parts, the last one short, with two strategies."""
    found = tmp_path_factory.mktemp("outcomes") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PART_GAMES", 1_000)
        patch.setattr(runs, "BLOCK_GAMES", 250)
        run(game="filibuster", games=GAMES, seed=3, players="random,first,random", out=found)
    return found


COLUMNS = {
    "games": "game players lineup status rounds decisions team_win blocked enacted passed_votes "
    "first_leader",
    "seats": "game seat strategy win place score influence hand led bid assists",
    "rounds": "game round difficulty hours blocked end leader leader_turns bid",
    "cards": "block deck card result win seat_games " + " ".join(MEASURES),
}
TYPES = {
    "games": {"game": "int64", "players": "int8", "lineup": "int16", "decisions": "int32"},
    "seats": {"game": "int64", "seat": "int8", "win": "float", "place": "int8", "score": "int32"},
    "rounds": {"game": "int64", "round": "int8", "blocked": "bool"},
    "cards": {"block": "int32", "seat_games": "int64", "drawn": "int64"},
}
WORDS = {
    "games": ["status"],
    "seats": ["strategy"],
    "rounds": ["end", "policy"],
    "cards": ["deck", "card", "result"],
}


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_as_promised(folder: Path, table: str) -> None:
    schema = pq.read_schema(part_files(folder, table)[0])

    assert set(COLUMNS[table].split()) <= set(schema.names)
    for name, kind in TYPES[table].items():
        assert str(schema.field(name).type) == kind
    for name in WORDS[table]:
        assert str(schema.field(name).type).startswith("dictionary<values=string")


@pytest.mark.parametrize("table", TABLES)
def test_every_part_has_the_same_schema_with_units_and_meanings(folder: Path, table: str) -> None:
    found = [pq.read_schema(path) for path in part_files(folder, table)]

    assert len(found) == 3
    for schema in found:
        assert schema.equals(found[0], check_metadata=True)
        assert schema.metadata[b"game"] == b"filibuster"
        for field in schema:
            assert set(field.metadata) >= {b"unit", b"meaning"}
            assert field.metadata[b"meaning"]


@pytest.mark.parametrize("table", TABLES)
def test_words_have_the_same_codes_in_every_part(folder: Path, table: str) -> None:
    for name in WORDS[table]:
        lists = [part[name].chunk(0).dictionary.to_pylist() for part in parts(folder, table)]
        assert all(words == lists[0] for words in lists)
    if table == "games":
        assert lists[0] == list(STATUS)


def test_a_table_folder_holds_parquet_only(folder: Path) -> None:
    for table in TABLES:
        names = sorted(path.name for path in (folder / table).iterdir())
        assert names == [f"part-{i:05d}.parquet" for i in range(3)]
    assert sorted(p.name for p in folder.iterdir()) == sorted([*TABLES, "run.json"])


def test_parts_are_cut_by_game_number(folder: Path) -> None:
    first_and_last = [
        (int(found[0]), int(found[-1]))
        for found in (numbers(part["game"]) for part in parts(folder, "games", ["game"]))
    ]
    assert first_and_last == [(0, 999), (1000, 1999), (2000, 2499)]


def test_shares_of_the_win_are_as_their_words() -> None:
    assert dict(zip(WIN_SHARES, SHARES.tolist(), strict=True)) == pytest.approx(
        {"lost": 0, "beaten": 0, "1": 1, "1/2": 1 / 2, "1/3": 1 / 3}
        | {"1/4": 1 / 4, "1/5": 1 / 5, "1/6": 1 / 6}
    )


def test_every_card_has_a_row_for_every_result_of_a_part(folder: Path) -> None:
    frame = read_table(folder, "cards")
    mix = load_mix("filibuster")
    for deck in find_game("filibuster").decks:
        rows = frame[(frame.deck == deck) & (frame.block == 0)]
        results = rows.result.nunique()
        assert results >= 2
        assert len(rows) == len(mix.decks[deck]) * results
        assert set(rows.card) == {card.name for card in mix.decks[deck]}


def test_seat_games_add_up_to_all_seats_of_all_games(folder: Path) -> None:
    frame = read_table(folder, "cards")
    once = frame.drop_duplicates(["block", "deck", "result"])
    total = once.groupby("deck", observed=True).seat_games.sum()

    assert total["action"] == GAMES * SEATS
    assert total["time"] == total["policy"] == GAMES


def test_policies_turned_up_are_the_rounds_played(folder: Path) -> None:
    cards, rounds = read_table(folder, "cards"), read_table(folder, "rounds")
    drawn = cards[cards.deck == "policy"].groupby("card", observed=True).drawn.sum()

    assert drawn.to_dict() == rounds.policy.value_counts().to_dict()


def test_cards_held_at_the_end_are_the_hands_of_the_seats(folder: Path) -> None:
    cards, seats = read_table(folder, "cards"), read_table(folder, "seats")

    assert cards[cards.deck == "action"].held.sum() == seats.hand.sum()


def test_each_strategy_sits_everywhere_equally_often(folder: Path) -> None:
    seats = read_table(folder, "seats", ["seat", "strategy", "game"])
    counted = seats[seats.game < 2_400].groupby(["strategy", "seat"], observed=True).size()

    assert counted.to_dict() == {
        (strategy, seat): often
        for strategy, often in (("random", 1_600), ("first", 800))
        for seat in range(SEATS)
    }


def test_numbers_are_codes_and_zeros_and_ones(folder: Path) -> None:
    part = next(parts(folder, "rounds", ["end", "blocked", "bid"]))
    frame = part.to_pandas()

    assert np.array_equal(numbers(part["end"]), frame.end.cat.codes)
    assert np.array_equal(numbers(part["blocked"]) == 1, frame.blocked)
    assert np.array_equal(numbers(part["bid"]), frame.bid)


def test_only_the_columns_asked_for_are_read(folder: Path) -> None:
    assert list(read_table(folder, "seats", ["win", "seat"]).columns) == ["win", "seat"]


def test_unknown_names_are_refused_with_the_nearest(folder: Path) -> None:
    with pytest.raises(InputError, match="no table 'seat'; did you mean 'seats'"):
        read_table(folder, "seat")
    with pytest.raises(InputError, match="has no column 'infuence'; did you mean 'influence'"):
        read_table(folder, "seats", ["infuence"])


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        load_manifest(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"not a run \(it has no run.json\)"):
        load_manifest(tmp_path)
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(InputError, match=r"run\.json: cannot be read"):
        load_manifest(tmp_path)
