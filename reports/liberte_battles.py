"""Are battles fought for, and won?

One bar a turn with a battle: the parts that somebody won and that France lost. A lost battle brings the
counter-revolution one step nearer for the rest of the game.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import by_round, marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import NOTHING, mean
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Battles won and lost"
READING = (
    "A battle is lost when nobody with a token in the Battle Box has a general, or a tie stays "
    "unbroken. Each bar is all battles of a turn."
)
BATTLES = Cube("rounds", ("round", "battle", "battle_tokens"))
WANTED = (BATTLES,)
RESULTS = {"won": "won by a general", "lost": "lost"}


def numbers(tables: Tables) -> Numbers:
    """Columns round (1.. or "all"), won and lost (rates), tokens (mean), each with _low, _high, n.

    Fact `unmanned`: mean tokens in the box of battles that were lost.
    """
    counted = tables[BATTLES]
    counted = counted[counted["battle"] != "none"]
    rows = by_round.parts(counted, "battle", RESULTS)
    tokens = []
    for turn in rows.get("round", ()):
        own = counted if turn == by_round.ALL else counted[counted["round"] == turn]
        tokens.append(mean(own["battle_tokens"], own["n"]).columns("tokens"))
    lost = counted[counted["battle"] == "lost"]
    unmanned = NOTHING if lost.empty else mean(lost["battle_tokens"], lost["n"])
    return Numbers(pd.concat([rows, pd.DataFrame(tokens)], axis=1), {"unmanned": unmanned})


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    turn, *results, n = by_round.shown(RESULTS, "turn", "Battles")
    return [turn, *results, Shown("tokens", "Tokens in the Battle Box", "number"), n]


def sentences(numbers: Numbers) -> list[str]:
    """How often battles are lost, where most, and how many tokens were wasted on it."""
    rows, last = numbers.rows, len(numbers.rows) - 1
    lost, unmanned = numbers.estimate("lost", last), numbers.facts["unmanned"]
    tokens = f"A battle draws {words.amount_of(numbers.estimate('tokens', last), 'tokens')}"
    if not rows["tokens"][last] > 0:
        tokens = "No battle draws a token"
    if lost.value in (0, 1):
        return ["All battles are lost." if lost.value else "No battle is lost.", f"{tokens}."]
    text = f"France loses {words.percent_of(lost, long=True)} of battles"
    worst = int(rows["lost"][:last].astype(float).argmax())
    others = rows["lost_high"][:last].drop(index=worst)
    if len(others) and (others < rows["lost_low"][worst]).all():
        text += (
            f", most often that of turn {rows['round'][worst]}: "
            f"{words.percent_of(numbers.estimate('lost', worst))}"
        )
    return [f"{text}.", f"{tokens}, one that is lost {words.amount_of(unmanned)}."]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return f"Battles by turn and result; {words.count(numbers.rows['n'].iloc[-1])} battles."


height = by_round.height


def draw(ax: Any, numbers: Numbers) -> None:
    """Stacked bars, one a turn and one for all."""
    by_round.draw(ax, numbers.rows, RESULTS, (marks.BLUE, marks.ORANGE), "turn")
    ax.set_xlabel("percent of battles")
    marks.legend(ax)
