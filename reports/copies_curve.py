"""The copies curve: win rate, length and seats as one card's copies go from 0 up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.comparing import signed
from hemicycle.reports.gap import Gap
from hemicycle.reports.paired import gaps
from hemicycle.reports.stats import Estimate
from hemicycle.reports.verdicts import name_of

if TYPE_CHECKING:
    from hemicycle.sim.measures import Basis
    from hemicycle.sim.pairs import Sums
    from hemicycle.sim.variants import Variant


@dataclass(frozen=True)
class Point:
    """The mix with so many copies (`own`: its own number) against the mix as it is, by measure."""

    copies: int
    own: bool
    gaps: dict[str, Gap]

    def change(self, name: str) -> Estimate:
        """How much higher the measure is than with the mix's own number, paired."""
        gap = self.gaps[name]
        low, high = gap.interval()
        return Estimate(gap.value, low, high, min(gap.games))


def points(basis: Basis, sums: Sums, variants: Sequence[Variant]) -> list[Point]:
    """The points in the order of `variants` (of `variants.copies`); side 0 of `sums` is the mix."""
    return [
        Point(
            variant.copies,
            variant.own,
            {gap.measure.name: gap for gap in gaps(basis, sums, number)},
        )
        for number, variant in enumerate(variants, 1)
    ]


def frame(found: Sequence[Point]) -> pd.DataFrame:
    """All numbers: copies, own; each measure and its change (`_change`) with _low, _high; n."""
    records = []
    for point in found:
        record: dict[str, Any] = {"copies": point.copies, "own": point.own}
        for name, gap in point.gaps.items():
            record |= gap.b.columns(name) | point.change(name).columns(f"{name}_change")
            record["n"] = gap.games[1]
        records.append(record)
    return pd.DataFrame(records)


def lines(found: Sequence[Point]) -> list[dict[str, str]]:
    """A row of text a number of copies for a terminal."""
    rows = []
    for point in found:
        row = {"copies": f"{point.copies} (now)" if point.own else str(point.copies)}
        for number, (name, gap) in enumerate(point.gaps.items()):
            is_share = gap.measure.kind == "share"
            row[name_of(gap)] = (words.percent_of if is_share else words.amount_of)(gap.b)
            if number == 0:
                change = (words.points_of if is_share else words.amount_of)(point.change(name))
                row["change (paired)"] = "" if point.own else signed(change)
        rows.append(row)
    return rows


def sentences(found: Sequence[Point], card: str) -> list[str]:
    """What the first copy more and the first copy less do to the main measure."""
    main = next(iter(found[0].gaps))
    own = next((point.copies for point in found if point.own), None)
    texts = []
    for point in found:
        if own is not None and abs(point.copies - own) == 1:
            gap, change = point.gaps[main], point.change(main)
            write = words.points_of if gap.measure.kind == "share" else words.amount_of
            more = "more" if point.copies > own else "less"
            texts.append(f"one copy of '{card}' {more}: {signed(write(change))}")
    if not texts:
        return []
    return [
        f"'{name_of(found[0].gaps[main])}', against the mix as it is: {'; '.join(texts)}.",
        (
            "The intervals cover the luck of the cards. How these players answer a changed deck is part of "
            "the numbers; the curve of other players (--players) shows how much hangs on that."
        ),
    ]


def draw(ax: Any, found: Sequence[Point]) -> None:
    """A panel a measure over the number of copies, with intervals; the mix's own number dashed."""
    figure, rows = ax.figure, frame(found)
    ax.remove()
    panels = figure.subplots(len(found[0].gaps), sharex=True)
    for at, (panel, (name, gap)) in enumerate(zip(panels, found[0].gaps.items(), strict=True)):
        marks.curve(panel, rows["copies"], rows, name, at)
        panel.set_ylabel(name_of(gap).replace(" ahead of ", "\nahead of "))
        if gap.measure.kind == "share":
            marks.percent_axis(panel.yaxis)
        for point in found:
            if point.own:
                panel.axvline(point.copies, color=marks.MUTED, linewidth=1, linestyle="--")
    panels[-1].set_xlabel("copies in the deck (dashed: now)")
    marks.whole_ticks(panels[-1].xaxis)
