"""What a finished game leaves behind: rows, card and province counts, invariants of a checked run."""

from typing import Any

from hemicycle.sim.decks import EMPTY
from hemicycle.sim.game import (
    BEATEN,
    LOST,
    MEASURES,
    WON,
    Column,
    check,
    outcome,
    rule_of,
    tally,
)
from hemicycle.sim.games.liberte.ending import score, white_provinces
from hemicycle.sim.games.liberte.records import (
    BATTLES,
    BLUE,
    BY_VP,
    COLOURS,
    DECIDED,
    ENDS,
    NONE,
    PHASE_ENDS,
    RED,
    TURNS,
    WHITE,
    state_dtype,
)
from hemicycle.sim.jit import inner_kernel

FACTIONS = ("none", *COLOURS)

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
        "white_provinces", "i1", "provinces", "counter-revolutionary provinces under white at the end"
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
