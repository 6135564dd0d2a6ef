"""Strategies that play every game: the yardsticks."""

from hemicycle.sim.rng import below
from hemicycle.strategies import strategy


@strategy(
    "random",
    game=None,
    description="Takes any option, each equally likely. The yardstick for luck.",
)
def random(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    return below(rng, len(options))


@strategy("first", game=None, description="Always takes the first option listed.")
def first(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    return 0
