"""Cells, pictures, and every chart drawn from one value and from nothing."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from hemicycle.reports import cells, charts, figures, headline
from hemicycle.reports.charts import Drawn
from hemicycle.reports.reading import Cube, Extreme, Finder
from hemicycle.reports.tables import Numbers, Shown, Tables
from hemicycle.sim.game import MEASURES
from hemicycle.sim.games import find_game
from hemicycle.sim.mixes import load_mix

Make = Callable[..., Any]

PLAYED = {"filibuster": "filibuster", "liberte": "liberte", "any other": "filibuster"}
"""Game whose charts are drawn -> game whose mix they are drawn from."""
ALL = {
    (game, name): chart
    for game in PLAYED
    for _, modules in charts.groups(game)
    for name, chart in modules
}
SAME: dict[str, dict[str, Any]] = {
    "filibuster": {"round": 2, "difficulty": 6, "hours": 4, "end": "time_card", "bid": 1, "paid": 1,
                   "leader_turns": 3},
    "liberte": {"round": 2, "end": "landslide", "phase_end": "supply", "battle": "lost",
                "elected": 1, "government": "R", "opposition": "none", "decided": "votes",
                "votes_red": 17, "action_rounds": 12},
}  # fmt: skip
"""By game: values of columns that are not 0 in the game that is played again and again."""
HELD = {"filibuster": ["action"], "liberte": ["cards"]}


def test_cells_hold_value_and_interval() -> None:
    frame = pd.DataFrame(
        {"name": ["a"], "win": [0.25], "win_low": [0.2], "win_high": [0.3], "n": [1200]}
        | {"gap": [0.01], "gap_low": [0.005], "gap_high": [0.015], "none": [np.nan]}
    )
    shown = [
        Shown("name", "Name"), Shown("win", "Win", "percent"), Shown("gap", "Gap", "points"),
        Shown("n", "n", "count"), Shown("none", "None", "number"),
    ]  # fmt: skip
    sheet = cells.sheet(Numbers(frame), shown)
    texts = [
        (cell.text.replace("\N{NO-BREAK SPACE}", " "), cell.interval) for cell in sheet.rows[0]
    ]
    assert texts == [
        ("a", ""), ("25 %", "20 to 30"), ("+1.0", "0.5 to 1.5"), ("1,200", ""), ("-", ""),
    ]  # fmt: skip


def test_picture_is_clean_and_its_own() -> None:
    def draw(ax: Any) -> None:
        ax.plot([0, 1], [0, 1], "o", color="#0072b2")
        ax.set_title("a <b> & c")

    found = figures.picture("mine", draw, 2.0, "Title & more", "Text")
    for svg, kind in ((found.wide, "wide"), (found.narrow, "narrow")):
        assert svg.startswith(f'<svg class="chart {kind}" role="img"')
        assert f'id="mine-{kind}-title">Title &amp; more' in svg
        assert "#0072b2" not in svg and "var(--blue)" in svg
        assert "a &lt;b&gt; &amp; c" in svg
        assert "DejaVu" not in svg and "<style" not in svg and "<metadata" not in svg


def test_pictures_are_repeatable() -> None:
    def draw(ax: Any) -> None:
        ax.bar([1, 2], [3, 4])

    assert figures.picture("a", draw, 2, "", "") == figures.picture("a", draw, 2, "", "")


each_chart = pytest.mark.parametrize(("game", "name"), sorted(ALL))


@each_chart
def test_every_chart_says_what_it_answers(game: str, name: str) -> None:
    chart = ALL[game, name]
    assert chart.__doc__ and len(chart.__doc__.splitlines()[0]) > 20
    assert chart.TITLE and chart.READING


@pytest.fixture
def single_values(counted: Make, card_rows: Make, facts: Make) -> Make:
    """A run where the same game was played `n` times: over in round 2, and won by nobody."""

    def make(game: str, n: int) -> Tables:
        mix = load_mix(game)
        common = {"rounds": 2, "decisions": 30}
        cubes = {
            want
            for (drawn, _), chart in ALL.items()
            if PLAYED[drawn] == game
            for want in (*chart.WANTED, *headline.wanted(mix.targets, ["rounds"]))
        }
        counts = {
            cube: counted(cube.columns, [[*(_value(cube, name, common | SAME[game])
                                            for name in cube.columns), n]])
            for cube in cubes
            if isinstance(cube, Cube)
        }  # fmt: skip
        finders = {cube: Finder(cube) for cube in cubes if isinstance(cube, Extreme)}
        given = {column.name: n for column in find_game(game).card_columns}
        frame = pd.concat(
            card_rows(deck, card.name, [("lost", 0.0, n * (4 if deck in HELD[game] else 1), given)])
            for deck in find_game(game).decks
            for card in mix.decks[deck]
        )
        run = facts(mix, game=game, games=n, statuses={"finished": n})
        return Tables(run, counts, finders, frame)

    return make


def _value(cube: Cube, name: str, same: dict[str, Any]) -> Any:
    """Words of the rounds may have the name of a number of the seats."""
    value = same.get(name, 0)
    return 0 if cube.table == "seats" and isinstance(value, str) else value


def draw_on_agg(chart: Drawn, numbers: Numbers) -> None:
    figure = Figure(figsize=(4, chart.height(numbers)), layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
    chart.draw(figure.subplots(), numbers)
    canvas.draw()


@pytest.mark.parametrize("n", [1, 40])
@each_chart
def test_every_chart_of_a_single_value(single_values: Make, game: str, name: str, n: int) -> None:
    chart = ALL[game, name]
    numbers = charts.numbers_of(chart, single_values(PLAYED[game], n))
    if numbers.empty:
        return
    assert chart.sentences(numbers) and chart.caption(numbers)
    assert "nan" not in " ".join([*chart.sentences(numbers), chart.caption(numbers)]).lower()
    assert cells.sheet(numbers, chart.shown(numbers)).rows
    if isinstance(chart, Drawn):
        draw_on_agg(chart, numbers)
        draw_on_agg(chart, Numbers(numbers.rows.iloc[:0], numbers.facts))


@each_chart
def test_every_chart_of_nothing_is_left_out(game: str, name: str, facts: Make) -> None:
    chart, mix = ALL[game, name], load_mix(PLAYED[game])
    counts = {
        cube: pd.DataFrame(columns=[*cube.columns, "n"], dtype="int64")
        for cube in chart.WANTED
        if isinstance(cube, Cube)
    }
    finders = {cube: Finder(cube) for cube in chart.WANTED if isinstance(cube, Extreme)}
    frame = pd.DataFrame(columns=["deck", "card", "result", "win", "seat_games", *MEASURES])
    tables = Tables(facts(mix), counts, finders, frame)
    assert charts.numbers_of(chart, tables).empty
