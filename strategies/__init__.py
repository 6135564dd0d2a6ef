"""Strategies: how they are written, where they come from, and how a line-up is read.

A strategy is one function, compiled by numba with its game's fixed signature:

    @strategy("bold", game="filibuster", description="Bids high and early.",
              nerve=Param(0.5, 0, 1, "share of its influence it will bid"))
    def bold(decision, table, own, options, params, rng):
        return index_into_options

It sees `table` (public) and `own` (its seat's secrets) and nothing else. Built-in strategies come in
by the same door as a package's: the entry point group `hemicycle.strategies`, each naming a module.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path
from types import ModuleType
from typing import Any

import numba

from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.game import MAX_PARAMS, Game
from hemicycle.sim.jit import CACHE_FOLDER
from hemicycle.sim.lineup import Entry

GROUP = "hemicycle.strategies"


@dataclass(frozen=True)
class Param:
    """A strategy's number: default, lowest and highest useful value, and what it means."""

    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Strategy:
    """A strategy as written: `game` None plays every game; `cached` False compiles at each start."""

    name: str
    game: str | None
    description: str
    params: dict[str, Param]
    decide: Callable[..., int]
    cached: bool = True

    def compiled(self, game: Game) -> Any:
        """The decide function compiled for `game`; InputError in words when it does not compile."""
        if numba.config.DISABLE_JIT:
            return self.decide
        from hemicycle.strategies.compiling import compile_strategy

        return compile_strategy(
            self, game.signature, cache=self.cached and CACHE_FOLDER is not None
        )

    @property
    def source_hash(self) -> str:
        """Hash of the source file it stands in (16 hex digits)."""
        path = inspect.getsourcefile(self.decide)
        return hashlib.sha256(Path(path or "").read_bytes()).hexdigest()[:16]


def strategy(
    name: str, *, game: str | None, description: str, **params: Param
) -> Callable[[Callable[..., int]], Strategy]:
    """Make the decorated function a strategy; it finds its parameters in `params`, in this order."""
    if len(params) > MAX_PARAMS:
        raise InputError(f"strategy '{name}' has {len(params)} parameters; at most {MAX_PARAMS}")

    def register(decide: Callable[..., int]) -> Strategy:
        return Strategy(name, game, description, params, decide)

    return register


def strategies_in(module: ModuleType) -> list[Strategy]:
    """The strategies a module defines, in the order of the file."""
    return [found for found in vars(module).values() if isinstance(found, Strategy)]


def load_code(path: str | Path) -> list[Strategy]:
    """The strategies of a user's file; InputError when it cannot be read, run, or holds none."""
    path = Path(path)
    if not path.is_file():
        raise InputError(f"--code {path}: no such file")
    spec = util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise InputError(f"--code {path}: not a Python file (its name must end in .py)")
    module = util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the user's file does wrong is told in one line
        raise InputError(f"--code {path}: {_where(error, path)}{error}") from error
    finally:
        sys.path.pop(0)
    found = [
        Strategy(s.name, s.game, s.description, s.params, s.decide, cached=False)
        for s in strategies_in(module)
    ]
    if not found:
        raise InputError(f"--code {path}: no @strategy function in it")
    return found


def _where(error: BaseException, path: Path) -> str:
    """`line 7: NameError: `: the last line of the user's file on the way to the error."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: "
    lines, trace = [], error.__traceback__
    while trace:
        if Path(trace.tb_frame.f_code.co_filename).name == path.name:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    place = f"line {lines[-1]}: " if lines else ""
    return f"{place}{type(error).__name__}: "


def all_strategies(game: str, code: Sequence[str | Path] = ()) -> dict[str, Strategy]:
    """Name -> strategy for `game`: installed packages' (ours among them), then the files in `code`."""
    found: dict[str, Strategy] = {}
    for point in metadata.entry_points(group=GROUP):
        _add(found, strategies_in(point.load()), game, f"package entry point '{point.name}'")
    for path in code:
        _add(found, load_code(path), game, f"--code {path}")
    return found


def _add(found: dict[str, Strategy], new: Iterable[Strategy], game: str, where: str) -> None:
    for s in new:
        if s.game not in (None, game):
            continue
        if s.name in found:
            raise InputError(f"{where}: a strategy called '{s.name}' exists already; rename it")
        found[s.name] = s


def parse_players(text: str, known: dict[str, Strategy]) -> list[tuple[Strategy, dict[str, float]]]:
    """`bold,cautious:nerve=0.2:greed=1` -> strategies with the parameters set.

    InputError names an unknown strategy or parameter and the nearest known one, and a value that
    is not a number in its range.
    """
    chosen = []
    for part in text.split(","):
        name, *settings = part.strip().split(":")
        if name not in known:
            raise InputError(f"--players: no strategy '{name}'{nearest(name, known)}")
        chosen.append((known[name], dict(_setting(known[name], s) for s in settings)))
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


def make_entry(s: Strategy, settings: dict[str, float], game: Game) -> Entry:
    """Compile a strategy with its settings into a line-up entry."""
    changed = [f":{key}={value:g}" for key, value in settings.items()]
    values = tuple(float(settings.get(key, p.default)) for key, p in s.params.items())
    return Entry(s.name + "".join(changed), s.name, s.compiled(game), values, s.source_hash)
