"""What cards do: blanks and copies against runs of their own, and how it is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from hemicycle.cli import main
from hemicycle.reports import copies_curve, impact, studies
from hemicycle.reports.stats import Estimate
from hemicycle.sim.contests import enter_variants
from hemicycle.sim.errors import InputError
from hemicycle.sim.measures import Basis
from hemicycle.sim.pairs import Sums
from hemicycle.sim.runs import run
from hemicycle.sim.runspec import RunSpec, Setup, prepare
from hemicycle.sim.variants import Variant, blanked, copies, find_anywhere

GAMES = 1_500


@pytest.fixture(scope="module")
def setup() -> Setup:
    return prepare(RunSpec("filibuster", 1, 9, players="random"))


def study(setup: Setup, chosen: list[Variant], games: int) -> tuple[Basis, Sums]:
    basis, play = enter_variants(setup, chosen, impact.measures("filibuster"))
    return basis, next(play([games]))


@pytest.fixture(scope="module")
def found(setup: Setup) -> list[impact.Impact]:
    """The impact of every card of the time deck."""
    chosen = list(blanked(setup, "time"))
    return impact.impacts(*study(setup, chosen, GAMES), chosen)


def one(found: list[impact.Impact], card: str) -> impact.Impact:
    return next(row for row in found if row.card == card)


def test_every_card_of_a_deck_is_there_best_first(found: list[impact.Impact], setup: Setup) -> None:
    assert {row.card for row in found} == {card.name for card in setup.mix.decks["time"]}
    effects = [row.effect.value for row in found]
    assert effects == sorted(effects, reverse=True)


def test_a_card_that_does_nothing_changes_nothing(found: list[impact.Impact]) -> None:
    floor = one(found, "Hold the Floor")
    assert (floor.effect.low, floor.effect.high, floor.changed) == (0, 0, 0)
    assert not floor.clear


def test_a_card_that_ends_filibusters_hurts_the_table(found: list[impact.Impact]) -> None:
    chair = one(found, "The Chair Rules You Out of Order")
    assert chair.clear and chair.effect.high < 0 and chair.length.high < 0


def test_the_effect_is_the_difference_of_two_runs_of_their_own(
    found: list[impact.Impact], setup: Setup
) -> None:
    [variant] = blanked(setup, word="Cloture Petition")
    a, b = (
        run(game="filibuster", games=GAMES, seed=9, players="random", mix=mix).games
        for mix in (setup.mix, variant.setup.mix)
    )
    row = one(found, "Cloture Petition")
    assert row.effect.value == pytest.approx(a.team_win.mean() - b.team_win.mean())
    assert row.length.value == pytest.approx(a.rounds.mean() - b.rounds.mean())


def test_rates_are_those_of_the_cards_table(found: list[impact.Impact]) -> None:
    cards = run(game="filibuster", games=GAMES, seed=9, players="random").cards
    own = cards[(cards.card == "Quorum Call") & (cards.deck == "time")]
    row = one(found, "Quorum Call")
    gih, gns = row.had[2], row.had[3]
    unseen = own.seat_games - own.had_by
    assert gih.n == own.had_by.sum() and gns.n == unseen.sum()
    assert gih.value == pytest.approx((own.win * own.had_by).sum() / own.had_by.sum())
    assert row.iwd.value == pytest.approx(gih.value - gns.value)
    assert np.isnan(row.had[0].value)  # no opening hand in a deck of the table


def test_the_sentences_say_why_the_columns_differ(found: list[impact.Impact]) -> None:
    text = " ".join(impact.sentences(found, "The table wins"))
    assert "10 cards" in text and "Why the columns differ" in text
    chair = one(found, "The Chair Rules You Out of Order")
    seen = replace(chair, iwd=Estimate(0.3, 0.2, 0.4, 1_000))  # it comes up in long games
    assert seen.contrary
    assert f"'{chair.card}' shows it" in " ".join(impact.sentences([seen], "The table wins"))


def test_cards_are_found_in_any_deck(setup: Setup) -> None:
    assert find_anywhere(setup.mix, "cloture petition").deck == "time"
    assert find_anywhere(setup.mix, 'time."Lost Notes"').name == "Lost Notes"
    assert find_anywhere(setup.mix, "H4").name == "Epic Poem"
    with pytest.raises(InputError, match="did you mean 'Epic Poem'"):
        find_anywhere(setup.mix, "Epik Poem")
    with pytest.raises(InputError, match="--deck: no deck 'tme'; did you mean 'time'"):
        list(blanked(setup, "tme"))


def test_a_copies_curve_goes_through_the_mix_itself(setup: Setup) -> None:
    chosen = copies(setup, "Cloture Petition", 4)
    assert [variant.copies for variant in chosen] == [0, 1, 2, 3, 4]
    points = copies_curve.points(*study(setup, chosen, GAMES), chosen)
    own = points[2]
    assert own.own and own.gaps["team_win"].identical
    wins = [point.gaps["team_win"].b.value for point in points]
    assert wins == sorted(wins, reverse=True)
    assert points[0].change("team_win").low > 0 > points[4].change("team_win").high
    assert list(copies_curve.frame(points).copies) == [0, 1, 2, 3, 4]


def test_numbers_of_copies_that_cannot_be_played_are_left_out(setup: Setup) -> None:
    """All 20 policies are there once; taking one out leaves enough."""
    assert [variant.copies for variant in copies(setup, "Tax on Whistling", 2)] == [0, 1, 2]


def test_a_study_is_written_whole(setup: Setup, tmp_path: Path) -> None:
    chosen = list(blanked(setup, word="Quorum Call"))
    made = studies.card_study(*study(setup, chosen, 300), chosen)
    made.write(tmp_path, "hemicycle cards ...")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cards.parquet",
        "cards.png",
        "summary.json",
    ]
    assert list(pd.read_parquet(tmp_path / "cards.parquet").card) == ["Quorum Call"]


def test_the_command(tmp_path: Path) -> None:
    words = ["cards", "filibuster", "-n", "300", "--seed", "1", "--players", "random"]
    runner = CliRunner()
    done = runner.invoke(main, [*words, "--deck", "time", "--json", "-o", str(tmp_path / "a")])
    assert done.exit_code == 0, done.output
    assert len(json.loads(done.stdout)["rows"]) == 10
    done = runner.invoke(main, [*words, "--copies", "Lost Notes", "-o", str(tmp_path / "b")])
    assert done.exit_code == 0, done.output
    assert "2 (now)" in done.output and (tmp_path / "b" / "copies.png").exists()
    done = runner.invoke(main, [*words, "--card", "Lost Nots", "-o", str(tmp_path / "c")])
    assert done.exit_code == 2 and "did you mean 'Lost Notes'" in done.output


def test_cards_of_liberte(tmp_path: Path) -> None:
    """Provinces are no cards: no blank can stand for one, and none is listed."""
    words = ["cards", "liberte", "-n", "20", "--seed", "1", "--seats", "3", "--players", "random"]
    runner = CliRunner(env={"COLUMNS": "200"})
    done = runner.invoke(main, [*words, "--card", "Necker", "-o", str(tmp_path / "a")])
    assert done.exit_code == 0, done.output
    assert "Ended by sudden death" in done.output and "turns" in done.output
    assert "Why the columns differ" in done.output and "shows it" not in done.output
    for refused in (["--card", "Normandie"], ["--deck", "provinces"]):
        done = runner.invoke(main, [*words, *refused, "-o", str(tmp_path / "b")])
        assert done.exit_code == 2, done.output
        assert "cannot be made blank" in done.output


def test_all_cards_of_liberte_can_be_blanked() -> None:
    setup = prepare(RunSpec("liberte", 1, 9, players="random"))
    found = list(blanked(setup))
    assert {variant.deck for variant in found} == {"cards"}
    assert len(found) == sum(card.count > 0 for card in setup.mix.decks["cards"])


@pytest.mark.slow
def test_effects_agree_with_separate_runs_on_other_seeds(setup: Setup) -> None:
    """The truth is one number: two runs with seeds of their own must agree within their errors."""
    [variant] = blanked(setup, word="Cloture Petition")
    basis, sums = study(setup, [variant], 60_000)
    [row] = impact.impacts(basis, sums, [variant])
    a, b = (
        run(game="filibuster", games=60_000, seed=seed, players="random", mix=mix).games.team_win
        for seed, mix in ((101, setup.mix), (102, variant.setup.mix))
    )
    error = np.sqrt(a.var() / len(a) + b.var() / len(b) + (row.effect.margin / 1.96) ** 2)
    assert abs(a.mean() - b.mean() - row.effect.value) < 3 * error
