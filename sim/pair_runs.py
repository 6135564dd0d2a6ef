"""Finished runs side by side: read part by part into the same sums as sides that are played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.errors import InputError
from hemicycle.sim.game import MEASURES, WIN_SHARES, Game
from hemicycle.sim.games import find_game
from hemicycle.sim.measures import Basis
from hemicycle.sim.mixtools import diff
from hemicycle.sim.outcomes import check_parts, load_manifest, parts
from hemicycle.sim.pairs import PairSums, SideSums, Sums, codes_of, pair_sums, side_sums
from hemicycle.sim.sides import Side, is_run

CHUNK = 25_000
"""Games turned into columns at a time."""
FINISHED = "finished"


def read_runs(words: Sequence[str]) -> list[Side]:
    """The finished runs in these folders as sides; InputError when they do not go together."""
    for word in words:
        if not is_run(word):
            raise InputError(f"{word} is not a finished run; compare runs with runs only")
    manifests = [load_manifest(word) for word in words]
    for word, manifest in zip(words, manifests, strict=True):
        _check(word, manifest, words[0], manifests[0]["spec"])
        check_parts(word)
    sides: list[Side] = []
    for word, manifest in zip(words, manifests, strict=True):
        spec, mix = manifest["spec"], Mix.from_dict(manifest["spec"]["mix"])
        changes = diff(sides[0].mix, mix) if sides else []
        if sides and spec["players"] != sides[0].players:
            changes.append(f"players {sides[0].players} -> {spec['players']}")
        labels = tuple(manifest["lineup"]["labels"])
        sides.append(
            Side(str(word), mix, spec["players"], labels, tuple(changes), folder=Path(word))
        )
    return sides


def _check(word: str, manifest: Mapping[str, Any], first: str, base: Mapping[str, Any]) -> None:
    spec, progress = manifest["spec"], manifest["progress"]
    if progress["games"] == 0 or progress["state"] == "running":
        raise InputError(f"{word}: the run is not finished; continue it with --resume")
    for key, what in (("game", "game"), ("game_version", "behaviour version"), ("seats", "seats")):
        if spec[key] != base[key]:
            raise InputError(
                f"{word} cannot be compared with {first}: {what} {spec[key]} and {base[key]}"
            )


def apart(sides: Sequence[Side]) -> str:
    """Why the runs are not played on the same worlds, in words; "" when they are."""
    manifests = [load_manifest(str(side.folder)) for side in sides]
    first = manifests[0]
    for other in manifests[1:]:
        if first["spec"]["seed"] != other["spec"]["seed"]:
            return "the runs have different seeds"
        if _pattern(first) != _pattern(other):
            return "the strategies rotate differently over the seats"
    return ""


def _pattern(manifest: Mapping[str, Any]) -> list[list[int]]:
    """The arrangements with each strategy as the number of its first appearance."""
    rows = manifest["lineup"]["arrangements"]
    seen = list(dict.fromkeys(name for row in rows for name in row))
    return [[seen.index(name) for name in row] for row in rows]


def sum_runs(sides: Sequence[Side], basis: Basis, *, paired: bool) -> Sums:
    """The sums of the runs' games; paired runs are read as far as the shortest goes."""
    limit = min(_games(side) for side in sides) if paired else None
    streams = [_chunks(side, basis, limit) for side in sides]
    total: list[SideSums | None] = [None] * len(sides)
    pairs: list[PairSums | None] = [None] * (len(sides) - 1)
    empty = np.zeros(basis.game.counts_shape, np.int64)
    for chunk in zip_longest(*streams):
        columns = []
        for at, rows in enumerate(chunk):
            if rows is None:
                continue
            columns.append(basis.columns(rows))
            found = side_sums(basis, columns[-1], rows, empty, empty[:, :, 0, 0])
            before = total[at]
            total[at] = found if before is None else before + found
        if paired:
            for at, other in enumerate(columns[1:]):
                coupled = pair_sums(basis, columns[0], other)
                earlier = pairs[at]
                pairs[at] = coupled if earlier is None else earlier + coupled
    with_cards = [
        _with_cards(sums, side, basis.game) for sums, side in zip(total, sides, strict=True) if sums
    ]
    return Sums(tuple(with_cards), tuple(pair for pair in pairs if pair is not None))


def _games(side: Side) -> int:
    return int(load_manifest(str(side.folder))["progress"]["games"])


def _chunks(side: Side, basis: Basis, limit: int | None) -> Iterator[dict[str, dict[str, Any]]]:
    """The rows of a run, CHUNK games at a time, words as codes."""
    left = _games(side) if limit is None else limit
    codes = codes_of(basis, side.labels)
    folder = str(side.folder)
    for tables in zip(*(parts(folder, name) for name in ("games", "seats", "rounds")), strict=True):
        games, seats, rounds = (_arrays(table) for table in tables)
        seats["strategy"] = codes[seats["strategy"]]
        ends = np.concatenate([[0], np.cumsum(games["rounds"], dtype=np.int64)])
        for start in range(0, min(left, len(games["rounds"])), CHUNK):
            stop = min(start + CHUNK, left, len(games["rounds"]))
            yield {
                "games": _slice(games, start, stop),
                "seats": _slice(seats, start * basis.players, stop * basis.players),
                "rounds": _slice(rounds, int(ends[start]), int(ends[stop])),
            }
        left -= len(games["rounds"])
        if left <= 0:
            return


def _arrays(table: Any) -> dict[str, Any]:
    found = {}
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        words = pa.types.is_dictionary(column.type)
        found[name] = (column.indices if words else column).to_numpy(zero_copy_only=False)
    return found


def _slice(arrays: Mapping[str, Any], start: int, stop: int) -> dict[str, Any]:
    return {name: values[start:stop] for name, values in arrays.items()}


def _with_cards(sums: SideSums, side: Side, game: Game) -> SideSums:
    """The sums with the card counts of the whole run."""
    counts = np.zeros_like(sums.counts)
    totals = np.zeros_like(sums.totals)
    number = {
        (deck, card.name): i
        for deck, cards in side.mix.decks.items()
        for i, card in enumerate(cards)
    }
    results = {word: i for i, word in enumerate(WIN_SHARES)}
    measures = (*MEASURES, *(column.name for column in game.card_columns))
    for table in parts(str(side.folder), "cards"):
        part = np.zeros_like(totals)
        for row in table.to_pylist():
            deck, result = game.decks.index(row["deck"]), results[row["result"]]
            part[deck, result] = row["seat_games"]
            card = number[row["deck"], row["card"]]
            counts[deck, result, :, card] += [row[name] for name in measures]
        totals += part
    return SideSums(sums.gram, sums.rounds, sums.curve, counts, totals)


def game_of_runs(sides: Sequence[Side]) -> Game:
    """The game the runs were played of."""
    return find_game(sides[0].mix.game)


def seats_of_runs(sides: Sequence[Side]) -> int:
    """How many sat at the table in the first run (and in all others)."""
    return int(load_manifest(str(sides[0].folder))["spec"]["seats"])
