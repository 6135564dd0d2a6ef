"""The players of Filibuster!: a sensible one, and others who each overdo something.

They share the judgement of `filibuster_sense` and differ in what they want. Close calls are made by
lot, with numbers that belong to the round and turn: habits bend smoothly when a deck changes, and two
worlds with the same cards stay as close as the changed rule lets them.
"""

from hemicycle.sim.games.filibuster.records import (
    AYE,
    BID,
    CALL_VOTE,
    NAY,
    NO,
    SUPPORT,
    VOTE,
    YES,
)
from hemicycle.sim.rng import below, uniform
from hemicycle.strategies import Param, strategy
from hemicycle.strategies.filibuster_choices import best_support, bid_of, outbid, usual
from hemicycle.strategies.filibuster_sense import (
    chance_to_block,
    early,
    last_chance,
    leading_worth,
    leans,
    losses_to_spare,
    rescue,
    richest_other,
    round_bonus,
    stake,
    survival,
    team_is_safe,
    whole_limit,
)


@strategy(
    "standard",
    game="filibuster",
    description="Weighs what each choice brings to itself, the team and its richest rival. Outbids "
    "others one by one as long as leading is worth it, most of all for the bonus of the late rounds, "
    "and votes Aye when the round decides the game and is likely to fail.",
    share=Param(1.5, 0, 4, "share of what leading is worth that it will bid in the late rounds"),
    save=Param(0.8, 0, 1, "part of that it holds back in the first round; less in each one after"),
    late=Param(3.0, 0, 6, "weight of the policy's bonus in what leading is worth"),
    shy=Param(0.15, 0, 1, "part of its limit it gives up for each rival bidder after the first"),
    prize=Param(10, 0, 40, "worth of the team's win to it, in influence: how readily it votes Aye"),
    envy=Param(0.2, 0, 2, "cost to it of each influence the richest rival gains"),
)
def standard(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    share, save, late = params[0], params[1], params[2]
    shy, prize, envy = params[3], params[4], params[5]
    if decision == BID:
        limit = share * (leading_worth(table, own) + late * round_bonus(table))
        limit *= 1.0 - save * early(table)
        return outbid(table, options, rng, limit, shy)
    if decision == SUPPORT:
        feed = -0.5 if table.hours >= table.difficulty else 0.05
        return best_support(table, options, feed, 0.2, 1.5, envy, prize)
    if decision == CALL_VOTE:
        if 0.4 * prize * stake(table) <= 0.5 * table.hours:
            return NO
        cost = 0.5 * table.hours + 2.0 * survival(table, own, 1)
        return YES if leans(table, rng, 0.4 * prize * rescue(table, own) - cost, 1.5) else NO
    if decision == VOTE:
        edge = prize * rescue(table, own) + own.offer - table.round_number
        return AYE if leans(table, rng, edge, 2.5) else NAY
    return usual(decision, table, own, options, envy, prize)


@strategy(
    "team",
    game="filibuster",
    description="Plays for the table: passes its best hours cards to the Leader, protects the "
    "filibuster, calls votes early and always votes Aye. Bids little.",
    purse=Param(0.25, 0, 1, "share of its influence it will bid"),
    fear=Param(0.6, 0, 1, "calls a vote when the chance to block is below this"),
)
def team(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    if decision == BID:
        limit = whole_limit(table, rng, params[0] * table.influence[table.seat])
        return bid_of(table, options, min(limit, table.highest + 1))
    if decision == SUPPORT:
        return best_support(table, options, 1.0, 0.0, 0.5, 0.0, 20.0)
    if decision == CALL_VOTE:
        edge = params[1] - chance_to_block(table, own)
        return YES if not team_is_safe(table) and leans(table, rng, edge, 0.1) else NO
    if decision == VOTE:
        return AYE
    return usual(decision, table, own, options, 0.0, 20.0)


@strategy(
    "cautious",
    game="filibuster",
    description="Sits on its influence: opens with a small bid and never answers another. Keeps its "
    "best hours cards for its own filibuster, calls a vote when the next time card looks dangerous, "
    "and votes Aye until the team is safe.",
    purse=Param(0.25, 0, 1, "share of its influence it will bid"),
    nerve=Param(
        0.15, 0, 1, "calls a vote when the next time card ends it with this chance or more"
    ),
    keep=Param(1.0, 0, 3, "worth of holding back each hour of a card above the mean card"),
)
def cautious(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    if decision == BID:
        if table.highest > 0:
            return 0
        return bid_of(
            table, options, whole_limit(table, rng, params[0] * table.influence[table.seat])
        )
    if decision == SUPPORT:
        return best_support(table, options, 0.0, params[2], 1.5, 0.2, 10.0)
    if decision == CALL_VOTE:
        if table.hours >= table.difficulty or team_is_safe(table):
            return NO
        return YES if leans(table, rng, 1.0 - survival(table, own, 1) - params[1], 0.05) else NO
    if decision == VOTE:
        return NAY if team_is_safe(table) else AYE
    return usual(decision, table, own, options, 0.2, 10.0)


@strategy(
    "bold",
    game="filibuster",
    description="Wants to lead: opens at once with a high bid that leaves others no cheap answer, "
    "never calls a vote, and votes No unless the game would be lost on the spot.",
    share=Param(0.7, 0, 2, "share of what leading is worth that it bids at once"),
    nerve=Param(0.4, 0, 1, "on the last loss it votes Aye when the chance to block is below this"),
)
def bold(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    if decision == BID:
        limit = whole_limit(
            table, rng, params[0] * (leading_worth(table, own) + round_bonus(table))
        )
        most = table.influence[richest_other(table, int(table.seat))]
        return bid_of(table, options, min(limit, most))
    if decision == SUPPORT:
        return best_support(table, options, -0.3, 0.3, 0.5, 0.8, 2.0)
    if decision == CALL_VOTE:
        return NO
    if decision == VOTE:
        return AYE if last_chance(table, own, rng, params[1]) else NAY
    return usual(decision, table, own, options, 0.8, 2.0)


@strategy(
    "glory",
    game="filibuster",
    description="Saves for the rich policies at the end: never bids before, gathers cards and "
    "influence, then outbids everybody. Votes Aye while it waits and No once its rounds have come.",
    patience=Param(5, 1, 7, "first round in which it bids"),
    share=Param(2.0, 0, 4, "share of what leading is worth that it bids then"),
    gather=Param(2.0, 0, 5, "worth of drawing a card while it waits"),
)
def glory(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    waiting = table.round_number < params[0]
    if decision == BID:
        if waiting:
            return 0
        limit = whole_limit(
            table, rng, params[1] * (leading_worth(table, own) + round_bonus(table))
        )
        most = min(limit, table.influence[richest_other(table, int(table.seat))])
        return bid_of(table, options, min(most, table.highest + 3))
    if decision == SUPPORT:
        keep, draw = (1.0, params[2]) if waiting else (0.2, 0.5)
        return best_support(table, options, 0.0, keep, draw, 0.4, 8.0)
    if decision == CALL_VOTE:
        return YES if last_chance(table, own, rng, 0.4) else NO
    if decision == VOTE:
        return AYE if waiting or losses_to_spare(table) == 0 else NAY
    return usual(decision, table, own, options, 0.4, 8.0)


@strategy(
    "seller",
    game="filibuster",
    description="Lives off votes: votes No for the pay as long as the team can afford the loss, and "
    "Aye when it cannot or when offered more than a No pays. Bids little and in small steps.",
    spare=Param(1, 0, 3, "losses the team must have to spare for it to vote No"),
    share=Param(0.3, 0, 2, "share of what leading is worth that it will bid"),
)
def seller(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    if decision == BID:
        worth = leading_worth(table, own) + round_bonus(table) - table.round_number
        return bid_of(
            table, options, min(whole_limit(table, rng, params[1] * worth), table.highest + 2)
        )
    if decision == SUPPORT:
        return best_support(table, options, 0.0, 0.2, 0.5, 0.4, 8.0)
    if decision == CALL_VOTE:
        return YES if last_chance(table, own, rng, 0.4) else NO
    if decision == VOTE:
        afford = losses_to_spare(table) >= params[0]
        return NAY if afford and own.offer <= table.round_number else AYE
    return usual(decision, table, own, options, 0.4, 8.0)


@strategy(
    "freeloader",
    game="filibuster",
    description="Lets others do the work: draws and plays stars, passes hours cards only when a loss "
    "would end the game, and lives on its full hand when it leads itself. Votes No until then.",
    hoard=Param(8, 0, 20, "draws until it holds this many cards"),
    share=Param(0.6, 0, 2, "share of what leading is worth that it will bid"),
    give=Param(
        -0.6, -1, 1, "worth of each hour passed to the Leader as long as a loss is bearable"
    ),
)
def freeloader(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    bearable = losses_to_spare(table) > 0
    if decision == BID:
        limit = whole_limit(
            table, rng, params[1] * (leading_worth(table, own) + round_bonus(table))
        )
        return bid_of(table, options, min(limit, table.highest + 1))
    if decision == SUPPORT:
        draw = 6.0 if bearable and table.hand_size[table.seat] < params[0] else 0.5
        return best_support(table, options, params[2] if bearable else 0.0, 0.2, draw, 0.5, 2.0)
    if decision == CALL_VOTE:
        return YES if last_chance(table, own, rng, 0.4) else NO
    if decision == VOTE:
        return NAY if bearable else AYE
    return usual(decision, table, own, options, 0.5, 2.0)


@strategy(
    "leveller",
    game="filibuster",
    description="Cannot bear anybody ahead of it: bids only to open or against the richest rival, "
    "starves that rival as Leader, aims its cards at it, and votes Aye to halve its hours.",
    share=Param(0.7, 0, 3, "share of what leading is worth that it will bid"),
    spite=Param(1.5, 0, 4, "cost to it of each influence the richest rival gains"),
    fear=Param(0.2, 0, 1, "calls a vote when it raises the team's chance to win by more than this"),
)
def leveller(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    me = int(table.seat)
    rival = richest_other(table, me)
    behind = table.influence[rival] > table.influence[me]
    if decision == BID:
        limit = params[0] * (leading_worth(table, own) + round_bonus(table))
        if behind and table.high_bidder == rival:
            limit *= 1.0 + 0.5 * params[1]
        elif table.highest > 0:
            return 0
        return bid_of(table, options, min(whole_limit(table, rng, limit), table.highest + 1))
    if decision == SUPPORT:
        feed = -0.5 * params[1] if behind and table.leader == rival else 0.3
        return best_support(table, options, feed, 0.2, 0.5, params[1], 5.0)
    if decision == CALL_VOTE:
        return YES if leans(table, rng, rescue(table, own) - params[2], 0.05) else NO
    if decision == VOTE:
        if behind and table.leader == rival:
            return AYE
        return NAY if losses_to_spare(table) > 0 else AYE
    return usual(decision, table, own, options, params[1], 5.0)


@strategy(
    "gambler",
    game="filibuster",
    description="Trusts its luck: bids on a throw of the dice, raises by anything up to half its "
    "influence, never calls a vote and seldom votes Aye. The only one that draws random numbers.",
    heat=Param(0.5, 0, 1, "chance to bid when asked"),
    aye=Param(0.2, 0, 1, "chance to vote Aye; twice that on the last loss"),
)
def gambler(decision, table, own, options, params, rng):  # type: ignore[no-untyped-def]
    if decision == BID:
        if uniform(rng) >= params[0]:
            return 0
        raised = 1 + below(rng, 1 + int(table.influence[table.seat]) // 2)
        return bid_of(table, options, table.highest + raised)
    if decision == SUPPORT:
        return best_support(table, options, 0.0, 0.0, 1.5, 0.5, 2.0)
    if decision == CALL_VOTE:
        return NO
    if decision == VOTE:
        chance = params[1] * (1.0 if losses_to_spare(table) > 0 else 2.0)
        return AYE if uniform(rng) < chance else NAY
    return usual(decision, table, own, options, 0.5, 2.0)
