"""The cards of two sides next to each other: copies drawn, and how often their owners win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import norm

from hemicycle.reports.stats import ALPHA, NOTHING, Estimate, holm, share_difference
from hemicycle.sim.game import MEASURES, Game
from hemicycle.sim.outcomes import SHARES

if TYPE_CHECKING:
    from hemicycle.sim.pairs import SideSums
    from hemicycle.sim.sides import Side

HAD, DRAWN = MEASURES.index("had_by"), MEASURES.index("drawn")


@dataclass(frozen=True)
class Delta:
    """One card on two sides: copies in the deck, drawn a game, IWD, and how IWD differs.

    IWD ("improvement when drawn"): win share of those that had it minus that of those that did not.
    """

    deck: str
    card: str
    copies: tuple[int, int]
    drawn: tuple[float, float]
    iwd: tuple[Estimate, Estimate]
    gap: Estimate
    clear: bool = False

    def record(self) -> dict[str, Any]:
        """As a row of a table."""
        return {
            "deck": self.deck,
            "card": self.card,
            "copies_a": self.copies[0],
            "copies_b": self.copies[1],
            "drawn_a": self.drawn[0],
            "drawn_b": self.drawn[1],
            **self.iwd[0].columns("iwd_a"),
            **self.iwd[1].columns("iwd_b"),
            **self.gap.columns("difference"),
            "clear": self.clear,
        }


@dataclass(frozen=True)
class _OneSide:
    """One card on one side."""

    copies: int
    drawn: float
    iwd: Estimate


def deltas(game: Game, sides: Sequence[Side], sums: Sequence[SideSums]) -> list[Delta]:
    """Every card of either side with copies anywhere, the largest difference first.

    Lists whose rows nobody ever has are no decks of cards, and left out.
    """
    found, ps = [], []
    for number, deck in enumerate(game.decks):
        if not any(one.counts[number, :, HAD].any() for one in sums):
            continue
        names = dict.fromkeys(card.name for side in sides for card in side.mix.decks[deck])
        for name in names:
            a, b = (_one(game, deck, name, *pair) for pair in zip(sides, sums, strict=True))
            if a.copies + b.copies == 0:
                continue
            gap, p = _gap(a.iwd, b.iwd)
            found.append(
                Delta(deck, name, (a.copies, b.copies), (a.drawn, b.drawn), (a.iwd, b.iwd), gap)
            )
            ps.append(p)
    sure = holm(ps)
    judged = [replace(delta, clear=clear) for delta, clear in zip(found, sure, strict=True)]
    return sorted(judged, key=lambda delta: -np.nan_to_num(abs(delta.gap.value)))


def _one(game: Game, deck: str, name: str, side: Side, sums: SideSums) -> _OneSide:
    cards = side.mix.decks[deck]
    at = next((i for i, card in enumerate(cards) if card.name == name), None)
    if at is None:
        return _OneSide(0, 0.0, NOTHING)
    number = game.decks.index(deck)
    counts, totals = sums.counts[number], sums.totals[number]
    had = counts[:, HAD, at]
    iwd, _ = share_difference((SHARES, had), (SHARES, totals - had))
    return _OneSide(cards[at].count, float(counts[:, DRAWN, at].sum()) / sums.games, iwd)


def _gap(a: Estimate, b: Estimate) -> tuple[Estimate, float]:
    """The difference of two independent differences and its p value; 1 where one is not known."""
    value, margin = b.value - a.value, float(np.hypot(a.margin, b.margin))
    if not margin > 0:
        return Estimate(value, np.nan, np.nan, a.n + b.n), 1.0
    error = margin / float(norm.isf(ALPHA / 2))
    return Estimate(value, value - margin, value + margin, a.n + b.n), 2 * float(
        norm.sf(abs(value) / error)
    )
