"""Elections of Liberté laid out by their result: so many votes for a faction by a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hemicycle.tests.games.liberte_play import Begin, Play

TWELVE = (
    *("Picardie", "Champagne", "Orléanais", "Lorraine", "Bourgogne", "Berry"),
    *("Bourbonnais", "Touraine", "Saintonge", "Béarn", "Dauphiné", "Artois-Flandre"),
)
"""Provinces of one vote and no victory points."""


def won(*shares: str) -> dict[str, str]:
    """Stacks that win these votes: `0R2` two for red by seat 0."""
    owners = [share[:2] for share in shares for _ in range(int(share[2:]))]
    return {name: f"{owner}1" for name, owner in zip(TWELVE, owners, strict=False)}


def elect(
    begin: Begin,
    shares: str,
    displays: Mapping[int, str] | None = None,
    *changes: str,
    turn: int = 4,
    **options: int,
) -> Play:
    """An election in which the provinces give these votes; it is the last unless told."""
    play = begin("battle_first_turn=5", *changes, **options)
    play.lay(displays=displays)
    play.to_turn(turn)
    play.board(won(*shares.split()))
    play.events()
    play.end_phase()
    return play
