"""The balance report: one self-contained HTML file, its charts as PNG, its numbers as JSON."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import DictLoader, Environment, StrictUndefined

from hemicycle.reports import cells, charts, facts, figures, headline, words
from hemicycle.reports.charts import Chart, Drawn
from hemicycle.reports.loading import load
from hemicycle.reports.tables import Numbers, Tables


@dataclass(frozen=True)
class Section:
    """One chart or table of the report, ready to be written."""

    name: str
    title: str
    sentences: list[str]
    reading: str
    caption: str
    sheet: cells.Sheet
    picture: figures.Picture | None
    numbers: Numbers = field(repr=False)


@dataclass(frozen=True)
class Group:
    """Sections under one heading."""

    name: str
    heading: str
    sections: list[Section]


def write_report(run: Path | Sequence[Path], out: Path | None = None) -> Path:
    """Write report.html, png/*.png and summary.json into `out` (default RUN/report); the HTML's path.

    Several runs of one mix with different numbers of players give one report: it describes the
    first and compares all. InputError for an empty or unfinished run, or runs that do not go
    together; a run that a fault stopped is reported with a warning.
    """
    runs = [run] if isinstance(run, Path) else list(run)
    tables = load(runs)
    folder = out or runs[0] / "report"
    (folder / "png").mkdir(parents=True, exist_ok=True)
    for old in (folder / "png").glob("*.png"):
        old.unlink()
    groups = [group for group in _groups(tables, folder / "png") if group.sections]
    verdicts = headline.verdicts(tables)
    _write(folder / "summary.json", json.dumps(_summary(tables, verdicts, groups), indent=1) + "\n")
    _write(folder / "report.html", _html(tables, verdicts, groups))
    return folder / "report.html"


def _groups(tables: Tables, png: Path) -> Iterator[Group]:
    for heading, modules in charts.groups(tables.run.game):
        sections = []
        for name, chart in modules:
            numbers = charts.numbers_of(chart, tables)
            if not numbers.empty:
                sections.append(_section(name, chart, numbers, png))
        yield Group(f"part-{_slug(heading)}", heading, sections)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _section(name: str, chart: Chart, numbers: Numbers, png: Path) -> Section:
    sentences = [_keep(sentence) for sentence in chart.sentences(numbers)]
    caption = _keep(chart.caption(numbers))
    picture = None
    if isinstance(chart, Drawn):
        drawn, height = chart, chart.height(numbers)

        def draw(ax: Any) -> None:
            drawn.draw(ax, numbers)

        text = " ".join([caption, *sentences, "The numbers are in the table below the chart."])
        picture = figures.picture(name, draw, height, chart.TITLE, text)
        figures.save_png(png / f"{name}.png", draw, height, chart.TITLE, caption)
    sheet = cells.sheet(numbers, chart.shown(numbers))
    reading = _keep(chart.READING)
    return Section(name, chart.TITLE, sentences, reading, caption, sheet, picture, numbers)


def _keep(text: str) -> str:
    """The text with numbers kept together with their percent sign."""
    return text.replace(" %", f"{words.NO_BREAK}%")


def _write(path: Path, text: str) -> None:
    """Write the whole file or none of it."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def _html(tables: Tables, verdicts: Sequence[headline.Verdict], groups: Sequence[Group]) -> str:
    folder = files("hemicycle.reports") / "templates"
    names = ("report.html", "macros.html", "style.css")
    sources = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    environment = Environment(
        loader=DictLoader(sources),
        autoescape=lambda name: bool(name and name.endswith(".html")),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("report.html").render(
        run=tables.run,
        tables=tables,
        verdicts=verdicts,
        verdict=headline.overall(verdicts) if verdicts else "",
        strips=[_strip(one) for one in verdicts],
        groups=groups,
        findings=_findings(tables.run.game, groups),
        facts=facts,
        words=words,
    )


def _findings(game: str, groups: Sequence[Group]) -> list[Section]:
    """The charts whose first sentence also stands at the top."""
    found = {section.name: section for group in groups for section in group.sections}
    return [found[name] for name in charts.plan(game).findings if name in found]


def _strip(one: headline.Verdict) -> dict[str, float] | None:
    """Where target, interval and value of a verdict lie on a strip, in percent of its width."""
    ends = [end for end in (one.low, one.high) if end is not None]
    points = [*ends, one.found.low, one.found.high, one.found.value]
    if any(math.isnan(x) for x in points):
        return None
    low = 0.0 if one.low is None else min(points)
    high = max(points)
    pad = (high - low or 1.0) * 0.25
    start = low if one.low is None else low - pad
    span = high + pad - start

    def at(x: float) -> float:
        return round(min(100.0, max(0.0, (x - start) / span * 100)), 2)

    left = 0.0 if one.low is None else at(one.low)
    right = 100.0 if one.high is None else at(one.high)
    bar = max(0.8, at(one.found.high) - at(one.found.low))
    return {
        "left": left,
        "width": round(right - left, 2),
        "from": at(one.found.low),
        "bar": round(bar, 2),
        "dot": at(one.found.value),
    }


def _summary(
    tables: Tables, verdicts: Sequence[headline.Verdict], groups: Sequence[Group]
) -> dict[str, Any]:
    return {
        "identity": dict(facts.identity(tables)),
        "stopped": tables.run.stopped,
        "others": facts.with_others(tables),
        "verdicts": _plain(headline.table(verdicts).to_dict("records")),
        "sections": {
            section.name: {
                "title": section.title,
                "sentences": section.sentences,
                "caption": section.caption,
                "numbers": _plain(section.numbers.rows.to_dict("records")),
                "facts": _plain(section.numbers.facts),
            }
            for group in groups
            for section in group.sections
        },
        "assumptions": facts.assumptions(tables),
    }


def _plain(value: Any) -> Any:
    """Numbers, texts, lists and dictionaries that JSON knows; NaN and infinity become null."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "columns") and hasattr(value, "margin"):
        return _plain(value.columns("value") | {"n": value.n})
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
