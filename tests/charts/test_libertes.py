"""Charts of Liberté on tables made by hand."""

from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from hemicycle.reports import (
    by_round,
    cards,
    habits,
    liberte_battles,
    liberte_endings,
    liberte_governments,
    liberte_habits,
    liberte_margin,
    liberte_phase_ends,
    liberte_provinces,
    liberte_sets,
    liberte_turns,
    liberte_votes,
    liberte_vp,
    liberte_warning,
    order,
    stats,
    table_cards,
)
from hemicycle.reports.liberte_words import VOTES
from hemicycle.reports.reading import WHOLE
from hemicycle.reports.tables import Numbers, Tables
from hemicycle.reports.wins import WINNERS_IN_TURN
from hemicycle.sim.cardmix import Mix
from hemicycle.sim.mixes import load_mix

Make = Callable[..., Any]
MakeTables = Callable[..., Tables]


@pytest.fixture(scope="module")
def liberte() -> Mix:
    return load_mix("liberte")


@pytest.fixture
def of_liberte(liberte: Mix, made: MakeTables) -> MakeTables:
    """`of_liberte(counts, card_rows, **changes)`: tables of a run of Liberté."""

    def make(counts: Any = None, card_rows: Any = None, **changes: Any) -> Tables:
        facts = {"game": "liberte", "title": "Liberté", "round": "turn"}
        return made(liberte, counts, card_rows, **facts | changes)

    return make


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_endings_by_turn(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_endings.ENDED
    rows = [
        ("normal", 4, 80), ("counter_revolution", 3, 12), ("counter_revolution", 4, 4),
        ("landslide", 2, 4),
    ]  # fmt: skip
    found = liberte_endings.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    assert found.rows["turn"].tolist() == [2, 3, 4, 4]
    assert found.rows["part"].tolist() == [0.04, 0.12, 0.04, 0.8]
    assert found.rows["part_low"][0] == pytest.approx(stats.rate(4, 100).low)
    assert found.facts["sudden"].value == 0.2
    assert found.facts["early"].value == 0.8
    first, second = (plain(text) for text in liberte_endings.sentences(found))
    assert first.startswith("Sudden death decides 20 %")
    assert "80 %" in second and "before the last turn" in second


def test_warnings_are_of_sudden_deaths_only(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_warning.WARNINGS
    rows = [
        ("normal", 0, 900), ("counter_revolution", 0, 10), ("counter_revolution", 3, 60),
        ("landslide", 0, 30),
    ]  # fmt: skip
    found = liberte_warning.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    assert found.rows["warning"].tolist() == [0, 3]
    assert found.rows["part"].tolist() == [0.4, 0.6]
    assert found.rows["counter_revolution"].tolist() == [0.1, 0.6]
    assert found.rows["landslide"].tolist() == [0.3, 0]
    assert found.facts["none"].value == 0.4
    assert found.facts["none_landslide"].value == 1
    assert (found.facts["median"], found.facts["p90"]) == (3, 3)
    calm = of_liberte({cube: counted(cube.columns, rows[:1])})
    assert liberte_warning.numbers(calm).empty


def test_margins_leave_sudden_deaths_out(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_margin.MARGINS
    rows = [("normal", 0b0001, 4, 30), ("normal", 0b0010, 4, 30), ("normal", 0b0011, 0, 40),
            ("landslide", 0b0001, 9, 50)]  # fmt: skip
    found = liberte_margin.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    assert found.rows["margin"].tolist() == [0, 4]
    assert found.rows["part"].tolist() == [0.4, 0.6]
    assert found.facts["shared"].value == 0.4
    text = liberte_margin.sentences(found)[0]
    assert text.startswith(
        "In half of the games decided by victory points the winner is at most 4 VP"
    )
    assert "100 games decided by victory points" in liberte_margin.caption(found)
    assert "somebody won" not in liberte_margin.READING
    shared = liberte_margin.numbers(of_liberte({cube: counted(cube.columns, rows[2:])}))
    whole = "All games decided by victory points end in a shared win."
    assert liberte_margin.sentences(shared) == [whole]


def test_governments_count_elections_that_were_held(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_governments.ELECTED
    rows = [
        (1, 1, "B", "votes", "W", 9, 60), (1, 1, "W", "card", "B", 4, 40),
        (1, 2, "R", "votes", "none", 16, 100), (0, 3, "none", "none", "none", 0, 77),
    ]  # fmt: skip
    found = liberte_governments.numbers(of_liberte({cube: counted(cube.columns, rows)})).rows
    assert found["round"].tolist() == [1, 2, "all"]
    assert found["government_B"].tolist() == [0.6, 0, 0.3]
    assert found["opposition_none"].tolist() == [0, 1, 0.5]
    assert found["by_card"].tolist() == [0.4, 0, 0.2]
    assert found["n"].tolist() == [100, 100, 200]


@pytest.fixture
def governed(of_liberte: MakeTables, counted: Make) -> Make:
    """The governments of elections given as (government, red votes, n)."""

    def make(*elections: tuple[str, int, int]) -> Numbers:
        cube = liberte_governments.ELECTED
        rows = [(1, 1, who, "votes", "none", red, n) for who, red, n in elections]
        return liberte_governments.numbers(of_liberte({cube: counted(cube.columns, rows)}))

    return make


def test_landslides_are_not_nobody(governed: Make) -> None:
    rows = governed(("none", 17, 30), ("none", 0, 10), ("R", 18, 60)).rows
    assert rows["government_landslide"].tolist() == [0.3, 0.3]
    assert rows["government_none"].tolist() == [0.1, 0.1]
    assert rows["opposition_landslide"].tolist() == [0.3, 0.3]
    assert rows["opposition_none"].tolist() == [0.7, 0.7]


@pytest.mark.parametrize(
    ("red", "blue", "white", "words"),
    [
        (100, 300, 600, "Royalists (white) govern most often: 60 % (95 % interval 57 to 63) of"),
        (200, 210, 590, "; the Moderates (blue) 21 % (19 to 24) and the Radicals (red) 20 %"),
        (450, 450, 100, "The Royalists (white) govern least"),
        (330, 330, 340, "No faction is known to govern more often than another"),
    ],
)
def test_governments_are_ranked_when_apart(
    governed: Make, red: int, blue: int, white: int, words: str
) -> None:
    found = governed(("R", 9, red), ("B", 9, blue), ("W", 9, white))
    first, second = (plain(text) for text in liberte_governments.sentences(found))
    assert words in first
    assert ("cannot be told apart" in first) == (red == 200 or blue == 450)
    assert second == "Cards never decide a government."


def test_no_government_at_all(governed: Make) -> None:
    found = governed(("none", 0, 100))
    assert liberte_governments.sentences(found) == ["No government was formed in any election."]


def test_cards_decide_parts_of_elections(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_governments.ELECTED
    rows = [(1, 1, "B", "card", "W", 9, 40), (1, 1, "none", "none", "none", 17, 60)]
    found = liberte_governments.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    last = plain(liberte_governments.sentences(found)[1])
    assert last.startswith("Cards decide the government in 40 %") and "of elections" in last


def test_what_never_occurs_is_in_no_legend(governed: Make) -> None:
    figure, ax = plt.subplots()
    liberte_governments.draw(ax, governed(("B", 9, 50), ("none", 17, 50)))
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert texts == ["Moderates (blue)", "landslide", "nobody"]
    plt.close(figure)


def test_votes_are_means_of_elections(of_liberte: MakeTables, counted: Make) -> None:
    red, blue, white = liberte_votes.CUBES.values()
    counts = {
        red: counted(red.columns, [(0, 1, 0, 9), (1, 1, 4, 10), (1, 2, 8, 5), (1, 2, 14, 5)]),
        blue: counted(blue.columns, [(1, 1, 9, 10), (1, 2, 7, 10)]),
        white: counted(white.columns, [(1, 1, 9, 10), (1, 2, 5, 10)]),
    }
    found = liberte_votes.numbers(of_liberte(counts))
    assert found.rows["R"].tolist() == [4, 11]
    assert found.rows["n"].tolist() == [10, 10]
    assert found.facts == {"limit": 17, "p90": 14}
    first, second = liberte_votes.sentences(found)
    assert "in turn 2" in first and "a landslide takes 17" in first
    assert "Radicals (red) gain most: 7.0 votes" in second


def test_battles_of_turns_that_have_one(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_battles.BATTLES
    rows = [(1, "none", 0, 50), (2, "won", 6, 30), (2, "lost", 0, 10), (3, "lost", 2, 40)]
    found = liberte_battles.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    assert found.rows["round"].tolist() == [2, 3, "all"]
    assert found.rows["lost"].tolist() == [0.25, 1, 0.625]
    assert found.rows["tokens"].tolist() == pytest.approx([4.5, 2, 3.25])
    assert found.facts["unmanned"].value == pytest.approx(1.6)
    assert "most often that of turn 3" in liberte_battles.sentences(found)[0]
    never = of_liberte({cube: counted(cube.columns, rows[:1])})
    assert liberte_battles.numbers(never).empty


@pytest.mark.parametrize(
    ("result", "text"), [("lost", "All battles are lost."), ("won", "No battle is lost.")]
)
def test_battles_that_all_end_alike(
    of_liberte: MakeTables, counted: Make, result: str, text: str
) -> None:
    cube = liberte_battles.BATTLES
    rows = [(2, result, 1, 30), (3, result, 3, 30)]
    found = liberte_battles.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    first, second = liberte_battles.sentences(found)
    assert first == text
    assert second.startswith("A battle draws 2.0") and "lost" not in second
    calm = Numbers(found.rows.assign(tokens=0.0), found.facts)
    assert liberte_battles.sentences(calm) == [text, "No battle draws a token."]


def test_a_worst_turn_of_battles_is_named_when_apart(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_battles.BATTLES
    rows = [(2, "won", 1, 30), (2, "lost", 1, 10), (3, "won", 1, 29), (3, "lost", 1, 11)]
    found = liberte_battles.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    assert "most often" not in liberte_battles.sentences(found)[0]


def test_nobody_passes(of_liberte: MakeTables, counted: Make) -> None:
    counts = {
        cube: counted(cube.columns, [(0, seat, 0 if "passes" in cube.columns else 5 + seat, 50)
                                     for seat in (0, 1)])
        for cube in liberte_habits.WANTED
    }  # fmt: skip
    one = liberte_habits.numbers(of_liberte(counts))
    assert "in a game and never passes." in liberte_habits.sentences(one)[0]
    tables = of_liberte(counts, strategies=("random", "first"), strategy_at=((0, 1),))
    assert liberte_habits.sentences(liberte_habits.numbers(tables))[1] == "Nobody ever passes."


def test_votes_that_nobody_gets_or_gains(of_liberte: MakeTables, counted: Make) -> None:
    counts = {
        cube: counted(cube.columns, [(1, turn, 0, 10) for turn in (1, 2)])
        for cube in liberte_votes.WANTED
    }
    assert liberte_votes.sentences(liberte_votes.numbers(of_liberte(counts))) == [
        "The Radicals never get a vote.",
        "From the first turn to the last no faction gains votes.",
    ]


def test_action_phases_that_all_end_alike(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_phase_ends.PHASES
    found = liberte_phase_ends.numbers(
        of_liberte({cube: counted(cube.columns, [(1, "supply", 9)])})
    )
    text = "All action phases end because a supply of blocks runs out."
    assert liberte_phase_ends.sentences(found) == [text]
    figure, ax = plt.subplots()
    liberte_phase_ends.draw(ax, found)
    assert [one.get_text() for one in figure.legends[0].get_texts()] == ["a supply ran out"]
    plt.close(figure)


def test_turns_and_why_they_end(of_liberte: MakeTables, counted: Make) -> None:
    lengths, phases = liberte_turns.LENGTHS, liberte_phase_ends.PHASES
    counts = {
        lengths: counted(lengths.columns, [(1, 10, 50), (1, 14, 50), (2, 8, 100)]),
        phases: counted(phases.columns, [(1, "supply", 100), (2, "all_pass", 25), (2, "cut", 75)]),
    }
    tables = of_liberte(counts)
    found = liberte_turns.numbers(tables)
    assert found.rows["action_rounds"].tolist() == [12, 8]
    assert (found.rows["p10"][0], found.rows["p90"][0]) == (10, 14)
    assert "Turn 1 is the longest" in liberte_turns.sentences(found)[0]
    ends = liberte_phase_ends.numbers(tables)
    assert ends.rows["supply"].tolist() == [1, 0, 0.5]
    assert ends.rows["cap"].tolist() == [0, 0, 0]
    assert list(by_round.last(ends, liberte_phase_ends.ENDS))[:2] == ["supply", "cut"]


def test_turns_that_never_vary(of_liberte: MakeTables, counted: Make) -> None:
    cube = liberte_turns.LENGTHS
    rows = [(1, 3, 50), (2, 3, 50)]
    same, single = (
        liberte_turns.sentences(
            liberte_turns.numbers(of_liberte({cube: counted(cube.columns, one)}))
        )
        for one in (rows, rows[:1])
    )
    assert same == ["All turns are equally long."]
    assert len(single) == 1 and single[0].startswith("Turn 1 is the longest: 3.0")


def test_victory_points_by_source(of_liberte: MakeTables, counted: Make) -> None:
    """Of 100 games seat 0 wins all with 10 VP, 7 of them from governments; others have 2 from battles."""
    counts = {}
    for name in liberte_vp.AMOUNTS:
        best, other = {"vp": (10, 2), "vp_government": (7, 0), "vp_opposition": (3, 0),
                       "vp_battle": (0, 2), "vp_province": (0, 0)}[name]  # fmt: skip
        by_win, by_seat = liberte_vp.WINS[name], habits.cube(name)
        counts[by_win] = counted(by_win.columns, [(WHOLE, best, 100), (0, other, 300)])
        seats = [(0, seat, other if seat else best, 100) for seat in range(4)]
        counts[by_seat] = counted(by_seat.columns, seats)
    found = liberte_vp.numbers(of_liberte(counts))
    assert found.rows["who"].tolist() == ["Winners", "Others", *(f"Seat {s}" for s in range(4))]
    assert found.rows["vp_government"].tolist() == [7, 0, 7, 0, 0, 0]
    assert found.rows["n"].tolist() == [100, 300, *[100] * 4]
    assert found.facts["all"]["vp"] == 4
    first, second = (plain(text) for text in liberte_vp.sentences(found))
    assert "governments 44 %" in first
    assert second.startswith("Winners are ahead most by governments")
    level = Numbers(found.rows.assign(**dict.fromkeys(liberte_vp.SOURCES, 1.0)), found.facts)
    assert len(liberte_vp.sentences(level)) == 1


def test_provinces_from_the_cards_table(
    of_liberte: MakeTables, card_rows: Make, liberte: Mix
) -> None:
    names = {card.fields["number"]: card.name for card in liberte.decks["provinces"]}
    nothing = dict.fromkeys([*liberte_provinces.RATES, *VOTES.values()], 0)
    first = {"elections": 40, "fought": 30, "tied": 12, "by_card": 8, "unbroken": 4, "empty": 2}
    paris = {"elections": 40, "fought": 40, "votes_red": 60, "votes_white": 6}
    rows = pd.concat(
        card_rows("provinces", names[number], [("1", 1.0, 10, nothing | given)])
        for number, given in ((1, first | {"votes_white": 20, "votes_red": 10}), (8, paris))
    )
    found = liberte_provinces.numbers(of_liberte(card_rows=rows))
    normandie, capital = found.rows.to_dict("records")
    assert (normandie["number"], normandie["region"]) == (1, "West")
    assert normandie["notes"] == liberte_provinces.FLAG
    assert (normandie["fought"], normandie["unbroken"]) == (0.75, 0.1)
    assert (normandie["votes_white"], normandie["n"]) == (0.5, 40)
    assert capital["notes"] == "3 votes"
    assert capital["votes_red"] == 1.5 and capital["votes_red_high"] < 3
    assert "Most fought over is Île-de-France" in liberte_provinces.sentences(found)[0]
    found.rows["fought_low"] = 0.5
    assert liberte_provinces.sentences(found)[0].startswith(
        "No province is known to be fought over"
    )
    calm = found.rows.assign(fought=0.0)
    assert liberte_provinces.sentences(Numbers(calm)) == ["No province was ever fought over."]
    assert "intervals are in the table" in liberte_provinces.caption(found)


def test_provinces_are_no_cards(of_liberte: MakeTables, card_rows: Make, liberte: Mix) -> None:
    votes = dict.fromkeys([*liberte_provinces.RATES, *VOTES.values()], 1)
    rows = card_rows("provinces", "Normandie", [("1", 1.0, 10, votes | {"elections": 40})])
    tables = of_liberte(card_rows=rows, statuses={"finished": 10})
    assert cards.numbers(tables).empty
    assert table_cards.numbers(tables).empty
    assert liberte_sets.numbers(tables).empty


def test_sets_are_counted_by_copy_and_game(
    of_liberte: MakeTables, card_rows: Make, liberte: Mix
) -> None:
    """Every copy of set A comes up twice a game, none of set B ever."""
    used = {"drawn": 20, "played": 10, "kept": 5, "advanced": 1, "struck": 0}
    rows = pd.concat(
        card_rows(
            "cards", card.name, [("1", 1.0, 10, values | {"had_by": 5}), ("beaten", 0.0, 30, {})]
        )
        for card in liberte.decks["cards"]
        for values in [{name: n * card.count for name, n in used.items()}
                       if card.fields["set"] == "A" else dict.fromkeys(used, 0)]
    ).fillna(0)  # fmt: skip
    found = liberte_sets.numbers(of_liberte(card_rows=rows, statuses={"finished": 10}))
    a, b = found.rows[found.rows["group"] == "all"].to_dict("records")
    assert (a["copies"], b["copies"]) == (57, 53)
    assert (a["drawn"], a["played"], a["kept"]) == pytest.approx((2, 1, 0.5))
    assert (b["drawn"], b["drawn_low"]) == (0, 0) and b["drawn_high"] > 0
    assert {"personality", "club", "special", "R", "B", "W"} < set(found.rows["group"])
    assert plain(liberte_sets.sentences(found)[0]).startswith(
        "In a game a copy of set A comes to a hand 2.0"
    )


def test_order_names_the_start_player(of_liberte: MakeTables, counted: Make) -> None:
    cube = WINNERS_IN_TURN
    rows = [(0, 0b0001, 30), (3, 0b1000, 30), (3, 0b0001, 40)]
    found = order.numbers(of_liberte({cube: counted(cube.columns, rows)}))
    assert found.rows["win"].tolist() == [0.6, 0.4, 0, 0]
    assert order.sentences(found)[0].startswith("The start player wins")
