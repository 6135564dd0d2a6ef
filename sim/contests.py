"""Sides that are played, or have been: one door for both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from hemicycle.sim.errors import InputError
from hemicycle.sim.measures import Basis
from hemicycle.sim.pair_runs import apart, game_of_runs, read_runs, seats_of_runs, sum_runs
from hemicycle.sim.pairs import BLOCK_GAMES, Sums, play
from hemicycle.sim.runspec import RunSpec, Setup
from hemicycle.sim.sides import Side, is_run, read_sides
from hemicycle.sim.variants import Variant

UNPAIRED = "each side was played on a seed of its own (--unpaired)"


@dataclass(frozen=True)
class Contest:
    """Sides with the basis they are measured by; `apart` says why they are not coupled, or is empty."""

    sides: list[Side]
    basis: Basis
    apart: str = ""

    @property
    def finished(self) -> bool:
        """Whether the sides are finished runs."""
        return self.sides[0].setup is None

    @property
    def setups(self) -> list[Setup]:
        """What is played; empty for finished runs."""
        return [side.setup for side in self.sides if side.setup is not None]

    def play(
        self,
        stops: Iterable[int],
        *,
        jobs: int | None = None,
        patience: float = 60.0,
        block: int = BLOCK_GAMES,
        progress: Callable[[int], object] | None = None,
    ) -> Iterator[Sums]:
        """The sums after every number of games in `stops` (see `pairs.play`); once for runs."""
        paired = not self.apart
        if self.finished:
            yield sum_runs(self.sides, self.basis, paired=paired)
            return
        yield from play(
            self.setups, self.basis, stops,
            paired=paired, jobs=jobs, patience=patience, block=block, progress=progress,
        )  # fmt: skip


def enter(
    words: Sequence[str],
    spec: RunSpec,
    curves: Mapping[str, tuple[str, str]],
    *,
    paired: bool = True,
    changes: Sequence[str] = (),
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> Contest:
    """The sides named by `words` (see `sides`), ready to be played or read.

    `curves` names, by game, the columns of the difficulty curve. InputError in one line for sides
    that cannot be compared.
    """
    if any(is_run(word) for word in words):
        if changes or add or remove:
            raise InputError("finished runs cannot be changed; leave out --set, --add and --remove")
        if len(words) < 2:
            raise InputError("give two runs at least")
        sides = read_runs(words)
        game, seats = game_of_runs(sides), seats_of_runs(sides)
        reason = apart(sides) if paired else "asked for by --unpaired"
    else:
        sides = read_sides(words, spec, paired=paired, changes=changes, add=add, remove=remove)
        first = next(side.setup for side in sides if side.setup is not None)
        game, seats = first.game, first.lineup.seats
        reason = "" if paired else UNPAIRED
    labels = list(dict.fromkeys(label for side in sides for label in side.labels))
    rivals = any(len(side.labels) > 1 for side in sides)
    basis = Basis(game, seats, labels, curves.get(game.name), rivals=rivals)
    return Contest(sides, basis, reason)


def enter_variants(
    setup: Setup, variants: Sequence[Variant], measures: Sequence[str]
) -> tuple[Basis, Callable[..., Iterator[Sums]]]:
    """A mix against itself with one card changed, for each of `variants`.

    Returns the basis of the named `measures`, and `pairs.play` of the mix and then its variants.
    """
    basis = Basis(setup.game, setup.lineup.seats, setup.lineup.labels, only=measures)
    sides = [setup, *(variant.setup for variant in variants)]
    # About as many games a block as when two sides are compared, so that progress stays smooth.
    block = max(100, 2 * BLOCK_GAMES // len(sides))
    return basis, partial(play, sides, basis, block=block)
