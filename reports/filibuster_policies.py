"""Are some policies easier to stop than others?

One dot a policy: how often it is blocked when it comes up. All policies need the same hours, so a
difference comes from what their reward and backlash make the players do.
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, table_cards, words
from hemicycle.reports.seats import NARROWEST
from hemicycle.reports.stats import with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "Policies"
READING = (
    "Each dot is how often the policy is blocked when it comes up, the bar its 95 % interval, the "
    "dashed line all policies together."
)
WANTED = table_cards.WANTED


def numbers(tables: Tables) -> Numbers:
    """See `table_cards.of_deck`, with block (rate with _low, _high) over the `drawn` times it came.

    Sorted by block; fact `all` = block rate of all policies together.
    """
    rows = table_cards.of_deck(tables, "policy")
    if rows.empty:
        return Numbers(rows)
    rows["blocks"] = rows["drawn"] - rows["used_draws"]
    rows = with_rate(rows, "block", "blocks", "drawn")
    overall = float(rows["blocks"].sum() / max(1, rows["drawn"].sum()))
    rows = rows.sort_values("block", ascending=False, ignore_index=True)
    return Numbers(rows.drop(columns=["blocks", "used"]), {"all": overall})


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("card", "Policy"),
        Shown("block", "Blocked when up", "percent"),
        Shown("drawn", "Times up", "count"),
        Shown("seen", "Table wins when seen", "percent"),
        Shown("unseen", "Table wins when not", "percent"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """The easiest and the hardest policy."""
    rows = numbers.rows
    best, worst = rows.iloc[0], rows.iloc[-1]
    most, least = (
        estimate(row | {"n": row["drawn"]}, "block") for row in (dict(best), dict(worst))
    )
    if most.low <= least.high:
        return ["No policy is clearly easier to block than another."]
    return [
        (
            f"'{best['card']}' is blocked most often, {words.percent_of(most, long=True)} of the times "
            f"it comes up, '{worst['card']}' least often, {words.percent_of(least)}."
        )
    ]


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
