"""The records and numbers of Liberté: mix, table, own, hidden.

LIB-10.1, LIB-13.5: `table` is what everyone sees, `own` what one player sees, `hidden` what nobody
sees. LIB-13.6: a pile has room for all cards of a mix, whatever the limits.
Scalars are int64 so that the code gives the same numbers compiled and with jit off.
"""

import numba as nb
import numpy as np

from hemicycle.sim.decks import deck_dtype
from hemicycle.sim.eventlog import log_dtype
from hemicycle.sim.game import MAX_KINDS
from hemicycle.sim.piles import WORDS, pile_dtype

SEATS = 6
KINDS = MAX_KINDS
TURNS = 4
PROVINCES = 32
REGIONS = 8
FACEUP_MAX = 8
"""Most slots of the market."""
DISPLAY_MAX = 16
"""Most cards of a display."""

COLOURS = ("R", "B", "W")
"""Factions: Radicals, Moderates, Royalists."""
RED, BLUE, WHITE = range(len(COLOURS))
NO_COLOUR = -1
"""Of a special card; also: no government, no opposition, any colour."""
ANY_REGION = -1
"""Region of a club: wild."""
NO_REGION = -2
NO_SEAT = -1
NO_PROVINCE = -1

SETS = ("A", "B")
TYPES = ("personality", "club", "special")
PERSONALITY, CLUB, SPECIAL = range(len(TYPES))
ANY_TYPE = -1
EFFECTS = ("none", "strike_card", "remove_block", "clear_colour")
NO_EFFECT, STRIKE_CARD, REMOVE_BLOCK, CLEAR_COLOUR = range(len(EFFECTS))

DECISIONS = (
    "none",
    "refill_discard",
    "refill_draw",
    "action_kind",
    "play_card",
    "use_card",
    "place_block",
    "keep_card",
    "target_player",
    "target_card",
    "target_province",
    "target_stack",
    "take_discard",
    "take_source",
    "take_second",
    "battle_advance",
    "province_advance",
    "paris_advance",
    "government_advance",
    "opposition_advance",
    "award_advance",
    "overflow_discard",
)
(
    NONE,
    REFILL_DISCARD,
    REFILL_DRAW,
    ACTION_KIND,
    PLAY_CARD,
    USE_CARD,
    PLACE_BLOCK,
    KEEP_CARD,
    TARGET_PLAYER,
    TARGET_CARD,
    TARGET_PROVINCE,
    TARGET_STACK,
    TAKE_DISCARD,
    TAKE_SOURCE,
    TAKE_SECOND,
    BATTLE_ADVANCE,
    PROVINCE_ADVANCE,
    PARIS_ADVANCE,
    GOVERNMENT_ADVANCE,
    OPPOSITION_ADVANCE,
    AWARD_ADVANCE,
    OVERFLOW_DISCARD,
) = range(len(DECISIONS))

DECK = 1000
"""The option of taking the top of the deck."""
STOP = -1
"""The option that stops or declines: STOP, DONE, NONE; always the last of its list."""
PLAY, TAKE, PASS = range(3)
"""Options of action_kind."""
BLOCKS, BATTLE = range(2)
"""Options of use_card."""
KEEP, DISCARD = range(2)
"""Options of keep_card."""
# Every other option is a kind of card, a province (index in the mix) or a seat.

STAGES = (
    "over",
    "new_turn",
    "refill_player",
    "refill_drawing",
    "open_phase",
    "next_action",
    "playing",
    "placing",
    "keeping",
    "taking_discards",
    "taking",
    "action_done",
    "battle",
    "battle_tied",
    "election",
    "province",
    "province_tied",
    "national",
    "government_tied",
    "opposition_vote",
    "opposition_tied",
    "award",
    "award_tied",
    "closing",
    "contest",
)
(
    OVER,
    NEW_TURN,
    REFILL_PLAYER,
    REFILL_DRAWING,
    OPEN_PHASE,
    NEXT_ACTION,
    PLAYING,
    PLACING,
    KEEPING,
    TAKING_DISCARDS,
    TAKING,
    ACTION_DONE,
    BATTLE_STAGE,
    BATTLE_TIED,
    ELECTION,
    PROVINCE_VOTE,
    PROVINCE_TIED,
    NATIONAL,
    GOVERNMENT_TIED,
    OPPOSITION_VOTE,
    OPPOSITION_TIED,
    AWARD,
    AWARD_TIED,
    CLOSING,
    CONTEST,
) = range(len(STAGES))

ENDS = ("normal", "counter_revolution", "landslide")
"""How a game ended."""
BY_VP, BY_COUNTER_REVOLUTION, BY_LANDSLIDE = range(len(ENDS))
PHASE_ENDS = ("supply", "all_pass", "cap", "cut")
"""Why an action phase ended; `cut` by a counter-revolution."""
BY_SUPPLY, BY_ALL_PASS, BY_CAP, BY_CUT = range(len(PHASE_ENDS))
BATTLES = ("none", "won", "lost")
NO_BATTLE, BATTLE_WON, BATTLE_LOST = range(len(BATTLES))
DECIDED = ("none", "votes", "card")
"""What decided the government."""
UNDECIDED, BY_VOTES, BY_CARD = range(len(DECIDED))

SOURCES = ("government", "opposition", "battle", "province")
"""Where victory points come from."""
FROM_GOVERNMENT, FROM_OPPOSITION, FROM_BATTLE, FROM_PROVINCE = range(len(SOURCES))

AWARDS = ("government_first", "government_second", "opposition_first")
GOVERNMENT_FIRST, GOVERNMENT_SECOND, OPPOSITION_FIRST, AWARDS_DONE = range(len(AWARDS) + 1)

WARNING_MARGIN = 2
"""Sudden death counts as announced when its count is this close to the limit or closer."""

PARAMETERS = (
    "players_min",
    "players_max",
    "turns",
    "blocks_red",
    "blocks_blue",
    "blocks_white",
    "blocks_reserved_turn1_each",
    "tokens_per_player",
    "tokens_on_tracks",
    "start_hand",
    "refill_hand_to",
    "faceup_cards",
    "take_discard_threshold",
    "take_discard_count",
    "display_limit",
    "display_limit_sansculottes",
    "stack_max",
    "stacks_per_province",
    "max_action_rounds",
    "battle_first_turn",
    "battle_vp_turn2",
    "battle_vp_turn3",
    "battle_vp_turn4",
    "gov_first_vp",
    "gov_second_vp",
    "gov_first_tie_unbroken_each_vp",
    "gov_tie_step_back",
    "opposition_first_vp",
    "presence_blocks_needed",
    "vp_province_turn1",
    "vp_province_turn2",
    "vp_province_turn3",
    "vp_province_turn4",
    "landslide_red_votes",
    "cr_provinces_needed",
    "cr_active_turn1",
    "cr_active_turn2",
    "cr_active_turn3",
    "cr_active_turn4",
    "points_sudden_death_count_hand",
    "points_sudden_death_count_display",
)

# Purposes of the random streams (LIB-10.2). Seats' strategies have theirs from the engine.
(
    START_PLAYER_STREAM,
    SET_A_STREAM,
    SET_B_STREAM,
    RESHUFFLE_STREAM,  # index: how often the discards were reshuffled
    ORDER_STREAM,  # index: the turn
) = range(5)

parameters_dtype = np.dtype([(name, "i8") for name in PARAMETERS], align=True)

# Per kind of card, in card order (the rows of cards.csv).
cards_dtype = np.dtype(
    [
        ("kinds", "i8"),
        ("cards", "i8"),
        ("deck_a", deck_dtype),  # the unshuffled decks of the two sets
        ("deck_b", deck_dtype),
        ("copies", "i2", (KINDS,)),
        ("set", "i1", (KINDS,)),
        ("type", "i1", (KINDS,)),
        ("colour", "i1", (KINDS,)),  # NO_COLOUR for a special
        ("value", "i1", (KINDS,)),
        ("region", "i1", (KINDS,)),  # index in regions.csv; ANY_REGION for a club
        ("general", "i1", (KINDS,)),
        ("cannon", "i1", (KINDS,)),
        ("sansculottes", "i1", (KINDS,)),
        ("effect", "i1", (KINDS,)),
        ("target_colour", "i1", (KINDS,)),  # NO_COLOUR: any
        ("target_type", "i1", (KINDS,)),  # ANY_TYPE: any
        ("amount", "i1", (KINDS,)),
        ("needs_presence", "i1", (KINDS,)),
        ("needs_government", "i1", (KINDS,)),  # NO_COLOUR: none needed
        ("needs_stack", "i1", (KINDS,)),  # NO_COLOUR: none needed
        ("targets", "u8", (KINDS, WORDS)),  # the kinds a strike_card special may strike
        ("of_colour", "u8", (len(COLOURS), WORDS)),  # the personalities and clubs of each colour
        ("generals", "u8", (WORDS,)),
        ("ones", "u8", (WORDS,)),  # personalities and clubs of value 1
        ("specials", "u8", (WORDS,)),
        ("with_sansculottes", "u8", (WORDS,)),
    ],
    align=True,
)

# Per province, in the order of resolution (LIB-2.1); sets of provinces are words of sim.bits.
board_dtype = np.dtype(
    [
        ("provinces", "i8"),
        ("regions", "i8"),
        ("number", "i1", (PROVINCES,)),
        ("region", "i1", (PROVINCES,)),
        ("counter_revolution", "i1", (PROVINCES,)),
        ("vp", "i1", (PROVINCES,)),
        ("votes_max", "i1", (PROVINCES,)),
        ("whole", "u8"),  # all provinces
        ("royalist", "u8"),  # those that count for the counter-revolution
        ("in_region", "u8", (REGIONS,)),
    ],
    align=True,
)

mix_dtype = np.dtype(
    [("parameters", parameters_dtype), ("cards", cards_dtype), ("board", board_dtype)], align=True
)

# The action being carried out (LIB-5.1).
action_dtype = np.dtype(
    [
        ("card", "i8"),  # being played
        ("special_played", "i8"),
        ("cards_played", "i8"),  # clubs and personalities: 0, 1 or 2
        ("region", "i8"),  # where a second value-1 card may place; NO_REGION for none (LIB-5.3)
        ("left", "i8"),  # blocks still to place, or cards still to discard
        ("province", "i8"),  # target chosen so far
        ("victim", "i8"),
    ],
    align=True,
)

# A contest by cards (LIB-7.6).
contest_dtype = np.dtype(
    [
        ("decision", "i8"),  # which `_advance` it asks
        ("at", "i8"),  # place in the player order of who is asked next
        ("colours", "i8"),  # bit mask: the colours of cards that may be advanced; not for provinces
        ("contestants", "i8"),  # bit mask of seats
        ("advanced", "i1", (SEATS,)),  # kind advanced in this round of the contest, or EMPTY
        ("after", "i8"),  # stage that follows
        ("top", "i8"),  # highest value advanced, 0 for none
        ("top_colours", "i8"),  # bit mask of the colours of the highest cards
        ("leaders", "i8"),  # bit mask of the seats that advanced the highest cards
    ],
    align=True,
)

turn_dtype = np.dtype(
    [
        ("action_rounds", "i8"),
        ("phase_end", "i8"),
        ("battle", "i8"),
        ("battle_tokens", "i8"),
        ("battle_winner", "i8"),
        ("votes", "i8", (len(COLOURS),)),
        ("government", "i8"),
        ("decided", "i8"),
        ("opposition", "i8"),
        ("tied", "i8"),
        ("by_card", "i8"),
        ("unbroken", "i8"),
        ("empty", "i8"),
        ("white_provinces", "i8"),
        ("elected", "i8"),  # 1 when the provinces have voted
    ],
    align=True,
)

# What became of a province in all elections of a game.
record_of_province_dtype = np.dtype(
    [
        ("elections", "i2"),
        ("empty", "i2"),
        ("fought", "i2"),
        ("tied", "i2"),
        ("by_card", "i2"),
        ("unbroken", "i2"),
        ("votes", "i2", (len(COLOURS),)),
    ],
    align=True,
)

table_dtype = np.dtype(
    [
        ("pending", "i8"),
        ("seat", "i8"),
        ("players", "i8"),
        ("stage", "i8"),
        ("round_number", "i8"),  # the turn
        ("start_player", "i8"),
        ("order", "i8", (SEATS,)),  # seats in player order
        ("at", "i8"),  # place in the order of who refreshes or acts
        # action phase
        ("action_round", "i8"),
        ("passes", "i8"),  # in this round
        ("exhausted", "i8"),  # a supply has been empty in this phase
        ("action", action_dtype),
        # blocks
        ("supply", "i8", (len(COLOURS),)),
        ("reserve", "i8", (len(COLOURS),)),  # set aside until turn 2
        ("blocks", "i1", (PROVINCES, SEATS)),  # blocks in the stack of each seat
        ("colour", "i1", (PROVINCES, SEATS)),  # its colour, while it has blocks
        ("stacks", "i1", (PROVINCES,)),
        ("stacks_of", "i1", (PROVINCES, len(COLOURS))),
        ("coloured", "u8", (len(COLOURS),)),  # provinces with a stack of the colour
        ("stands", "u8", (SEATS,)),  # provinces with a stack of the seat
        ("grows", "u8", (SEATS, len(COLOURS))),  # those where it may take another block
        ("full", "u8"),  # provinces without room for another stack
        ("held", "i8", (SEATS, len(COLOURS))),  # won in this election
        ("lost_blocks", "i8"),  # white blocks on lost battles
        ("lost_owed", "i8"),
        # tokens
        ("free_tokens", "i8", (SEATS,)),
        ("battle_tokens", "i8", (SEATS,)),
        ("presence", "i8", (SEATS,)),
        # cards
        ("market", "i1", (FACEUP_MAX,)),  # EMPTY for a gap
        ("deck_left", "i8"),
        ("hand_size", "i8", (SEATS,)),
        ("displays", pile_dtype, (SEATS,)),
        ("discards", pile_dtype),
        ("box", pile_dtype),
        # politics
        ("votes", "i8", (len(COLOURS),)),
        ("governing", "i8"),  # NO_COLOUR for none
        ("opposition", "i8"),
        ("province", "i8"),  # being resolved
        ("contest", contest_dtype),
        ("award", "i8"),
        ("award_first", "i8"),  # who won the government's first place, NO_SEAT
        ("vp", "i8", (SEATS,)),
        ("vp_from", "i8", (SEATS, len(SOURCES))),
        # record of the game
        ("end", "i8"),
        ("scores", "i8", (SEATS,)),  # of a game that is over
        ("white_warning", "i8"),  # action rounds in a row, up to now, that ended near the limit
        ("red_warning", "i8"),
        ("plays", "i8", (SEATS,)),
        ("takes", "i8", (SEATS,)),
        ("passed", "i8", (SEATS,)),
        ("blocks_placed", "i8", (SEATS,)),
        ("battles_entered", "i8", (SEATS,)),  # tokens put in the Battle Box
        ("history", turn_dtype, (TURNS,)),
        ("history_of", record_of_province_dtype, (PROVINCES,)),
        ("mix", mix_dtype),  # what is printed is known to all
    ],
    align=True,
)

own_dtype = np.dtype(
    [
        ("hand", pile_dtype),
        ("opening", "i2", (KINDS,)),
        ("drawn", "i2", (KINDS,)),  # from the deck
        ("taken", "i2", (KINDS,)),  # from the market
        ("played", "i2", (KINDS,)),
        ("kept", "i2", (KINDS,)),  # added to the display
        ("advanced", "i2", (KINDS,)),
        ("struck", "i2", (KINDS,)),  # lost from the display to the box
    ],
    align=True,
)

hidden_dtype = np.dtype(
    [
        ("key", "u8"),
        ("order_rng", "u8", (1,)),
        ("reshuffles", "i8"),
        ("deck_a", deck_dtype),
        ("deck_b", deck_dtype),  # below set A; later the reshuffled discards
        ("log", log_dtype),
    ],
    align=True,
)

state_dtype = np.dtype(
    [("table", table_dtype), ("own", own_dtype, (SEATS,)), ("hidden", hidden_dtype)], align=True
)

STATE, TABLE, MIX = (nb.from_dtype(dtype) for dtype in (state_dtype, table_dtype, mix_dtype))
PILE = nb.from_dtype(pile_dtype)
"""The records as numba types, for kernels of one signature."""
