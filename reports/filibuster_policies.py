"""Are some policies easier to stop than others?

One dot a policy: how often it is blocked when it comes up. All policies need the same hours, so a
difference comes from what their reward and backlash make the players do.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, table_cards, words
from hemicycle.reports.seats import NARROWEST
from hemicycle.reports.stats import holm, rate_p, with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "Policies"
READING = (
    "Each dot is how often the policy is blocked when it comes up, the bar its 95 % interval, the "
    "dashed line all policies together."
)
WANTED = table_cards.WANTED


def numbers(tables: Tables) -> Numbers:
    """See `table_cards.of_deck`, with block (rate with _low, _high) over the `drawn` times it was up.

    `clear`: whether it differs from all others after Holm's correction. Sorted by block; fact `all`
    = block rate of all policies together.
    """
    rows = table_cards.of_deck(tables, "policy")
    if rows.empty or not rows["drawn"].any():
        return Numbers(rows.iloc[:0])
    rows["blocks"] = rows["drawn"] - rows["used_draws"]
    rows = with_rate(rows, "block", "blocks", "drawn")
    blocks, n = int(rows["blocks"].sum()), int(rows["drawn"].sum())
    ps = [
        rate_p(own, up, blocks - own, n - up)
        for own, up in zip(rows["blocks"], rows["drawn"], strict=True)
    ]
    rows["clear"] = ["yes" if sure else "no" for sure in holm(ps)]
    rows = rows.sort_values("block", ascending=False, ignore_index=True)
    return Numbers(rows.drop(columns=["blocks", "used"]), {"all": blocks / n})


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("card", "Policy"),
        Shown("block", "Blocked when up", "percent"),
        Shown("clear", "Clearly different"),
        Shown("drawn", "Times up", "count"),
        Shown("seen", "Table wins when seen", "percent"),
        Shown("unseen", "Table wins when not", "percent"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The easiest and the hardest policy."""
    rows = numbers.rows
    found: list[str] = []
    for at, word in ((0, "most"), (len(rows) - 1, "least")):
        if rows["clear"][at] == "yes":
            rate = words.percent_of(numbers.estimate("block", at), long=not found)
            found.append(
                f"'{rows['card'][at]}' is blocked {word} often: {rate} of the times it is up."
            )
    return found or ["No policy is clearly easier or harder to block than the others."]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Chance that a policy is blocked when it comes up, with 95 % intervals; "
        f"{words.count(numbers.rows['drawn'].sum())} rounds."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 1.0 + 0.3 * len(numbers.rows)


def draw(ax: Any, numbers: Numbers) -> None:
    """A dot and interval a policy, and the line of all together."""
    rows = numbers.rows
    marks.forest(ax, [str(name) for name in rows["card"]], rows, "block", marks.GREEN)
    marks.line_at(ax, numbers.facts["all"], "all policies")
    marks.at_least(ax.xaxis, NARROWEST, numbers.facts["all"])
    marks.percent_axis(ax.xaxis)
    ax.set_xlabel("blocked when it comes up", loc="right")
