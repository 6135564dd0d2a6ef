"""What is leading worth, against supporting?

Two curves over the rounds: influence the Leader gains in a filibuster, and what one supporter gains
on average, both without the price of bids. The gap is what the auction sells; it jumps where policies
carry extra influence (rounds 5 to 7 in the printed rules).
"""

from __future__ import annotations

from typing import Any

from hemicycle.reports import marks, words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import by_group
from hemicycle.reports.tables import Numbers, Shown, Tables, estimate

TITLE = "Gains of the Leader and of supporters"
READING = (
    "Mean influence gained in a filibuster, bids not taken off; supporters share their gain, so the "
    "lower line is the gain of one of them. Bands (hardly visible in long runs) are 95 % intervals."
)
GAINS = Cube("rounds", ("round", "leader_gain", "supporter_gain"))
BIDS = Cube("rounds", ("round", "bid", "paid"))
WANTED = (GAINS, BIDS)


def numbers(tables: Tables) -> Numbers:
    """Columns round, leader and supporter (mean influence, _low, _high), bid (mean), n."""
    gains = tables[GAINS]
    gains = gains.assign(supporter=gains["supporter_gain"] / (tables.run.players - 1))
    rows = by_group(gains, ["round"], "leader_gain", "leader")
    for frame, value in ((gains, "supporter"), (tables[BIDS], "bid")):
        rows = rows.merge(by_group(frame, ["round"], value, value).drop(columns="n"))
    return Numbers(rows)


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the data table."""
    return [
        Shown("round", "Round", "count"),
        Shown("leader", "Leader gains (influence)", "number"),
        Shown("supporter", "One supporter gains (influence)", "number"),
        Shown("bid", "Winning bid (influence)", "number"),
        Shown("n", "Filibusters", "count"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """How much more the Leader gains, and whether the price eats it up."""
    rows = numbers.rows
    first, last = rows.iloc[0], rows.iloc[-1]
    text = (
        f"In round {first['round']:.0f} the Leader gains "
        f"{words.amount_of(estimate(first, 'leader'), 'influence', long=True)}, a supporter "
        f"{words.amount_of(estimate(first, 'supporter'))}"
    )
    if len(rows) > 1:
        text += (
            f"; in round {last['round']:.0f} it is {words.plain_amount(estimate(last, 'leader'))} "
            f"against {words.plain_amount(estimate(last, 'supporter'))}"
        )
    sold = rows[rows["bid"] > 0]
    net = sold["leader"] - sold["bid"] - sold["supporter"]
    loss = [f"{r:.0f}" for r, left in zip(sold["round"], net, strict=True) if left < 0]
    if not sold.empty and not loss:
        text += ". After the winning bid the Leader is still ahead of a supporter in every round"
    elif loss and len(loss) == len(sold):
        text += ". After the winning bid the Leader ends up behind a supporter in every such round"
    elif loss:
        name = "round" if len(loss) == 1 else "rounds"
        text += (
            ". After the winning bid the Leader ends up behind a supporter in "
            f"{name} {words.listed(loss)}"
        )
    return [text + "."]


def caption(numbers: Numbers) -> str:
    """What is drawn, with n."""
    return (
        "Mean influence gained in a filibuster, without bids, by round; "
        f"{words.count(numbers.rows['n'].sum())} filibusters."
    )


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 3.2


def draw(ax: Any, numbers: Numbers) -> None:
    """Three curves over the rounds: the Leader's gain, a supporter's, and the winning bid."""
    rows = numbers.rows
    marks.curve(ax, rows["round"], rows, "leader", 0, "Leader")
    marks.curve(ax, rows["round"], rows, "supporter", 2, "one supporter")
    sold = rows[rows["bid"] > 0]
    marks.curve(ax, sold["round"], sold, "bid", 1, "winning bid")
    ax.set_xticks(rows["round"])
    ax.set_xlabel("round")
    ax.set_ylabel("mean influence")
    marks.legend(ax)
