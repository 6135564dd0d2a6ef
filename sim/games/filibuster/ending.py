"""FIL-8 and FIL-9.1: how a filibuster is settled and the game decided."""

from typing import Any

from hemicycle.sim.decks import EMPTY
from hemicycle.sim.eventlog import note
from hemicycle.sim.games.filibuster.auction import begin_bidding
from hemicycle.sim.games.filibuster.log import (
    BACKLASH,
    ENDED,
    FOR_BONUS,
    FOR_HALF_HOURS,
    FOR_HOURS,
    GAME_OVER,
    REWARD,
)
from hemicycle.sim.games.filibuster.moves import begin_text, gain
from hemicycle.sim.games.filibuster.records import BY_VOTE, NO_SEAT, OVER, SETTLING
from hemicycle.sim.jit import inner_kernel


@inner_kernel
def end_round(state: Any, mix: Any) -> None:
    """FIL-8.1, FIL-8.2, FIL-7.6: success or failure, then the policy's reward or backlash."""
    table, parameters = state.table, mix.parameters
    by_vote = table.end == BY_VOTE
    success = table.hours >= table.difficulty or (by_vote and not parameters.vote_needs_difficulty)
    note(state.hidden.log, ENDED, int(success), table.end, table.hours, table.difficulty)
    table.history[table.round_number - 1].blocked = int(success)
    table.stage = SETTLING
    if not success:
        table.failures += 1
        note(state.hidden.log, BACKLASH, NO_SEAT, table.policy, 0, 0)
        text = mix.policy.backlash[table.policy]
        begin_text(table, text, table.leader, EMPTY, SETTLING)
        return
    table.successes += 1
    if not by_vote or parameters.vote_pays_reward:
        note(state.hidden.log, REWARD, NO_SEAT, table.policy, 0, 0)
        text = mix.policy.reward[table.policy]
        begin_text(table, text, table.leader, EMPTY, SETTLING)


@inner_kernel
def settle_round(state: Any, mix: Any) -> None:
    """FIL-8.3, FIL-8.4, FIL-8.5, FIL-9.27: pay the Leader, then lose, go on, or finish."""
    table, parameters = state.table, mix.parameters
    leader, hours = table.leader, table.hours
    if table.end == BY_VOTE:
        divisor = parameters.vote_leader_divisor
        gain(state, mix, leader, (hours + divisor - 1) // divisor, FOR_HALF_HOURS)
    else:
        gain(state, mix, leader, hours, FOR_HOURS)
    bonus = policy_bonus(table, parameters)
    if bonus > 0:
        gain(state, mix, leader, bonus, FOR_BONUS)
    record_round(table)
    if (
        table.failures == parameters.enacted_to_lose
        or table.round_number == parameters.policies_in_game
    ):
        note(state.hidden.log, GAME_OVER, NO_SEAT, table.successes, table.failures, 0)
        table.stage = OVER
    else:
        table.round_number += 1
        begin_bidding(table)


@inner_kernel
def policy_bonus(table: Any, parameters: Any) -> int:
    """FIL-4.1, FIL-8.4: influence lying on the policies of rounds 5, 6 and 7."""
    if table.round_number == 5:
        return parameters.policy_bonus_round5
    if table.round_number == 6:
        return parameters.policy_bonus_round6
    if table.round_number == 7:
        return parameters.policy_bonus_round7
    return 0


@inner_kernel
def record_round(table: Any) -> None:
    """Write the round into the history all players remember."""
    entry = table.history[table.round_number - 1]
    entry.difficulty = table.difficulty
    entry.hours = table.hours
    entry.end = table.end
    entry.leader = table.leader
    entry.leader_turns = table.leader_turns
    entry.bid = table.highest
    entry.paid = table.paid
    entry.policy = table.policy
    entry.leader_gain = table.gains[1]
    entry.supporter_gain = table.gains[0]
    entry.votes_called = table.votes_called
    richest = 0
    for seat in range(table.players):
        richest = max(richest, table.influence[seat])
    for seat in range(table.players):
        lag = richest - table.influence[seat]
        table.deficit[seat] = max(table.deficit[seat], lag)
