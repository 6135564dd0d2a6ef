"""How do games end, and when?

One dot for every way to end in every turn: its part of all games. Sudden deaths are a threat that
keeps everybody honest; where they end most games, victory points are decoration.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import rate, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "How games end, and in which turn"
READING = (
    "Each dot is the part of all games that ended this way in this turn, the bar its 95 % interval. "
    "A sudden death ignores victory points."
)
ENDED = Cube("games", ("end", "rounds"))
WANTED = (ENDED,)
ENDS = {
    "normal": "victory points",
    "counter_revolution": "counter-revolution",
    "landslide": "landslide",
}
"""Ways to end in words."""
SUDDEN = ("counter_revolution", "landslide")


def numbers(tables: Tables) -> Numbers:
    """Columns end, turn, part (rate of all games, with _low, _high), n; a row a way and turn.

    Facts: a rate for each of ENDS; `sudden` that of SUDDEN together, `early` the part of them that
    came before the last turn.
    """
    counted = tables[ENDED]
    n, last = int(counted["n"].sum()), tables.run.mix["parameters"]["turns"]["value"]
    sudden = counted[counted["end"].isin(SUDDEN)]
    early = int(sudden.loc[sudden["rounds"] < last, "n"].sum())
    facts = {end: rate(int(counted.loc[counted["end"] == end, "n"].sum()), n) for end in ENDS}
    facts["sudden"] = rate(int(sudden["n"].sum()), n)
    facts["early"] = rate(early, int(sudden["n"].sum()))
    rows = with_rate(counted.assign(all=n), "part", "n", "all").assign(n=n)
    rows = rows.drop(columns="all").rename(columns={"rounds": "turn"})
    return Numbers(rows.sort_values(["turn", "end"], ignore_index=True), facts)


def _name(row: Any) -> str:
    return f"{words.sentence_case(ENDS[row['end']])}, turn {row['turn']}"


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("turn", "Turn", "count"),
        Shown("end", "End"),
        Shown("part", "Part of games", "percent"),
        Shown("n", "Games", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """How often sudden death decides, which one, and how early."""
    facts = numbers.facts
    text = f"Sudden death decides {words.percent_of(facts['sudden'], long=True)} of games"
    if facts["sudden"].value == 0:
        return [f"{text}: victory points are all that counts."]
    return [
        (
            f"{text}: counter-revolutions {words.percent_of(facts['counter_revolution'])}, landslides "
            f"{words.percent_of(facts['landslide'])}."
        ),
        f"Of the sudden deaths {words.percent_of(facts['early'])} come before the last turn.",
    ]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Games by the way and the turn they ended, with 95 % intervals; "
        f"{words.count(numbers.rows['n'].iloc[0])} games."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.0 + 0.3 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval for each way to end and turn."""
    rows = numbers.rows
    marks.forest(ax, [_name(row) for _, row in rows.iterrows()], rows, "part")
    marks.percent_axis(ax.xaxis)
    ax.set_xlabel("part of all games", loc="right")
