"""Card tables of a handful of games counted by hand."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from hemicycle.reports import cards, filibuster_policies, filibuster_time
from hemicycle.reports.tables import Numbers
from hemicycle.sim.cardmix import Mix

Make = Callable[..., Any]
MakeRows = Callable[..., pd.DataFrame]


def test_iwd_of_ten_seats(mix: Mix, made: Make, card_rows: MakeRows) -> None:
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


def test_iwd_among_games_that_somebody_won(mix: Mix, made: Make, card_rows: MakeRows) -> None:
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


def iwds(*found: tuple[str, float, float, float, str]) -> Numbers:
    """Numbers of cards given as (name, iwd, low, high, clear)."""
    columns = ["card", "iwd_won", "iwd_won_low", "iwd_won_high", "clear"]
    return Numbers(
        pd.DataFrame(found, columns=columns).assign(n=900, stuck=np.nan), {"lost": False}
    )


GOOD, FAIR, DULL, POOR, BAD = (
    ("Good", 0.2, 0.15, 0.25, "yes"), ("Fair", 0.16, 0.12, 0.2, "yes"),
    ("Dull", 0.0, -0.02, 0.02, "no"), ("Poor", -0.12, -0.16, -0.08, "yes"),
    ("Bad", -0.2, -0.25, -0.15, "yes"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ((GOOD, DULL), ["'Good' win 20 points", "more often", "the best of all cards"]),
        ((GOOD, FAIR, DULL), ["'Good' win", "among the best cards"]),
        ((GOOD, DULL, BAD), ["the best of all", "other end stands 'Bad'", "the worst of all"]),
        (
            (DULL, BAD),
            ["No card goes clearly with winning.", "less often", "the worst of all cards"],
        ),
        ((DULL, POOR, BAD), ["No card goes clearly with winning.", "'Bad'", "among the worst"]),
    ],
)
def test_a_card_is_called_best_only_when_it_is(
    found: tuple[tuple[str, float, float, float, str], ...], wanted: list[str]
) -> None:
    text = " ".join(cards.sentences(iwds(*found))).replace("\N{NO-BREAK SPACE}", " ")
    assert [part for part in wanted if part not in text] == []
    assert ("best" in text) == (GOOD in found)
    assert "That proves no cause; the command 'hemicycle cards' measures causes." in text


def test_no_card_is_clear() -> None:
    text = cards.sentences(iwds(DULL))
    assert text == ["No card goes clearly with winning or losing yet."]


def test_no_card_is_ever_stuck() -> None:
    found = Numbers(iwds(DULL).rows.assign(stuck=0.0), {"lost": False})
    assert len(cards.sentences(found)) == 1


def test_time_cards_by_their_part_of_the_draws(mix: Mix, made: Make, card_rows: MakeRows) -> None:
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


def test_policies_are_blocked_when_up(mix: Mix, made: Make, card_rows: MakeRows) -> None:
    name = mix.decks["policy"][2].name
    rows = card_rows("policy", name, [
        ("lost", 0.0, 50, {"had_by": 20, "drawn": 20, "played": 16}),
        ("1", 1.0, 50, {"had_by": 30, "drawn": 30, "played": 9}),
    ])  # fmt: skip
    found = filibuster_policies.numbers(made(mix, card_rows=rows)).rows
    first = found[found["card"] == name].iloc[0]
    assert first["block"] == 0.5
    assert first["seen"] == 0.6
