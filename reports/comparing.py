"""A comparison: what was compared, what came of it, in words and as a table.

This module neither plays nor prints. Whoever calls it hands over sums as they grow (`follow`), and
gets verdicts back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from hemicycle.reports import words
from hemicycle.reports.gap import Gap
from hemicycle.reports.paired import gaps
from hemicycle.reports.stats import Estimate, rate
from hemicycle.reports.verdicts import (
    OPEN,
    SAME,
    Smallest,
    Verdict,
    games_for,
    headlines,
    judge,
    judged,
    name_of,
    smallest_of,
    visible,
)
from hemicycle.sim.errors import InputError, nearest

if TYPE_CHECKING:
    from hemicycle.sim.measures import Basis
    from hemicycle.sim.pairs import Sums
    from hemicycle.sim.sides import Side

PILOT_GAMES = 2_000
"""Games played beforehand to see how much the sides vary."""


@dataclass(frozen=True)
class Question:
    """What is compared: sides, measures, the smallest changes that matter, and the looks planned.

    `only` are the names of the measures to judge (none: all). `apart` says why the sides were not
    played on the same worlds, in words; empty when they were.
    """

    sides: Sequence[Side]
    basis: Basis
    smallest: Smallest
    only: tuple[str, ...] = ()
    looks: int = 1
    apart: str = ""

    @property
    def game(self) -> str:
        """Name of the game."""
        return str(self.basis.game.name)

    @property
    def same(self) -> list[str]:
        """Labels of the sides that cannot differ from the first."""
        first = self.sides[0]
        return [
            side.label
            for side in self.sides[1:]
            if (side.mix.digest, side.players) == (first.mix.digest, first.players)
        ]

    @property
    def targets(self) -> Mapping[str, Any]:
        """The targets of the first side's mix."""
        return self.sides[0].mix.targets


def question(
    sides: Sequence[Side],
    basis: Basis,
    smallest: Sequence[str] = (),
    only: Sequence[str] = (),
    looks: int = 1,
    apart: str = "",
) -> Question:
    """What is compared; `smallest` as on the command line (see `verdicts.smallest_of`).

    InputError for a measure that is not there.
    """
    known = [measure.name for measure in basis.measures]
    for name in only:
        if name not in known:
            raise InputError(f"--measure: no measure '{name}'{nearest(name, known)}")
    least = smallest_of(sides[0].mix.targets, smallest, known)
    return Question(sides, basis, least, tuple(only), looks, apart)


@dataclass(frozen=True)
class Answer:
    """What came of it: a verdict a measure and side, and the differences that were not judged."""

    question: Question
    sums: Sums
    verdicts: list[Verdict]
    details: list[tuple[str, Gap]]

    @property
    def open(self) -> int:
        """How many verdicts are not in."""
        return sum(not verdict.settled for verdict in self.verdicts)

    @property
    def identical(self) -> bool:
        """Whether every game of every side came out like the first side's."""
        return bool(self.sums.pairs) and all(int(pair.worlds) == 0 for pair in self.sums.pairs)

    def of(self, label: str) -> list[Verdict]:
        """The verdicts on one side."""
        return [verdict for verdict in self.verdicts if verdict.side == label]


def answer(question: Question, sums: Sums) -> Answer:
    """The verdicts that these sums allow."""
    chosen, details = [], []
    for other, side in enumerate(question.sides[1:], 1):
        found = gaps(question.basis, sums, other)
        first = judged(found, question.game)
        if question.only:
            first = [gap for gap in found if gap.known and gap.measure.name in question.only]
        chosen.append((side.label, first))
        details += [(side.label, gap) for gap in found if gap.known and gap not in first]
    verdicts = judge(chosen, question.smallest, question.targets, question.looks, question.same)
    return Answer(question, sums, verdicts, details)


def follow(
    question: Question,
    looks: Iterable[Sums],
    report: Callable[[Answer], object] = lambda found: None,
) -> Answer:
    """Look at the sums as they come, until every verdict is in or there are no more.

    `report` is called with the answer at each look. RuntimeError when there is not even one.
    """
    found: Answer | None = None
    for sums in looks:
        found = answer(question, sums)
        report(found)
        if not found.open:
            break
    if found is None:
        raise RuntimeError("nothing was played")
    return found


def main_gap(question: Question, sums: Sums, other: int = 1) -> Gap:
    """The difference in the measure a comparison is planned for."""
    found = {gap.measure.name: gap for gap in gaps(question.basis, sums, other)}
    names = [name for name in (*question.only, *headlines(question.game)) if name in found]
    return found[names[0]]


def outlook(question: Question, pilot: Sums, games: int) -> list[str]:
    """Before the run: the smallest difference that `games` games can show, a line a side."""
    lines = []
    for other, side in enumerate(question.sides[1:], 1):
        gap = main_gap(question, pilot, other)
        prefix = f"{side.label}: " if len(question.sides) > 2 else ""
        if gap.identical:
            lines.append(
                f"{prefix}in {words.count(gap.games[0])} games played to see what to expect, "
                f"'{name_of(gap)}' came out the same on both sides every time."
            )
            continue
        paired, loose = (size(gap, found) for found in visible(gap, games))
        beside = f" (unpaired {loose})" if gap.paired else ""
        matters = question.smallest.of(gap)
        need = words.round_up(games_for(gap, matters))
        lines.append(
            f"{prefix}{words.count(games)} games a side show a change of '{name_of(gap)}' from "
            f"{paired}{beside} with 80 % power at 5 %; {size(gap, matters)}, the smallest that "
            f"matters, needs about {words.count(need)}."
        )
    return lines


def size(gap: Gap, value: float) -> str:
    """A difference without sign or interval: `0.25 points`, `0.03 rounds`."""
    value = abs(value)
    if gap.measure.kind == "share":
        return f"{words.number(value * 100, _digits(value * 100))} points"
    return f"{words.number(value, _digits(value))} {gap.measure.unit}".rstrip()


def _digits(value: float) -> int:
    """Decimals that show two digits of a number below 10."""
    return 1 if value == 0 else min(6, max(0, 1 - int(np.floor(np.log10(value)))))


def side_value(gap: Gap, found: Estimate) -> str:
    """One side's value alone."""
    if gap.measure.group == "spread":
        return words.points_of(found).split(" (")[0]
    share = gap.measure.kind == "share"
    return words.plain_percent(found) if share else words.plain_amount(found)


def difference(gap: Gap, low: float, high: float) -> str:
    """The difference with an interval: `-7.4 points (-7.9 to -6.9)`, `identical`."""
    if gap.identical:
        return "none in any game"
    found = Estimate(gap.value, low, high, gap.games[0])
    if np.isnan(low):
        return size(gap, gap.value) if gap.value else "0"
    share = gap.measure.kind == "share"
    return signed(words.points_of(found) if share else words.amount_of(found))


def signed(text: str) -> str:
    """The text with a plus before a number above 0; `0 points (-1 to 1)` has none."""
    first = text.split(" ")[0].split(words.NO_BREAK)[0]
    return text if not first.strip("0.") else words.signed(text)


def sentence(verdict: Verdict) -> str:
    """`practically the same (surely lower, by less than matters)`."""
    return f"{verdict.word} ({verdict.note})" if verdict.note else verdict.word


def lines(found: Answer, label: str) -> list[dict[str, str]]:
    """The verdicts on one side as rows of text for a terminal."""
    rows = []
    for verdict in found.of(label):
        gap = verdict.gap
        row = {
            "measure": name_of(gap),
            "before": side_value(gap, gap.a),
            "after": side_value(gap, gap.b),
            "difference (95 %)": difference(gap, *gap.interval()),
        }
        if gap.paired:
            row |= {
                "unpaired": _margin(gap),
                "corr.": words.number(gap.correlation, 2),
                "worth": f"x {words.number(gap.worth, 1)}" if np.isfinite(gap.worth) else "",
            }
        rows.append(row | {"p (Holm)": _p(verdict), "verdict": sentence(verdict)})
    return rows


def _margin(gap: Gap) -> str:
    low, high = gap.interval(paired=False)
    scale = 100 if gap.measure.kind == "share" else 1
    half = (high - low) / 2 * scale
    if np.isnan(half):
        return "-"
    return f"\N{PLUS-MINUS SIGN}{words.number(half, _digits(half))}"


def _p(verdict: Verdict) -> str:
    if verdict.gap.identical:
        return ""
    return "<0.0001" if verdict.p < 0.0001 else f"{verdict.p:.4f}"


def closing(found: Answer) -> list[str]:
    """After the run: what the words rest on, in a few sentences."""
    question, sums = found.question, found.sums
    games = sums.sides[0].games
    if found.identical:
        same = (
            f"identical: all {words.count(games)} coupled games came out the same on every side; "
            "every difference is exactly zero."
        )
        if len(question.same) < len(question.sides) - 1:
            most = words.percent_of(rate(0, games)).rpartition("to ")[2].rstrip(")")
            same += f" With 95 % at most {most} % of all games differ."
        return [same]
    text = []
    for side, pair in zip(question.sides[1:], sums.pairs, strict=False):
        share = words.percent(int(pair.worlds) / games)
        text.append(
            f"{side.label}: {share} of {words.count(games)} coupled games went differently in some number, not always in who won."
        )
    if question.apart:
        text.append(f"Not paired: {question.apart}.")
    text.append(
        f"Verdicts: Holm over {words.plural(len(found.verdicts), 'row')} at 5 %; 'practically the same' needs the "
        "simultaneous interval within the smallest change that matters: "
        f"{words.number(question.smallest.share * 100, 2)} points for shares, as many percent of "
        "the first side's value for amounts."
    )
    if not question.apart:
        text.append(
            "unpaired: the margin if each side had games of its own; corr.: how alike the two games "
            "of a world end; worth: how many such unpaired games one pair replaces."
        )
    if question.looks > 1:
        text.append(
            f"{question.looks} looks at doubling numbers of games were planned; each is made at "
            f"{words.number(5 / question.looks, 2)} %, so that stopping early is valid."
        )
    if found.open:
        text.append(f"{words.plural(found.open, 'verdict')} of {len(found.verdicts)} still open.")
    return text


def frame(found: Answer) -> pd.DataFrame:
    """All numbers, a row a measure and side, the judged ones first.

    `a`, `b` with _low, _high; `difference` with its paired 95 % interval, the unpaired one, and the
    simultaneous one that the verdict was made with; `correlation`, `worth` (unpaired games that one
    paired game is worth), `changed` (games that differ), `p`, `p_holm`, `smallest`, `verdict`, `note`.
    """
    judged_rows = [
        _record(found, verdict.side, verdict.gap)
        | {
            "simultaneous_low": verdict.low,
            "simultaneous_high": verdict.high,
            "p_holm": verdict.p,
            "smallest": verdict.smallest,
            "verdict": verdict.word,
            "note": verdict.note,
        }
        for verdict in found.verdicts
    ]
    others = [_record(found, label, gap) for label, gap in found.details]
    table = pd.DataFrame(judged_rows + others)
    for column in ("verdict", "note"):
        table[column] = table.get(column, pd.Series(dtype=object)).astype(object).fillna("")
    return table


def _record(found: Answer, label: str, gap: Gap) -> dict[str, Any]:
    low, high = gap.interval()
    loose = gap.interval(paired=False)
    return {
        "measure": gap.measure.name,
        "name": name_of(gap),
        "unit": gap.measure.unit or "share",
        "side_a": found.question.sides[0].label,
        "side_b": label,
        "games_a": gap.games[0],
        "games_b": gap.games[1],
        **gap.a.columns("a"),
        **gap.b.columns("b"),
        "difference": gap.value,
        "difference_low": low,
        "difference_high": high,
        "paired": gap.paired,
        "unpaired_low": loose[0],
        "unpaired_high": loose[1],
        "correlation": gap.correlation,
        "worth": gap.worth if np.isfinite(gap.worth) else float("nan"),
        "changed": -1 if gap.changed is None else gap.changed,
        "p": gap.p,
    }


def moved(verdicts: Sequence[Verdict]) -> tuple[list[Verdict], list[Verdict], list[Verdict]]:
    """Verdicts that say something moved, those that say nothing did, and the open ones."""
    still = [v for v in verdicts if v.word in (SAME, "identical")]
    unknown = [v for v in verdicts if v.word == OPEN]
    return [v for v in verdicts if v not in still and v not in unknown], still, unknown
