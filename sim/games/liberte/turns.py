"""LIB-4: the turn: player order, hands refreshed, the rounds of the action phase."""

from typing import Any

from numba import int64, void

from hemicycle.sim import piles
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.ending import check_counter_revolution, watch_sudden_death
from hemicycle.sim.games.liberte.log import (
    ACTION_PHASE_ENDED,
    DISPLAY_RETURNED,
    FOR_REFILL,
    ORDER_SET,
    RESERVE_RETURNED,
    ROUND_STARTED,
    TURN_STARTED,
)
from hemicycle.sim.games.liberte.moves import (
    ask,
    discard_from_hand,
    draw_to_hand,
    fill_market,
    note_supply,
    sources,
    take_from_market,
)
from hemicycle.sim.games.liberte.records import (
    BATTLE_STAGE,
    BY_ALL_PASS,
    BY_CAP,
    BY_CUT,
    BY_SUPPLY,
    COLOURS,
    DECK,
    ELECTION,
    MIX,
    NEXT_ACTION,
    NO_COLOUR,
    NO_SEAT,
    OPEN_PHASE,
    ORDER_STREAM,
    REFILL_DISCARD,
    REFILL_DRAW,
    REFILL_DRAWING,
    REFILL_PLAYER,
    STATE,
    STOP,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.rng import below, start


@inner_kernel
def begin_turn(state: Any, mix: Any) -> None:
    """LIB-4.1, LIB-4.2: from turn 2 on a new order, and displays back in hand."""
    table, log = state.table, state.hidden.log
    turn = table.round_number
    open_record(table.history[turn - 1])
    note(log, TURN_STARTED, NO_SEAT, turn, 0, 0)
    table.stage = OPEN_PHASE
    if turn == 1:
        return
    if turn == 2:
        for colour in range(len(COLOURS)):
            table.supply[colour] += table.reserve[colour]
            table.reserve[colour] = 0
        note(log, RESERVE_RETURNED, NO_SEAT, 0, 0, 0)
    set_order(state)
    for place in range(table.players):
        return_display(state, mix, table.order[place])
    table.at = 0
    table.stage = REFILL_PLAYER


@inner_kernel
def open_record(entry: Any) -> None:
    """Nobody has won anything in this turn yet, and a counter-revolution may cut it short."""
    entry.phase_end = BY_CUT
    entry.battle_winner = NO_SEAT
    entry.government = NO_COLOUR
    entry.opposition = NO_COLOUR


@inner_kernel
def set_order(state: Any) -> None:
    """LIB-4.1: by victory points, most first; ties in random order."""
    table, hidden = state.table, state.hidden
    rng = hidden.order_rng
    start(rng, hidden.key, ORDER_STREAM, table.round_number)
    for place in range(table.players - 1):  # a random order of all ...
        other = place + below(rng, table.players - place)
        seat = table.order[place]
        table.order[place] = table.order[other]
        table.order[other] = seat
    for place in range(1, table.players):  # ... sorted, equals left as they lie
        seat, at = table.order[place], place
        while at > 0 and table.vp[table.order[at - 1]] < table.vp[seat]:
            table.order[at] = table.order[at - 1]
            at -= 1
        table.order[at] = seat
    for place in range(table.players):
        seat = table.order[place]
        note(hidden.log, ORDER_SET, seat, place + 1, table.vp[seat], 0)


@inner_kernel
def return_display(state: Any, mix: Any, seat: int) -> None:
    """LIB-4.2: all cards of a display go back to the hand."""
    table = state.table
    display, hand = table.displays[seat], state.own[seat].hand
    if display.cards == 0:
        return
    hand.cards += display.cards
    table.hand_size[seat] += display.cards
    for word in range(piles.WORDS):
        hand.kinds[word] |= display.kinds[word]
    for card in range(mix.cards.kinds):
        hand.copies[card] += display.copies[card]
        for _ in range(display.copies[card]):
            note(state.hidden.log, DISPLAY_RETURNED, seat, card, 0, 0)
    piles.clear(display, mix.cards.kinds)


# Refreshing hands


@inner_kernel
def refill_player(table: Any) -> None:
    """LIB-4.2: one player discards and draws before the next begins."""
    if table.at == table.players:
        table.stage = OPEN_PHASE
        return
    seat = table.order[table.at]
    if table.hand_size[seat] > 0:
        ask(table, REFILL_DISCARD, seat)
    else:
        table.seat = seat
        table.stage = REFILL_DRAWING


@inner_kernel
def discard_options(state: Any, out: Any) -> int:
    """LIB-13.3: the kinds in hand."""
    return piles.list_kinds(state.own[state.table.seat].hand.kinds, out, 0)


@inner_kernel
def refill_options(state: Any, out: Any) -> int:
    """LIB-13.3: the kinds in hand; STOP."""
    count = discard_options(state, out)
    out[count] = STOP
    return count + 1


@inner_kernel
def apply_refill_discard(state: Any, option: int) -> None:
    """LIB-4.2: any number of cards, one by one, until STOP."""
    if option == STOP:
        state.table.stage = REFILL_DRAWING
    else:
        discard_from_hand(state, state.table.seat, option, FOR_REFILL)


@inner_kernel
def refill_hand(state: Any, mix: Any) -> None:
    """LIB-4.2: cards from the market or the deck, up to the size of a new hand."""
    table = state.table
    if table.hand_size[table.seat] < mix.parameters.refill_hand_to:
        fill_market(state, mix)
        if sources(table, mix) > 0:
            ask(table, REFILL_DRAW, table.seat)
            return
    table.at += 1
    table.stage = REFILL_PLAYER


@inner_kernel
def apply_refill_draw(state: Any, mix: Any, option: int) -> None:
    """LIB-4.2."""
    if option == DECK:
        draw_to_hand(state, mix, state.table.seat)
    else:
        take_from_market(state, mix, state.table.seat, option)


# The action phase


@inner_kernel
def open_phase(state: Any, mix: Any) -> None:
    """LIB-4.3, LIB-4.4: look at the supplies; LIB-8.1: the counter-revolution may come at once."""
    table = state.table
    table.exhausted = 0
    for colour in range(len(COLOURS)):
        note_supply(state, colour)
    table.action_round = 0
    if not check_counter_revolution(state, mix):
        begin_round(state)


@typed_kernel(void(STATE))
def begin_round(state: Any) -> None:
    """LIB-4.3: each player in order takes exactly one action."""
    table = state.table
    table.action_round += 1
    table.history[table.round_number - 1].action_rounds = table.action_round
    table.passes = 0
    table.at = 0
    note(state.hidden.log, ROUND_STARTED, NO_SEAT, table.action_round, 0, 0)
    table.stage = NEXT_ACTION


@inner_kernel
def end_action(state: Any, mix: Any) -> None:
    """LIB-8.1 after every action; LIB-4.4: a finished round may be the last of the phase."""
    table = state.table
    if check_counter_revolution(state, mix):
        return
    table.at += 1
    table.stage = NEXT_ACTION
    if table.at < table.players:
        return
    watch_sudden_death(table, mix)
    if table.exhausted:
        end_phase(state, mix, BY_SUPPLY)
    elif table.passes == table.players:
        end_phase(state, mix, BY_ALL_PASS)
    elif table.action_round >= mix.parameters.max_action_rounds:
        end_phase(state, mix, BY_CAP)
    else:
        begin_round(state)


@typed_kernel(void(STATE, MIX, int64))
def end_phase(state: Any, mix: Any, why: int) -> None:
    """LIB-4.5: the battle, from its first turn on, and the election."""
    table = state.table
    table.history[table.round_number - 1].phase_end = why
    note(state.hidden.log, ACTION_PHASE_ENDED, NO_SEAT, table.action_round, why, 0)
    fights = table.round_number >= mix.parameters.battle_first_turn
    table.stage = BATTLE_STAGE if fights else ELECTION
