"""Two players of your own to start from: copy this file, rename, change, seat.

    hemicycle run filibuster --code my_bots.py --players patient,standard,standard,standard -n 100_000
    hemicycle run filibuster --code my_bots.py --players patient:share=0.8,coin -n 10_000 --seats 4

A strategy is one function. It is called for every decision and answers with an index into `options`:

    decision  which question is asked: compare it with BID, VOTE, SUPPORT, ... below
    table     what everyone sees: table.hours, table.difficulty, table.influence[seat], ...
    own       what only you see: own.hand[card] copies of each action card
    options   what you may do, in the order of the rules (see `hemicycle replay ... --decisions`)
    params    your own numbers, in the order you name them in the decorator
    rng       your own random numbers: below(rng, 6) is a die; other players' cards never depend on it

You are seat `table.seat`. numba compiles the function, so keep to numbers, loops and ifs. Every
field of `table` and `own` is listed in sim/games/filibuster/records.py.
"""

from hemicycle.sim.games.filibuster.records import AYE, BID, NAY, SUPPORT, VOTE
from hemicycle.sim.rng import below
from hemicycle.strategies import Param, strategy


@strategy(
    "patient",
    game="filibuster",
    description="Bids only in the last rounds, passes its best card, votes Aye when it looks bad.",
    share=Param(0.5, 0, 1, "share of its influence it will bid"),
    first=Param(5, 2, 7, "first round in which it bids"),
)
def patient(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    if decision == BID:
        # options[0] is 0 (pass); the others are totals, the smallest first.
        limit = params[0] * table.influence[table.seat]
        if table.round_number >= params[1] and len(options) > 1 and options[1] <= limit:
            return 1
        return 0
    if decision == VOTE:
        # Aye ends the filibuster as a success; No pays the round's number, if the vote fails.
        missing = table.difficulty - table.hours
        return AYE if missing > 3 else NAY
    if decision == SUPPORT:
        # The options are cards (or -1: draw one). Take the card with the highest value.
        best, highest = 0, -1
        for i in range(len(options)):
            card = options[i]
            value = table.mix.action.value[card] if card >= 0 else 0
            if value > highest:
                best, highest = i, value
        return best
    return 0  # everything else: the first option


@strategy("coin", game="filibuster", description="Tosses a coin between the first and last option.")
def coin(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    return (len(options) - 1) * below(rng, 2)
