"""From the text of --players to a line-up: the one place where the core asks for strategies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hemicycle.sim.errors import InputError
from hemicycle.sim.game import Game
from hemicycle.sim.lineup import LineUp, line_up
from hemicycle.strategies import all_strategies, baseline, make_entry, parse_players

USUAL_SEATS = 4


def seat_players(
    game: Game,
    limits: tuple[int, int],
    players: str,
    code: Sequence[str | Path],
    seats: int | None,
    fixed: bool,
) -> tuple[LineUp, list[dict[str, Any]]]:
    """The line-up of `players`, and per name, filled up to the seats, its parameters and source.

    `limits` are the fewest and most seats. InputError for unknown names or the wrong number.
    """
    low, high = limits
    chosen = parse_players(players, all_strategies(game.name, code))
    if len(chosen) == 1:
        chosen *= seats or min(max(low, USUAL_SEATS), high)
    if seats is not None and len(chosen) != seats:
        raise InputError(f"players: {len(chosen)} names for {seats} seats, expected 1 or {seats}")
    if not low <= len(chosen) <= high:
        raise InputError(
            f"players: {len(chosen)} names, but {game.name} is for {low} to {high} players"
        )
    made = {}
    for strategy, settings in chosen:  # each different one is compiled once
        key = (strategy.name, *sorted(settings.items()))
        if key not in made:
            made[key] = make_entry(strategy, settings, game)
    entries = [made[strategy.name, *sorted(settings.items())] for strategy, settings in chosen]
    plain = [
        {
            "label": entry.label,
            "strategy": entry.name,
            "params": dict(zip(strategy.params, entry.params, strict=True)),
            "source": entry.source,
        }
        for entry, (strategy, _) in zip(entries, chosen, strict=True)
    ]
    return line_up(entries, fixed=fixed), plain


def yardstick(game: Game, seats: int) -> LineUp:
    """A line-up that surely ends its games: for compiling the kernels before anything counts."""
    return line_up([make_entry(baseline.first, {}, game)] * seats)
