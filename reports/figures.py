"""Drawing a chart into SVG for the page and PNG for slides.

The SVG keeps its text as text and takes its colours from the page's style sheet, so that one drawing
serves light, dark and print. Each chart is drawn twice, wide and narrow: a drawing that is merely
shrunk to a phone has letters nobody can read.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

WIDE, NARROW = 7.2, 3.9
"""Widths in inches; a viewBox has 72 units an inch."""

PNG_DPI = 150

Draw = Callable[[Any], None]

PAINT = {
    "#222222": "--ink",
    "#8c8c8c": "--axis",
    "#e3e3e3": "--grid",
    "#ffffff": "--paper",
    "#0072b2": "--blue",
    "#d55e00": "--red",
    "#009e73": "--green",
    "#cc79a7": "--pink",
    "#e69f00": "--orange",
    "#56b4e9": "--sky",
    "#d9d9d9": "--pale",
    "#666666": "--muted",
    "#fefefe": "--on-dark",
    "#1e1e1e": "--on-light",
}
"""The colours of hemicycle.mplstyle, and their names in the page's style sheet."""


@dataclass(frozen=True)
class Picture:
    """One chart drawn: inline SVG for wide and narrow pages."""

    wide: str
    narrow: str


@cache
def style() -> Any:
    """The settings of hemicycle.mplstyle on top of matplotlib's own defaults, whatever the user's."""
    with as_file(files("hemicycle.reports") / "hemicycle.mplstyle") as path:
        own: Any = matplotlib.rc_params_from_file(path, use_default_template=False)
    plain: Any = matplotlib.rcParamsDefault
    return {**plain, **own, "backend": "agg"}


def picture(name: str, draw: Draw, height: float, title: str, description: str) -> Picture:
    """Draw the chart `name` at both widths; `height` in inches. Title and text alternative inside."""
    drawn = []
    for kind, width in (("wide", WIDE), ("narrow", NARROW)):
        with matplotlib.rc_context(style()):
            figure = Figure(figsize=(width, height), layout="constrained")
            draw(figure.subplots())
            out = io.StringIO()
            canvas: Any = FigureCanvasSVG(figure)
            canvas.print_svg(out, metadata={"Date": None})  # savefig would draw all of it twice
        drawn.append(_clean(out.getvalue(), f"{name}-{kind}", title, description))
    return Picture(*drawn)


def save_png(path: Path, draw: Draw, height: float, title: str, caption: str) -> None:
    """Draw the chart with its title above and its caption below, as a PNG of 1080 pixels width."""
    with matplotlib.rc_context(style()):
        note = textwrap.wrap(caption, 112)
        size = (WIDE, height + 0.4 + 0.17 * len(note))
        figure = Figure(size, dpi=PNG_DPI, layout="constrained", facecolor="white")
        inner: Any = figure.subfigures()  # so that the chart's legend leaves the title alone
        draw(inner.subplots())
        figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
        figure.supxlabel("\n".join(note), x=0.01, ha="left", fontsize=8)
        canvas: Any = FigureCanvasAgg(figure)
        canvas.print_png(path, metadata={"Software": None})


def _clean(svg: str, prefix: str, title: str, description: str) -> str:
    """The <svg> element alone: ids of its own, the page's fonts and colours, two decimals."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style.*?</style>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda m: f' id="{prefix}-{m[1]}"' if m[1] in used else "", svg)
    svg = re.sub(r'(xlink:href="#|href="#|url\(#)', lambda m: f"{m[1]}{prefix}-", svg)
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r"\d+\.\d{3,}", lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), svg)
    svg = re.sub(r"'DejaVu Sans'[^;\"]*", "var(--face)", svg)
    svg = re.sub(r"(?<=(?:fill|roke): )#[0-9a-f]{6}", lambda m: _paint(m[0]), svg)
    svg = re.sub(r">\s+<", "><", svg)
    box = re.search(r'viewBox="([^"]+)"', svg)
    assert box is not None
    head = (
        f'<svg class="chart {prefix.rsplit("-", 1)[1]}" role="img" viewBox="{box[1]}" '
        f'aria-labelledby="{prefix}-title {prefix}-text">'
        f'<title id="{prefix}-title">{escape(title)}</title>'
        f'<desc id="{prefix}-text">{escape(description)}</desc>'
    )
    return re.sub(r"^<svg[^>]*>", lambda m: head, svg).strip()


def _paint(colour: str) -> str:
    return f"var({PAINT[colour]})" if colour in PAINT else colour
