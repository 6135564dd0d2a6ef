"""LIB-1.8, LIB-5.4: special cards: when they may be played, their targets, what they do."""

from typing import Any

from numba import boolean, int64, uint64, void

from hemicycle.sim import piles
from hemicycle.sim.bits import EMPTY_SET
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.log import BLOCK_REMOVED, CARD_STRUCK, STACK_REMOVED
from hemicycle.sim.games.liberte.moves import ask, check_overflow, lift_blocks
from hemicycle.sim.games.liberte.records import (
    BLUE,
    CLEAR_COLOUR,
    MIX,
    NO_COLOUR,
    PLAYING,
    RED,
    REMOVE_BLOCK,
    STATE,
    STRIKE_CARD,
    TABLE,
    TARGET_CARD,
    TARGET_PLAYER,
    TARGET_PROVINCE,
    TARGET_STACK,
    WHITE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel


@typed_kernel(boolean(TABLE, MIX, int64), inlined=False)
def may_play_special(table: Any, mix: Any, card: int) -> bool:
    """LIB-1.8: its conditions hold and it has a legal target."""
    cards = mix.cards
    if cards.needs_presence[card] != 0 and table.presence[table.seat] == 0:
        return False
    government = cards.needs_government[card]
    if government != NO_COLOUR and government != table.governing:
        return False
    if cards.effect[card] == STRIKE_CARD:
        for seat in range(table.players):
            if may_strike(table, mix, seat, card):
                return True
        return False
    return bool(target_provinces(table, mix, card) != EMPTY_SET)


@inner_kernel
def may_strike(table: Any, mix: Any, seat: int, card: int) -> bool:
    """LIB-1.5: has another player a card in the display that `card` strikes?"""
    return seat != table.seat and piles.has_any(table.displays[seat].kinds, mix.cards.targets[card])


@inner_kernel
def stacks_of(table: Any, colour: int) -> Any:
    """The provinces with a stack of a colour; of any for NO_COLOUR."""
    if colour == NO_COLOUR:
        return table.coloured[RED] | table.coloured[BLUE] | table.coloured[WHITE]
    return table.coloured[colour]


@typed_kernel(uint64(TABLE, MIX, int64))
def target_provinces(table: Any, mix: Any, card: int) -> Any:
    """LIB-1.6, LIB-1.7, LIB-1.8: where a special that takes blocks may strike."""
    effect = mix.cards.effect[card]
    if effect != REMOVE_BLOCK and effect != CLEAR_COLOUR:
        return EMPTY_SET
    found = stacks_of(table, int(mix.cards.target_colour[card]))
    return found & stacks_of(table, int(mix.cards.needs_stack[card]))


@inner_kernel
def begin_special(state: Any, mix: Any, card: int) -> None:
    """LIB-5.4: the special goes to the discard pile and asks for its target."""
    table = state.table
    table.action.special_played = 1
    piles.put(table.discards, card)
    table.stage = PLAYING
    if mix.cards.effect[card] == STRIKE_CARD:
        ask(table, TARGET_PLAYER, table.seat)
    else:
        ask(table, TARGET_PROVINCE, table.seat)


@inner_kernel
def player_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: other players with a legal target card, in player order."""
    count = 0
    for place in range(table.players):
        seat = table.order[place]
        if may_strike(table, mix, seat, table.action.card):
            out[count] = seat
            count += 1
    return count


@inner_kernel
def apply_target_player(table: Any, option: int) -> None:
    """LIB-1.5."""
    table.action.victim = option
    ask(table, TARGET_CARD, table.seat)


@inner_kernel
def card_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: legal target kinds in the display of the chosen player."""
    kinds = table.displays[table.action.victim].kinds
    return piles.list_common(kinds, mix.cards.targets[table.action.card], out, 0)


@inner_kernel
def apply_target_card(state: Any, mix: Any, option: int) -> None:
    """LIB-1.5: the card leaves the game; the victim's display may have become too full (LIB-5.5)."""
    table = state.table
    seat, victim = table.seat, table.action.victim
    piles.take(table.displays[victim], option)
    piles.put(table.box, option)
    state.own[victim].struck[option] += 1
    note(state.hidden.log, CARD_STRUCK, seat, victim, option, 0)
    check_overflow(table, mix, victim)


@inner_kernel
def province_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.2, LIB-13.3: the provinces where the special may strike, by number, rising."""
    return piles.list_word(target_provinces(table, mix, table.action.card), 0, out, 0)


@inner_kernel
def apply_target_province(state: Any, mix: Any, option: int) -> None:
    """LIB-1.6: one of the stacks there; LIB-1.7: all blocks of a colour there go to the supply."""
    table = state.table
    card = table.action.card
    if mix.cards.effect[card] == REMOVE_BLOCK:
        table.action.province = option
        ask(table, TARGET_STACK, table.seat)
        return
    for place in range(table.players):
        owner = table.order[place]
        blocks = int(table.blocks[option, owner])
        if blocks > 0 and table.colour[option, owner] == mix.cards.target_colour[card]:
            remove(state, card, owner, option, blocks)


@inner_kernel
def is_target(table: Any, mix: Any, province: int, owner: int) -> bool:
    """LIB-1.6: has `owner` a stack in the province that the special may reduce?"""
    colour = mix.cards.target_colour[table.action.card]
    fits = colour == NO_COLOUR or table.colour[province, owner] == colour
    return bool(table.blocks[province, owner] > 0 and fits)


@inner_kernel
def stack_options(table: Any, mix: Any, out: Any) -> int:
    """LIB-13.3: the stacks in the chosen province, by owner in player order."""
    count = 0
    for place in range(table.players):
        owner = table.order[place]
        if is_target(table, mix, table.action.province, owner):
            out[count] = owner
            count += 1
    return count


@inner_kernel
def apply_target_stack(state: Any, mix: Any, option: int) -> None:
    """LIB-1.6."""
    table = state.table
    card, province = table.action.card, table.action.province
    amount = min(int(mix.cards.amount[card]), int(table.blocks[province, option]))
    remove(state, card, option, province, amount)


@typed_kernel(void(STATE, int64, int64, int64, int64), inlined=False)
def remove(state: Any, card: int, owner: int, province: int, amount: int) -> None:
    """LIB-1.8: blocks go back to the supply; an empty stack returns its token."""
    table = state.table
    colour = int(table.colour[province, owner])
    lift_blocks(table, owner, province, amount)
    table.supply[colour] += amount
    gone = table.blocks[province, owner] == 0
    code = STACK_REMOVED if gone else BLOCK_REMOVED
    note(state.hidden.log, code, owner, colour, province, amount)
