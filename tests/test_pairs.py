"""Sides on coupled worlds: sums against plain arithmetic, the same numbers however they are played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hemicycle.reports.paired import gaps
from hemicycle.sim.contests import Contest, enter
from hemicycle.sim.errors import InputError
from hemicycle.sim.measures import WHOLE, Basis, per_game
from hemicycle.sim.outcomes import read_table
from hemicycle.sim.pair_runs import sum_runs
from hemicycle.sim.pairs import Sums
from hemicycle.sim.runs import run
from hemicycle.sim.runspec import RunSpec
from hemicycle.sim.sides import game_of, split_changes

CURVES = {"filibuster": ("difficulty", "blocked")}
SWAP = 'time."Cloture Petition"=3; time."Hold the Floor"=6'


def contest(
    *words: str, seed: int = 5, players: str = "random", game: str = "filibuster", **more: Any
) -> Contest:
    spec = RunSpec(game, 1, seed, players=players)
    return enter(words, spec, CURVES, **more)


def sums_of(found: Contest, games: int, **more: Any) -> Sums:
    return next(found.play([games], **more))


def mean(found: Contest, sums: Sums, name: str, side: int = 0) -> Any:
    """The measure from the sums, a value a column."""
    measure = next(m for m in found.basis.measures if m.name == name)
    gram = sums.sides[side].gram
    return measure.scale * gram[0, list(measure.tops)] / gram[0, measure.bottom]


def equal(a: Sums, b: Sums) -> bool:
    mine, theirs = (*a.sides, *a.pairs), (*b.sides, *b.pairs)
    return all(
        np.array_equal(one, other)
        for x, y in zip(mine, theirs, strict=True)
        for one, other in zip(vars(x).values(), vars(y).values(), strict=True)
    )


def test_sums_per_game_allow_games_without_rounds() -> None:
    assert per_game([1, 2, 3, 4], [2, 0, 1, 1]).tolist() == [3, 0, 3, 4]


def test_means_are_those_of_the_outcome_tables() -> None:
    found = contest("standard", "standard")
    sums = sums_of(found, 2_000)
    tables = run(game="filibuster", games=2_000, seed=5, players="random")
    games, seats, rounds = tables.games, tables.seats, tables.rounds
    for name in ("team_win", "blocked", "rounds", "decisions", "margin"):
        assert mean(found, sums, name) == pytest.approx(games[name].mean())
    for seat in range(4):
        wins = seats.win[seats.seat == seat].mean()
        assert mean(found, sums, f"seat_win.{seat}") == pytest.approx(wins)
    winners = seats[seats.win > 0].groupby("game").score.first()
    assert mean(found, sums, "winner_score") == pytest.approx(winners.mean())
    assert mean(found, sums, "seats.bid") == pytest.approx(seats.bid.mean())
    assert mean(found, sums, "rounds.leader_turns") == pytest.approx(rounds.leader_turns.mean())
    votes = (rounds.end == "vote").mean()
    assert mean(found, sums, "rounds.end=vote") == pytest.approx(votes)
    side = sums.sides[0]
    assert side.rounds.tolist() == np.bincount(games.rounds, minlength=8).tolist()
    counted = rounds.groupby("difficulty").blocked.agg(["size", "sum"])
    assert side.curve[counted.index].tolist() == counted.to_numpy().tolist()


def test_words_of_games_are_parts_of_all_games() -> None:
    found = contest("standard", "standard", game="liberte")
    sums = sums_of(found, 60)
    tables = run(game="liberte", games=60, seed=5, players="random")
    games, rounds = tables.games, tables.rounds
    for word in ("normal", "counter_revolution", "landslide"):
        assert mean(found, sums, f"end={word}") == pytest.approx((games.end == word).mean())
    red = (games.government_turn2 == "R").mean()
    assert mean(found, sums, "government_turn2=R") == pytest.approx(red)
    assert mean(found, sums, "sudden_death") == pytest.approx(games.sudden_death.mean())
    white = (rounds.government == "W").mean()
    assert mean(found, sums, "rounds.government=W") == pytest.approx(white)
    units = {measure.name: measure.unit for measure in found.basis.measures}
    assert units["rounds"] == "turns" and "start_player" not in units


def test_products_are_those_of_the_games() -> None:
    found = contest("standard", SWAP)
    sums = sums_of(found, 1_000)
    a, b = (
        run(game="filibuster", games=1_000, seed=5, players="random", mix=side.mix).games
        for side in found.sides
    )
    at = found.basis.measures[0].tops[0]
    x, d = a.team_win.astype(int), b.team_win.astype(int) - a.team_win.astype(int)
    pair = sums.pairs[0]
    assert pair.square[at, at] == (d**2).sum()
    assert pair.cross[at, at] == (x * d).sum()
    assert pair.changed[0] == (d != 0).sum()
    assert 0 < pair.worlds < 1_000


def test_threads_blocks_and_looks_change_nothing() -> None:
    found = contest("standard", SWAP, "players=first")
    whole = sums_of(found, 1_500, jobs=1)
    assert equal(whole, sums_of(found, 1_500, jobs=3, block=130))
    *_, last = found.play([400, 1_500], jobs=2, block=170)
    assert equal(whole, last)


def test_a_mix_against_itself_has_no_difference_at_all() -> None:
    sums = sums_of(contest("standard", "standard"), 2_000)
    pair = sums.pairs[0]
    assert pair.worlds == 0
    assert not pair.square.any() and not pair.cross.any() and not pair.changed.any()


def test_games_that_never_see_the_change_stay_as_they_are() -> None:
    """7 of 20 policies are in a game, so a game in some 13 of 20 never meets the changed one."""
    sums = sums_of(contest("standard", "policy.P10.reward=influence each 9"), 2_000)
    assert 0 < sums.pairs[0].worlds < 0.35 * 2_000 * 1.15


def test_unpaired_sides_have_seeds_of_their_own() -> None:
    found = contest("standard", "standard", paired=False)
    assert found.apart
    assert len({setup.spec.seed for setup in found.setups}) == 2
    sums = sums_of(found, 500)
    assert sums.pairs == ()
    assert not np.array_equal(sums.sides[0].gram, sums.sides[1].gram)


def test_two_strategies_at_a_table_share_its_wins() -> None:
    found = contest("standard", SWAP, players="random,random,first,first")
    sums = sums_of(found, 2_400)
    wins = [mean(found, sums, f"strategy_win.{name}")[0] for name in ("random", "first")]
    assert 2 * sum(wins) == pytest.approx(mean(found, sums, "team_win")[0])


def test_win_shares_are_whole_sixtieths() -> None:
    assert all(WHOLE % winners == 0 for winners in range(1, 7))


def test_a_basis_of_few_measures_keeps_their_order() -> None:
    found = contest("standard", "standard")
    names = ("rounds", "team_win", "seat_spread")
    basis = Basis(found.basis.game, 4, ["random"], only=names)
    assert tuple(measure.name for measure in basis.measures) == names


# Finished runs


@pytest.fixture
def folders(tmp_path: Path) -> Callable[..., str]:
    """Play a run into a folder of its own and give its name."""

    def play(name: str, games: int = 1_200, seed: int = 5, **more: Any) -> str:
        run(
            game="filibuster", games=games, seed=seed, players="random", out=tmp_path / name, **more
        )
        return str(tmp_path / name)

    return play


def test_runs_give_the_sums_of_sides_that_are_played(folders: Callable[..., str]) -> None:
    played = contest("standard", "standard")
    read = contest(folders("a"), folders("b", games=1_000))
    assert read.apart == ""
    a, b = sums_of(played, 1_000), sum_runs(read.sides, read.basis, paired=True)
    for mine, theirs in zip(a.sides, b.sides, strict=True):
        assert np.array_equal(mine.gram, theirs.gram)
        assert np.array_equal(mine.curve, theirs.curve)
    assert np.array_equal(a.sides[1].counts, b.sides[1].counts)
    assert np.array_equal(a.sides[1].totals, b.sides[1].totals)
    assert b.pairs[0].worlds == 0


def test_places_are_counted_from_the_seat_that_begins(folders: Callable[..., str]) -> None:
    name = folders("a")
    read = contest(name, folders("b"))
    found = {gap.measure.name: gap for gap in gaps(read.basis, next(read.play([])))}
    games, seats = read_table(Path(name), "games"), read_table(Path(name), "seats")
    place = (seats.seat.to_numpy() - np.repeat(games.first_leader.to_numpy(), 4)) % 4
    for measure, group in (("order_spread", place), ("seat_spread", seats.seat.to_numpy())):
        rates = seats.win.groupby(group).sum() / 1_200
        assert found[measure].a.value == pytest.approx(rates.max() - rates.min())


def test_runs_with_other_seeds_are_not_paired(folders: Callable[..., str]) -> None:
    read = contest(folders("a", games=300), folders("b", games=500, seed=6))
    assert "seeds" in read.apart
    sums = next(read.play([]))
    assert [side.games for side in sums.sides] == [300, 500]
    assert sums.pairs == ()


def test_runs_that_do_not_go_together_are_refused(folders: Callable[..., str]) -> None:
    four, three = folders("four", games=50), folders("three", games=50, seats=3)
    with pytest.raises(InputError, match="seats 3 and 4"):
        contest(four, three)
    with pytest.raises(InputError, match="not a finished run"):
        contest(four, "standard")
    with pytest.raises(InputError, match="finished runs cannot be changed"):
        contest(four, four, changes=["difficulty_step=4"])


# Words of the command line


def test_changes_are_split_at_semicolons_before_a_change() -> None:
    assert split_changes("difficulty_step=4; players=first") == [
        "difficulty_step=4",
        "players=first",
    ]
    assert split_changes('time."Lost; Found"=2;action.S02.effects=peek 1; bury 1') == [
        'time."Lost; Found"=2',
        "action.S02.effects=peek 1; bury 1",
    ]
    assert split_changes("a=1; time:Filler=2:hours 1; end") == ["a=1", "time:Filler=2:hours 1; end"]


def test_a_change_standing_first_is_one_of_standard() -> None:
    found = contest("difficulty_step=4", "difficulty_step=4; players=first")
    assert [side.label for side in found.sides] == [
        "standard",
        "difficulty_step=4",
        "difficulty_step=4; players=first",
    ]
    assert found.sides[1].changes == ("difficulty_step 3 -> 4",)
    assert found.sides[2].changes == ("difficulty_step 3 -> 4", "players random -> first")


def test_one_mix_twice_is_told_apart() -> None:
    found = contest("standard", "standard", changes=["difficulty_step=4"])
    assert [side.label for side in found.sides] == ["standard", "standard (2)"]
    assert all(side.mix.value("difficulty_step") == 4 for side in found.sides)


def test_a_new_card_can_be_a_change() -> None:
    mix = contest("standard", "time:Filler=2:end").sides[1].mix
    assert [card.count for card in mix.decks["time"] if card.name == "Filler"] == [2]


def test_the_game_is_found_in_a_file(tmp_path: Path) -> None:
    tweak = tmp_path / "tweak.toml"
    tweak.write_text(
        'extends = "standard"\ngame = "filibuster"\n[parameters]\ndifficulty_step = 4\n'
    )
    assert game_of(["standard", str(tweak)]) == "filibuster"


def test_the_game_is_known_by_what_only_it_has() -> None:
    assert game_of(["standard", 'time."Cloture Petition"=3']) == "filibuster"
    assert game_of(["cards.Necker=2; players=random"]) == "liberte"
    assert game_of(["standard", "standard"], ["landslide_red_votes=13"], [], []) == "liberte"
    with pytest.raises(InputError, match="which game"):
        game_of(["standard", "standard"])
    with pytest.raises(InputError, match=r"no game has them: .* did you mean 'Necker'"):
        game_of(["standard", "cards.Nekker=2"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["standard"], "two sides"),
        (["standard", "difficulty_stp=4"], "did you mean 'difficulty_step'"),
        (["standard", 'time."Cloture Petitoin"=3'], "did you mean 'Cloture Petition'"),
        (["standard", "players=rnadom"], "did you mean 'random'"),
        (["standard", "players=random,random,random"], "3 names for 4 seats"),
        (["standard", "players=first; players=random"], "give them once"),
        (["standrad", "standard"], "did you mean 'standard'"),
        (["standard", "players_min=5"], "cannot play"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        contest(*words)
    assert "\n" not in str(caught.value)
