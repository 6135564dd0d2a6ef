"""Liberté: factions, elections and sudden death in the French Revolution, for 3 to 6 players.

Rules: data/liberte/rules.md, numbered LIB-n.m. Each rule stands in the docstring of the function that
carries it out.
"""

from hemicycle.sim.game import Game
from hemicycle.sim.games.liberte import cards, outcome, records, verbs, words

GAME = Game(
    name="liberte",
    title="Liberté",
    version=1,
    seats=(3, 6),
    state_dtype=records.state_dtype,
    mix_dtype=records.mix_dtype,
    decisions=records.DECISIONS,
    cap=200_000,
    max_rounds=records.TURNS,
    games=outcome.GAME_COLUMNS,
    seat_columns=outcome.SEAT_COLUMNS,
    rounds=outcome.ROUND_COLUMNS,
    decks=outcome.DECKS,
    card_columns=outcome.CARD_COLUMNS,
    first="start_player",
    round="turn",
    block=1_000,
    compile_mix=cards.compile_mix,
    schema=cards.SCHEMA,
    words=words,
)

__all__ = ["GAME", "verbs"]
