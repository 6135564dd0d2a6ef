"""LIB-5: the actions of a round: play cards, take cards, pass."""

from typing import Any

from numba import boolean, int64, uint64

from hemicycle.sim import piles
from hemicycle.sim.bits import EMPTY_SET, lowest, with_bit, without_lowest
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.log import (
    AS_BATTLE,
    AS_BLOCKS,
    AS_SECOND,
    AS_SPECIAL,
    BATTLE_TOKEN_PLACED,
    BLOCK_PLACED,
    CARD_DISCARDED,
    CARD_KEPT,
    CARD_PLAYED,
    FOR_TAKE,
    NOT_KEPT,
    PLAYER_PASSED,
)
from hemicycle.sim.games.liberte.moves import (
    add_block,
    ask,
    discard_from_hand,
    display_limit,
    draw_to_hand,
    fill_market,
    is_of,
    list_market,
    note_supply,
    region_set,
    room,
    sources,
    take_from_hand,
    take_from_market,
)
from hemicycle.sim.games.liberte.records import (
    ACTION_DONE,
    ACTION_KIND,
    ANY_REGION,
    BATTLE,
    BLOCKS,
    DECK,
    DISCARD,
    KEEP,
    KEEPING,
    MIX,
    NO_REGION,
    PASS,
    PLACE_BLOCK,
    PLACING,
    PLAY,
    PLAY_CARD,
    PLAYING,
    SPECIAL,
    STATE,
    STOP,
    TABLE,
    TAKE,
    TAKE_DISCARD,
    TAKE_SECOND,
    TAKE_SOURCE,
    TAKING,
    TAKING_DISCARDS,
    USE_CARD,
)
from hemicycle.sim.games.liberte.specials import begin_special, may_play_special
from hemicycle.sim.jit import inner_kernel, typed_kernel


@inner_kernel
def next_action(table: Any) -> None:
    """LIB-4.3: the next player of the round takes one action."""
    action = table.action
    action.special_played = 0
    action.cards_played = 0
    action.region = NO_REGION
    ask(table, ACTION_KIND, table.order[table.at])


@inner_kernel
def action_options(state: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: PLAY (if a card may be played), TAKE (if legal, LIB-5.6), PASS."""
    table = state.table
    count = 0
    if may_play(state, mix):
        out[count] = PLAY
        count += 1
    threshold = mix.parameters.take_discard_threshold
    if table.hand_size[table.seat] >= threshold or sources(table, mix) > 0:
        out[count] = TAKE
        count += 1
    out[count] = PASS
    return count + 1


@inner_kernel
def apply_action(state: Any, mix: Any, option: int) -> None:
    """LIB-5.7: a pass has no effect; the others go on with their first small decision."""
    table = state.table
    seat = table.seat
    if option == PLAY:
        table.plays[seat] += 1
        table.stage = PLAYING
    elif option == TAKE:
        table.takes[seat] += 1
        big = table.hand_size[seat] >= mix.parameters.take_discard_threshold
        table.action.left = mix.parameters.take_discard_count if big else 0
        table.stage = TAKING_DISCARDS
    else:
        table.passed[seat] += 1
        table.passes += 1
        note(state.hidden.log, PLAYER_PASSED, seat, 0, 0, 0)
        table.stage = ACTION_DONE


# Playing cards


@inner_kernel
def may_battle(table: Any, mix: Any, card: int) -> bool:
    """LIB-5.2: from the first battle's turn on, a card with a cannon may enter a free token."""
    return bool(
        mix.cards.cannon[card] != 0
        and table.round_number >= mix.parameters.battle_first_turn
        and table.free_tokens[table.seat] > 0
    )


@inner_kernel
def may_place_card(table: Any, mix: Any, card: int) -> bool:
    """LIB-5.1, LIB-5.3, LIB-13.4: whether a club or personality in hand may be played now."""
    action = table.action
    places = room(table, mix, table.seat, int(mix.cards.colour[card]))
    region = int(mix.cards.region[card])
    if action.cards_played == 0:
        fits = places & region_set(mix, region) != EMPTY_SET
        return bool(fits or may_battle(table, mix, card))
    if action.cards_played > 1 or action.region == NO_REGION or not is_of(mix.cards.ones, card):
        return False
    if region != ANY_REGION and region != action.region:
        return False
    return bool(places & region_set(mix, action.region) != EMPTY_SET)


@typed_kernel(uint64(STATE, MIX, int64), inlined=False)
def playable(state: Any, mix: Any, word: int) -> Any:
    """LIB-13.4: the kinds of one word of the hand that may be played now."""
    table = state.table
    left = state.own[table.seat].hand.kinds[word]
    found = EMPTY_SET
    while left != EMPTY_SET:
        i = lowest(left)
        left = without_lowest(left)
        card = 64 * word + i
        if mix.cards.type[card] == SPECIAL:
            may = table.action.special_played == 0 and may_play_special(table, mix, card)
        else:
            may = may_place_card(table, mix, card)
        if may:
            found = with_bit(found, i)
    return found


@typed_kernel(boolean(STATE, MIX))
def may_play(state: Any, mix: Any) -> bool:
    """True when some card in hand may be played now."""
    for word in range(piles.WORDS):
        if playable(state, mix, word) != EMPTY_SET:
            return True
    return False


@inner_kernel
def go_on_playing(state: Any, mix: Any) -> None:
    """LIB-5.4, LIB-13.4: another card while one may be played; else the action is over."""
    table = state.table
    table.seat = table.order[table.at]  # a victim may just have been asked
    if may_play(state, mix):
        ask(table, PLAY_CARD, table.seat)
    else:
        table.stage = ACTION_DONE


@inner_kernel
def play_options(state: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: the kinds that may be played; DONE once a card has been played."""
    action = state.table.action
    count = 0
    for word in range(piles.WORDS):
        count = piles.list_word(playable(state, mix, word), word, out, count)
    if action.cards_played + action.special_played > 0:
        out[count] = STOP
        count += 1
    return count


@inner_kernel
def apply_play_card(state: Any, mix: Any, option: int) -> None:
    """LIB-13.4: the card leaves the hand; a special resolves, another is put to its use."""
    table = state.table
    action, seat = table.action, table.seat
    if option == STOP:
        table.stage = ACTION_DONE
        return
    take_from_hand(state, seat, option)
    state.own[seat].played[option] += 1
    action.card = option
    if mix.cards.type[option] == SPECIAL:
        note(state.hidden.log, CARD_PLAYED, seat, option, AS_SPECIAL, 0)
        begin_special(state, mix, option)
    elif action.cards_played == 0:
        ask(table, USE_CARD, seat)
    else:
        note(state.hidden.log, CARD_PLAYED, seat, option, AS_SECOND, 0)
        begin_placing(table, mix)


@inner_kernel
def use_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: BLOCKS (if one can be placed), BATTLE (LIB-5.2)."""
    card = table.action.card
    places = room(table, mix, table.seat, int(mix.cards.colour[card]))
    count = 0
    if places & region_set(mix, int(mix.cards.region[card])) != EMPTY_SET:
        out[count] = BLOCKS
        count += 1
    if may_battle(table, mix, card):
        out[count] = BATTLE
        count += 1
    return count


@inner_kernel
def apply_use_card(state: Any, mix: Any, option: int) -> None:
    """LIB-5.1 or LIB-5.2: begin to place blocks, or put one token in the Battle Box."""
    table, log = state.table, state.hidden.log
    seat, card = table.seat, table.action.card
    if option == BLOCKS:
        note(log, CARD_PLAYED, seat, card, AS_BLOCKS, 0)
        begin_placing(table, mix)
        return
    note(log, CARD_PLAYED, seat, card, AS_BATTLE, 0)
    table.free_tokens[seat] -= 1
    table.battle_tokens[seat] += 1
    table.battles_entered[seat] += 1
    note(log, BATTLE_TOKEN_PLACED, seat, table.battle_tokens[seat], 0, 0)
    table.stage = KEEPING


@inner_kernel
def begin_placing(table: Any, mix: Any) -> None:
    """LIB-5.1: as many blocks as the card's value."""
    table.action.left = mix.cards.value[table.action.card]
    table.stage = PLACING


@typed_kernel(uint64(TABLE, MIX))
def places(table: Any, mix: Any) -> Any:
    """LIB-5.1, LIB-5.3: where the next block may go; the second card's only in the first's region."""
    action = table.action
    region = action.region if action.cards_played > 0 else int(mix.cards.region[action.card])
    colour = int(mix.cards.colour[action.card])
    return room(table, mix, table.seat, colour) & region_set(mix, region)


@inner_kernel
def go_on_placing(table: Any, mix: Any) -> None:
    """LIB-5.1: block by block until all lie or there is no legal province."""
    if table.action.left > 0 and places(table, mix) != EMPTY_SET:
        ask(table, PLACE_BLOCK, table.seat)
    else:
        table.stage = KEEPING


@inner_kernel
def apply_place_block(state: Any, mix: Any, option: int) -> None:
    """LIB-5.1; LIB-5.3: a value-1 card opens its province's region for a second one."""
    table = state.table
    action, seat = table.action, table.seat
    colour = int(mix.cards.colour[action.card])
    add_block(state, mix, seat, option, colour)
    size = int(table.blocks[option, seat])
    note(state.hidden.log, BLOCK_PLACED, seat, colour, option, size)
    note_supply(state, colour)
    table.blocks_placed[seat] += 1
    action.left -= 1
    if action.cards_played == 0 and mix.cards.value[action.card] == 1:
        action.region = mix.board.region[option]


@inner_kernel
def keep_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-5.5: KEEP (if there is room), DISCARD."""
    count = 0
    limit = display_limit(table, mix, table.seat, table.action.card)
    if table.displays[table.seat].cards < limit:
        out[count] = KEEP
        count += 1
    out[count] = DISCARD
    return count + 1


@inner_kernel
def apply_keep_card(state: Any, option: int) -> None:
    """LIB-5.5: the card goes to the display or the discard pile; the next one may follow."""
    table = state.table
    seat, card = table.seat, table.action.card
    if option == KEEP:
        piles.put(table.displays[seat], card)
        state.own[seat].kept[card] += 1
        note(state.hidden.log, CARD_KEPT, seat, card, table.displays[seat].cards, 0)
    else:
        piles.put(table.discards, card)
        note(state.hidden.log, CARD_DISCARDED, seat, card, NOT_KEPT, 0)
    table.action.cards_played += 1
    table.stage = PLAYING


# Taking cards


@inner_kernel
def go_on_discarding(table: Any) -> None:
    """LIB-5.6: a big hand first gives up cards of choice."""
    if table.action.left > 0 and table.hand_size[table.seat] > 0:
        ask(table, TAKE_DISCARD, table.seat)
    else:
        table.stage = TAKING


@inner_kernel
def apply_take_discard(state: Any, option: int) -> None:
    """LIB-5.6."""
    discard_from_hand(state, state.table.seat, option, FOR_TAKE)
    state.table.action.left -= 1


@inner_kernel
def take_one(state: Any, mix: Any) -> None:
    """LIB-5.6: a card of the market or the top of the deck."""
    table = state.table
    fill_market(state, mix)
    if sources(table, mix) > 0:
        ask(table, TAKE_SOURCE, table.seat)
    else:
        table.stage = ACTION_DONE


@inner_kernel
def apply_take_source(state: Any, mix: Any, option: int) -> None:
    """LIB-5.6: after a market card of value 1 the player may take another such card."""
    table = state.table
    table.stage = ACTION_DONE
    if option == DECK:
        draw_to_hand(state, mix, table.seat)
        return
    take_from_market(state, mix, table.seat, option)
    if is_of(mix.cards.ones, option) and market_has_ones(table, mix):
        ask(table, TAKE_SECOND, table.seat)


@inner_kernel
def market_has_ones(table: Any, mix: Any) -> bool:
    """Does the market show a card of value 1?"""
    found = False
    for slot in range(mix.parameters.faceup_cards):
        card = int(table.market[slot])
        found |= card != EMPTY and is_of(mix.cards.ones, card)
    return found


@inner_kernel
def second_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: the market's kinds of value 1; NONE."""
    count = list_market(table, mix, out, True)
    out[count] = STOP
    return count + 1


@inner_kernel
def apply_take_second(state: Any, mix: Any, option: int) -> None:
    """LIB-5.6."""
    if option != STOP:
        take_from_market(state, mix, state.table.seat, option)
