"""How a player of Liberté uses special cards: whose card to strike, which blocks to remove."""

from typing import Any

from numba import float64, int64

from hemicycle.sim.bits import EMPTY_SET, lowest, without_lowest
from hemicycle.sim.games.liberte.records import (
    CLEAR_COLOUR,
    REMOVE_BLOCK,
    STRIKE_CARD,
    TABLE,
    TARGET_STACK,
    WHITE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel
from hemicycle.sim.piles import WORDS
from hemicycle.strategies.liberte_plan import (
    BACK,
    LAND_VP,
    LATE,
    OWN_VOTE,
    PLAN_TYPE,
    STAY,
    THEIR_VOTE,
    TIE,
    VOTE_LOST,
    chance_to_win,
)
from hemicycle.strategies.liberte_sense import ENVY, WANTS_TYPE, battle_prize, lot


@typed_kernel(float64(TABLE, int64, int64))
def struck_worth(table: Any, seat: int, target: int) -> float:
    """Harm done to `seat` by striking a card: its value, and the battle for its only general."""
    cards = table.mix.cards
    worth = 0.4 * cards.value[target]
    if cards.general[target] != 0 and table.battle_tokens[seat] > 0:
        worth += 0.3 * battle_prize(table, table.round_number)
    return float(worth)


@typed_kernel(float64(TABLE, int64, int64))
def best_target(table: Any, seat: int, card: int) -> float:
    """Highest value of a card that the special `card` may strike in the display of `seat`."""
    cards, found = table.mix.cards, 0.0
    for word in range(WORDS):
        left = table.displays[seat].kinds[word] & cards.targets[card, word]
        while left != EMPTY_SET:
            target = 64 * word + lowest(left)
            left = without_lowest(left)
            found = max(found, struck_worth(table, seat, target))
    return found


@inner_kernel
def special_worth(table: Any, card: int, wants: Any, plan: Any) -> float:
    """Worth of playing a special now, over what it may be worth later."""
    effect, late, worth = int(table.mix.cards.effect[card]), plan[LATE], -0.15
    if effect == STRIKE_CARD:
        most = 0.0
        for seat in range(table.players):
            if seat != table.seat:
                most = max(most, best_target(table, seat, card))
        worth += wants[ENVY] * most - 0.3 * (1.0 - late)
    elif effect == REMOVE_BLOCK:
        worth += 0.3 * wants[ENVY] + 0.5 * late + max(0.0, 0.7 * plan[BACK]) - 0.2
    elif effect == CLEAR_COLOUR:
        worth += 0.2 + max(0.0, plan[BACK])
    return float(worth)


@inner_kernel
def leader_but_me(table: Any) -> int:
    """The other seat with most victory points; the first to my left among equals."""
    me, players = int(table.seat), int(table.players)
    best, most = -1, -1
    for step in range(1, players):
        seat = (me + step) % players
        if table.vp[seat] > most:
            best, most = seat, int(table.vp[seat])
    return best


@inner_kernel
def choose_victim(table: Any, options: Any) -> int:
    """Index of the player who loses most by the special; a little rather the leader."""
    best, most, leader = 0, -1e9, leader_but_me(table)
    for i in range(len(options)):
        seat = int(options[i])
        worth = best_target(table, seat, int(table.action.card)) + 0.25 * (seat == leader)
        if worth > most:
            best, most = i, worth
    return best


@inner_kernel
def choose_struck(table: Any, options: Any) -> int:
    """Index of the card whose loss does most harm."""
    best, most, victim = 0, -1e9, int(table.action.victim)
    for i in range(len(options)):
        worth = struck_worth(table, victim, int(options[i]))
        if worth > most:
            best, most = i, worth
    return best


@typed_kernel(float64(TABLE, int64, int64, int64, int64, WANTS_TYPE, PLAN_TYPE), inlined=False)
def removal_worth(
    table: Any, province: int, owner: int, hue: int, amount: int, wants: Any, plan: Any
) -> float:
    """Worth of `amount` blocks leaving the stack of `owner`; of all of colour `hue` when it is one."""
    me, board, late = int(table.seat), table.mix.board, plan[LATE]
    mine = int(table.blocks[province, me])
    tie = plan[TIE + int(table.colour[province, me])] if mine > 0 else 0.0
    other, other_left, mine_left, their, loss = 0, 0, mine, 0, 0.0
    white, white_left, coloured, coloured_left = 0, 0, 0, 0
    for seat in range(table.players):
        size, colour = int(table.blocks[province, seat]), int(table.colour[province, seat])
        left = size
        if colour == hue:
            left = 0
        elif seat == owner:
            left = max(0, size - amount)
        if colour == WHITE:
            white, white_left = max(white, size), max(white_left, left)
        else:
            coloured, coloured_left = max(coloured, size), max(coloured_left, left)
        if seat == me:
            mine_left = left
        else:
            loss += 0.1 * wants[ENVY] * (size - left)
            if size > other:
                other, their = size, colour
            other_left = max(other_left, left)
    votes = min(max(1, other), int(board.votes_max[province]))
    land = board.vp[province] * plan[LAND_VP]
    vote = land + wants[ENVY] * (VOTE_LOST * votes + land)
    if mine > 0:
        vote += plan[OWN_VOTE + int(table.colour[province, me])] * votes
    if other > 0:
        vote -= plan[THEIR_VOTE + their] * votes
    worth = loss - (0.1 + plan[STAY]) * (mine - mine_left)
    worth += vote * (
        chance_to_win(mine_left, other_left, late, tie) - chance_to_win(mine, other, late, tie)
    )
    if mine_left == 0 and other > 0:
        theirs = wants[ENVY] * (VOTE_LOST * votes + land) - plan[THEIR_VOTE + their] * votes
        worth += theirs * 0.2 * float(other - other_left)
    if board.counter_revolution[province] != 0 and white > coloured and white_left <= coloured_left:
        worth += plan[BACK]
    return float(worth)


@inner_kernel
def choose_removal(decision: int, table: Any, options: Any, rng: Any, wants: Any, plan: Any) -> int:
    """Index of the province, or of the stack there, whose blocks are best gone."""
    cards, card, best, most = table.mix.cards, int(table.action.card), 0, -1e9
    amount, wanted = int(cards.amount[card]), int(cards.target_colour[card])
    clears = cards.effect[card] == CLEAR_COLOUR
    for i in range(len(options)):
        option = int(options[i])
        worth = -1e9
        if decision == TARGET_STACK:
            province = int(table.action.province)
            worth = removal_worth(table, province, option, -1, amount, wants, plan)
        elif clears:
            worth = removal_worth(table, option, -1, wanted, 0, wants, plan)
        else:
            for seat in range(table.players):
                fits = wanted < 0 or table.colour[option, seat] == wanted
                if table.blocks[option, seat] > 0 and fits:
                    worth = max(worth, removal_worth(table, option, seat, -1, amount, wants, plan))
        worth += 0.1 * lot(table, rng, option)
        if worth > most:
            best, most = i, worth
    return best
