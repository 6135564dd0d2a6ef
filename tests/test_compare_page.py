"""The before/after report, and the command that writes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from hemicycle.cli import main
from hemicycle.reports import comparing
from hemicycle.reports.compare_page import write_comparison
from hemicycle.reports.curves import CURVES
from hemicycle.sim.contests import enter
from hemicycle.sim.runspec import RunSpec

SWAP = 'time."Cloture Petition"=3; time."Hold the Floor"=6'
GAMES = 2_000


@pytest.fixture(scope="module")
def answer() -> comparing.Answer:
    """One time card exchanged for another, between random players."""
    spec = RunSpec("filibuster", 1, 5, players="random")
    found = enter(["standard", SWAP], spec, CURVES)
    question = comparing.question(found.sides, found.basis)
    return comparing.follow(question, found.play([GAMES]))


def test_the_page_stands_alone_and_says_what_the_change_did(
    answer: comparing.Answer, tmp_path: Path
) -> None:
    page = write_comparison(answer, tmp_path, "hemicycle compare ...").read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=\"(?!#|data:)", page)
    top = page[: page.index("What moved, what did not</h3>")]
    for text in ("The table wins", "worse", "Cloture Petition 2 -&gt; 3", "Lower:"):
        assert text in top
    assert len(re.findall(r"<svg", page)) == 10
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert summary["games"] == [GAMES, GAMES]
    table = pd.read_parquet(tmp_path / "comparison.parquet")
    assert list(table.measure[:2]) == ["team_win", "order_spread"]
    assert (tmp_path / "png" / "differences.png").exists()
    names = [row["name"] for row in summary["rows"]]
    assert "The table wins" in names


def test_cards_of_both_sides_stand_next_to_each_other(
    answer: comparing.Answer, tmp_path: Path
) -> None:
    write_comparison(answer, tmp_path, "")
    rows = json.loads((tmp_path / "summary.json").read_text())["exhibits"][SWAP]["cards"]
    found = {row["card"]: row for row in rows}
    assert (found["Cloture Petition"]["copies_a"], found["Cloture Petition"]["copies_b"]) == (2, 3)
    assert found["Cloture Petition"]["drawn_b"] > found["Cloture Petition"]["drawn_a"]
    assert len(found) == 43


def command(*words: str, out: Path, game: str = "filibuster") -> Any:
    given = ["compare", "--game", game, "--players", "random", "-o", str(out)]
    return CliRunner().invoke(main, [*given, *words])


def test_the_command_says_identical(tmp_path: Path) -> None:
    done = command("standard", "standard", "-n", "300", "--seed", "1", out=tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "identical: all 300 coupled games" in done.output
    assert "identical" in (tmp_path / "out" / "report.html").read_text().lower()


def test_liberte_is_compared_in_its_own_words(tmp_path: Path) -> None:
    """The game is known by the card; provinces are no cards; words of the games are measured."""
    out = tmp_path / "out"
    given = ["-n", "60", "--seed", "1", "--seats", "3", "--players", "random", "-o", str(out)]
    words = ["standard", "cards.Necker=3; landslide_red_votes=9"]
    done = CliRunner(env={"COLUMNS": "200"}).invoke(main, ["compare", *words, *given])
    assert done.exit_code == 0, done.output
    assert "Ended by a landslide" in done.output
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Turns played" in page and "Rounds" not in page
    found = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    names = [row["measure"] for row in found["rows"]]
    assert names[:2] == ["sudden_death", "end=counter_revolution"]
    assert "government_turn2=R" in names
    exhibits = found["exhibits"][words[1]]
    assert {row["deck"] for row in exhibits["cards"]} == {"cards"}
    assert {"words", "endings", "rounds", "seats"} <= set(exhibits)


def test_the_command_prints_json(tmp_path: Path) -> None:
    done = command("standard", SWAP, "-n", "500", "--seed", "1", "--json", out=tmp_path / "out")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    row = found["rows"][0]
    assert row["measure"] == "team_win" and row["paired"]
    assert row["difference_low"] < row["difference"] < row["difference_high"]


def test_until_clear_stops_early_or_says_undecided(tmp_path: Path) -> None:
    words = (
        "standard",
        "difficulty_step=5",
        "--measure",
        "team_win",
        "--until-clear",
        "--seed",
        "1",
    )
    done = command(*words, "-n", "1000", "--max-games", "8000", out=tmp_path / "clear")
    assert done.exit_code == 0, done.output
    assert "after 2,000" not in done.output
    words = ("standard", "policy.P14.reward=influence each 2", *words[2:])
    open_ = command(*words, "-n", "100", "--max-games", "200", out=tmp_path / "open")
    assert open_.exit_code == 3, open_.output
    assert "1 verdict of 1 still open" in open_.output


def test_what_is_wrong_is_said_with_exit_code_2(tmp_path: Path) -> None:
    for words in (
        ("standard", "difficulty_stp=4"),
        ("standard", "standard", "--measure", "teamwin"),
        ("standard", "standard", "--smallest", "0"),
        ("standard", "standard", "--game", "filibustr"),
    ):
        done = command(*words, out=tmp_path / "none")
        assert done.exit_code == 2, done.output
        assert "Error" in done.output and "Traceback" not in done.output
    assert not (tmp_path / "none").exists()
