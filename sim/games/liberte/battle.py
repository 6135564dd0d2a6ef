"""LIB-6: the battle of a turn."""

from typing import Any

from numba import int64, void

from hemicycle.sim import piles
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.contests import begin_contest, only
from hemicycle.sim.games.liberte.ending import check_counter_revolution
from hemicycle.sim.games.liberte.log import (
    BATTLE_WAS_LOST,
    BATTLE_WAS_WON,
    LOST_BLOCK_PLACED,
    NOBODY_ELIGIBLE,
    UNBROKEN_TIE,
)
from hemicycle.sim.games.liberte.moves import score_vp
from hemicycle.sim.games.liberte.records import (
    BATTLE_ADVANCE,
    BATTLE_LOST,
    BATTLE_TIED,
    BATTLE_WON,
    ELECTION,
    FROM_BATTLE,
    MIX,
    NO_SEAT,
    STATE,
    WHITE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel


@inner_kernel
def begin_battle(state: Any, mix: Any) -> None:
    """LIB-6.1, LIB-6.2: among those with a general and a token, most tokens lead; LIB-6.3: a tie."""
    table = state.table
    most, best, tokens = 0, 0, 0
    for seat in range(table.players):
        entered = table.battle_tokens[seat]
        tokens += entered
        eligible = entered > 0 and piles.has_any(table.displays[seat].kinds, mix.cards.generals)
        if eligible and entered > most:
            most, best = entered, 0
        if eligible and entered == most:
            best |= 1 << seat
    table.history[table.round_number - 1].battle_tokens = tokens
    if best != 0 and only(best) == NO_SEAT:
        begin_contest(table, BATTLE_ADVANCE, best, 0, BATTLE_TIED)
    else:
        end_battle(state, mix, only(best), NOBODY_ELIGIBLE)


@inner_kernel
def settle_battle(state: Any, mix: Any) -> None:
    """LIB-6.3: the single highest general wins the tie."""
    end_battle(state, mix, only(state.table.contest.leaders), UNBROKEN_TIE)


@inner_kernel
def battle_vp(parameters: Any, turn: int) -> int:
    """LIB-6.2: what the battle of a turn is worth."""
    if turn == 2:
        return int(parameters.battle_vp_turn2)
    return int(parameters.battle_vp_turn3 if turn == 3 else parameters.battle_vp_turn4)


@typed_kernel(void(STATE, MIX, int64, int64), inlined=False)
def end_battle(state: Any, mix: Any, winner: int, why_lost: int) -> None:
    """LIB-6.2 or LIB-6.4: the leader scores, or the battle is lost; LIB-6.5: all tokens go back."""
    table, log = state.table, state.hidden.log
    entry = table.history[table.round_number - 1]
    entry.battle_winner = winner
    if winner != NO_SEAT:
        entry.battle = BATTLE_WON
        note(log, BATTLE_WAS_WON, winner, table.battle_tokens[winner], table.round_number, 0)
        score_vp(state, winner, battle_vp(mix.parameters, table.round_number), FROM_BATTLE)
    else:
        entry.battle = BATTLE_LOST
        note(log, BATTLE_WAS_LOST, NO_SEAT, why_lost, table.round_number, 0)
        table.lost_owed += 1
        place_lost_blocks(state)
    for seat in range(table.players):
        table.free_tokens[seat] += table.battle_tokens[seat]
        table.battle_tokens[seat] = 0
    table.stage = ELECTION
    check_counter_revolution(state, mix)


@typed_kernel(void(STATE), inlined=False)
def place_lost_blocks(state: Any) -> None:
    """LIB-6.4: a white block on each lost battle, as far as the supply allows."""
    table = state.table
    while table.lost_owed > 0 and table.supply[WHITE] > 0:
        table.supply[WHITE] -= 1
        table.lost_owed -= 1
        table.lost_blocks += 1
        note(state.hidden.log, LOST_BLOCK_PLACED, NO_SEAT, table.lost_blocks, 0, 0)
