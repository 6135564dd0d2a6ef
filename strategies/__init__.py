"""Strategies: how they are written, where they come from, and how a line-up is read.

A strategy is one function, compiled by numba with its game's fixed signature:

    @strategy("bold", game="filibuster", description="Bids high and early.",
              nerve=Param(0.5, 0, 1, "share of its influence it will bid"))
    def bold(decision, table, own, options, params, rng):
        return index_into_options

It sees `table` (public) and `own` (its seat's secrets) and nothing else. Built-in strategies come in
by the same door as a package's: the entry point group `hemicycle.strategies`, each naming a module.
`example_bots.py` in this folder is a file to copy and change.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import numba

from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.game import MAX_PARAMS, Game
from hemicycle.sim.jit import CACHE_FOLDER, is_hashed
from hemicycle.sim.lineup import Entry
from hemicycle.strategies.misleading import refuse_what_misleads
from hemicycle.strategies.sources import package_sources
from hemicycle.strategies.touching import refuse_touching

GROUP = "hemicycle.strategies"
_WORD = re.compile(r"\w(?:[\w.-]*\w)?")


@dataclass(frozen=True)
class Param:
    """A strategy's number: default, lowest and highest useful value, and what it means."""

    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Strategy:
    """A strategy as written: `game` None plays every game; `cached` False compiles at each start,
    with checks.

    `sources` are the files it stands in, path -> contents as loaded; empty for an installed module,
    which is read when asked.
    """

    name: str
    game: str | None
    description: str
    params: dict[str, Param]
    decide: Callable[..., int]
    cached: bool = True
    sources: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def compiled(self, game: Game) -> Any:
        """The decide function compiled for `game`; InputError in words when it does not compile."""
        refuse_what_misleads(self)
        refuse_touching(self)
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return self.decide
        from hemicycle.strategies.compiling import compile_strategy

        return compile_strategy(
            self, game.signature, cache=self.cached and CACHE_FOLDER is not None
        )

    @property
    def defaults(self) -> tuple[float, ...]:
        """The parameters' default values in order, for another strategy that calls this one."""
        return tuple(float(param.default) for param in self.params.values())

    @property
    def file(self) -> str:
        """The source file of the function."""
        return inspect.getsourcefile(self.decide) or self.decide.__code__.co_filename

    @property
    def source_hash(self) -> str:
        """Hash of its source file and of the local modules that file uses (16 hex digits)."""
        digest = hashlib.sha256()
        for path, text in sorted((self.sources or package_sources(self.decide)).items()):
            digest.update(Path(path).name.encode() + b"\0" + text + b"\0")
        return digest.hexdigest()[:16]


def strategy(
    name: str, *, game: str | None, description: str, **params: Param
) -> Callable[[Callable[..., int]], Strategy]:
    """Make the decorated function a strategy; it finds its parameters in `params`, in this order.

    InputError for a name that `--players` could not spell, too many parameters, or a parameter that
    is no `Param` or whose default lies outside its range.
    """
    if not _WORD.fullmatch(name):
        raise InputError(f"strategy name '{name}': use letters, digits, '_', '-' and '.'")
    if len(params) > MAX_PARAMS:
        raise InputError(f"strategy '{name}' has {len(params)} parameters; at most {MAX_PARAMS}")
    for key, param in params.items():
        _check_param(name, key, param)

    def register(decide: Callable[..., int]) -> Strategy:
        plain = getattr(decide, "py_func", decide)
        return Strategy(name, game, description, params, plain, cached=is_hashed(plain))

    return register


def _check_param(name: str, key: str, param: object) -> None:
    if not isinstance(param, Param):
        expected = "expected Param(default, lowest, highest, meaning)"
        raise InputError(f"strategy '{name}', parameter '{key}': {param!r}, {expected}")
    if not param.low <= param.default <= param.high:
        raise InputError(
            f"strategy '{name}', parameter '{key}': default {param.default:g} is not a number "
            f"from {param.low:g} to {param.high:g}"
        )


def strategies_in(module: ModuleType) -> list[Strategy]:
    """The strategies a module defines, in the order of the file."""
    return [found for found in vars(module).values() if isinstance(found, Strategy)]


def all_strategies(game: str, code: Sequence[str | Path] = ()) -> dict[str, Strategy]:
    """Name -> strategy for `game`: installed packages' (ours among them), then the files in `code`.

    InputError when a file cannot be read, run, or holds no strategy for this game, and when two
    strategies have one name.
    """
    from hemicycle.strategies.usercode import load_code

    found: dict[str, Strategy] = {}
    for point in metadata.entry_points(group=GROUP):
        _add(found, strategies_in(point.load()), game, f"package entry point '{point.name}'")
    for path in code:
        loaded = load_code(path)
        _refuse_other_games(loaded, game, f"--code {path}")
        _add(found, loaded, game, f"--code {path}")
    return found


def _refuse_other_games(loaded: list[Strategy], game: str, where: str) -> None:
    """A misspelt game must not hide a strategy; a file may hold strategies for other games."""
    other = [s for s in loaded if s.game not in (None, game)]
    for s in other:
        if len(other) == len(loaded) or get_close_matches(str(s.game), [game], cutoff=0.7):
            raise InputError(f"{where}: strategy '{s.name}' is for game '{s.game}', not '{game}'")


def _add(found: dict[str, Strategy], new: Iterable[Strategy], game: str, where: str) -> None:
    for s in new:
        if s.game not in (None, game):
            continue
        if s.name in found and found[s.name].decide is not s.decide:
            raise InputError(f"{where}: a strategy called '{s.name}' exists already; rename it")
        found[s.name] = s


def parse_players(
    text: str, known: Mapping[str, Strategy]
) -> list[tuple[Strategy, dict[str, float]]]:
    """`bold,cautious:nerve=0.2:greed=1` -> strategies with the parameters set.

    InputError names an unknown strategy or parameter and the nearest known one, and a value that
    is not a number in its range.
    """
    chosen = []
    for part in text.split(","):
        name, *settings = part.strip().split(":")
        if name not in known:
            raise InputError(f"--players: no strategy '{name}'{nearest(name, known)}")
        values: dict[str, float] = {}
        for setting in settings:
            key, value = _setting(known[name], setting)
            if key in values:
                raise InputError(f"--players: {name}:{key} is set twice")
            values[key] = value
        chosen.append((known[name], values))
    return chosen


def _setting(s: Strategy, text: str) -> tuple[str, float]:
    key, _, value = text.partition("=")
    if key not in s.params:
        hint = nearest(key, s.params) if s.params else "; it has no parameters"
        raise InputError(f"--players: strategy '{s.name}' has no parameter '{key}'{hint}")
    param = s.params[key]
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not param.low <= number <= param.high:
        raise InputError(
            f"--players: {s.name}:{key}={value} is not a number from {param.low:g} to {param.high:g}"
        )
    return key, number


def make_entry(s: Strategy, settings: Mapping[str, float], game: Game) -> Entry:
    """Compile a strategy with its settings into a line-up entry."""
    changed = [f":{key}={float(value)!r}".removesuffix(".0") for key, value in settings.items()]
    values = tuple(float(settings.get(key, p.default)) for key, p in s.params.items())
    return Entry(s.name + "".join(changed), s.name, s.compiled(game), values, s.source_hash)
