"""LIB-7: the election: provinces in order, government and opposition, victory points, presence."""

from typing import Any

from numba import int64, void

from hemicycle.sim.eventlog import note
from hemicycle.sim.games.liberte.battle import place_lost_blocks
from hemicycle.sim.games.liberte.contests import begin_contest, only
from hemicycle.sim.games.liberte.ending import check_counter_revolution, end_game, white_provinces
from hemicycle.sim.games.liberte.log import (
    ELECTION_STARTED,
    GOVERNMENT_FORMED,
    LANDSLIDE,
    NO_GOVERNMENT,
    NO_OPPOSITION,
    OPPOSITION_FORMED,
    PRESENCE_PLACED,
    PROVINCE_CLEARED,
    PROVINCE_UNBROKEN,
    PROVINCE_WON,
)
from hemicycle.sim.games.liberte.moves import lift_blocks, score_vp
from hemicycle.sim.games.liberte.records import (
    AWARD,
    AWARD_ADVANCE,
    AWARD_TIED,
    AWARDS_DONE,
    BLUE,
    BY_CARD,
    BY_LANDSLIDE,
    BY_VOTES,
    BY_VP,
    CLOSING,
    COLOURS,
    FROM_GOVERNMENT,
    FROM_OPPOSITION,
    FROM_PROVINCE,
    GOVERNMENT_ADVANCE,
    GOVERNMENT_FIRST,
    GOVERNMENT_SECOND,
    GOVERNMENT_TIED,
    MIX,
    NATIONAL,
    NEW_TURN,
    NO_COLOUR,
    NO_SEAT,
    OPPOSITION_ADVANCE,
    OPPOSITION_FIRST,
    OPPOSITION_TIED,
    OPPOSITION_VOTE,
    PARIS_ADVANCE,
    PROVINCE_ADVANCE,
    PROVINCE_TIED,
    PROVINCE_VOTE,
    RED,
    STATE,
    TABLE,
    WHITE,
)
from hemicycle.sim.jit import inner_kernel, typed_kernel

ALL_COLOURS = (1 << len(COLOURS)) - 1


@inner_kernel
def begin_election(state: Any) -> None:
    """LIB-7.8: presence tokens go back, votes to 0, the old government is over."""
    table = state.table
    for seat in range(table.players):
        table.free_tokens[seat] += table.presence[seat]
        table.presence[seat] = 0
    for colour in range(len(COLOURS)):
        table.votes[colour] = 0
    table.governing = NO_COLOUR
    table.opposition = NO_COLOUR
    table.province = 0
    note(state.hidden.log, ELECTION_STARTED, NO_SEAT, table.round_number, 0, 0)
    table.stage = PROVINCE_VOTE


# Provinces


@inner_kernel
def vote_in_province(state: Any, mix: Any) -> None:
    """LIB-7.1: the owner of the largest stack wins the province; several are tied."""
    table = state.table
    province = table.province
    if province == mix.board.provinces:
        table.stage = NATIONAL
        return
    record, entry = table.history_of[province], table.history[table.round_number - 1]
    record.elections += 1
    if table.stacks[province] == 0:
        record.empty += 1
        entry.empty += 1
        table.province += 1
        return
    record.fought += table.stacks[province] > 1
    owners = largest_stacks(table, province)
    if only(owners) != NO_SEAT:
        win_province(state, mix, only(owners), BY_VOTES)
        next_province(state, mix)
        return
    record.tied += 1
    entry.tied += 1
    contest = PARIS_ADVANCE if mix.board.votes_max[province] > 1 else PROVINCE_ADVANCE
    begin_contest(table, contest, owners, 0, PROVINCE_TIED)


@typed_kernel(int64(TABLE, int64), inlined=False)
def largest_stacks(table: Any, province: int) -> int:
    """Bit mask of the owners of the largest stacks in a province."""
    most, owners = 1, 0
    for seat in range(table.players):
        blocks = int(table.blocks[province, seat])
        if blocks > most:
            most, owners = blocks, 0
        if blocks == most:
            owners |= 1 << seat
    return owners


@inner_kernel
def settle_province(state: Any, mix: Any) -> None:
    """LIB-7.1, LIB-7.7: the highest card breaks the tie (in Paris repeatedly); then all is cleared."""
    table = state.table
    leaders, province = table.contest.leaders, table.province
    record, entry = table.history_of[province], table.history[table.round_number - 1]
    winner = only(leaders)
    if winner == NO_SEAT and leaders != 0 and mix.board.votes_max[province] > 1:
        begin_contest(table, PARIS_ADVANCE, leaders, 0, PROVINCE_TIED)
        return
    if winner != NO_SEAT:
        record.by_card += 1
        entry.by_card += 1
        win_province(state, mix, winner, BY_CARD)
    else:
        record.unbroken += 1
        entry.unbroken += 1
        note(
            state.hidden.log,
            PROVINCE_UNBROKEN,
            NO_SEAT,
            province,
            largest_stacks(table, province),
            0,
        )
    clear_province(state)
    next_province(state, mix)


@typed_kernel(void(STATE, MIX, int64, int64), inlined=False)
def win_province(state: Any, mix: Any, seat: int, how: int) -> None:
    """LIB-7.1, LIB-7.7: the winner holds a block (in Paris up to votes_max), which is a vote."""
    table, board = state.table, mix.board
    province = table.province
    colour = int(table.colour[province, seat])
    votes = min(int(table.blocks[province, seat]), int(board.votes_max[province]))
    lift_blocks(table, seat, province, votes)
    table.held[seat, colour] += votes
    table.votes[colour] += votes
    table.history_of[province].votes[colour] += votes
    note(state.hidden.log, PROVINCE_WON, seat, province, colour * 16 + votes, how)
    if board.vp[province] > 0 and vp_counts(mix.parameters, table.round_number):
        score_vp(state, seat, int(board.vp[province]), FROM_PROVINCE)


@inner_kernel
def vp_counts(parameters: Any, turn: int) -> bool:
    """LIB-7.1: do provinces score in this turn?"""
    if turn == 1:
        return bool(parameters.vp_province_turn1)
    if turn == 2:
        return bool(parameters.vp_province_turn2)
    return bool(parameters.vp_province_turn3 if turn == 3 else parameters.vp_province_turn4)


@inner_kernel
def clear_province(state: Any) -> None:
    """LIB-7.1: after a tie all blocks of all players in the province go to the supply."""
    table = state.table
    province, cleared = table.province, 0
    for seat in range(table.players):
        blocks = int(table.blocks[province, seat])
        if blocks > 0:
            table.supply[table.colour[province, seat]] += blocks
            lift_blocks(table, seat, province, blocks)
            cleared += blocks
    note(state.hidden.log, PROVINCE_CLEARED, NO_SEAT, province, cleared, 0)


@typed_kernel(void(STATE, MIX))
def next_province(state: Any, mix: Any) -> None:
    """LIB-7.8: on to the next; LIB-8.1: white may only gain where several votes are won at once."""
    table = state.table
    province = table.province
    table.province += 1
    table.stage = PROVINCE_VOTE
    if mix.board.votes_max[province] > 1 and mix.board.counter_revolution[province]:
        check_counter_revolution(state, mix)


# Government and opposition


@inner_kernel
def count_nation(state: Any, mix: Any) -> None:
    """LIB-8.2: a landslide ends the game; LIB-7.2: most votes govern, a tie is fought with cards."""
    table = state.table
    entry = table.history[table.round_number - 1]
    entry.elected = 1
    for colour in range(len(COLOURS)):
        entry.votes[colour] = table.votes[colour]
    if table.votes[RED] >= mix.parameters.landslide_red_votes:
        note(state.hidden.log, LANDSLIDE, NO_SEAT, table.votes[RED], 0, 0)
        end_game(state, mix, BY_LANDSLIDE)
        return
    leading = leading_colours(table, ALL_COLOURS)
    if leading == 0:
        fail_government(state)
    elif only(leading) != NO_COLOUR:
        form_government(state, only(leading), BY_VOTES)
    else:
        begin_contest(table, GOVERNMENT_ADVANCE, everybody(table), leading, GOVERNMENT_TIED)


@inner_kernel
def everybody(table: Any) -> int:
    """Bit mask of all seats."""
    return (1 << int(table.players)) - 1


@typed_kernel(int64(TABLE, int64))
def leading_colours(table: Any, among: int) -> int:
    """Bit mask of the colours with most votes, more than 0, of those in the bit mask `among`."""
    most, leading = 1, 0
    for colour in range(len(COLOURS)):
        if among >> colour & 1:
            votes = table.votes[colour]
            if votes > most:
                most, leading = votes, 0
            if votes == most:
                leading |= 1 << colour
    return leading


@inner_kernel
def settle_government(state: Any, mix: Any) -> None:
    """LIB-7.2: one colour on top governs and the others step back; several go on; none, none."""
    table = state.table
    colours = table.contest.top_colours
    if colours == 0:
        fail_government(state)
    elif only(colours) == NO_COLOUR:
        begin_contest(table, GOVERNMENT_ADVANCE, everybody(table), colours, GOVERNMENT_TIED)
    else:
        for colour in range(len(COLOURS)):
            if colour != only(colours):
                stepped = table.votes[colour] - mix.parameters.gov_tie_step_back
                table.votes[colour] = max(0, stepped)
        form_government(state, only(colours), BY_CARD)


@inner_kernel
def coded_votes(table: Any) -> int:
    """The votes of all factions as one number for the log, a thousand apart."""
    votes = table.votes
    return int(votes[RED] * 1_000_000 + votes[BLUE] * 1000 + votes[WHITE])


@typed_kernel(void(STATE))
def fail_government(state: Any) -> None:
    """LIB-7.2: no government, no opposition."""
    note(state.hidden.log, NO_GOVERNMENT, NO_SEAT, 0, coded_votes(state.table), 0)
    state.table.stage = CLOSING


@typed_kernel(void(STATE, int64, int64))
def form_government(state: Any, colour: int, how: int) -> None:
    """LIB-7.2."""
    table = state.table
    table.governing = colour
    entry = table.history[table.round_number - 1]
    entry.government = colour
    entry.decided = how
    note(state.hidden.log, GOVERNMENT_FORMED, NO_SEAT, colour, coded_votes(table), how)
    table.stage = OPPOSITION_VOTE


@inner_kernel
def vote_for_opposition(state: Any) -> None:
    """LIB-7.3: of the two other factions the one with more votes; a tie is fought with cards."""
    table = state.table
    leading = leading_colours(table, ALL_COLOURS & ~(1 << int(table.governing)))
    if leading != 0 and only(leading) == NO_COLOUR:
        begin_contest(table, OPPOSITION_ADVANCE, everybody(table), leading, OPPOSITION_TIED)
    else:
        form_opposition(state, only(leading))


@inner_kernel
def settle_opposition(state: Any) -> None:
    """LIB-7.3: as for the government, without a step back."""
    table = state.table
    colours = table.contest.top_colours
    if colours != 0 and only(colours) == NO_COLOUR:
        begin_contest(table, OPPOSITION_ADVANCE, everybody(table), colours, OPPOSITION_TIED)
    else:
        form_opposition(state, only(colours))


@typed_kernel(void(STATE, int64))
def form_opposition(state: Any, colour: int) -> None:
    """LIB-7.3: a faction, or NO_COLOUR for none."""
    table = state.table
    table.opposition = colour
    table.history[table.round_number - 1].opposition = colour
    if colour == NO_COLOUR:
        note(state.hidden.log, NO_OPPOSITION, NO_SEAT, 0, 0, 0)
    else:
        note(state.hidden.log, OPPOSITION_FORMED, NO_SEAT, colour, 0, 0)
    table.award = GOVERNMENT_FIRST
    table.award_first = NO_SEAT
    table.stage = AWARD


# Victory points


@inner_kernel
def award_colour(table: Any) -> int:
    """The colour whose held blocks an award is for."""
    return table.opposition if table.award == OPPOSITION_FIRST else table.governing


@inner_kernel
def begin_award(state: Any, mix: Any) -> None:
    """LIB-7.4: most held blocks score: government first and second, then opposition; ties by cards."""
    table = state.table
    if table.award == AWARDS_DONE:
        table.stage = CLOSING
        return
    colour = award_colour(table)
    best = most_held(table, colour) if colour != NO_COLOUR else 0
    if best != 0 and only(best) == NO_SEAT:
        begin_contest(table, AWARD_ADVANCE, best, 1 << int(colour), AWARD_TIED)
        return
    give_award(state, mix, only(best))


@inner_kernel
def most_held(table: Any, colour: int) -> int:
    """Bit mask of the seats that hold most blocks of a colour, at least 1; the second place is
    among all but the first."""
    most, best = 1, 0
    for seat in range(table.players):
        if table.award == GOVERNMENT_SECOND and seat == table.award_first:
            continue
        held = table.held[seat, colour]
        if held > most:
            most, best = held, 0
        if held == most:
            best |= 1 << seat
    return best


@inner_kernel
def settle_award(state: Any, mix: Any) -> None:
    """LIB-7.4: the highest card wins; an unbroken tie for first pays each of the tied, and no second."""
    table = state.table
    winner = only(table.contest.leaders)
    if winner == NO_SEAT and table.award == GOVERNMENT_FIRST:
        for place in range(table.players):
            seat = table.order[place]
            if table.contest.contestants >> seat & 1:
                each = mix.parameters.gov_first_tie_unbroken_each_vp
                score_vp(state, seat, each, FROM_GOVERNMENT)
        table.award = OPPOSITION_FIRST
        table.stage = AWARD
        return
    give_award(state, mix, winner)


@typed_kernel(void(STATE, MIX, int64))
def give_award(state: Any, mix: Any, winner: int) -> None:
    """LIB-7.4: pay the award to `winner` (NO_SEAT: it is not made), and go on to the next."""
    table, parameters = state.table, mix.parameters
    award = table.award
    if winner != NO_SEAT:
        if award == GOVERNMENT_FIRST:
            table.award_first = winner
            score_vp(state, winner, parameters.gov_first_vp, FROM_GOVERNMENT)
        elif award == GOVERNMENT_SECOND:
            score_vp(state, winner, parameters.gov_second_vp, FROM_GOVERNMENT)
        else:
            score_vp(state, winner, parameters.opposition_first_vp, FROM_OPPOSITION)
    table.award = award + 1
    table.stage = AWARD


# Closing


@inner_kernel
def close_turn(state: Any, mix: Any) -> None:
    """LIB-7.5, LIB-7.8: presence, held blocks back, owed blocks; then the next turn or the end."""
    table = state.table
    place_presence(state, mix)
    for seat in range(table.players):
        for colour in range(len(COLOURS)):
            table.supply[colour] += table.held[seat, colour]
            table.held[seat, colour] = 0
    place_lost_blocks(state)
    table.history[table.round_number - 1].white_provinces = white_provinces(table, mix)
    if check_counter_revolution(state, mix):
        return
    if table.round_number == mix.parameters.turns:
        end_game(state, mix, BY_VP)
    else:
        table.round_number += 1
        table.stage = NEW_TURN


@inner_kernel
def place_presence(state: Any, mix: Any) -> None:
    """LIB-7.5: holders of the governing colour put a free token in the Presence Box."""
    table = state.table
    if table.governing == NO_COLOUR:
        return
    for place in range(table.players):
        seat = table.order[place]
        enough = table.held[seat, table.governing] >= mix.parameters.presence_blocks_needed
        if enough and table.free_tokens[seat] > 0:
            table.free_tokens[seat] -= 1
            table.presence[seat] = 1
            note(state.hidden.log, PRESENCE_PLACED, seat, 0, 0, 0)
