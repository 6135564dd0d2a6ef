"""Does the game meet its targets? The verdict at the top of the report.

A target is met, or missed, only when the whole 95 % interval lies inside, or outside, the range the
mix asks for; otherwise the report says how many games would settle it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from hemicycle.reports import words
from hemicycle.reports.reading import Cube
from hemicycle.reports.stats import (
    MET,
    MISSED,
    OPEN,
    Estimate,
    games_to_decide,
    mean,
    rate,
    spread,
    together,
    verdict,
)
from hemicycle.reports.tables import Tables
from hemicycle.reports.verdicts import NAMES
from hemicycle.reports.wins import WINNERS, WINNERS_IN_TURN, shares, shares_in_turn

ICONS = {MET: "\N{CHECK MARK}", MISSED: "\N{MULTIPLICATION X}", OPEN: "?"}
MANY = 1e9
"""More games than this to settle a target: the value sits on the limit."""


@dataclass(frozen=True)
class Verdict:
    """One target of one run: what was found, what was asked for, and the judgement."""

    target: str
    name: str
    players: int
    found: Estimate
    low: float | None
    high: float | None
    word: str
    kind: str
    sentence: str
    source: str

    @property
    def icon(self) -> str:
        """A sign that tells the judgement without colour."""
        return ICONS[self.word]

    @property
    def shown(self) -> str:
        """The value with its interval."""
        return _amount(self.found, self.kind)

    @property
    def wanted(self) -> str:
        """The range asked for, in words."""
        return _range(self.low, self.high, self.kind)


def wanted(targets: Mapping[str, Any], columns: Sequence[str]) -> list[Cube]:
    """The cubes that the mix's targets are judged by; `columns` are those of the games table."""
    cubes = [WINNERS, WINNERS_IN_TURN]
    cubes += [Cube("games", (key,)) for key in targets if key in columns]
    return cubes


def verdicts(tables: Tables) -> list[Verdict]:
    """Every target that asks for a range, for the run and those with other numbers of players."""
    found: list[Verdict] = []
    runs = sorted((tables, *tables.others), key=lambda one: one.run.players)
    for key, target in tables.run.mix["targets"].items():
        if target["low"] is None and target["high"] is None:
            continue
        found += [_judge(key, target, one) for one in runs]
    return found


def _judge(key: str, target: Mapping[str, Any], tables: Tables) -> Verdict:
    low, high = target["low"], target["high"]
    found, kind = _measure(key, target["unit"], tables)
    word = verdict(found, low, high)
    name = f"{tables.run.round}s played" if key == "rounds" else NAMES.get(key, key)
    name = words.sentence_case(name)
    return Verdict(
        key, name, tables.run.players, found, low, high, word, kind,
        _sentence(name, found, low, high, word, kind), target["source"],
    )  # fmt: skip


def _measure(key: str, unit: str, tables: Tables) -> tuple[Estimate, str]:
    """The measured value of a target and how it is written: percent, points or number."""
    if key == "seat_spread":
        counted = tables[WINNERS]
        values = shares(counted["winners"], tables.run.players)
        return spread(together(values, counted["n"])), "points"
    if key == "order_spread":
        counted = tables[WINNERS_IN_TURN]
        values = shares_in_turn(counted, tables.run.players)
        return spread(together(values, counted["n"])), "points"
    cube = Cube("games", (key,))
    if cube not in tables.counts:
        return Estimate(np.nan, np.nan, np.nan, 0), "number"
    counted = tables[cube]
    if unit.startswith("share"):
        yes = int(counted.loc[counted[key] == 1, "n"].sum())
        return rate(yes, int(counted["n"].sum())), "percent"
    return mean(counted[key], counted["n"]), "number"


def _amount(found: Estimate, kind: str, *, long: bool = False) -> str:
    if np.isnan(found.value):
        return "not measured"
    write = {"percent": words.percent_of, "points": words.points_of}.get(kind, words.amount_of)
    return write(found, long=long)


def _range(low: float | None, high: float | None, kind: str) -> str:
    scale, unit = {"percent": (100, "%"), "points": (100, "points")}.get(kind, (1, ""))
    ends = [None if end is None else f"{round(end * scale, 6):g}" for end in (low, high)]
    tail = f"{words.NO_BREAK}{unit}" if unit else ""
    if ends[0] is None:
        return f"at most {ends[1]}{tail}"
    if ends[1] is None:
        return f"at least {ends[0]}{tail}"
    return f"{ends[0]} to {ends[1]}{tail}"


def _sentence(
    name: str, found: Estimate, low: float | None, high: float | None, word: str, kind: str
) -> str:
    asked = _range(low, high, kind)
    if np.isnan(found.value):
        return f"{name}: this game records nothing of that name, so the target cannot be judged."
    text = f"{name}: {_amount(found, kind, long=True)}; the target is {asked}. "
    if word == MET:
        return text + "The whole interval lies inside: met."
    if word == MISSED:
        side = "above" if high is not None and found.low > high else "below"
        return text + f"The whole interval lies {side}: missed."
    more = games_to_decide(found, low, high)
    if more > MANY:
        return text + "The value sits on the limit itself: no number of games will settle it."
    more = max(words.round_up(more), words.round_up(found.n * 1.5))
    return text + f"Cannot tell yet: run about {words.count(more)} games."


def overall(found: Sequence[Verdict]) -> str:
    """All targets in one sentence."""
    by_word = {word: [one for one in found if one.word == word] for word in (MET, MISSED, OPEN)}
    if len(by_word[MET]) == len(found):
        return "All targets of the mix are met." if len(found) > 1 else "The mix's target is met."
    parts = [
        f"{len(ones)} {word if word != OPEN else 'not decided yet'}"
        for word, ones in by_word.items()
        if ones
    ]
    text = f"Of {words.plural(len(found), 'target')}, {words.listed(parts)}."
    missed = [f"'{name}'" for name in dict.fromkeys(one.name for one in by_word[MISSED])]
    return text + (f" Missed: {words.listed(missed)}." if missed else "")


def table(found: Sequence[Verdict]) -> pd.DataFrame:
    """The verdicts as a table: target, players, value, low, high, target_low, target_high, verdict, n."""
    return pd.DataFrame(
        {
            "target": one.target,
            "players": one.players,
            **one.found.columns("value"),
            "target_low": one.low,
            "target_high": one.high,
            "verdict": one.word,
            "n": one.found.n,
        }
        for one in found
    )
