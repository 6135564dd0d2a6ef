"""A rule by its number: its text, and where code and tests carry it out."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
RULE = re.compile(r"^\*\*([A-Z]+-\d+\.\d+)\*\*", re.MULTILINE)


def find_rule(number: str) -> dict[str, Any]:
    """The rule `number` (FIL-5.2): {number, game, text, places}.

    `places` are `file:line` of every mention in the code and, in a clone, the tests. InputError
    with the nearest number when there is no such rule.
    """
    known = []
    for game in GAMES:
        text = (files("hemicycle.data") / game / "rules.md").read_text(encoding="utf-8")
        found = list(RULE.finditer(text))
        known += [match[1] for match in found]
        for match in found:
            if match[1] == number.upper():
                rest = re.split(r"\n(?=\*\*[A-Z]+-\d|#)", text[match.start() :], maxsplit=1)[0]
                return {
                    "number": match[1],
                    "game": game,
                    "text": rest.strip(),
                    "places": _places(game, match[1]),
                }
    near = nearest(number.upper(), known) if len(number) > 4 else ""
    raise InputError(f"no rule '{number}'{near if 'did you' in near else '; as FIL-5.2'}")


def _places(game: str, number: str) -> list[str]:
    exact = re.compile(rf"\b{re.escape(number)}\b")
    as_test = re.compile(
        rf"def test_{re.escape(number.lower().replace('-', '_').replace('.', '_'))}_"
    )
    module = Path(*GAMES[game].split(".")[1:])
    paths = [*sorted((ROOT / module).glob("*.py")), ROOT / module.with_suffix(".py")]
    paths += sorted((ROOT / "tests" / "games").glob(f"test_{game}*.py"))
    return [
        f"{path.relative_to(ROOT)}:{line}"
        for path in paths
        if path.is_file()
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if exact.search(text) or as_test.search(text)
    ]
