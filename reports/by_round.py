"""How often each word of a coded column occurs, round by round: the bars of several charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import marks, words
from hemicycle.reports.stats import wilson
from hemicycle.reports.tables import Numbers, Shown

ALL = "all"
"""The last row: all rounds together."""


def parts(counted: pd.DataFrame, column: str, named: Mapping[str, str]) -> pd.DataFrame:
    """Columns round (1.. and last ALL), a rate (with _low, _high) for each word in `named`, n.

    From rows that occurred `n` times; words that are not named count in n.
    """
    if counted.empty:
        return pd.DataFrame()
    wide = counted.pivot_table(
        index="round", columns=column, values="n", aggfunc="sum", fill_value=0, observed=False
    )
    wide.index = wide.index.astype(object)
    wide.loc[ALL] = wide.sum()
    n = wide.sum(axis=1)
    wide = wide.reindex(columns=list(named), fill_value=0)
    found: dict[str, Any] = {"round": list(wide.index)}
    for word in named:
        found[word], found[f"{word}_low"], found[f"{word}_high"] = wilson(wide[word], n)
    return pd.DataFrame(found).assign(n=n.to_numpy())


def shown(named: Mapping[str, str], round_: str, cases: str) -> list[Shown]:
    """Columns of the data table."""
    columns = [Shown(word, words.sentence_case(text), "percent") for word, text in named.items()]
    return [Shown("round", words.sentence_case(round_)), *columns, Shown("n", cases, "count")]


def last(numbers: Numbers, named: Mapping[str, str]) -> dict[str, Any]:
    """The rates of all rounds together, the most frequent first."""
    found = {word: numbers.estimate(word, len(numbers.rows) - 1) for word in named}
    return dict(sorted(found.items(), key=lambda one: -one[1].value))


def height(numbers: Numbers) -> float:
    """Height of the drawing in inches."""
    return 2.0 + 0.28 * len(numbers.rows)


def draw(
    ax: Any, rows: pd.DataFrame, named: Mapping[str, str], colours: Sequence[str], round_: str
) -> None:
    """Stacked bars, one a round and one for all; the axis and the legend are the caller's.

    What never occurs is not drawn, so that it does not stand in the legend.
    """
    y = np.arange(len(rows)) + 0.4 * (rows["round"] == ALL).to_numpy(float)
    seen = [(rows[word], text, c) for (word, text), c in zip(named.items(), colours, strict=False)]
    seen = [one for one in seen if (one[0] > 0).any()] or seen
    marks.stacked(ax, y, {text: part for part, text, _ in seen}, [one[2] for one in seen])
    one = words.sentence_case(round_)
    ax.set_yticks(y, [f"All {round_}s" if r == ALL else f"{one} {r}" for r in rows["round"]])
    ax.set_ylim(len(rows), -0.6)
