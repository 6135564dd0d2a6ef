"""The records and numbers of Filibuster!: mix, table, own, hidden.

FIL-9.29: `table` is what everyone sees, `own` what one player sees, `hidden` what nobody sees.
Scalars are int64 so that the code gives the same numbers compiled and with jit off.
"""

import numba as nb
import numpy as np

from hemicycle.sim.decks import CAPACITY, deck_dtype
from hemicycle.sim.eventlog import log_dtype

SEATS = 5
KINDS = 64
"""Most different cards in one deck: those of a hand are one word of `sim.bits`."""
PRIMITIVES = 512
"""Most effect primitives in all texts of a mix."""
ROUNDS = 7
PEEK_MAX = 16
"""Most time cards one text may look at."""

HOURS, ASSIST = 0, 1
"""Kinds of action card."""

DRAW_CARD = -1
"""The `support` option of drawing one more card; every other option is a card."""
NO_SEAT = -1

DECISIONS = (
    "none",
    "bid",
    "call_vote",
    "offer",
    "vote",
    "pay_or_end",
    "play_hours",
    "buy_hour",
    "support",
    "bury",
    "target",
    "discard",
)
(
    NONE,
    BID,
    CALL_VOTE,
    OFFER,
    VOTE,
    PAY_OR_END,
    PLAY_HOURS,
    BUY_HOUR,
    SUPPORT,
    BURY,
    TARGET,
    DISCARD,
) = range(len(DECISIONS))

NO, YES = 0, 1
"""Options of call_vote (no, call), buy_hour (no, buy) and bury (leave, bury)."""
AYE, NAY = 0, 1
"""Options of vote."""
PAY, END = 0, 1
"""Options of pay_or_end."""

STAGES = (
    "over",
    "effects",
    "election",
    "opening",
    "time_card",
    "after_time_card",
    "leader_done",
    "supporter_done",
    "ending",
    "settling",
)
(
    OVER,
    EFFECTS,
    ELECTION,
    OPENING,
    TIME_CARD,
    AFTER_TIME_CARD,
    LEADER_DONE,
    SUPPORTER_DONE,
    ENDING,
    SETTLING,
) = range(len(STAGES))

ENDS = ("none", "time_card", "pay_or_end", "vote", "deck_empty", "full_track")
"""Why a filibuster ended."""
NOT_ENDED, BY_TIME_CARD, BY_PAY_OR_END, BY_VOTE, BY_DECK_EMPTY, BY_FULL_TRACK = range(len(ENDS))

PRIMITIVE_NAMES = (
    "continue",
    "end",
    "pay_or_end",
    "hours",
    "influence",
    "draw",
    "discard",
    "peek",
    "bury",
    "cancel_next",
    "transfer",
    "shuffle_time",
)
"""The effect vocabulary in the order of the rules, FIL-2.1 first."""
(
    DO_CONTINUE,
    DO_END,
    DO_PAY_OR_END,
    DO_HOURS,
    DO_INFLUENCE,
    DO_DRAW,
    DO_DISCARD,
    DO_PEEK,
    DO_BURY,
    DO_CANCEL_NEXT,
    DO_TRANSFER,
    DO_SHUFFLE_TIME,
) = range(len(PRIMITIVE_NAMES))

WHO_NAMES = ("leader", "supporters", "each", "self", "target")
LEADER, SUPPORTERS, EACH, SELF, TARGETED = range(len(WHO_NAMES))

PARAMETERS = (
    "players_min",
    "players_max",
    "policies_in_game",
    "blocks_to_win",
    "enacted_to_lose",
    "start_hand",
    "start_influence",
    "policy_bonus_round5",
    "policy_bonus_round6",
    "policy_bonus_round7",
    "difficulty_start",
    "difficulty_step",
    "track_max_hours",
    "refill_hand_to",
    "votes_per_round_max",
    "passed_votes_per_game_max",
    "influence_floor",
    "vote_needs_difficulty",
    "vote_pays_reward",
    "vote_leader_divisor",
    "bribes",
    "buy_hour_price",
)

# Purposes of the random streams. Seats' strategies have theirs from the engine.
(
    FIRST_LEADER_STREAM,
    POLICY_STREAM,
    ACTION_STREAM,  # index: how often the discards were reshuffled
    TIME_STREAM,  # index: round * 256 + how often shuffle_time was played in it
) = range(4)

primitive_dtype = np.dtype(
    [("op", "i1"), ("who", "i1"), ("to", "i1"), ("amount", "i2")], align=True
)
text_dtype = np.dtype([("start", "i2"), ("stop", "i2")], align=True)
parameters_dtype = np.dtype([(name, "i8") for name in PARAMETERS], align=True)


def _list_dtype(*columns: tuple[str, object]) -> np.dtype:
    """A card list: its kinds, how many cards, the unshuffled deck, and per kind the given columns."""
    shape = [("kinds", "i8"), ("cards", "i8"), ("deck", deck_dtype)]
    return np.dtype(shape + [(name, dtype, (KINDS,)) for name, dtype in columns], align=True)


time_list_dtype = _list_dtype(("copies", "i2"), ("text", text_dtype))
action_list_dtype = _list_dtype(
    ("copies", "i2"), ("text", text_dtype), ("kind", "i1"), ("value", "i1")
)
policy_list_dtype = _list_dtype(("reward", text_dtype), ("backlash", text_dtype))

mix_dtype = np.dtype(
    [
        ("parameters", parameters_dtype),
        ("time", time_list_dtype),
        ("action", action_list_dtype),
        ("policy", policy_list_dtype),
        ("hours_cards", "u8"),  # the set (sim.bits) of action cards that are hours cards
        ("program", primitive_dtype, (PRIMITIVES,)),
    ],
    align=True,
)

# One card text being carried out (FIL-2): where it stands and for whom.
effect_dtype = np.dtype(
    [
        ("at", "i8"),  # next primitive of the mix's program
        ("stop", "i8"),
        ("actor", "i8"),
        ("target", "i8"),  # chosen player, NO_SEAT before the choice
        ("turn", "i8"),  # players of the group already done, counted from the Leader
        ("left", "i8"),  # cards the player in turn still has to discard; -1 not begun
        ("card", "i8"),  # Assist on its way to the discards, EMPTY for none
        ("after", "i8"),  # stage that follows
    ],
    align=True,
)

round_record_dtype = np.dtype(
    [
        ("difficulty", "i8"),
        ("hours", "i8"),
        ("blocked", "i8"),
        ("end", "i8"),
        ("leader", "i8"),
        ("leader_turns", "i8"),
        ("bid", "i8"),
        ("paid", "i8"),
        ("policy", "i8"),
        ("leader_gain", "i8"),
        ("supporter_gain", "i8"),
        ("votes_called", "i8"),
    ],
    align=True,
)

table_dtype = np.dtype(
    [
        ("pending", "i8"),
        ("seat", "i8"),
        ("players", "i8"),
        ("stage", "i8"),
        ("round_number", "i8"),
        ("successes", "i8"),
        ("failures", "i8"),
        ("passed_votes", "i8"),
        ("first_leader", "i8"),
        ("leader", "i8"),
        ("next_supporter", "i8"),
        ("policy", "i8"),  # face up in this round
        # bidding
        ("highest", "i8"),
        ("high_bidder", "i8"),  # NO_SEAT before the first bid
        ("passes", "i8"),  # in a row
        # filibuster
        ("hours", "i8"),
        ("difficulty", "i8"),
        ("votes_called", "i8"),
        ("asked", "i8"),  # the supporter an offer is for
        ("cancel", "i8"),
        ("peeks", "i8"),  # most time cards that one player has looked at and not seen drawn
        ("end", "i8"),
        ("leader_turns", "i8"),
        ("time_cards_left", "i8"),
        ("action_cards_left", "i8"),
        ("action_discards", "i8"),
        ("paid", "i8"),
        ("gains", "i8", (2,)),  # influence gained in the round by supporters, by the Leader
        # per seat
        ("influence", "i8", (SEATS,)),
        ("bids", "i8", (SEATS,)),
        ("hand_size", "i8", (SEATS,)),
        ("votes", "i8", (SEATS,)),  # the last vote, once counted
        ("led", "i8", (SEATS,)),
        ("bid_paid", "i8", (SEATS,)),
        ("assists", "i8", (SEATS,)),
        ("passed", "i8", (SEATS,)),
        ("deficit", "i8", (SEATS,)),  # largest lag behind the richest at the end of a round
        # per kind of time card: copies not drawn in this filibuster; drawn and cancelled in the game
        ("time_left", "i2", (KINDS,)),
        ("time_drawn", "i2", (KINDS,)),
        ("time_cancelled", "i2", (KINDS,)),
        ("effect", effect_dtype),
        ("history", round_record_dtype, (ROUNDS,)),
        ("mix", mix_dtype),  # what is printed is known to all
    ],
    align=True,
)

own_dtype = np.dtype(
    [
        ("offer", "i8"),  # offered to me for an Aye
        ("promised", "i8"),  # offered by me
        ("peeked_count", "i8"),
        ("peeked", "i1", (PEEK_MAX,)),
        ("held", "u8"),  # the set (sim.bits) of cards in hand
        ("hand", "i2", (KINDS,)),
        ("opening", "i2", (KINDS,)),
        ("drawn", "i2", (KINDS,)),
        ("received", "i2", (KINDS,)),
        ("played", "i2", (KINDS,)),
        ("handed_on", "i2", (KINDS,)),
    ],
    align=True,
)

hidden_dtype = np.dtype(
    [
        ("key", "u8"),
        ("reshuffles", "i8"),
        ("time_shuffles", "i8"),
        ("time_deck", deck_dtype),
        ("action_deck", deck_dtype),
        ("policy_deck", deck_dtype),
        ("discards", "i1", (CAPACITY,)),
        ("votes", "i8", (SEATS,)),
        ("log", log_dtype),
    ],
    align=True,
)

state_dtype = np.dtype(
    [("table", table_dtype), ("own", own_dtype, (SEATS,)), ("hidden", hidden_dtype)], align=True
)

STATE, TABLE = nb.from_dtype(state_dtype), nb.from_dtype(table_dtype)
MIX, TEXT = nb.from_dtype(mix_dtype), nb.from_dtype(text_dtype)
PRIMITIVE = nb.from_dtype(primitive_dtype)
"""The records as numba types, for kernels of one signature."""
