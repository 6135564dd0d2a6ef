"""The few numbers a run ends with in the terminal.

Counted without pandas and statsmodels, which take longer to load (2 s) than a short run takes to
play; the tests hold the intervals against `stats`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pyarrow as pa

from hemicycle.reports.curves import CURVES
from hemicycle.sim.game import MEASURES
from hemicycle.sim.outcomes import (
    check_parts,
    columns_of,
    load_manifest,
    numbers,
    parts,
    read_table,
)

Z = NormalDist().inv_cdf(0.975)
FEW = 30
"""With fewer cases than this on either side, the interval of a share is Wilson's."""
WHOLE = 60
"""Shares of a win are counted in sixtieths: exact for a win split by up to six."""
CODES = 256


def summary(folder: Path) -> dict[str, Any]:
    """Statuses, rates of the games, win rates by seat and strategy, the difficulty curve and so on.

    `words`: by coded column of the games, how often each word occurred. Each table is a list of records with `rate`, `low`, `high` (95 % interval) and `n`.
    """
    manifest = load_manifest(folder)
    spec = manifest["spec"]
    kept = ("game", "seed", "seats", "players", "fixed_seats", "checked", "forfeit")
    return {
        "run": str(folder),
        "spec": {key: spec[key] for key in kept},
        "mix": {key: spec["mix"][key] for key in ("name", "digest", "changes")},
        "games": manifest["progress"]["games"],
        "statuses": manifest["progress"]["statuses"],
        "faults": manifest["progress"]["faults"],
        "rates": _rates(folder),
        "words": _words(folder),
        "tables": _wins(folder, spec["seats"], manifest["lineup"]["labels"])
        | _curve(folder, spec["game"]),
        "timing": manifest["timing"],
    }


def wilson(count: float, n: int) -> dict[str, Any]:
    """The rate `count / n` with its 95 % Wilson interval; n > 0."""
    rate, spread = count / n, Z * Z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * np.sqrt(rate * (1 - rate) / n + spread / (4 * n))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return {"rate": float(rate), "low": float(low), "high": float(high), "n": int(n)}


def share(often: Any, held: int = 1) -> dict[str, Any]:
    """Mean share of the win of one of `held` seats, with its 95 % interval.

    `often` int64[WHOLE + 1]: how often the seats together had so many sixtieths. The interval is
    normal, for a mean of many cases. Where nearly all cases are 0, or nearly all 1, it is Wilson's:
    wider than needed for fractions, but it never claims a certainty.
    """
    n, values = int(often.sum()), np.arange(len(often)) / (WHOLE * held)
    total = float(often @ values)
    if min(n - often[0], n - often[-1]) < FEW:
        return wilson(total, n)
    mean = total / n
    half = float(Z * np.sqrt((float(often @ values**2) / n - mean * mean) / (n - 1)))
    return {"rate": mean, "low": max(0.0, mean - half), "high": min(1.0, mean + half), "n": n}


def _rates(folder: Path) -> list[dict[str, Any]]:
    """How often each yes-or-no column of the games is true."""
    schema = columns_of(folder, "games")
    truths = [field.name for field in schema if pa.types.is_boolean(field.type)]
    counted, games = dict.fromkeys(truths, 0), 0
    for part in parts(folder, "games", ["game", *truths]):
        games += part.num_rows
        for name in truths:
            counted[name] += int(np.count_nonzero(numbers(part[name])))
    return [{"name": name, **wilson(counted[name], games)} for name in truths]


def _words(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """How often each word of a coded column of the games occurred; the status is told elsewhere."""
    schema = columns_of(folder, "games")
    coded = [f.name for f in schema if pa.types.is_dictionary(f.type) and f.name != "status"]
    counted: dict[str, Any] = dict.fromkeys(coded, 0)
    named: dict[str, list[str]] = {}
    for part in parts(folder, "games", coded) if coded else ():
        for name in coded:
            named[name] = part[name].combine_chunks().dictionary.to_pylist()
            counted[name] += np.bincount(numbers(part[name]), minlength=len(named[name]))
    return {
        name: [
            {"word": word, **wilson(int(count), int(counts.sum()))}
            for word, count in zip(named[name], counts, strict=True)
        ]
        for name, counts in counted.items()
    }


def _wins(folder: Path, seats: int, labels: Sequence[str]) -> dict[str, Any]:
    """Shares of the win by seat and, when several play, by strategy and by both."""
    cells = np.zeros((len(labels), seats, WHOLE + 1), np.int64)
    together = np.zeros((len(labels), WHOLE + 1), np.int64)
    held = [1] * len(labels)
    for part in parts(folder, "seats", ["seat", "strategy", "win"]):
        seat = numbers(part["seat"]).astype(np.int64)
        who = numbers(part["strategy"]).astype(np.int64)
        sixtieths = np.rint(numbers(part["win"]) * WHOLE).astype(np.int64)
        key = (who * seats + seat) * (WHOLE + 1) + sixtieths
        cells += np.bincount(key, minlength=cells.size).reshape(cells.shape)
        for i in range(len(labels)):
            own = sixtieths[who == i]
            held[i] = len(own) * seats // len(who)  # the same number of seats in every game
            together[i] += np.bincount(own.reshape(-1, held[i]).sum(1), minlength=WHOLE + 1)
    found = {"win rate by seat": [{"seat": s, **share(cells[:, s].sum(0))} for s in range(seats)]}
    if len(labels) > 1:
        found["win rate of a seat by strategy"] = [
            {"strategy": label, **share(together[i], held[i])} for i, label in enumerate(labels)
        ]
        found["win rate by strategy and seat"] = [
            {"strategy and seat": f"{label}, seat {seat}", **share(cells[i, seat])}
            for i, label in enumerate(labels)
            for seat in range(seats)
            if cells[i, seat].any()
        ]
    return found


def _curve(folder: Path, game: str) -> dict[str, Any]:
    """How often the game's curve is true, by round and by its number; nothing for a game without one."""
    if game not in CURVES:
        return {}
    value, truth = CURVES[game]
    groups = ["round", value]
    sums = dict.fromkeys(groups, np.zeros((2, CODES), np.int64))
    for part in parts(folder, "rounds", [*groups, truth]):
        true = numbers(part[truth]) == 1
        for by in groups:
            key = numbers(part[by])
            counted = [np.bincount(keys, minlength=CODES) for keys in (key[true], key)]
            sums[by] = sums[by] + np.stack(counted)
    return {
        f"{truth} by {by}": [
            {by: int(i), **wilson(int(yes[i]), int(n[i]))} for i in np.flatnonzero(n)
        ]
        for by, (yes, n) in sums.items()
    }


def card_results(folder: Path, deck: str) -> dict[str, dict[str, Any]]:
    """Card name -> counts of a run, and the owners' win rate: copies drawn, played and held at the end,
    and the game's own columns; only those that are not 0 for all cards of the deck.
    """
    check_parts(folder)
    frame = read_table(folder, "cards")
    frame = frame[frame.deck == deck]
    own = list(frame.columns)[list(frame.columns).index(MEASURES[-1]) + 1 :]
    names = {"drawn": "drawn", "played": "played", "held": "held at the end"}
    names |= {name: name.replace("_", " ") for name in own}
    names = {name: words for name, words in names.items() if frame[name].any()}
    found: dict[str, dict[str, Any]] = {}
    for card, rows in frame.groupby("card", observed=True):
        had = int(rows.had_by.sum())
        found[str(card)] = {words: int(rows[name].sum()) for name, words in names.items()}
        if frame.had_by.any():
            found[str(card)]["win rate when had"] = (
                float((rows.win * rows.had_by).sum() / had) if had else None
            )
    return found
