"""The before/after report: one self-contained HTML file, PNG charts, Parquet and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from jinja2 import DictLoader, Environment, StrictUndefined

from hemicycle.reports import cells, charts, figures, words
from hemicycle.reports.before_after import Exhibit, exhibits
from hemicycle.reports.comparing import (
    Answer,
    closing,
    difference,
    frame,
    lines,
    moved,
    sentence,
    side_value,
)
from hemicycle.reports.verdicts import (
    BETTER,
    IDENTICAL,
    OPEN,
    SAME,
    WORSE,
    Verdict,
    headlines,
    name_of,
)

TABLE = "comparison.parquet"
KINDS = {BETTER: "met", WORSE: "missed", OPEN: "cannot", SAME: "same", IDENTICAL: "same"}
"""The style of a verdict; others are neither good nor bad."""
ICONS = {
    BETTER: "\N{CHECK MARK}",
    WORSE: "\N{MULTIPLICATION X}",
    OPEN: "?",
    SAME: "=",
    IDENTICAL: "=",
    "higher": "\N{UPWARDS ARROW}",
    "lower": "\N{DOWNWARDS ARROW}",
}
CARDS = 6
"""Measures shown as cards at the top."""


@dataclass(frozen=True)
class Section:
    """An exhibit ready to be written."""

    id: str
    title: str
    lead: str
    caption: str
    reading: str
    sheet: cells.Sheet
    picture: figures.Picture | None


@dataclass(frozen=True)
class Part:
    """All about one side against the first."""

    id: str
    label: str
    summary: str
    changes: Sequence[str]
    cards: list[dict[str, str]]
    short: list[tuple[str, str]]
    sections: list[Section]


def write_comparison(found: Answer, folder: Path, command: str) -> Path:
    """Write report.html, png/*.png, comparison.parquet and summary.json; the HTML's path."""
    (folder / "png").mkdir(parents=True, exist_ok=True)
    for old in (folder / "png").glob("*.png"):
        old.unlink()
    table = frame(found)
    write_table(table, folder / TABLE)
    parts, rows = [], {}
    for number, side in enumerate(found.question.sides[1:], 1):
        prefix = "" if len(found.question.sides) == 2 else f"{number}-"
        shown = list(exhibits(found, side.label))
        parts.append(_part(found, side, shown, prefix, folder / "png"))
        rows[side.label] = {one.name: plain(one.rows.to_dict("records")) for one in shown}
    summary = {
        "sides": [
            {
                "label": s.label,
                "players": s.players,
                "changes": list(s.changes),
                "digest": s.mix.digest,
            }
            for s in found.question.sides
        ],
        "games": [side.games for side in found.sums.sides],
        "identical": found.identical,
        "apart": found.question.apart,
        "looks": found.question.looks,
        "command": command,
        "rows": plain(table.to_dict("records")),
        "exhibits": rows,
    }
    write(folder / "summary.json", json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
    write(folder / "report.html", _html(found, parts, command))
    return folder / "report.html"


def write_table(table: Any, path: Path) -> None:
    """The table as Parquet, whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    pq.write_table(pa.Table.from_pandas(table, preserve_index=False), part, compression="zstd")
    part.replace(path)


def write(path: Path, text: str) -> None:
    """Write the whole file or none of it."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def plain(value: Any) -> Any:
    """Numbers, texts, lists and dictionaries that JSON knows; NaN and infinity become null."""
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value


def _part(found: Answer, side: Any, shown: Sequence[Exhibit], prefix: str, png: Path) -> Part:
    verdicts = found.of(side.label)
    sections = [_section(one, prefix, png) for one in shown]
    sections.append(_numbers(found, side.label, prefix))
    first = headlines(found.question.game)
    top = [v for v in verdicts if v.gap.measure.name in first][:CARDS] or verdicts[:CARDS]
    return Part(
        f"{prefix}verdict",
        side.label,
        summary(found, verdicts),
        side.changes,
        [] if found.identical else [_card(verdict) for verdict in top],
        short(verdicts),
        sections,
    )


def _section(one: Exhibit, prefix: str, png: Path) -> Section:
    picture, name = None, f"{prefix}{one.name}"
    if one.draw is not None:
        text = f"{one.caption} The numbers are in the table below the chart."
        picture = figures.picture(name, one.draw, one.height, one.title, text)
        figures.save_png(png / f"{name}.png", one.draw, one.height, one.title, one.caption)
    return Section(
        name, one.title, one.lead, keep(one.caption), keep(one.reading), one.sheet, picture
    )


def keep(text: str) -> str:
    """The text with numbers kept together with their percent sign."""
    return re.sub(r"(?<=\d) %", f"{words.NO_BREAK}%", text)


def _numbers(found: Answer, label: str, prefix: str) -> Section:
    rows = lines(found, label)
    sheet = cells.Sheet(
        [(key[:1].upper() + key[1:], "text") for key in rows[0]] if rows else [],
        [[_cell(text) for text in row.values()] for row in rows],
    )
    caption = "worth: how many unpaired games one paired game is worth. p: after Holm's correction."
    return Section(f"{prefix}numbers", "All numbers", "", caption, "", sheet, None)


def _cell(text: str) -> cells.Cell:
    value, _, interval = text.partition(" (") if text.endswith(")") else (text, "", "")
    return cells.Cell(value, interval.removesuffix(")"), "text")


def _card(verdict: Verdict) -> dict[str, str]:
    gap = verdict.gap
    return {
        "name": name_of(gap),
        "before": side_value(gap, gap.a),
        "after": side_value(gap, gap.b),
        "change": difference(gap, *gap.interval()),
        "kind": KINDS.get(verdict.word, "moved"),
        "icon": ICONS[verdict.word],
        "word": verdict.word,
        "note": verdict.note,
    }


def summary(found: Answer, verdicts: Sequence[Verdict]) -> str:
    """What the change did, in one sentence."""
    if found.identical:
        return closing(found)[0][:1].upper() + closing(found)[0][1:]
    if not verdicts:
        return "Nothing could be measured on both sides."
    main, gap = verdicts[0], verdicts[0].gap
    ends = f"from {side_value(gap, gap.a)} to {side_value(gap, gap.b)}"
    change = difference(gap, *gap.interval())
    if main.word == OPEN:
        return f"{name_of(gap)}: {ends}, {change}; not settled yet, keep running."
    return f"{name_of(gap)}: {sentence(main)}, {ends}, {change}."


def short(verdicts: Sequence[Verdict]) -> list[tuple[str, str]]:
    """What moved which way, what did not, what is open: a heading and a list in words each."""
    changed, still, unknown = moved(verdicts)
    found = []
    for word in dict.fromkeys(verdict.word for verdict in changed):
        texts = [
            f"{name_of(v.gap)} {difference(v.gap, *v.gap.interval()).partition(' (')[0]}"
            for v in changed
            if v.word == word
        ]
        found.append((f"{word[:1].upper()}{word[1:]}:", f"{words.listed(texts)}."))
    if still:
        found.append(("Practically the same:", f"{words.listed([name_of(v.gap) for v in still])}."))
    if unknown:
        texts = [f"{name_of(v.gap)} ({need(v)})" for v in unknown]
        found.append(("Not settled:", f"{words.listed(texts)}."))
    return found


def need(verdict: Verdict) -> str:
    """About how many games would settle an open verdict if the difference stayed as it is."""
    margin = (verdict.high - verdict.low) / 2
    value = abs(verdict.gap.value)
    goal = max(value, verdict.smallest - value)
    games = min(verdict.gap.games)
    if not margin > 0 or not goal > 0:
        return "too few games to tell"
    more = words.round_up(max(games * 1.5, games * (margin / goal) ** 2))
    return f"about {words.count(more)} games would tell"


def _html(found: Answer, parts: Sequence[Part], command: str) -> str:
    folder = files("hemicycle.reports") / "templates"
    names = ("compare.html", "macros.html", "style.css")
    environment = Environment(
        loader=DictLoader({name: (folder / name).read_text(encoding="utf-8") for name in names}),
        autoescape=lambda name: bool(name and name.endswith(".html")),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    sides, basis = found.question.sides, found.question.basis
    numbers = [words.count(side.games) for side in found.sums.sides]
    games = (
        f"{numbers[0]} games a side" if len(set(numbers)) == 1 else " and ".join(numbers) + " games"
    )
    return environment.get_template("compare.html").render(
        title=charts.plan(basis.game.name).title,
        first=sides[0].label,
        facts=f"{games}, {basis.players} players, {sides[0].players}",
        parts=parts,
        paired=not found.question.apart,
        notes=[keep(text) for text in closing(found)] + NOTES,
        command=command,
    )


NOTES = [
    (
        "Paired means that game number k of every side has the same shuffles and the same seed, and "
        "cards that both sides have lie in the same places of the deck. The difference is taken game by "
        "game, so luck that both sides share drops out."
    ),
    (
        "Moved (better, worse, higher, lower): the difference stands after Holm's correction over all "
        "rows. Better and worse mean nearer to or farther from the mix's target; without a target, or "
        "with both sides inside it, it says higher or lower."
    ),
    (
        "Practically the same: even the wide interval that holds for all rows at once lies within the "
        "smallest change that matters."
    ),
    "Not settled: more games are needed. It does not mean that nothing changed.",
    "The players are rules of thumb, not people: what they do not notice cannot move them.",
]
