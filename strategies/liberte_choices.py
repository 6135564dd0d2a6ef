"""How a player of Liberté picks an option once it knows what it wants; indices into `options`.

`usual` answers every decision; a strategy calls it with its `wants` (see `liberte_sense`). Close calls
are made by lot, so that habits bend smoothly when a deck changes.
"""

from typing import Any

from numba import int64

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.games.liberte.records import (
    ACTION_KIND,
    AWARD_ADVANCE,
    BATTLE,
    BATTLE_ADVANCE,
    BLOCKS,
    DECK,
    DISCARD,
    KEEP,
    KEEP_CARD,
    OVERFLOW_DISCARD,
    PLACE_BLOCK,
    PLAY,
    PLAY_CARD,
    REFILL_DISCARD,
    REFILL_DRAW,
    SPECIAL,
    STOP,
    TABLE,
    TAKE,
    TAKE_DISCARD,
    TAKE_SECOND,
    TAKE_SOURCE,
    TARGET_CARD,
    TARGET_PLAYER,
    USE_CARD,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.piles import WORDS
from hemicycle.strategies.liberte_contests import choose_contest
from hemicycle.strategies.liberte_plan import (
    LATE,
    OWN_VOTE,
    STAY,
    VOTE_LOST,
    battle_worth,
    block_worth,
    blocks_worth,
    calm_plan,
    is_calm,
    plan_of,
)
from hemicycle.strategies.liberte_sense import (
    ENVY,
    OPTIONS,
    OWN,
    RNG,
    WANTS_TYPE,
    card_worth,
    is_last,
    lateness,
    lot,
    survey,
    unseen_worth,
)
from hemicycle.strategies.liberte_specials import (
    choose_removal,
    choose_struck,
    choose_victim,
    special_worth,
)

CLOSE = 0.15
"""Width of the lots that decide between choices worth nearly the same."""
TAKE_FIRST, TAKE_LATE, TAKE_MANY, TAKE_DISCARDS = 3.0, 1.5, 0.5, 0.8
"""How much better than the best card in hand the market's must be to be taken: this much worse, less
for the end of the phase, for each kind in hand, and for cards to be discarded."""


@inner_kernel
def play_worth(table: Any, own: Any, card: int, wants: Any, plan: Any) -> float:
    """Worth of playing a card of my hand now; of a club, which fits anywhere, at a rough guess."""
    cards, action = table.mix.cards, table.action
    if cards.type[card] == SPECIAL:
        return special_worth(table, card, wants, plan)
    colour, region = int(cards.colour[card]), int(cards.region[card])
    if action.cards_played > 0:
        return blocks_worth(table, colour, 1, int(action.region), wants, plan)
    if region < 0:
        vote = plan[OWN_VOTE + colour] + VOTE_LOST * wants[ENVY]
        worth = (0.55 + 0.25 * plan[LATE]) * vote + plan[STAY] - 0.2
    else:
        worth = blocks_worth(table, colour, int(cards.value[card]), region, wants, plan)
    if cards.cannon[card] != 0 and table.free_tokens[table.seat] > 0:
        worth = max(worth, battle_worth(table, own, card, wants, plan))
    return float(worth)


@inner_kernel
def best_play(table: Any, own: Any, options: Any, rng: Any, wants: Any, plan: Any) -> int:
    """Index of the card worth most to play; DONE when none is worth a card."""
    best, most = 0, -1e9
    for i in range(len(options)):
        card, worth = int(options[i]), 0.25
        if card != STOP:
            worth = play_worth(table, own, card, wants, plan) + CLOSE * lot(table, rng, card)
        if worth > most:
            best, most = i, worth
    return best


@inner_kernel
def choose_action(table: Any, own: Any, options: Any, rng: Any, wants: Any) -> int:
    """Take cards first, play them later: who places last knows most.

    TAKE while the market's best card, early in the phase and with few cards in hand, beats the best
    in hand; PLAY otherwise, and always once a card taken could not be used any more.
    """
    cards, parameters, late = table.mix.cards, table.mix.parameters, lateness(table)
    plays = int(options[0] == PLAY)
    takes = int(len(options) > plays and options[plays] == TAKE)
    if plays + takes < 2 or (late >= 1.0 and is_last(table)):
        return 0
    held, shown, number = 0.0, 0.0, 0
    for word in range(WORDS):
        left = own.hand.kinds[word] & ~cards.specials[word]
        while left != EMPTY_SET:
            held = max(held, card_worth(table, 64 * word + lowest(left), wants))
            left = without_lowest(left)
            number += 1
    for slot in range(parameters.faceup_cards):
        if table.market[slot] != EMPTY:
            shown = max(shown, card_worth(table, int(table.market[slot]), wants))
    take = shown - held + TAKE_FIRST - TAKE_LATE * late - TAKE_MANY * number
    if table.hand_size[table.seat] >= parameters.take_discard_threshold:
        take -= TAKE_DISCARDS
    return 1 if take > CLOSE * lot(table, rng, 0) else 0


@inner_kernel
def choose_use(table: Any, own: Any, options: Any, wants: Any, plan: Any) -> int:
    """Blocks or a token in the Battle Box, whichever is worth more."""
    cards, card = table.mix.cards, int(table.action.card)
    colour, value = int(cards.colour[card]), int(cards.value[card])
    laid = blocks_worth(table, colour, value, int(cards.region[card]), wants, plan)
    wanted = BATTLE if battle_worth(table, own, card, wants, plan) > laid else BLOCKS
    return 0 if options[0] == wanted else 1


@inner_kernel
def choose_province(table: Any, options: Any, rng: Any, wants: Any, plan: Any) -> int:
    """Index of the province where the next block, or those still to come, do most."""
    colour, left = int(table.mix.cards.colour[table.action.card]), int(table.action.left)
    best, most = 0, -1e9
    for i in range(len(options)):
        province = int(options[i])
        worth, _ = block_worth(table, province, colour, left, wants, plan)
        worth += 0.5 * CLOSE * lot(table, rng, province)
        if worth > most:
            best, most = i, worth
    return best


@inner_kernel
def choose_keeping(table: Any, own: Any, options: Any, wants: Any) -> int:
    """Keep the card unless cards still in hand deserve the last places of the display more."""
    me, cards, card = int(table.seat), table.mix.cards, int(table.action.card)
    mine, better = card_worth(table, card, wants), 0
    for word in range(WORDS):
        left = own.hand.kinds[word] & ~cards.specials[word]
        while left != EMPTY_SET:
            other = 64 * word + lowest(left)
            left = without_lowest(left)
            if card_worth(table, other, wants) > mine:
                better += int(own.hand.copies[other])
    room = int(table.mix.parameters.display_limit - table.displays[me].cards)
    to_come = 6.0 * (1.0 - lateness(table))
    wanted = KEEP if room + cards.sansculottes[card] > min(float(better), to_come) else DISCARD
    return 0 if options[0] == wanted else 1


@typed_kernel(int64(TABLE, OPTIONS, WANTS_TYPE), inlined=False)
def least_card(table: Any, options: Any, wants: Any) -> int:
    """Index of the card that is worth least to have."""
    best, least = 0, 1e9
    for i in range(len(options)):
        if options[i] != STOP:
            worth = card_worth(table, int(options[i]), wants)
            if worth < least:
                best, least = i, worth
    return best


@inner_kernel
def refill_or_stop(table: Any, options: Any, rng: Any, wants: Any) -> int:
    """Throw away a card that is worth less than a new one, as long as the refill replaces it."""
    least = least_card(table, options, wants)
    if table.hand_size[table.seat] > table.mix.parameters.refill_hand_to:
        return len(options) - 1
    card = int(options[least])
    limit = 1.1 * unseen_worth(table) + CLOSE * (lot(table, rng, card) - 0.5)
    return least if card_worth(table, card, wants) < limit else len(options) - 1


@inner_kernel
def choose_source(table: Any, options: Any, rng: Any, wants: Any) -> int:
    """Index of the card worth most; the deck's is worth the mean, NONE nothing."""
    best, most = 0, -1e9
    for i in range(len(options)):
        card = int(options[i])
        if card == DECK:
            worth = unseen_worth(table)
        elif card == STOP:
            worth = 0.1
        else:
            worth = card_worth(table, card, wants)
        worth += 0.1 * lot(table, rng, card + 1)
        if worth > most:
            best, most = i, worth
    return best


@typed_kernel(int64(int64, TABLE, OWN, OPTIONS, RNG, WANTS_TYPE), inlined=False)
def usual(decision: int, table: Any, own: Any, options: Any, rng: Any, wants: Any) -> int:
    """What a sensible player with these wants does."""
    if decision == ACTION_KIND:
        return choose_action(table, own, options, rng, wants)
    if decision == KEEP_CARD:
        return choose_keeping(table, own, options, wants)
    if decision == REFILL_DISCARD:
        return refill_or_stop(table, options, rng, wants)
    if decision == TARGET_PLAYER:
        return choose_victim(table, options)
    if decision == TARGET_CARD:
        return choose_struck(table, options)
    if decision >= BATTLE_ADVANCE and decision <= AWARD_ADVANCE:
        return choose_contest(decision, table, own, options, wants)
    if decision == TAKE_DISCARD or decision == OVERFLOW_DISCARD:
        return least_card(table, options, wants)
    if decision == TAKE_SOURCE or decision == TAKE_SECOND or decision == REFILL_DRAW:
        return choose_source(table, options, rng, wants)
    seen = survey(table, 0)
    if decision == PLACE_BLOCK and is_calm(table, wants, seen):
        plan = calm_plan(table, wants)
    else:
        plan = plan_of(table, own, 0, lateness(table), wants, seen)
    if decision == PLACE_BLOCK:
        return choose_province(table, options, rng, wants, plan)
    if decision == PLAY_CARD:
        return best_play(table, own, options, rng, wants, plan)
    if decision == USE_CARD:
        return choose_use(table, own, options, wants, plan)
    return choose_removal(decision, table, options, rng, wants, plan)
