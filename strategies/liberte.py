"""The players of Liberté: an all-round one, and others who each want something above all.

They share the judgement of `liberte_sense`, `liberte_plan` and `liberte_choices` and the habit of taking
cards first and placing blocks late. They differ in their `wants`, in this order: weights of the
government's awards, the opposition's, victory points of provinces and battles; pull to the
counter-revolution and to the landslide; guard against both; envy of others; liking for empty provinces.
"""

from hemicycle.strategies import Param, strategy
from hemicycle.strategies.liberte_choices import usual


@strategy(
    "standard",
    game="liberte",
    description="Weighs what each choice brings: offices, battles and provinces by their victory "
    "points and its chances there, first of all the government. Guards against sudden death as long as "
    "another would win it, and takes it when it would win itself.",
    guard=Param(2.0, 0, 4, "fear of a sudden death that another would win"),
    envy=Param(0.5, 0, 2, "worth to it of each victory point another misses"),
    war=Param(0.8, 0, 3, "weight of a battle's victory points"),
)
def standard(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    wants = (3.5, 1.2, 1.2, params[2], 0.0, 0.0, params[0], params[1], -0.1)
    return usual(decision, table, own, options, rng, wants)


@strategy(
    "government",
    game="liberte",
    description="Builds governments: backs the faction that is likely to govern and wants the most "
    "held blocks of it. Cares little for battles, oppositions and provinces with victory points.",
    govern=Param(3.0, 0, 6, "weight of the government's awards"),
    guard=Param(1.0, 0, 4, "fear of a sudden death that another would win"),
)
def government(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    wants = (params[0], 0.2, 0.4, 0.2, 0.0, 0.0, params[1], 0.2, 0.0)
    return usual(decision, table, own, options, rng, wants)


@strategy(
    "hawk",
    game="liberte",
    description="Lives off battles: keeps generals in its display and sends cannons to the Battle Box "
    "before anything else. Plays for offices with what is left.",
    war=Param(2.0, 0, 6, "weight of a battle's victory points"),
    guard=Param(1.5, 0, 4, "fear of a sudden death that another would win"),
)
def hawk(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    wants = (1.8, 1.0, 1.0, params[0], 0.0, 0.0, params[1], 0.3, 0.0)
    return usual(decision, table, own, options, rng, wants)


@strategy(
    "royalist",
    game="liberte",
    description="Wants the counter-revolution: gathers white blocks and cards from the first turn and "
    "spreads white over the provinces that count for it.",
    pull=Param(1.0, 0, 4, "pull to the counter-revolution"),
)
def royalist(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    wants = (1.5, 0.7, 0.8, 0.5, params[0], 0.0, 0.3, 0.3, 0.0)
    return usual(decision, table, own, options, rng, wants)


@strategy(
    "radical",
    game="liberte",
    description="Wants the landslide: gathers red blocks and cards and wins red votes wherever it can.",
    pull=Param(1.0, 0, 4, "pull to the landslide"),
)
def radical(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    wants = (1.5, 0.7, 0.8, 0.5, 0.0, params[0], 0.3, 0.3, 0.0)
    return usual(decision, table, own, options, rng, wants)


@strategy(
    "guardian",
    game="liberte",
    description="Spoils the plans of others: breaks white control early, keeps red votes down and "
    "takes provinces from whoever holds them, even where it gains little.",
    guard=Param(3.0, 0, 6, "fear of a sudden death that another would win"),
    envy=Param(1.0, 0, 3, "worth to it of each victory point another misses"),
)
def guardian(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    wants = (1.8, 1.0, 1.0, 0.7, 0.0, 0.0, params[0], params[1], 0.0)
    return usual(decision, table, own, options, rng, wants)


@strategy(
    "opportunist",
    game="liberte",
    description="Takes what is cheap: empty provinces, provinces with victory points, second places "
    "and oppositions. Picks no fight it does not have to.",
    cheap=Param(0.15, 0, 2, "worth of a province nobody stands in"),
    lands=Param(2.0, 0, 4, "weight of the provinces' victory points"),
)
def opportunist(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    wants = (1.5, 1.5, params[1], 0.7, 0.0, 0.0, 1.5, 0.2, params[0])
    return usual(decision, table, own, options, rng, wants)
