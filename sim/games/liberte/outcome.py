"""What a finished game leaves behind: rows, card and province counts, invariants of a checked run."""

from typing import Any

from hemicycle.sim.decks import EMPTY
from hemicycle.sim.game import (
    BEATEN,
    MEASURES,
    WON,
    Column,
    check,
    outcome,
    tally,
)
from hemicycle.sim.games.liberte.ending import white_provinces
from hemicycle.sim.games.liberte.records import (
    BATTLE_LOST,
    BATTLES,
    BLUE,
    BY_COUNTER_REVOLUTION,
    BY_LANDSLIDE,
    BY_VP,
    COLOURS,
    DECIDED,
    ENDS,
    FROM_BATTLE,
    FROM_GOVERNMENT,
    FROM_OPPOSITION,
    FROM_PROVINCE,
    KEEP_CARD,
    NONE,
    PHASE_ENDS,
    PLACE_BLOCK,
    RED,
    TURNS,
    USE_CARD,
    WHITE,
    state_dtype,
)
from hemicycle.sim.jit import inner_kernel
from hemicycle.sim.standings import place_of, standing
from hemicycle.sim.verbs import rule_of

FACTIONS = ("none", *COLOURS, "no election")
NOT_ELECTED = len(FACTIONS) - 1

GAME_COLUMNS = (
    Column("end", "i1", "", "how the game ended (LIB-8.1, LIB-8.2, LIB-9.1)", ENDS),
    Column("sudden_death", "?", "", "a counter-revolution or a landslide ended it"),
    Column("start_player", "i1", "number", "seat of the start player of turn 1"),
    *(
        Column(f"government_turn{turn}", "i1", "", f"governing faction of turn {turn}", FACTIONS)
        for turn in range(1, TURNS + 1)
    ),
    Column("battles_lost", "i1", "battles", "battles lost"),
    Column(
        "white_provinces",
        "i1",
        "provinces",
        "counter-revolutionary provinces under white at the end",
    ),
    Column("red_votes", "i1", "votes", "votes for the Radicals in the last election held"),
    Column(
        "warning", "i2", "action rounds", "played in sight of the sudden death that ended the game"
    ),
    Column("margin", "i4", "points", "score of the winner minus that of the second"),
)
SEAT_COLUMNS = (
    Column("vp", "i4", "VP", "victory points at the end, which a sudden death ignores"),
    Column("vp_government", "i4", "VP", "victory points from governments"),
    Column("vp_opposition", "i4", "VP", "victory points from oppositions"),
    Column("vp_battle", "i4", "VP", "victory points from battles"),
    Column("vp_province", "i4", "VP", "victory points from provinces"),
    Column("points", "i2", "points", "points of the colour that won by sudden death, else 0"),
    Column("blocks", "i2", "blocks", "blocks on the board at the end"),
    Column("hand", "i2", "cards", "cards in hand at the end"),
    Column("display", "i2", "cards", "cards in the display at the end"),
    Column("tokens", "i2", "tokens", "free control tokens at the end"),
    Column("plays", "i2", "actions", "actions that played cards"),
    Column("takes", "i2", "actions", "actions that took cards"),
    Column("passes", "i2", "actions", "passes"),
    Column("placed", "i2", "blocks", "blocks placed"),
    Column("battle_tokens", "i2", "tokens", "tokens put in the Battle Box"),
)
ROUND_COLUMNS = (
    Column("action_rounds", "i2", "action rounds", "action rounds begun"),
    Column("phase_end", "i1", "", "why the action phase ended", PHASE_ENDS),
    Column("battle", "i1", "", "how the battle went", BATTLES),
    Column("battle_tokens", "i2", "tokens", "tokens in the Battle Box when it was fought"),
    Column("battle_winner", "i1", "number", "seat that led the army; -1 for nobody"),
    Column("elected", "?", "", "the provinces voted"),
    Column("votes_red", "i1", "votes", "votes for the Radicals"),
    Column("votes_blue", "i1", "votes", "votes for the Moderates"),
    Column("votes_white", "i1", "votes", "votes for the Royalists"),
    Column("government", "i1", "", "governing faction", FACTIONS),
    Column("decided", "i1", "", "what decided the government", DECIDED),
    Column("opposition", "i1", "", "faction of the opposition", FACTIONS),
    Column("tied", "i1", "provinces", "provinces with a tie"),
    Column("by_card", "i1", "provinces", "ties of provinces that cards broke"),
    Column("unbroken", "i1", "provinces", "ties of provinces that nobody broke"),
    Column("empty", "i1", "provinces", "provinces without a block"),
    Column(
        "white_provinces", "i1", "provinces", "counter-revolutionary ones under white, at the end"
    ),
)
CARD_COLUMNS = (
    Column("taken", "i8", "copies", "taken from the market"),
    Column("kept", "i8", "copies", "added to a display"),
    Column("advanced", "i8", "copies", "advanced in a contest"),
    Column("struck", "i8", "copies", "struck from a display into the box"),
    Column("elections", "i8", "elections", "elections held in the province"),
    Column("empty", "i8", "elections", "of those, without a block in it"),
    Column("fought", "i8", "elections", "of those, with stacks of two players or more"),
    Column("tied", "i8", "elections", "of those, with a tie for the largest stack"),
    Column("by_card", "i8", "elections", "of those, decided by cards"),
    Column("unbroken", "i8", "elections", "of those, with a tie that nobody broke"),
    Column("votes_red", "i8", "votes", "votes it gave the Radicals"),
    Column("votes_blue", "i8", "votes", "votes it gave the Moderates"),
    Column("votes_white", "i8", "votes", "votes it gave the Royalists"),
)
DECKS = ("cards", "provinces")
CARDS, LANDS = range(len(DECKS))

# Columns of the card counts, in the order of `game.MEASURES` and CARD_COLUMNS.
OPENING, DRAWN_BY, HAD_BY, DRAWN, _, PLAYED, _, HELD = range(len(MEASURES))
(
    TAKEN,
    KEPT,
    ADVANCED,
    STRUCK,
    ELECTIONS,
    EMPTY_LANDS,
    FOUGHT,
    TIED,
    BY_CARDS,
    UNBROKEN,
    FIRST_VOTES,
) = range(len(MEASURES), len(MEASURES) + 11)


@rule_of(outcome, state_dtype)
def liberte_outcome(state: Any, mix: Any, game: Any, seats: Any, rounds: Any) -> int:
    """LIB-8.3, LIB-9.1: the best score wins; equals share. A game that a fault broke off has no winner."""
    table = state.table
    over = table.pending == NONE
    best, second, winners = standing(table.scores, table.players)
    played = int(table.round_number)
    write_game(table, mix, game, played)
    game.margin = best - second if over else 0
    for seat in range(table.players):
        points = table.scores[seat]
        row = seats[seat]
        row.win = 1.0 / winners if over and points == best else 0.0
        row.place = place_of(table.scores, table.players, seat) if over else table.players
        row.score = points
        row.points = points if table.end != BY_VP else 0
        write_seat(table, seat, row)
    for i in range(played):
        write_turn(table.history[i], rounds[i])
    return played


@inner_kernel
def write_game(table: Any, mix: Any, game: Any, played: int) -> None:
    """The games row but for the common columns and the margin."""
    game.end = table.end
    game.sudden_death = table.end != BY_VP
    game.start_player = table.start_player
    game.government_turn1 = faction(table.history[0], table.history[0].government)
    game.government_turn2 = NOT_ELECTED
    game.government_turn3 = NOT_ELECTED
    game.government_turn4 = NOT_ELECTED
    if played > 1:
        game.government_turn2 = faction(table.history[1], table.history[1].government)
    if played > 2:
        game.government_turn3 = faction(table.history[2], table.history[2].government)
    if played > 3:
        game.government_turn4 = faction(table.history[3], table.history[3].government)
    game.battles_lost = 0
    game.red_votes = 0
    for i in range(played):
        entry = table.history[i]
        game.battles_lost += entry.battle == BATTLE_LOST
        if entry.elected:
            game.red_votes = entry.votes[RED]
    game.white_provinces = white_provinces(table, mix)
    game.warning = 0
    if table.end == BY_COUNTER_REVOLUTION:
        game.warning = table.white_warning
    elif table.end == BY_LANDSLIDE:
        game.warning = table.red_warning


@inner_kernel
def write_seat(table: Any, seat: int, row: Any) -> None:
    """The game's own columns of a seats row, but for the points."""
    row.vp = table.vp[seat]
    row.vp_government = table.vp_from[seat, FROM_GOVERNMENT]
    row.vp_opposition = table.vp_from[seat, FROM_OPPOSITION]
    row.vp_battle = table.vp_from[seat, FROM_BATTLE]
    row.vp_province = table.vp_from[seat, FROM_PROVINCE]
    blocks = 0
    for province in range(table.mix.board.provinces):
        blocks += table.blocks[province, seat]
    row.blocks = blocks
    row.hand = table.hand_size[seat]
    row.display = table.displays[seat].cards
    row.tokens = table.free_tokens[seat]
    row.plays = table.plays[seat]
    row.takes = table.takes[seat]
    row.passes = table.passed[seat]
    row.placed = table.blocks_placed[seat]
    row.battle_tokens = table.battles_entered[seat]


@inner_kernel
def faction(entry: Any, colour: int) -> int:
    """Index in FACTIONS of what a turn's election brought."""
    return 1 + colour if entry.elected else NOT_ELECTED


@inner_kernel
def write_turn(entry: Any, row: Any) -> None:
    """The game's own columns of a rounds row."""
    row.action_rounds = entry.action_rounds
    row.phase_end = entry.phase_end
    row.battle = entry.battle
    row.battle_tokens = entry.battle_tokens
    row.battle_winner = entry.battle_winner
    row.elected = entry.elected != 0
    row.votes_red = entry.votes[RED]
    row.votes_blue = entry.votes[BLUE]
    row.votes_white = entry.votes[WHITE]
    row.government = faction(entry, entry.government)
    row.decided = entry.decided
    row.opposition = faction(entry, entry.opposition)
    row.tied = entry.tied
    row.by_card = entry.by_card
    row.unbroken = entry.unbroken
    row.empty = entry.empty
    row.white_provinces = entry.white_provinces


@rule_of(tally, state_dtype)
def liberte_tally(state: Any, mix: Any, counts: Any, totals: Any) -> None:
    """Add this game's cards and provinces to `counts[deck, result, measure, card]` and `totals`."""
    table = state.table
    best, _, winners = standing(table.scores, table.players)
    for seat in range(table.players):
        won = table.scores[seat] == best
        result = WON + winners - 1 if won else BEATEN
        totals[CARDS, result] += 1
        count_cards(state.own[seat], mix, counts[CARDS, result])
    totals[LANDS, WON] += 1
    sums = counts[LANDS, WON]
    for province in range(mix.board.provinces):
        record = table.history_of[province]
        sums[ELECTIONS, province] += record.elections
        sums[EMPTY_LANDS, province] += record.empty
        sums[FOUGHT, province] += record.fought
        sums[TIED, province] += record.tied
        sums[BY_CARDS, province] += record.by_card
        sums[UNBROKEN, province] += record.unbroken
        for colour in range(len(COLOURS)):
            sums[FIRST_VOTES + colour, province] += record.votes[colour]


@inner_kernel
def count_cards(own: Any, mix: Any, sums: Any) -> None:
    """Add the cards of one seat to `sums[measure, card]`."""
    for card in range(mix.cards.kinds):
        opening, drawn, taken = own.opening[card], own.drawn[card], own.taken[card]
        sums[OPENING, card] += opening > 0
        sums[DRAWN_BY, card] += drawn + taken > 0
        sums[HAD_BY, card] += opening + drawn + taken > 0
        sums[DRAWN, card] += opening + drawn + taken
        sums[PLAYED, card] += own.played[card]
        sums[HELD, card] += own.hand.copies[card]
        sums[TAKEN, card] += taken
        sums[KEPT, card] += own.kept[card]
        sums[ADVANCED, card] += own.advanced[card]
        sums[STRUCK, card] += own.struck[card]


@rule_of(check, state_dtype)
def liberte_check(state: Any, mix: Any) -> int:
    """0, or which invariant broke: see `words.INVARIANTS`."""
    table, hidden = state.table, state.hidden
    broken = check_cards(state, mix)
    if broken != 0:
        return broken
    if hidden.deck_a.left + hidden.deck_b.left != table.deck_left:
        return 4
    for colour in range(len(COLOURS)):
        if count_blocks(table, mix, colour) != blocks_of(mix.parameters, colour):
            return 5
        if table.supply[colour] < 0:
            return 6
    for seat in range(table.players):
        if count_tokens(table, mix, seat) != mix.parameters.tokens_per_player:
            return 7
        if table.free_tokens[seat] < 0:
            return 8
    return check_board(table, mix)


@inner_kernel
def check_cards(state: Any, mix: Any) -> int:
    """LIB-1.1: every card is in one place."""
    table = state.table
    cards = table.deck_left + table.discards.cards + table.box.cards
    for slot in range(mix.parameters.faceup_cards):
        cards += table.market[slot] != EMPTY
    for seat in range(table.players):
        hand = state.own[seat].hand
        held = 0
        for card in range(mix.cards.kinds):
            if hand.copies[card] < 0 or table.displays[seat].copies[card] < 0:
                return 1
            held += int(hand.copies[card])
        if held != table.hand_size[seat] or held != hand.cards:
            return 2
        cards += held + table.displays[seat].cards
    if in_play(table):
        cards += 1
    return 3 if cards != mix.cards.cards else 0


@inner_kernel
def in_play(table: Any) -> bool:
    """Is a card on its way from the hand to the display or the discards?"""
    pending = table.pending
    return bool(pending == USE_CARD or pending == PLACE_BLOCK or pending == KEEP_CARD)


@inner_kernel
def count_blocks(table: Any, mix: Any, colour: int) -> int:
    """All blocks of a colour, wherever they are."""
    found = table.supply[colour] + table.reserve[colour]
    if colour == WHITE:
        found += table.lost_blocks
    for seat in range(table.players):
        found += table.held[seat, colour]
        for province in range(mix.board.provinces):
            if table.colour[province, seat] == colour:
                found += int(table.blocks[province, seat])
    return int(found)


@inner_kernel
def blocks_of(parameters: Any, colour: int) -> int:
    """LIB-1.1: how many blocks of a colour there are."""
    if colour == RED:
        return int(parameters.blocks_red)
    return int(parameters.blocks_blue if colour == BLUE else parameters.blocks_white)


@inner_kernel
def count_tokens(table: Any, mix: Any, seat: int) -> int:
    """All tokens of a player, wherever they are."""
    found = mix.parameters.tokens_on_tracks + table.free_tokens[seat]
    found += table.battle_tokens[seat] + table.presence[seat]
    for province in range(mix.board.provinces):
        found += table.blocks[province, seat] > 0
    return int(found)


@inner_kernel
def check_board(table: Any, mix: Any) -> int:
    """LIB-5.1: stacks of 1 to stack_max blocks, at most stacks_per_province in a province."""
    for province in range(mix.board.provinces):
        stacks = 0
        for seat in range(table.players):
            blocks = int(table.blocks[province, seat])
            if not 0 <= blocks <= mix.parameters.stack_max:
                return 9
            stacks += blocks > 0
        if stacks != table.stacks[province] or stacks > mix.parameters.stacks_per_province:
            return 10
    return 0
