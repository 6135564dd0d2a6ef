"""Filibuster!: a semi-cooperative game of 3 to 5 senators in the minority.

Rules: data/filibuster/rules.md, numbered FIL-n.m. Each rule stands in the docstring of the function
that carries it out: cards (FIL-3), verbs (FIL-4, FIL-9.3), auction (FIL-5), turns (FIL-6), votes
(FIL-7), ending (FIL-8), outcome (FIL-9.1), effects (FIL-2, the decisions they ask).

FIL-1.1: the bank is unlimited and makes change, so influence is a plain number; the sand timer and
the tokens that only track something are not modelled.
"""

from hemicycle.sim.game import Game
from hemicycle.sim.games.filibuster import cards, outcome, records, verbs, words

GAME = Game(
    name="filibuster",
    title="Filibuster!",
    version=1,
    seats=(3, 5),
    state_dtype=records.state_dtype,
    mix_dtype=records.mix_dtype,
    decisions=records.DECISIONS,
    cap=100_000,
    max_rounds=records.ROUNDS,
    games=outcome.GAME_COLUMNS,
    seat_columns=outcome.SEAT_COLUMNS,
    rounds=outcome.ROUND_COLUMNS,
    decks=outcome.DECKS,
    first="first_leader",
    compile_mix=cards.compile_mix,
    schema=cards.SCHEMA,
    words=words,
)

__all__ = ["GAME", "verbs"]
