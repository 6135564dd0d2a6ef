"""Which columns of the rounds make a game's difficulty curve."""

CURVES = {"filibuster": ("difficulty", "blocked")}
"""By game: a whole number 0..255, and a truth value counted at each of its values."""
