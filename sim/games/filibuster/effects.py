"""FIL-2: card texts, primitive by primitive, and the decisions they ask.

FIL-9.15: a text runs left to right and to its end; whatever ended the filibuster on the way is acted
on when the card is done.
"""

from typing import Any

from numba import boolean, int64

from hemicycle.sim import decks
from hemicycle.sim.copying import copy_record
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.filibuster.log import (
    BURIED,
    BY_CARD,
    BY_TRANSFER,
    CANCEL_NEXT,
    PAID_OR_ENDED,
    PEEKED,
    SHUFFLED_TIME,
    TARGET_CHOSEN,
    TO_GO_ON,
)
from hemicycle.sim.games.filibuster.moves import (
    add_hours,
    ask,
    discard_from_hand,
    draw_action,
    end_filibuster,
    gain,
    left_of,
    list_cards,
    put_on_discards,
)
from hemicycle.sim.games.filibuster.records import (
    BURY,
    BY_PAY_OR_END,
    BY_TIME_CARD,
    DISCARD,
    DO_BURY,
    DO_CANCEL_NEXT,
    DO_DISCARD,
    DO_DRAW,
    DO_END,
    DO_HOURS,
    DO_INFLUENCE,
    DO_PAY_OR_END,
    DO_PEEK,
    DO_SHUFFLE_TIME,
    DO_TRANSFER,
    EACH,
    LEADER,
    MIX,
    NO_SEAT,
    PAY,
    PAY_OR_END,
    PRIMITIVE,
    SELF,
    STATE,
    SUPPORTERS,
    TABLE,
    TARGET,
    TARGETED,
    TIME_STREAM,
    YES,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.rng import start


@inner_kernel
def run_text(state: Any, mix: Any) -> None:
    """Carry the pending text on until it is done or asks a decision (FIL-9.15, FIL-9.17)."""
    table = state.table
    effect = table.effect
    while effect.at < effect.stop:
        if not run_primitive(state, mix, mix.program[effect.at]):
            return
        next_primitive(effect)
    if effect.card != EMPTY:
        put_on_discards(state, effect.card)
        effect.card = EMPTY
    table.stage = effect.after


@inner_kernel
def next_primitive(effect: Any) -> None:
    """Go on to the next primitive of the text."""
    effect.at += 1
    effect.turn = 0
    effect.left = -1


@typed_kernel(boolean(STATE, MIX, PRIMITIVE))
def run_primitive(state: Any, mix: Any, primitive: Any) -> bool:
    """Do one primitive; False when it stopped to ask a decision. FIL-2.1 `continue` does nothing."""
    table = state.table
    op, who, amount = int(primitive.op), int(primitive.who), int(primitive.amount)
    if asks_target(table, who) or (op == DO_TRANSFER and asks_target(table, int(primitive.to))):
        return False
    if op == DO_HOURS:
        add_hours(state, mix, amount)
    elif op == DO_INFLUENCE:
        influence_group(state, mix, who, amount)
    elif op == DO_END:  # FIL-2.2
        end_filibuster(table, BY_TIME_CARD)
    elif op == DO_DRAW:
        draw_group(state, who, amount)
    elif op == DO_DISCARD:
        return discard_group(state, who, amount)
    elif op == DO_PAY_OR_END:
        return ask_pay_or_end(state, amount)
    elif op == DO_PEEK:
        peek_time(state, amount)
    elif op == DO_BURY:
        return ask_bury(state)
    elif op == DO_CANCEL_NEXT:  # FIL-2.10
        table.cancel += 1
        note(state.hidden.log, CANCEL_NEXT, NO_SEAT, table.cancel, 0, 0)
    elif op == DO_TRANSFER:
        transfer(state, mix, who, int(primitive.to), amount)
    elif op == DO_SHUFFLE_TIME:
        shuffle_time_again(state, mix)
    return True


@inner_kernel
def belongs(table: Any, who: int, seat: int) -> bool:
    """FIL-2.13: is `seat` one of WHO?"""
    if who == EACH:
        return True
    if who == SUPPORTERS:
        return bool(seat != table.leader)
    return seat == only_seat(table, who)


@typed_kernel(int64(TABLE, int64))
def only_seat(table: Any, who: int) -> int:
    """FIL-2.13: the seat of a WHO that means one player."""
    if who == LEADER:
        return table.leader
    if who == SELF:
        return table.effect.actor
    return table.effect.target


@inner_kernel
def asks_target(table: Any, who: int) -> bool:
    """FIL-9.13: ask the actor for the target, once for the whole card."""
    if who != TARGETED or table.effect.target != NO_SEAT:
        return False
    ask(table, TARGET, table.effect.actor)
    return True


@inner_kernel
def target_options(table: Any, out: Any) -> int:
    """FIL-9.13: each other player, left of the actor first."""
    for step in range(1, table.players):
        out[step - 1] = left_of(table, table.seat, step)
    return table.players - 1


@inner_kernel
def apply_target(state: Any, option: int) -> None:
    """FIL-9.13: the text goes on against the chosen player."""
    state.table.effect.target = option
    note(state.hidden.log, TARGET_CHOSEN, state.table.seat, option, 0, 0)


@inner_kernel
def influence_group(state: Any, mix: Any, who: int, amount: int) -> None:
    """FIL-2.5, FIL-9.18: each in WHO gains or loses, from the Leader to the left."""
    table = state.table
    for step in range(table.players):
        seat = left_of(table, table.leader, step)
        if belongs(table, who, seat):
            gain(state, mix, seat, amount, BY_CARD)


@inner_kernel
def draw_group(state: Any, who: int, amount: int) -> None:
    """FIL-2.6, FIL-9.18: each in WHO draws in full before the next, from the Leader to the left."""
    table = state.table
    for step in range(table.players):
        seat = left_of(table, table.leader, step)
        if belongs(table, who, seat):
            for _ in range(amount):
                draw_action(state, seat)


@inner_kernel
def discard_group(state: Any, who: int, amount: int) -> bool:
    """FIL-2.7, FIL-9.18: each in WHO discards in full before the next; False when one is asked."""
    table = state.table
    effect = table.effect
    while effect.turn < table.players:
        seat = left_of(table, table.leader, effect.turn)
        if belongs(table, who, seat):
            if effect.left < 0:
                effect.left = amount
            if effect.left > 0 and table.hand_size[seat] > 0:
                ask(table, DISCARD, seat)
                return False
        effect.turn += 1
        effect.left = -1
    return True


@inner_kernel
def discard_options(state: Any, out: Any) -> int:
    """FIL-9.14: one option per distinct card held."""
    return list_cards(state.own[state.table.seat].held, out, 0)


@inner_kernel
def apply_discard(state: Any, option: int) -> None:
    """FIL-9.14: one card goes; the text goes on with the next."""
    table = state.table
    discard_from_hand(state, table.seat, option)
    table.effect.left -= 1


@inner_kernel
def ask_pay_or_end(state: Any, amount: int) -> bool:
    """FIL-2.3: without enough influence the filibuster ends; otherwise the Leader is asked."""
    table = state.table
    if table.influence[table.leader] < amount:
        end_filibuster(table, BY_PAY_OR_END)
        note(state.hidden.log, PAID_OR_ENDED, table.leader, 0, amount, 0)
        return True
    ask(table, PAY_OR_END, table.leader)
    return False


@inner_kernel
def apply_pay_or_end(state: Any, mix: Any, option: int) -> None:
    """FIL-9.8: pay the price to the bank, or let the filibuster end."""
    table = state.table
    price = int(mix.program[table.effect.at].amount)
    note(state.hidden.log, PAID_OR_ENDED, table.leader, int(option == PAY), price, 0)
    if option == PAY:
        gain(state, mix, table.leader, -price, TO_GO_ON)
    else:
        end_filibuster(table, BY_PAY_OR_END)
    next_primitive(table.effect)


@inner_kernel
def peek_time(state: Any, amount: int) -> None:
    """FIL-2.8: the actor alone sees the next time cards; their order stays."""
    own = state.own[state.table.effect.actor]
    found = decks.peek(state.hidden.time_deck, amount, own.peeked)
    own.peeked_count = max(own.peeked_count, found)
    state.table.peeks = max(state.table.peeks, own.peeked_count)
    note(state.hidden.log, PEEKED, state.table.effect.actor, found, 0, 0)


@inner_kernel
def ask_bury(state: Any) -> bool:
    """FIL-9.12: asked only when the peek before it found a card."""
    table = state.table
    if state.own[table.effect.actor].peeked_count == 0:
        return True
    ask(table, BURY, table.effect.actor)
    return False


@inner_kernel
def apply_bury(state: Any, mix: Any, option: int) -> None:
    """FIL-2.9, FIL-9.20: the peeked cards go under the time deck face down, their order kept."""
    table = state.table
    if option == YES:
        count = min(int(mix.program[table.effect.at].amount), state.own[table.seat].peeked_count)
        decks.bury(state.hidden.time_deck, count)
        forget_top(state, count)
        note(state.hidden.log, BURIED, table.seat, count, 0, 0)
    next_primitive(table.effect)


@inner_kernel
def forget_top(state: Any, count: int) -> None:
    """Everyone who looked at the time deck knows `count` fewer cards of it."""
    table = state.table
    if table.peeks == 0:
        return
    table.peeks = max(0, table.peeks - count)
    for seat in range(table.players):
        own = state.own[seat]
        own.peeked_count = max(0, own.peeked_count - count)
        for i in range(own.peeked_count):
            own.peeked[i] = own.peeked[i + count]


@inner_kernel
def transfer(state: Any, mix: Any, giver: int, taker: int, amount: int) -> None:
    """FIL-2.11: move influence from one player to another, at most what is there."""
    table = state.table
    source, sink = only_seat(table, giver), only_seat(table, taker)
    moved = min(amount, table.influence[source])
    gain(state, mix, source, -moved, BY_TRANSFER)
    gain(state, mix, sink, moved, BY_TRANSFER)


@inner_kernel
def shuffle_time_again(state: Any, mix: Any) -> None:
    """FIL-2.12: all drawn time cards return and the time deck is shuffled; `cancel` stays."""
    state.hidden.time_shuffles += 1
    shuffle_time(state, mix)
    note(state.hidden.log, SHUFFLED_TIME, NO_SEAT, 0, 0, 0)


@inner_kernel
def shuffle_time(state: Any, mix: Any) -> None:
    """Lay and shuffle the whole time deck; nobody knows its order any more."""
    table, hidden = state.table, state.hidden
    copy_record(hidden.time_deck, mix.time.deck)
    index = table.round_number * 256 + hidden.time_shuffles % 256
    start(hidden.time_deck.rng, hidden.key, TIME_STREAM, index)
    table.time_left = mix.time.copies
    table.time_cards_left = mix.time.cards
    table.peeks = 0
    for seat in range(table.players):
        state.own[seat].peeked_count = 0
