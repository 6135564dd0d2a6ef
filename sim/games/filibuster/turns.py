"""FIL-6: the filibuster, Leader and supporters in turn."""

from typing import Any

from hemicycle.sim import decks
from hemicycle.sim.bits import EMPTY_SET
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.filibuster.effects import forget_top, shuffle_time
from hemicycle.sim.games.filibuster.log import (
    BOUGHT_HOUR,
    DREW_AGAIN,
    FOR_CLOCK,
    FOR_HOUR,
    FOR_STAR,
    NO_ACTION,
    OPENED,
    PASSED_CARD,
    PLAYED_ASSIST,
    PLAYED_HOURS,
    TIME_CARD_DRAWN,
)
from hemicycle.sim.games.filibuster.moves import (
    add_hours,
    ask,
    begin_text,
    discard_from_hand,
    draw_action,
    end_filibuster,
    gain,
    left_of,
    list_cards,
    put_in_hand,
    take_from_hand,
)
from hemicycle.sim.games.filibuster.records import (
    AFTER_TIME_CARD,
    BUY_HOUR,
    BY_DECK_EMPTY,
    CALL_VOTE,
    DRAW_CARD,
    ENDING,
    HOURS,
    LEADER_DONE,
    NOT_ENDED,
    PLAY_HOURS,
    SUPPORT,
    SUPPORTER_DONE,
    TIME_CARD,
    YES,
)
from hemicycle.sim.games.filibuster.votes import call_vote, may_call_vote
from hemicycle.sim.jit import inner_kernel


@inner_kernel
def open_filibuster(state: Any, mix: Any) -> None:
    """FIL-6.0: shuffle all time cards (FIL-9.21), set hours and difficulty, skip the Leader."""
    table, parameters = state.table, mix.parameters
    state.hidden.time_shuffles = 0
    shuffle_time(state, mix)
    table.hours = 0
    table.difficulty = min(
        parameters.track_max_hours,
        parameters.difficulty_start + parameters.difficulty_step * table.successes,
    )
    table.votes_called = 0
    table.cancel = 0
    table.end = NOT_ENDED
    table.leader_turns = 0
    table.gains[:] = 0
    table.led[table.leader] += 1
    if table.next_supporter == table.leader:
        table.next_supporter = left_of(table, table.leader, 1)
    note(state.hidden.log, OPENED, table.leader, table.difficulty, table.round_number, 0)
    begin_leader_turn(state, mix)


@inner_kernel
def begin_leader_turn(state: Any, mix: Any) -> None:
    """FIL-6.1, FIL-9.5: the vote option opens the Leader's turn."""
    table = state.table
    table.leader_turns += 1
    if may_call_vote(table, mix):
        ask(table, CALL_VOTE, table.leader)
    else:
        table.stage = TIME_CARD


@inner_kernel
def apply_call_vote(state: Any, mix: Any, option: int) -> None:
    """FIL-6.1: call a vote, or go on with the time card."""
    if option == YES:
        call_vote(state, mix)
    else:
        state.table.stage = TIME_CARD


@inner_kernel
def draw_time_card(state: Any, mix: Any) -> None:
    """FIL-6.2: an empty time deck ends the filibuster; else the next card works, unless cancelled."""
    table, deck = state.table, state.hidden.time_deck
    if deck.left == 0:
        end_filibuster(table, BY_DECK_EMPTY)
        table.stage = ENDING
        return
    card = decks.draw(deck)
    forget_top(state, 1)
    table.time_cards_left = deck.left
    table.time_left[card] -= 1
    table.time_drawn[card] += 1
    note(state.hidden.log, TIME_CARD_DRAWN, table.leader, card, int(table.cancel > 0), 0)
    if table.cancel > 0:
        table.cancel -= 1
        table.time_cancelled[card] += 1
        table.stage = AFTER_TIME_CARD
    else:
        begin_text(table, mix.time.text[card], table.leader, EMPTY, AFTER_TIME_CARD)


@inner_kernel
def after_time_card(state: Any, mix: Any) -> None:
    """FIL-6.3: the Leader must play an hours card; FIL-9.22, FIL-9.28: unless it all ended."""
    table = state.table
    leader = table.leader
    if table.end != NOT_ENDED:
        table.stage = ENDING
    elif state.own[leader].held & mix.hours_cards != EMPTY_SET:
        ask(table, PLAY_HOURS, leader)
    elif 0 < mix.parameters.buy_hour_price <= table.influence[leader]:
        ask(table, BUY_HOUR, leader)
    else:
        begin_supporter_turn(state)


@inner_kernel
def hours_options(state: Any, mix: Any, out: Any) -> int:
    """FIL-9.9: one option per distinct hours card held."""
    return list_cards(state.own[state.table.seat].held & mix.hours_cards, out, 0)


@inner_kernel
def apply_play_hours(state: Any, mix: Any, option: int) -> None:
    """FIL-6.3, FIL-9.16: the card is discarded, then its text runs."""
    table = state.table
    leader = table.leader
    note(state.hidden.log, PLAYED_HOURS, leader, option, int(mix.action.value[option]), 0)
    state.own[leader].played[option] += 1
    discard_from_hand(state, leader, option)
    begin_text(table, mix.action.text[option], leader, EMPTY, LEADER_DONE)


@inner_kernel
def apply_buy_hour(state: Any, mix: Any, option: int) -> None:
    """FIL-9.10: a Leader without hours cards may pay for one hour."""
    table = state.table
    if option == YES:
        price = mix.parameters.buy_hour_price
        note(state.hidden.log, BOUGHT_HOUR, table.leader, price, 0, 0)
        gain(state, mix, table.leader, -price, FOR_HOUR)
        add_hours(state, mix, 1)
    table.stage = LEADER_DONE


@inner_kernel
def end_leader_turn(state: Any) -> None:
    """FIL-6.4: a full track ends the filibuster; else the supporter in turn acts."""
    if state.table.end != NOT_ENDED:
        state.table.stage = ENDING
    else:
        begin_supporter_turn(state)


@inner_kernel
def begin_supporter_turn(state: Any) -> None:
    """FIL-6.5: draw one card, then act; with no card anywhere there is nothing to do."""
    table = state.table
    seat = table.next_supporter
    draw_action(state, seat)
    if table.hand_size[seat] == 0 and not may_draw(state):
        note(state.hidden.log, NO_ACTION, seat, 0, 0, 0)
        table.stage = SUPPORTER_DONE
    else:
        ask(table, SUPPORT, seat)


@inner_kernel
def may_draw(state: Any) -> bool:
    """True when the action deck or its discards hold a card."""
    return bool(state.hidden.action_deck.left + state.table.action_discards > 0)


@inner_kernel
def support_options(state: Any, out: Any) -> int:
    """FIL-9.11: draw (if there is a card to draw), then one option per distinct card held."""
    out[0] = DRAW_CARD
    return list_cards(state.own[state.table.seat].held, out, int(may_draw(state)))


@inner_kernel
def apply_support(state: Any, mix: Any, option: int) -> None:
    """FIL-6.6: draw one more, pass an hours card to the Leader, or play an Assist (FIL-9.17)."""
    table = state.table
    seat = table.seat
    table.stage = SUPPORTER_DONE
    if option == DRAW_CARD:
        note(state.hidden.log, DREW_AGAIN, seat, 0, 0, 0)
        draw_action(state, seat)
        return
    value = int(mix.action.value[option])
    take_from_hand(state, seat, option)
    if mix.action.kind[option] == HOURS:
        note(state.hidden.log, PASSED_CARD, seat, option, value, 0)
        state.own[seat].handed_on[option] += 1
        state.own[table.leader].received[option] += 1
        put_in_hand(state, table.leader, option)
        table.passed[seat] += 1
        gain(state, mix, seat, value, FOR_CLOCK)
    else:
        note(state.hidden.log, PLAYED_ASSIST, seat, option, value, 0)
        state.own[seat].played[option] += 1
        table.assists[seat] += 1
        gain(state, mix, seat, value, FOR_STAR)
        begin_text(table, mix.action.text[option], seat, option, SUPPORTER_DONE)


@inner_kernel
def end_supporter_turn(state: Any, mix: Any) -> None:
    """FIL-6.7, FIL-6.8, FIL-9.23: the next supporter's turn comes; then an ended filibuster ends."""
    table = state.table
    following = left_of(table, table.next_supporter, 1)
    if following == table.leader:
        following = left_of(table, following, 1)
    table.next_supporter = following
    if table.end == NOT_ENDED:
        begin_leader_turn(state, mix)
    else:
        table.stage = ENDING
