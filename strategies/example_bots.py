"""Two players of Filibuster! to copy and change. Nothing to install: copy this file, and seat them.

    cp strategies/example_bots.py my_bots.py
    hemicycle run filibuster --code my_bots.py --players patient,standard,standard,standard -n 100_000
    hemicycle run filibuster --code my_bots.py --players patient:share=0.8,bluffer,random,random -n 10_000

A player is one function. It is called for every decision and answers with the place of an option on
the list, counted from 0. It is handed

    decision  which question is asked; compare it with BID, VOTE, SUPPORT, ... (never with "bid")
    table     what everybody sees: table.hours, table.difficulty, table.influence[seat], ...
    own       what only you see: own.hand[card] is how many copies of a card you hold
    options   what you may do, in the order of the rules: options[0], options[1], ...
    params    your own numbers, in the order in which the decorator names them
    rng       your own luck: below(rng, 6) is 0 to 5, uniform(rng) is between 0 and 1

You are seat `table.seat`. All fields of `table` and `own` stand in sim/games/filibuster/records.py, and
`hemicycle replay filibuster --seed 7 --game 0 --decisions` shows a game with every list of options.

The function is compiled to machine code, hence fast, and hence a little strict: numbers, `if`, loops
and functions with @kernel above them; no texts, no imports inside, no classes. Something it cannot
compile is named with its line. An edit counts the next time you start a run.
"""

from hemicycle.sim.games.filibuster.records import (
    AYE,
    BID,
    CALL_VOTE,
    DRAW_CARD,
    NAY,
    NO,
    SUPPORT,
    VOTE,
    YES,
)
from hemicycle.sim.jit import kernel
from hemicycle.sim.rng import uniform
from hemicycle.strategies import Param, strategy
from hemicycle.strategies.filibuster import standard

# ---------------------------------------------------------------------------------------------------
# 1. A player from scratch.
# ---------------------------------------------------------------------------------------------------


# A helper. @kernel compiles it; without that line the player could not call it.
@kernel
def dearest_card(table, options):  # type: ignore[no-untyped-def]
    """Place of the card with the highest printed value on the list."""
    best, highest = 0, -1
    for i in range(len(options)):
        card = options[i]
        # The first option of `support` is often DRAW_CARD (-1), which is no card and has no value.
        if card != DRAW_CARD and table.mix.action.value[card] > highest:
            best, highest = i, table.mix.action.value[card]
    return best


# The name is what you write after --players. Each Param is a number that can be changed there
# (patient:share=0.8): its usual value, the lowest and the highest, and what it means.
@strategy(
    "patient",
    game="filibuster",
    description="Bids only in the last rounds, passes on its best card, votes Aye when it looks bad.",
    share=Param(0.5, 0, 1, "share of its influence it will bid"),
    first=Param(5, 2, 7, "first round in which it bids"),
)
def patient(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    share, first = params[0], params[1]  # in the order of the decorator
    me = table.seat

    if decision == BID:
        # options[0] passes; options[1] is the lowest bid that is high enough, and so on.
        if table.round_number >= first and options[1] <= share * table.influence[me]:
            return 1
        return 0

    if decision == SUPPORT:
        return dearest_card(table, options)

    # How bad does it look? One more failure than this loses the game for everybody.
    can_lose_one_more = table.failures + 1 < table.mix.parameters.enacted_to_lose
    hours_missing = table.difficulty - table.hours

    if decision == CALL_VOTE:
        return YES if hours_missing > 6 and not can_lose_one_more else NO

    if decision == VOTE:
        # A No earns as much as the number of the round, if the team survives it.
        return NAY if can_lose_one_more or hours_missing <= 0 else AYE

    # For everything else the first option will do. It is always allowed.
    return 0


# ---------------------------------------------------------------------------------------------------
# 2. A player that does one thing in its own way and the rest like a built-in one.
# ---------------------------------------------------------------------------------------------------

# The function of `standard`, ready to be called, and the usual values of its parameters. Any player
# of `hemicycle strategies filibuster` can be used like this.
play_like_standard = kernel(standard.decide)
USUAL = standard.defaults


@strategy(
    "bluffer",
    game="filibuster",
    description="Plays like `standard`, but now and then opens the bidding with a scare.",
    nerve=Param(0.3, 0, 1, "how often it bluffs when nobody has bid yet"),
    scare=Param(4, 1, 20, "the bid it bluffs with"),
)
def bluffer(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    if decision == BID and table.highest == 0 and uniform(rng) < params[0]:
        # With nothing bid yet options[4] is a bid of 4; do not point beyond the end of the list.
        return min(int(params[1]), len(options) - 1)
    return play_like_standard(decision, table, own, options, USUAL, rng)
