"""The few marks all charts are drawn with, each on a given axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import fill
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

from hemicycle.reports.words import short

INK, MUTED = "#222222", "#666666"
ON_DARK, ON_LIGHT = "#fefefe", "#1e1e1e"
"""Text inside a bar of a dark or a light colour."""
BLUE, RED, GREEN, PINK, ORANGE, SKY = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
)
PALE = "#d9d9d9"
"""Drawn with an edge, because it hardly stands out from the paper."""
SERIES = (BLUE, RED, GREEN, PINK, ORANGE, SKY)
LIGHT = (PINK, ORANGE, SKY, PALE)
MOST_LINES = 40
"""A drawing with more lines than this shows the first and the last of them."""
MARKERS = ("o", "s", "^", "D", "v", "P")


def forest(
    ax: Any, labels: Sequence[str], rows: pd.DataFrame, name: str, colour: str = BLUE
) -> None:
    """One line a row, from the top: a dot at `name` and a bar over its interval.

    Long labels are broken in two on a narrow figure, to leave room for the dots.
    """
    y = np.arange(len(rows))
    ax.hlines(y, rows[f"{name}_low"], rows[f"{name}_high"], color=colour, linewidth=2.2)
    ax.plot(rows[name], y, "o", color=colour)
    name_lines(ax, y, labels)


def name_lines(ax: Any, y: Any, labels: Sequence[str]) -> None:
    """The lines of a chart at `y`, named at its left, the first one at the top."""
    if _is_narrow(ax):
        labels = [fill(label, 24) if len(label) > 26 else label for label in labels]
        ax.tick_params(axis="y", labelsize=8.5)
    ax.set_yticks(y, labels, linespacing=1.0)
    ax.set_ylim(np.max(y, initial=0) + 0.5, -0.5)
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0)


def ends(rows: pd.DataFrame) -> pd.DataFrame:
    """The first and the last rows of a sorted table, as many as a drawing has room for."""
    half = MOST_LINES // 2
    return rows if len(rows) <= MOST_LINES else pd.concat([rows.iloc[:half], rows.iloc[-half:]])


def only_ends(rows: pd.DataFrame) -> str:
    """What a caption says of a drawing of `ends`; nothing when all rows are drawn."""
    half = MOST_LINES // 2
    if len(rows) <= MOST_LINES:
        return ""
    return f" Drawn are the first {half} and the last {half}; all are in the table."


def cut(ax: Any, rows: pd.DataFrame) -> None:
    """A dotted line where the drawing of `ends` leaves out rows."""
    if len(rows) > MOST_LINES:
        ax.axhline(MOST_LINES // 2 - 0.5, color=MUTED, linewidth=1, linestyle=":")


def _is_narrow(ax: Any) -> bool:
    return _width(ax) < 5


def _width(ax: Any) -> float:
    """Width of the figure in inches."""
    return float(ax.figure.bbox.width / ax.figure.dpi)


def _ticks(axis: Any) -> MaxNLocator:
    """Round values, fewer where the width is short."""
    few = axis.axis_name == "x" and _is_narrow(axis.axes)
    return MaxNLocator(3 if few else 6, steps=[1, 2, 2.5, 5, 10])


def curve(
    ax: Any,
    x: Any,
    rows: pd.DataFrame,
    name: str,
    place: int = 0,
    label: str = "",
    colour: str = "",
) -> None:
    """A line through `name` with the band of its interval.

    Series `place` sets the marker, and the colour unless it is given.
    """
    colour = colour or SERIES[place]
    ax.fill_between(
        x, rows[f"{name}_low"], rows[f"{name}_high"], color=colour, alpha=0.2, linewidth=0
    )
    ax.errorbar(
        x,
        rows[name],
        yerr=np.abs(rows[[f"{name}_low", f"{name}_high"]].to_numpy().T - rows[name].to_numpy()),
        color=colour,
        marker=MARKERS[place],
        linewidth=1.8,
        elinewidth=1,
        label=label or None,
    )


def bars(ax: Any, x: Any, height: Any, colour: str = BLUE, width: float = 0.8) -> None:
    """Plain bars."""
    ax.bar(x, height, width=width, color=colour)
    ax.grid(visible=False, axis="x")


def percent_axis(axis: Any, *, whole: bool = False) -> None:
    """Write shares in 0..1 as percent; `whole` from 0 to 100 %."""
    axis.set_major_formatter(FuncFormatter(lambda x, _: f"{x * 100:.6g} %"))
    axis.set_major_locator(_ticks(axis))
    if whole:
        axis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
        set_limits = axis.axes.set_xlim if axis.axis_name == "x" else axis.axes.set_ylim
        set_limits(0, 1)


def at_least(axis: Any, span: float, centre: float) -> None:
    """Widen the axis to `span` around `centre`, so that chance does not fill the whole drawing."""
    set_limits = axis.axes.set_xlim if axis.axis_name == "x" else axis.axes.set_ylim
    low, high = axis.get_view_interval()
    set_limits(min(low, max(0, centre - span / 2)), max(high, centre + span / 2))


def stacked(ax: Any, y: Any, parts: dict[str, Any], colours: Sequence[str]) -> None:
    """Horizontal bars made of `parts` (name -> shares), large ones with their percent inside."""
    heaped(ax, y, parts, colours, lambda share: f"{share * 100:.0f} %")
    percent_axis(ax.xaxis, whole=True)


def heaped(
    ax: Any, y: Any, parts: dict[str, Any], colours: Sequence[str], text: Callable[[float], str]
) -> None:
    """Horizontal bars made of `parts` (name -> amounts), large ones with their `text` inside."""
    left, longest = np.zeros(len(y)), float(np.max(np.sum(list(parts.values()), axis=0), initial=0))
    for (name, part), colour in zip(parts.items(), colours, strict=False):
        size = np.asarray(part, float)
        edge = {"edgecolor": MUTED, "linewidth": 0.6} if colour == PALE else {}
        ax.barh(y, size, left=left, height=0.72, color=colour, label=name, **edge)
        for at, start, width in zip(y, left, size, strict=True):
            if width >= 0.095 * longest > 0:
                ax.text(
                    start + width / 2, at, text(width), ha="center", va="center", fontsize=8,
                    color=ON_LIGHT if colour in LIGHT else ON_DARK,
                )  # fmt: skip
        left = left + size
    ax.grid(visible=False, axis="y")
    ax.tick_params(axis="y", length=0)


def points_axis(axis: Any) -> None:
    """Write differences of shares as signed percentage points."""
    axis.set_major_formatter(FuncFormatter(lambda x, _: _signed(x * 100)))
    axis.set_major_locator(_ticks(axis))


def _signed(x: float) -> str:
    return f"{x:+.3g}".replace("-", "\N{MINUS SIGN}") if abs(x) > 1e-9 else "0"


def counted_ticks(ax: Any, x: Any, n: Any, words: str) -> None:
    """Ticks at `x` with the number of cases below each, and `words` on what both lines are."""
    ax.set_xticks(x, [f"{at:.0f}\n{short(cases)}" for at, cases in zip(x, n, strict=True)])
    ax.tick_params(axis="x", labelsize=8.5)
    ax.set_xlabel(words)


def whole_ticks(axis: Any) -> None:
    """Ticks at whole numbers only."""
    axis.set_major_locator(MaxNLocator(integer=True))


def legend(*panels: Any) -> None:
    """The legend above the plot, in as many columns as the figure is wide enough for."""
    named: dict[str, Any] = {}
    for panel in panels:
        handles, labels = panel.get_legend_handles_labels()
        named |= dict(zip(labels, handles, strict=True)) | named
    letters = _width(panels[0]) * 12.5
    columns = int(letters // (max(map(len, named)) + 6))
    panels[0].figure.legend(
        list(named.values()),
        list(named),
        loc="outside upper left",
        ncols=min(len(named), max(1, columns)),
    )


def line_at(ax: Any, value: float, words: str, *, vertical: bool = True) -> None:
    """A dashed line for a value to compare with, named at its end."""
    if vertical:
        ax.axvline(value, color=MUTED, linewidth=1, linestyle="--")
        ax.annotate(
            words, (value, 1), xycoords=("data", "axes fraction"), xytext=(0, 3),
            textcoords="offset points", ha="center", va="bottom", fontsize=8.5, color=MUTED,
        )  # fmt: skip
    else:
        ax.axhline(value, color=MUTED, linewidth=1, linestyle="--")
        ax.annotate(
            words, (1, value), xycoords=("axes fraction", "data"), xytext=(0, 3),
            textcoords="offset points", ha="right", va="bottom", fontsize=8.5, color=MUTED,
        )  # fmt: skip


def band(ax: Any, x: Any, rows: pd.DataFrame, name: str, words: str) -> None:
    """The mean as a line with markers, in the band from the 10th to the 90th percentile."""
    ax.fill_between(
        x, rows["p10"], rows["p90"], color=SKY, alpha=0.3, linewidth=0, label="8 of 10 cases"
    )
    ax.plot(x, rows["p50"], color=MUTED, linewidth=1, linestyle=":", label="half lie below")
    ax.plot(x, rows[name], color=BLUE, marker="o", label=words)
