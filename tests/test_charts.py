"""The numbers behind each chart on tables counted by hand, and drawing of whatever they may be."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from hemicycle.reports import (
    cards,
    cells,
    charts,
    decisions,
    figures,
    filibuster_auctions,
    filibuster_dead_rules,
    filibuster_difficulty,
    filibuster_endings,
    filibuster_gains,
    filibuster_leading,
    filibuster_margin,
    filibuster_order,
    filibuster_policies,
    filibuster_rounds,
    filibuster_time,
    filibuster_votes,
    filibuster_waste,
    headline,
    player_counts,
    rounds,
    seats,
    stats,
    strategies,
    strategy_gaps,
)
from hemicycle.reports.charts import Drawn
from hemicycle.reports.filibuster_difficulty import ENDED
from hemicycle.reports.reading import WHOLE, Cube, Extreme, Finder
from hemicycle.reports.tables import Numbers, Run, Shown, Tables
from hemicycle.reports.wins import WINNERS
from hemicycle.sim.cardmix import Mix
from hemicycle.sim.game import MEASURES

ALL = [
    (name, chart)
    for game in ("filibuster", "any other")
    for _, modules in charts.groups(game)
    for name, chart in modules
]


def counted(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> pd.DataFrame:
    """A frequency table; the last number of a row is n."""
    return pd.DataFrame(rows, columns=[*columns, "n"])


def facts(mix: Mix, **changes: Any) -> Run:
    """A run of four seats, all random."""
    plain: dict[str, Any] = {
        "path": Path("runs/mine"),
        "game": "filibuster",
        "title": "Filibuster!",
        "version": 1,
        "seed": 7,
        "games": 100,
        "planned": 100,
        "players": 4,
        "strategies": ("random",),
        "strategy_at": ((0, 0, 0, 0),),
        "line_up": "4 x random",
        "rotates": False,
        "mix": {**mix.to_dict(), "digest": mix.digest},
        "statuses": {"finished": 100},
        "stopped": "",
        "faults": (),
        "versions": {"hemicycle": "0.1.0"},
        "command": "hemicycle run filibuster",
    }
    return Run(**plain | changes)


def made(
    mix: Mix,
    counts: Mapping[Cube, pd.DataFrame] | None = None,
    card_rows: pd.DataFrame | None = None,
    **changes: Any,
) -> Tables:
    """Tables with the given counts."""
    frame = pd.DataFrame() if card_rows is None else card_rows
    return Tables(facts(mix, **changes), dict(counts or {}), {}, frame)


# Who wins


def test_seats_share_a_win(mix: Mix) -> None:
    """Of 100 games seat 0 wins 40, seats 0 and 2 share 20, all lose 40."""
    counts = {
        WINNERS: counted(WINNERS.columns, [(0, 0b0000, 40), (0, 0b0001, 40), (0, 0b0101, 20)]),
        seats.SCORES: counted(seats.SCORES.columns, [(0, s, 3 + s, 100) for s in range(4)]),
        seats.PORTIONS: counted(seats.PORTIONS.columns, [(0, s, 250, 100) for s in range(4)]),
    }
    found = seats.numbers(made(mix, counts))
    assert found.rows["win"].tolist() == [0.5, 0, 0.1, 0]
    assert found.rows["score"].tolist() == [3, 4, 5, 6]
    assert found.rows["portion"].tolist() == [0.25] * 4
    assert found.rows["n"].tolist() == [100] * 4
    assert found.facts["fair"] == pytest.approx(0.15)
    assert found.facts["spread"].value == 0.5


def test_seats_apart_are_named(mix: Mix) -> None:
    found = Numbers(
        pd.DataFrame({"seat": [0, 1], "win": [0.2, 0.212], "n": [9, 9]})
        .assign(win_low=[0.199, 0.211], win_high=[0.201, 0.213]),
        {"spread": stats.Estimate(0.012, 0.009, 0.015, 9), "fair": 0.2},
    )  # fmt: skip
    [sentence] = seats.sentences(found)
    assert sentence.replace("\N{NO-BREAK SPACE}", " ").startswith(
        "Seat 1 wins 1.2 points (95 % interval 0.9 to 1.5) more often than seat 0"
    )


def test_order_is_counted_from_the_first_leader(mix: Mix) -> None:
    cube = filibuster_order.WINNERS
    rows = [(0, 0b0001, 30), (3, 0b1000, 30), (3, 0b0001, 40)]
    found = filibuster_order.numbers(made(mix, {cube: counted(cube.columns, rows)}))
    assert found.rows["win"].tolist() == [0.6, 0.4, 0, 0]


def two_strategies(mix: Mix) -> Tables:
    """bold sits once and wins 60 of 90 games; calm holds the other two seats and wins 30."""
    places = [(a, s, 1 if s == a else 2, 30) for a in range(3) for s in range(3)]
    counts = {
        WINNERS: counted(
            WINNERS.columns,
            [(a, 1 << s, 20 if s == a else 5) for a in range(3) for s in range(3)],
        ),
        seats.SCORES: counted(seats.SCORES.columns, places),
        seats.PORTIONS: counted(seats.PORTIONS.columns, places),
        strategies.PLACES: counted(strategies.PLACES.columns, places),
    }
    return made(
        mix,
        counts,
        players=3,
        strategies=("bold", "calm"),
        strategy_at=((0, 1, 1), (1, 0, 1), (1, 1, 0)),
        rotates=True,
    )


def test_strategies_win_per_seat(mix: Mix) -> None:
    found = strategies.numbers(two_strategies(mix)).rows
    assert found["strategy"].tolist() == ["bold", "calm"]
    assert found["win"].tolist() == pytest.approx([60 / 90, 30 / 90 / 2])
    assert found["seat_1"].tolist() == pytest.approx([20 / 30, 10 / 60])
    assert found["score"].tolist() == [1, 2]
    assert found["first"].tolist() == [1, 0]


def test_strategies_are_compared_in_the_same_games(mix: Mix) -> None:
    [row] = strategy_gaps.numbers(two_strategies(mix)).rows.to_dict("records")
    cases = np.repeat([1.0, -0.5], [60, 30])
    assert (row["better"], row["worse"], row["sure"]) == ("bold", "calm", "yes")
    assert row["gap"] == pytest.approx(0.5)
    assert row["gap_high"] - row["gap"] == pytest.approx(1.96 * cases.std(ddof=1) / 90**0.5, 1e-3)


def test_one_strategy_is_not_compared(mix: Mix) -> None:
    tables = made(mix, {WINNERS: counted(WINNERS.columns, [(0, 1, 9)])})
    assert strategies.numbers(tables).empty
    assert strategy_gaps.numbers(tables).empty


def test_numbers_of_players_stand_side_by_side(mix: Mix) -> None:
    def one(players: int, won: int) -> Tables:
        counts = {
            WINNERS: counted(WINNERS.columns, [(0, 0, 100 - won), (0, 1, won)]),
            rounds.ROUNDS: counted(rounds.ROUNDS.columns, [(4, 0, 100 - won), (7, 1, won)]),
            decisions.DECISIONS: counted(decisions.DECISIONS.columns, [(50, 100)]),
        }
        return made(mix, counts, players=players)

    four, three = one(4, 50), one(3, 80)
    assert player_counts.numbers(four).empty
    both = Tables(four.run, four.counts, {}, four.cards, (three,))
    found = player_counts.numbers(both).rows
    assert found["players"].tolist() == [3, 4]
    assert found["won"].tolist() == [0.8, 0.5]
    assert found["rounds"].tolist() == pytest.approx([6.4, 5.5])


# Filibusters


def filibusters(mix: Mix) -> Tables:
    """Ten filibusters of round 1 (6 hours) and four of round 2 (9 hours)."""
    rows = [
        (1, 6, 1, "time_card", 4),
        (1, 6, 1, "vote", 2),
        (1, 6, 0, "time_card", 4),
        (2, 9, 1, "full_track", 1),
        (2, 9, 0, "pay_or_end", 3),
    ]
    return made(mix, {ENDED: counted(ENDED.columns, rows)})


def test_difficulty_curve_counts_blocked_policies(mix: Mix) -> None:
    found = filibuster_difficulty.numbers(filibusters(mix)).rows
    assert found["difficulty"].tolist() == [6, 9]
    assert found["block"].tolist() == [0.6, 0.25]
    assert found["talk"].tolist() == [0.4, 0.25]
    assert found["n"].tolist() == [10, 4]
    assert found["block_low"][0] == pytest.approx(stats.rate(6, 10).low)


def test_success_by_round(mix: Mix) -> None:
    found = filibuster_rounds.numbers(filibusters(mix)).rows
    assert found["block"].tolist() == [0.6, 0.25]
    assert found["difficulty"].tolist() == [6, 9]


def test_endings_by_round_and_in_all(mix: Mix) -> None:
    found = filibuster_endings.numbers(filibusters(mix)).rows
    assert found["round"].tolist() == [1, 2, "all"]
    assert found["time_card"].tolist() == pytest.approx([0.8, 0, 8 / 14])
    assert found["deck_empty"].tolist() == [0, 0, 0]
    assert found["n"].tolist() == [10, 4, 14]


def test_votes_called_and_passed(mix: Mix) -> None:
    cube = filibuster_votes.VOTES
    rows = [(1, 0, "time_card", 6), (1, 2, "time_card", 2), (1, 1, "vote", 2)]
    found = filibuster_votes.numbers(made(mix, {cube: counted(cube.columns, rows)}))
    assert found.rows["called"].tolist() == [0.4]
    assert found.rows["passed"].tolist() == [0.2]
    assert found.facts["passed"].value == pytest.approx(2 / 6)


def test_supporters_share_their_gain(mix: Mix) -> None:
    bids = [(1, 0, 0, 10), (2, 4, 6, 10)]
    counts = {
        filibuster_gains.LEADER: counted(("round", "leader_gain"), [(1, 5, 10), (2, 9, 10)]),
        filibuster_gains.SUPPORTERS: counted(("round", "supporter_gain"), [(1, 3, 10), (2, 6, 10)]),
        filibuster_gains.BIDS: counted(("round", "bid", "paid"), bids),
    }
    found = filibuster_gains.numbers(made(mix, counts))
    assert found.rows["supporter"].tolist() == [1, 2]
    assert found.rows["leader"].tolist() == [5, 9]
    [sentence] = filibuster_gains.sentences(found)
    assert sentence.endswith("still ahead of a supporter in every round.")


def test_auctions_and_what_losers_paid(mix: Mix) -> None:
    rows = [(1, 0, 0, 10), (2, 0, 0, 2), (2, 3, 3, 4), (2, 5, 8, 4)]
    tables = made(mix, {filibuster_gains.BIDS: counted(("round", "bid", "paid"), rows)})
    [price] = filibuster_auctions.numbers(tables).rows.to_dict("records")
    assert (price["round"], price["bid"], price["sold"], price["n"]) == (2, 3.2, 0.8, 10)
    waste = filibuster_waste.numbers(tables)
    assert waste.rows["waste"].tolist() == pytest.approx([12 / 44])
    assert waste.facts["all"].value == pytest.approx(12 / 44)


def test_leading_counts_games_that_somebody_won(mix: Mix) -> None:
    cube = filibuster_leading.LED
    rows = [(1, 0, 0, 99), (1, 1, 0, 50), (2, 1, WHOLE, 40), (2, 1, WHOLE // 2, 40)]
    found = filibuster_leading.numbers(made(mix, {cube: counted(cube.columns, rows)})).rows
    assert found["win"].tolist() == [0, 0.75]
    assert found["n"].tolist() == [50, 80]


def test_margins_of_games_won(mix: Mix) -> None:
    counts = {
        filibuster_margin.MARGINS: counted(
            ("team_win", "margin"), [(0, 0, 50), (1, 0, 10), (1, 2, 15), (1, 9, 25)]
        ),
        filibuster_margin.COMEBACKS: counted(("team_win", "comeback"), [(0, 0, 50), (1, 4, 50)]),
    }
    found = filibuster_margin.numbers(made(mix, counts))
    assert found.rows["part"].tolist() == [0.2, 0.3, 0.5]
    assert found.facts["median"] == 2
    assert found.facts["close"].value == 0.5
    assert found.facts["comeback"].value == 1


def test_rules_that_never_happen_are_named(mix: Mix) -> None:
    counts = {
        **filibusters(mix).counts,
        filibuster_votes.VOTES: counted(("round", "votes_called", "end"), [(1, 0, "vote", 14)]),
        filibuster_gains.BIDS: counted(("round", "bid", "paid"), [(2, 1, 1, 4)]),
        filibuster_margin.MARGINS: counted(("team_win", "margin"), [(1, 3, 5)]),
        filibuster_margin.COMEBACKS: counted(("team_win", "comeback"), [(1, 3, 5)]),
        filibuster_dead_rules.ASSISTS: counted(("assists",), [(0, 18), (2, 2)]),
        rounds.ROUNDS: counted(("rounds", "winners"), [(7, 1, 5)]),
    }
    found = filibuster_dead_rules.numbers(made(mix, counts))
    often = dict(zip(found.rows["rule"], found.rows["word"], strict=True))
    assert often["A vote is called"] == "never"
    assert often["A player uses an Assist"] == "happens"
    sentences = filibuster_dead_rules.sentences(found)
    assert "'A vote is called'" in sentences[0]
    assert "FIL-7.5" in sentences[-1]


# Pacing


def test_rounds_split_by_result(mix: Mix) -> None:
    rows = [(4, 0, 20), (7, 0, 20), (7, 2, 60)]
    found = rounds.numbers(made(mix, {rounds.ROUNDS: counted(("rounds", "winners"), rows)}))
    assert found.rows["part"].tolist() == [0.2, 0.8]
    assert found.rows["won"].tolist() == [0, 0.6]
    assert found.rows["winning"].tolist() == [0, 0.75]
    assert found.facts["mean"].value == pytest.approx(6.4)


def test_decisions_fall_into_round_ranges(mix: Mix) -> None:
    rows = [(n, 1) for n in range(7, 107)]
    found = decisions.numbers(made(mix, {decisions.DECISIONS: counted(("decisions",), rows)})).rows
    assert found["first"].tolist() == list(range(5, 110, 5))
    assert found["part"].sum() == pytest.approx(1)
    assert found["part"].tolist()[:2] == pytest.approx([0.03, 0.05])


# Cards


def card_rows(deck: str, card: str, rows: Sequence[tuple[str, float, int, dict[str, int]]]) -> Any:
    """Rows of the cards table: result, win share, seat-games, and the measures that are not 0."""
    return pd.DataFrame(
        [
            {"deck": deck, "card": card, "result": result, "win": win, "seat_games": n}
            | dict.fromkeys(MEASURES, 0)
            | given
            for result, win, n, given in rows
        ]
    )


def test_iwd_of_ten_seats(mix: Mix) -> None:
    """Ten seat-games of one game each: six had the card (4 won, 2 lost), four never (1 won)."""
    rows = card_rows(
        "action",
        "Epic Poem",
        [
            ("1", 1.0, 5, {"opening": 1, "drawn_by": 3, "had_by": 4, "drawn": 5, "held": 2}),
            ("beaten", 0.0, 5, {"opening": 1, "drawn_by": 1, "had_by": 2, "drawn": 3, "played": 6}),
        ],
    )
    found = cards.numbers(made(mix, card_rows=rows, games=5, statuses={"finished": 5})).rows
    poem = found[found["card"] == "Epic Poem"].iloc[0]
    assert poem["oh"] == 1 / 2
    assert poem["gd"] == 3 / 4
    assert poem["gih"] == 4 / 6
    assert poem["gns"] == 1 / 4
    assert poem["iwd"] == pytest.approx(4 / 6 - 1 / 4)
    assert [poem[f"n_{name}"] for name in ("oh", "gd", "gih", "gns")] == [2, 4, 6, 4]
    assert poem["never"] == 0.4
    assert (poem["used"], poem["stuck"]) == (6 / 8, 2 / 8)
    assert np.isnan(poem["iwd_low"])  # too few to say anything
    assert poem["clear"] == "no"


def test_iwd_among_games_that_somebody_won(mix: Mix) -> None:
    """Lost games see no card at all; among the others it makes no difference."""
    rows = card_rows(
        "action",
        "Epic Poem",
        [
            ("lost", 0.0, 4000, {}),
            ("1", 1.0, 1000, {"had_by": 500}),
            ("beaten", 0.0, 3000, {"had_by": 1500}),
        ],
    )
    found = cards.numbers(made(mix, card_rows=rows, games=2000, statuses={"finished": 2000}))
    poem = found.rows[found.rows["card"] == "Epic Poem"].iloc[0]
    assert poem["iwd"] == pytest.approx(0.25 - 500 / 6000)
    assert poem["iwd_won"] == 0
    assert poem["iwd_won_low"] < 0 < poem["iwd_won_high"]
    assert found.facts["lost"]
    assert "IWD in games that somebody won" in [one.header for one in cards.shown(found)]


def test_time_cards_by_their_part_of_the_draws(mix: Mix) -> None:
    name = mix.decks["time"][0].name
    other = mix.decks["time"][1].name
    rows = pd.concat(
        [
            card_rows("time", name, [
                ("lost", 0.0, 50, {"had_by": 30, "drawn": 60, "played": 45}),
                ("1", 1.0, 50, {"had_by": 40, "drawn": 50, "played": 50}),
            ]),
            card_rows("time", other, [
                ("lost", 0.0, 50, {"had_by": 50, "drawn": 40, "played": 40}),
                ("1", 1.0, 50, {"had_by": 50, "drawn": 150, "played": 150}),
            ]),
        ]
    )  # fmt: skip
    found = filibuster_time.numbers(made(mix, card_rows=rows)).rows
    first = found[found["card"] == name].iloc[0]
    assert first["seen"] == 40 / 70
    assert first["unseen"] == 10 / 30
    assert first["never"] == pytest.approx(0.3)
    assert (first["in_lost"], first["in_won"]) == (0.6, 0.25)
    assert first["excess"] == pytest.approx(0.35)
    assert first["cancelled"] == pytest.approx(15 / 110)
    assert first["per_game"] == 1.1


def test_policies_are_blocked_when_up(mix: Mix) -> None:
    name = mix.decks["policy"][2].name
    rows = card_rows("policy", name, [
        ("lost", 0.0, 50, {"had_by": 20, "drawn": 20, "played": 16}),
        ("1", 1.0, 50, {"had_by": 30, "drawn": 30, "played": 9}),
    ])  # fmt: skip
    found = filibuster_policies.numbers(made(mix, card_rows=rows)).rows
    first = found[found["card"] == name].iloc[0]
    assert first["block"] == 0.5
    assert first["seen"] == 0.6


# Verdicts


def judged(mix: Mix, won: int, n: int) -> list[headline.Verdict]:
    counts = {
        WINNERS: counted(WINNERS.columns, [(0, 0, n - won), *((0, 1 << s, won // 4)
                                                             for s in range(4))]),
        Cube("games", ("team_win",)): counted(("team_win",), [(0, n - won), (1, won)]),
        Cube("games", ("rounds",)): counted(("rounds",), [(6, n // 2), (7, n // 2)]),
    }  # fmt: skip
    return headline.verdicts(made(mix, counts))


def test_verdicts_use_the_interval(mix: Mix) -> None:
    won, spread, length = judged(mix, 5000, 10_000)
    assert [won.word, spread.word, length.word] == [stats.MET] * 3
    assert headline.overall([won, spread, length]) == "All targets of the mix are met."
    assert judged(mix, 800, 10_000)[0].word == stats.MISSED
    close = judged(mix, 460, 1000)[0]
    assert close.word == stats.OPEN
    assert "run about 10,000 games" in close.sentence
    assert close.icon == "?"


def test_a_target_nothing_measures_says_so(mix: Mix) -> None:
    plain = {**mix.to_dict(), "digest": mix.digest}
    target = {"low": 1.0, "high": None, "value": None, "unit": "laughs", "source": "OWN"}
    plain["targets"] = {"fun": target}
    tables = made(mix)
    [found] = headline.verdicts(Tables(replace(tables.run, mix=plain), {}, {}, tables.cards))
    assert found.word == stats.OPEN
    assert found.shown == "not measured"
    assert "cannot be judged" in found.sentence


# Cells and pictures


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


@pytest.mark.parametrize("name", sorted({name for name, _ in ALL}))
def test_every_chart_says_what_it_answers(name: str) -> None:
    chart = dict(ALL)[name]
    assert chart.__doc__ and len(chart.__doc__.splitlines()[0]) > 20
    assert chart.TITLE and chart.READING


def single_values(mix: Mix, n: int) -> Tables:
    """A run where the same game was played `n` times: lost by all in round 2."""
    zero = {"round": 2, "difficulty": 6, "hours": 4, "end": "time_card", "bid": 1, "paid": 1,
            "rounds": 4, "decisions": 30, "game": 0, "leader_turns": 3}  # fmt: skip
    cubes = {
        want
        for _, chart in ALL
        for want in (*chart.WANTED, *headline.wanted(mix.targets, ["team_win", "rounds"]))
    }
    counts = {
        cube: counted(cube.columns, [[*(zero.get(name, 0) for name in cube.columns), n]])
        for cube in cubes
        if isinstance(cube, Cube)
    }
    finders = {cube: Finder(cube) for cube in cubes if isinstance(cube, Extreme)}
    frame = pd.concat(
        card_rows(deck, card.name, [("lost", 0.0, n * (4 if deck == "action" else 1), {})])
        for deck, found in mix.decks.items()
        for card in found
    )
    run = facts(mix, games=n, statuses={"finished": n})
    return Tables(run, counts, finders, frame)


def draw_on_agg(chart: Drawn, numbers: Numbers) -> None:
    figure = Figure(figsize=(4, chart.height(numbers)), layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
    chart.draw(figure.subplots(), numbers)
    canvas.draw()


@pytest.mark.parametrize("n", [1, 40])
@pytest.mark.parametrize("name", sorted({name for name, _ in ALL}))
def test_every_chart_of_a_single_value(mix: Mix, name: str, n: int) -> None:
    chart = dict(ALL)[name]
    numbers = charts.numbers_of(chart, single_values(mix, n))
    if numbers.empty:
        return
    assert chart.sentences(numbers) and chart.caption(numbers)
    assert "nan" not in " ".join([*chart.sentences(numbers), chart.caption(numbers)]).lower()
    assert cells.sheet(numbers, chart.shown(numbers)).rows
    if isinstance(chart, Drawn):
        draw_on_agg(chart, numbers)
        draw_on_agg(chart, Numbers(numbers.rows.iloc[:0], numbers.facts))


@pytest.mark.parametrize("name", sorted({name for name, _ in ALL}))
def test_every_chart_of_nothing_is_left_out(mix: Mix, name: str) -> None:
    chart = dict(ALL)[name]
    counts = {
        cube: pd.DataFrame(columns=[*cube.columns, "n"], dtype="int64")
        for cube in chart.WANTED
        if isinstance(cube, Cube)
    }
    finders = {cube: Finder(cube) for cube in chart.WANTED if isinstance(cube, Extreme)}
    frame = pd.DataFrame(columns=["deck", "card", "result", "win", "seat_games", *MEASURES])
    tables = Tables(facts(mix), counts, finders, frame)
    assert charts.numbers_of(chart, tables).empty
