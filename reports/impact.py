"""What a card does: what goes with having it, and what its copy causes, side by side.

Correlation: 17lands' win rates of those that had the card. Cause: the same worlds played again with
one copy made blank; whatever differs is that copy's doing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from statsmodels.stats.multitest import multipletests

from hemicycle.reports import marks, words
from hemicycle.reports.comparing import signed
from hemicycle.reports.gap import Gap
from hemicycle.reports.paired import gaps
from hemicycle.reports.stats import ALPHA, Estimate, share, share_difference
from hemicycle.reports.verdicts import headlines
from hemicycle.sim.game import MEASURES
from hemicycle.sim.measures import SPREAD, Basis
from hemicycle.sim.outcomes import SHARES

if TYPE_CHECKING:
    from hemicycle.sim.pairs import Sums
    from hemicycle.sim.variants import Variant

LENGTH = "rounds"
OPENING, DRAWN_BY, HAD_BY = (MEASURES.index(name) for name in ("opening", "drawn_by", "had_by"))
RATES = ("oh", "gd", "gih", "gns")


def measures(game: str) -> tuple[str, ...]:
    """What a card's effect is measured on: the game's main measure, its length, the seats."""
    return (headlines(game)[0], LENGTH, SPREAD)


@dataclass(frozen=True)
class Impact:
    """One card. `had`: OH, GD, GIH, GNS win rates; `iwd` = GIH - GNS.

    `effect` and `length`: what one copy adds to the main measure and to the rounds, against a blank
    in its place; `p` after Holm's correction over all cards; `changed` part of games that differ.
    """

    deck: str
    card: str
    copies: int
    had: tuple[Estimate, ...]
    iwd: Estimate
    effect: Estimate
    length: Estimate
    p: float
    changed: float

    @property
    def clear(self) -> bool:
        """Whether the effect stands after Holm's correction."""
        return self.p < ALPHA

    @property
    def contrary(self) -> bool:
        """Whether having the card goes one way while its copy causes the other, both surely."""
        sure = self.clear and (self.iwd.low > 0 or self.iwd.high < 0)
        return sure and (self.iwd.value > 0) != (self.effect.value > 0)


def impacts(basis: Basis, sums: Sums, variants: Sequence[Variant]) -> list[Impact]:
    """A row a variant of `variants.blanked`, the largest effect first; side 0 is the mix itself."""
    found = [gaps(basis, sums, other) for other in range(1, len(sums.sides))]
    named = [{gap.measure.name: gap for gap in one} for one in found]
    main = measures(basis.game.name)[0]
    if not named:
        return []
    adjusted = multipletests([one[main].p for one in named], method="holm")[1]
    rows = [
        _impact(basis, sums, variant, (one[main], one[LENGTH]), float(p), number)
        for number, (variant, one, p) in enumerate(zip(variants, named, adjusted, strict=True))
    ]
    return sorted(rows, key=lambda row: -row.effect.value)


def _impact(
    basis: Basis, sums: Sums, variant: Variant, found: tuple[Gap, Gap], p: float, number: int
) -> Impact:
    deck = basis.game.decks.index(variant.deck)
    names = [card.name for card in variant.setup.mix.decks[variant.deck]]
    at = names.index(variant.card)
    counts, totals = sums.sides[0].counts[deck, :, :, at], sums.sides[0].totals[deck]
    had = counts[:, HAD_BY]
    columns = (counts[:, OPENING], counts[:, DRAWN_BY], had, totals - had)
    rates = tuple(share(SHARES, column) for column in columns)
    iwd, _ = share_difference((SHARES, had), (SHARES, totals - had))
    worlds = float(sums.pairs[number].worlds) / sums.sides[0].games
    effect, length = (_taken(gap) for gap in found)
    return Impact(
        variant.deck, variant.card, variant.copies + 1, rates, iwd, effect, length, p, worlds
    )


def _taken(gap: Gap) -> Estimate:
    """What the copy adds: the mix minus the mix with the blank."""
    low, high = gap.interval()
    return Estimate(-gap.value, -high, -low, min(gap.games))


def frame(found: Sequence[Impact]) -> pd.DataFrame:
    """All numbers: deck, card, copies; oh, gd, gih, gns, iwd, effect, length with _low, _high, n_*."""
    return pd.DataFrame(
        {
            "deck": one.deck,
            "card": one.card,
            "copies": one.copies,
            **{
                key: value
                for name, side in zip(RATES, one.had, strict=True)
                for key, value in {**side.columns(name), f"n_{name}": side.n}.items()
            },
            **one.iwd.columns("iwd"),
            **one.effect.columns("effect"),
            **one.length.columns("length"),
            "p_holm": one.p,
            "clear": one.clear,
            "changed": one.changed,
            "n": one.effect.n,
        }
        for one in found
    )


def lines(found: Sequence[Impact], length: str = "rounds") -> list[dict[str, str]]:
    """A row of text a card for a terminal; `length` is the game's word for its rounds."""
    return [
        {
            "card": one.card,
            "deck": one.deck,
            "copies": str(one.copies),
            **{
                name.upper(): words.plain_percent(side)
                for name, side in zip(RATES, one.had, strict=True)
            },
            "n GIH": words.short(one.had[2].n),
            "IWD": signed(words.points_of(one.iwd).partition(" (")[0]),
            "one copy causes": _effect(one.effect, points=True),
            length: _effect(one.length, points=False).partition(" (")[0],
            "p (Holm)": "<0.0001" if one.p < 0.0001 else f"{one.p:.4f}",
            "clear": "yes" if one.clear else "",
        }
        for one in found
    ]


def _effect(effect: Estimate, *, points: bool) -> str:
    if effect.low == effect.high == 0:
        return "nothing in any game"
    if np.isnan(effect.low):
        return "too few games changed"
    return signed(words.points_of(effect) if points else words.amount_of(effect))


def sentences(found: Sequence[Impact], main: str, *, wins: bool = True) -> list[str]:
    """How many effects are clear, why the two columns differ, and a card that shows it.

    `wins`: the main measure is of wins as IWD is, so that both can be set against each other.
    """
    games = words.count(found[0].effect.n)
    clear = sum(one.clear for one in found)
    text = [
        (
            f"{words.plural(len(found), 'card')}, {games} games each in the same worlds; what one copy "
            f"does to '{main}' is clear for {clear} after Holm's correction."
        ),
        (
            "Why the columns differ: IWD compares those that had a card with those that had not. "
            "Longer games show more cards, lucky hands hold several good ones, and an owner's win is "
            "another player's loss, so it mixes the card with its company. The effect of one copy "
            "comes from playing each world twice, with the copy and with a blank in its place: it "
            "holds everything the copy causes, for all players together, and nothing else. A blank "
            "keeps the deck as large as it was; taking the copy out of the deck makes it smaller, "
            "which is another change: --copies shows that one."
        ),
    ]
    if not wins:
        text.append(
            f"IWD is about its owner's wins and the effect about '{main}': signs that differ are no "
            "contradiction."
        )
    contrary = [one for one in found if one.contrary]
    if contrary and wins:
        most = max(contrary, key=lambda one: abs(one.effect.value))
        text.append(
            f"'{most.card}' shows it: having it goes with {_points(most.iwd)}, but its copy "
            f"itself makes {_points(most.effect)}."
        )
    return text


def _points(found: Estimate) -> str:
    return signed(words.points_of(found))


def draw(ax: Any, found: Sequence[Impact]) -> None:
    """Two panels with a line a card: what one copy causes, and IWD, which lives on a wider scale."""
    figure, rows = ax.figure, marks.ends(frame(found))
    ax.remove()
    labels = [f"{card} ({deck})" for card, deck in zip(rows["card"], rows["deck"], strict=True)]
    left, right = figure.subplots(1, 2, sharey=True)
    for panel, name, colour, words_ in (
        (left, "effect", marks.BLUE, "one copy causes"),
        (right, "iwd", marks.ORANGE, "owners win more (IWD)"),
    ):
        marks.forest(panel, labels, rows, name, colour)
        marks.cut(panel, frame(found))
        panel.axvline(0, color=marks.MUTED, linewidth=1, linestyle="--")
        marks.points_axis(panel.xaxis)
        panel.set_xlabel(f"{words_},\npercentage points")
