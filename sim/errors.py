"""Errors meant for people: one line that says what is wrong, where, and what was expected."""

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(Exception):
    """Something the user gave cannot be used; the command ends with exit code 2."""


class RunError(Exception):
    """A run could not be carried through; the command ends with exit code 1."""


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?`, or the list of known words where none is near."""
    words = sorted(known)
    lower = {w.lower(): w for w in words}
    close = get_close_matches(word.lower(), lower, n=1, cutoff=0.5)
    if close:
        return f"; did you mean '{lower[close[0]]}'?"
    return f"; known: {', '.join(words)}" if words else ""
