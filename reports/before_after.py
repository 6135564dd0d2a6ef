"""What a before/after report shows: charts and tables of two sides next to each other.

Every exhibit is made from an answer and the label of the side compared with the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import cells, marks, words
from hemicycle.reports.card_deltas import Delta, deltas
from hemicycle.reports.comparing import Answer, difference, sentence
from hemicycle.reports.gap import Gap
from hemicycle.reports.paired import gaps
from hemicycle.reports.stats import rate, wilson
from hemicycle.reports.verdicts import IDENTICAL, OPEN, SAME, Verdict, name_of

Draw = Callable[[Any], None]
NAMED = 5
"""Cards named in a sentence."""


@dataclass(frozen=True)
class Exhibit:
    """One chart (or, without `draw`, one table) of the report; `rows` for the JSON."""

    name: str
    title: str
    lead: str
    caption: str
    reading: str
    sheet: cells.Sheet
    rows: pd.DataFrame
    height: float = 0.0
    draw: Draw | None = None


def exhibits(found: Answer, label: str) -> Iterator[Exhibit]:
    """Everything there is to show about one side."""
    if found.identical:
        return
    verdicts = found.of(label)
    yield _differences(found, verdicts)
    other = [side.label for side in found.question.sides].index(label)
    every = gaps(found.question.basis, found.sums, other)
    names = ("before", "after")
    yield from _curve(found, other, names)
    yield from _pairs(found, every, names)
    yield _rounds(found, other, names)
    yield from _cards(found, other, names)


def marking(verdict: Verdict) -> tuple[str, str]:
    """Colour and marker of a verdict: moved, the same, or open."""
    if verdict.word in (SAME, IDENTICAL):
        return marks.GREEN, "s"
    return (marks.ORANGE, "D") if verdict.word == OPEN else (marks.BLUE, "o")


def _differences(found: Answer, verdicts: Sequence[Verdict]) -> Exhibit:
    """Every judged measure on one scale: multiples of the smallest change that matters."""
    rows = _shifts(verdicts)

    def draw(ax: Any) -> None:
        ax.axvspan(-1, 1, color=marks.GREEN, alpha=0.12, linewidth=0)
        ax.axvline(0, color=marks.MUTED, linewidth=1, linestyle="--")
        marks.forest(ax, list(rows["measure"]), rows, "shift", marks.MUTED)
        for at, verdict in enumerate(verdicts):
            colour, marker = marking(verdict)
            ax.plot(rows["shift"][at], at, marker, color=colour, markersize=7)
        ax.set_xlabel("change, in multiples of\nthe smallest that matters")

    return Exhibit(
        "differences",
        "What moved, what did not",
        "",
        f"Change of every measure with 95 % intervals; {_games(found)}.",
        "Within the shaded band a change is smaller than what matters. Round blue marks moved, "
        "square green ones are practically the same, orange diamonds are not settled yet. Verdicts "
        "use wider, simultaneous intervals; they are in the table of all numbers.",
        _table(
            ["Measure", "Difference (95 % interval)", "Verdict"],
            rows[["measure", "difference", "verdict"]].to_numpy().tolist(),
        ),
        rows,
        0.9 + 0.3 * len(rows),
        draw,
    )


def _shifts(verdicts: Sequence[Verdict]) -> pd.DataFrame:
    records = []
    for verdict in verdicts:
        low, high = verdict.gap.interval()
        scale = verdict.smallest or 1.0
        record: dict[str, Any] = {"measure": name_of(verdict.gap)}
        record |= {"shift": verdict.gap.value / scale}
        record |= {"shift_low": low / scale, "shift_high": high / scale}
        record |= {"difference": difference(verdict.gap, low, high), "verdict": sentence(verdict)}
        records.append(record)
    return pd.DataFrame(records)


def _games(found: Answer) -> str:
    numbers = [side.games for side in found.sums.sides]
    if len(set(numbers)) == 1:
        return f"{words.count(numbers[0])} games a side"
    return f"{words.listed([words.count(n) for n in numbers])} games"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> cells.Sheet:
    """A data table of texts; an interval in brackets goes below its value."""
    return cells.Sheet(
        [(text, "text") for text in header],
        [[_cell(text) for text in row] for row in rows],
    )


def _cell(text: str) -> cells.Cell:
    value, _, interval = text.partition(" (") if text.endswith(")") else (text, "", "")
    return cells.Cell(value, interval.rstrip(")"), "text")


def _curve(found: Answer, other: int, names: tuple[str, str]) -> Iterator[Exhibit]:
    """The difficulty curve of both sides."""
    curve = found.question.basis.curve
    if curve is None:
        return
    frames = [_curve_rows(found.sums.sides[side].curve) for side in (0, other)]
    if all(len(frame) < 2 for frame in frames):
        return
    both = pd.concat(
        [frame.assign(side=name) for name, frame in zip(names, frames, strict=True)],
        ignore_index=True,
    )
    named = {column.name: column for column in found.question.basis.game.rounds}
    value, yes = (named[name] for name in curve)

    def draw(ax: Any) -> None:
        for place, (name, frame) in enumerate(zip(names, frames, strict=True)):
            marks.curve(ax, frame["at"], frame, "rate", place, name)
        ax.set_xticks(sorted(set(both["at"])))
        ax.set_xlabel(f"{value.meaning} ({value.unit})")
        ax.set_ylabel("part of rounds")
        marks.percent_axis(ax.yaxis, whole=True)
        marks.legend(ax)

    yield Exhibit(
        "difficulty",
        "The difficulty curve before and after",
        "",
        f"How often {yes.meaning}, by {value.meaning}, with 95 % intervals; {_games(found)}.",
        "Where the lines part, the change made that step easier or harder.",
        _table([value.meaning, "Side", "Rate", "Rounds"], _curve_lines(both)),
        both,
        3.2,
        draw,
    )


def _curve_lines(both: pd.DataFrame) -> list[list[str]]:
    return [
        [
            str(row["at"]),
            row["side"],
            words.percent_of(rate(row["yes"], row["n"])),
            words.count(row["n"]),
        ]
        for row in both.to_dict("records")
    ]


def _curve_rows(curve: Any) -> pd.DataFrame:
    at = np.flatnonzero(curve[:, 0])
    n, yes = curve[at, 0], curve[at, 1]
    value, low, high = wilson(yes, n)
    return pd.DataFrame(
        {"at": at, "rate": value, "rate_low": low, "rate_high": high, "yes": yes, "n": n}
    )


def _pairs(found: Answer, every: Sequence[Gap], names: tuple[str, str]) -> Iterator[Exhibit]:
    """Seats, strategies and how often each word of a coded column: two dots a line."""
    seats = [gap for gap in every if gap.measure.group == "seats"]
    yield _dots("seats", "Seats", "win rate, percent of games", seats, names)
    strategies = [gap for gap in every if gap.measure.group == "strategies" and gap.known]
    if strategies:
        title = "win rate of a seat, percent of games"
        yield _dots("strategies", "Strategies", title, strategies, names)
    one = found.question.basis.game.round
    for name, title, group, cases in (
        ("words", "How games go", "words", "games"),
        ("endings", f"How {one}s go", "rounds", f"{one}s"),
    ):
        coded = [gap for gap in every if gap.measure.group == group and "=" in gap.measure.name]
        coded = [gap for gap in coded if gap.known and _occurs(gap)]
        if coded:
            yield _dots(name, title, f"part of all {cases}", coded, names)


def _occurs(gap: Gap) -> bool:
    return gap.a.value > 0 or gap.b.value > 0


def _lines_of(chosen: Sequence[Gap]) -> list[str]:
    """The measures in words, without what all of them have in front of a colon."""
    texts = [name_of(gap) for gap in chosen]
    for start in ("Win rate of a seat played by ", "Win rate of "):
        texts = [text.removeprefix(start) for text in texts]
    if len({text.rpartition(": ")[0] for text in texts}) == 1:
        texts = [text.rpartition(": ")[2] for text in texts]
    return [words.sentence_case(text) for text in texts]


def _dots(
    name: str, title: str, axis: str, chosen: Sequence[Gap], names: tuple[str, str]
) -> Exhibit:
    frames = [
        pd.DataFrame([getattr(gap, side).columns("value") for gap in chosen]) for side in ("a", "b")
    ]
    lines = _lines_of(chosen)

    rows = [
        [
            line,
            *(words.percent_of(side) for side in (gap.a, gap.b)),
            difference(gap, *gap.interval()),
        ]
        for line, gap in zip(lines, chosen, strict=True)
    ]
    both = frames[0].add_prefix("a_").join(frames[1].add_prefix("b_"))
    return Exhibit(
        name,
        f"{title} before and after",
        "",
        f"{axis[:1].upper()}{axis[1:]}, with 95 % intervals.",
        "The bars are each side's own; the difference in the table is paired and surer than the "
        "overlap of the bars suggests.",
        _table(["", *names, "Difference (95 % interval)"], rows),
        both.assign(line=lines),
        1.3 + 0.42 * len(lines),
        lambda ax: _draw_dots(ax, lines, frames, names, axis),
    )


def _draw_dots(
    ax: Any,
    lines: Sequence[str],
    frames: Sequence[pd.DataFrame],
    names: tuple[str, str],
    axis: str,
) -> None:
    """Two dots with their intervals a line, one above the other."""
    for place, (label, frame) in enumerate(zip(names, frames, strict=True)):
        y = np.arange(len(lines)) + (place - 0.5) * 0.3
        colour = marks.SERIES[place]
        ax.hlines(y, frame["value_low"], frame["value_high"], color=colour, linewidth=2.2)
        ax.plot(frame["value"], y, marks.MARKERS[place], color=colour, label=label)
    marks.name_lines(ax, np.arange(len(lines)), lines)
    ax.set_xlabel(axis)
    marks.percent_axis(ax.xaxis)
    marks.legend(ax)


def _rounds(found: Answer, other: int, names: tuple[str, str]) -> Exhibit:
    """How long games last, in the game's word for a round."""
    one = found.question.basis.game.round
    counts = np.stack([found.sums.sides[side].rounds for side in (0, other)])
    at = np.flatnonzero(counts.sum(axis=0))
    parts = counts[:, at] / counts.sum(axis=1, keepdims=True)
    totals = counts.sum(axis=1)

    def draw(ax: Any) -> None:
        for place, name in enumerate(names):
            x = at + (place - 0.5) * 0.38
            ax.bar(x, parts[place], width=0.36, color=marks.SERIES[place], label=name)
        ax.grid(visible=False, axis="x")
        ax.set_xticks(at)
        ax.set_xlabel(f"{one}s played")
        ax.set_ylabel("part of games")
        marks.percent_axis(ax.yaxis)
        marks.legend(ax)

    rows = [
        [str(n), *(words.percent_of(rate(counts[s, n], totals[s])) for s in (0, 1))] for n in at
    ]
    return Exhibit(
        "rounds",
        "Length of games before and after",
        "",
        f"Games by {one}s played; {_games(found)}.",
        "",
        _table([words.sentence_case(f"{one}s"), *names], rows),
        pd.DataFrame({"rounds": at, "a": parts[0], "b": parts[1]}),
        2.8,
        draw,
    )


def _cards(found: Answer, other: int, names: tuple[str, str]) -> Iterator[Exhibit]:
    """Card by card: how often drawn, and whether it goes with winning."""
    sides = [found.question.sides[i] for i in (0, other)]
    sums = [found.sums.sides[i] for i in (0, other)]
    changes = deltas(found.question.basis.game, sides, sums)
    if not changes:
        return
    clear = [f"'{one.card}'" for one in changes if one.clear]
    more = f" and {len(clear) - NAMED} more" if len(clear) > NAMED else ""
    lead = (
        f"What having the card goes with moved clearly for {', '.join(clear[:NAMED])}{more}."
        if clear
        else "No card goes clearly more or less with winning than before."
    )
    rows = [_card_row(one) for one in changes]
    header = ["Card", "Deck", "Copies"]
    header += [f"Drawn a game, {name}" for name in names] + [f"IWD {name}" for name in names]
    yield Exhibit(
        "cards",
        "Card by card before and after",
        lead,
        f"Cards by the size of the difference; {_games(found)}.",
        "IWD: win rate of seats that had the card minus that of seats that never did; for cards of "
        "the table, of the table in games that turned it up. Intervals are unpaired. It goes with "
        "winning for many reasons: what a copy does is what the command 'cards' measures.",
        _table([*header, "Difference", "Clear after correction"], rows),
        pd.DataFrame([one.record() for one in changes]),
    )


def _card_row(one: Delta) -> list[str]:
    a, b = one.copies
    return [
        one.card,
        one.deck,
        str(a) if a == b else f"{a} \N{RIGHTWARDS ARROW} {b}",
        *(words.number(value, 2) for value in one.drawn),
        *(words.signed(words.points_of(side).partition(" (")[0]) for side in one.iwd),
        words.signed(words.points_of(one.gap)),
        "yes" if one.clear else "no",
    ]
