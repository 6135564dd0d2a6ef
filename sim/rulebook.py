"""A game's numbered rules, and where the code carries them out."""

from __future__ import annotations

import re

from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.games import GAMES
from hemicycle.sim.jit import ROOT

_RULE = re.compile(r"^\*\*([A-Z]{3}-\d+(?:\.\d+)*)\*\*\s*(.*)$")


def rules(game: str) -> dict[str, str]:
    """Number -> text of every rule of `game`."""
    found: dict[str, str] = {}
    number = ""
    for line in (ROOT / "data" / game / "rules.md").read_text(encoding="utf-8").splitlines():
        match = _RULE.match(line)
        if match:
            number = match[1]
            found[number] = match[2]
        elif line.startswith("#"):
            number = ""
        elif number:
            found[number] = f"{found[number]}\n{line}".rstrip()
    return found


def section(number: str) -> dict[str, str]:
    """Number -> text of the rules FIL-5.1, FIL-5.2 ... for `FIL-5`; of every rule for no number."""
    wanted = f"{number.upper()}." if number else ""
    every = {key: text for game in GAMES for key, text in rules(game).items()}
    return {key: text for key, text in every.items() if key.startswith(wanted)}


def find_rule(number: str) -> tuple[str, list[str]]:
    """The rule's text and `file:line` of each mention in the code; InputError for an unknown one."""
    wanted = number.upper()
    for game, module in GAMES.items():
        known = rules(game)
        if wanted in known:
            folder = ROOT.joinpath(*module.split(".")[1:])
            return known[wanted], _mentions(wanted, folder)
    every = [known for game in GAMES for known in rules(game)]
    raise InputError(f"no rule '{number}'{nearest(wanted, every)}")


def _mentions(number: str, folder: object) -> list[str]:
    pattern = re.compile(rf"\b{re.escape(number)}(?!\.?\d)")
    return [
        f"{path.relative_to(ROOT)}:{i}"
        for path in sorted(ROOT.joinpath(str(folder)).rglob("*.py"))
        for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
