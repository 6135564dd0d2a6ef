"""A strategy may look at the game, not touch it: found in its source before the first game."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING

from hemicycle.sim.errors import InputError
from hemicycle.strategies.sources import package_sources

if TYPE_CHECKING:
    from hemicycle.strategies import Strategy

SHOWN = ("table", "own", "options", "params")
"""The arguments 1 to 4 of a strategy; what they lead to belongs to the game."""
CHANGING = {"fill", "itemset", "partition", "put", "resize", "setfield", "sort"}
"""Methods of an array that change it."""


def refuse_touching(s: Strategy) -> None:
    """InputError when the strategy, or a function of its files that it hands the game to, changes
    what it is shown, or reads a parameter it does not have.

    Followed are names, attributes, places and calls; what is hidden deeper is found by `run --check`.
    """
    if s.cached:  # ours
        return
    reader = _Reader(s, s.sources or package_sources(s.decide))
    reader.read(s.decide, dict(enumerate(SHOWN, 1)))  # type: ignore[arg-type]
    for place, fault in reader.faults:
        raise InputError(f"strategy '{s.name}' ({place}): {fault}")


@dataclass
class _Reader:
    s: Strategy
    sources: Mapping[str, bytes]
    faults: list[tuple[str, str]] = field(default_factory=list)
    done: set[tuple[FunctionType, tuple[int, ...]]] = field(default_factory=set)

    def read(self, function: FunctionType, shown: Mapping[int, str]) -> None:
        """Look through a function whose arguments number `shown` belong to the game."""
        key = (function, tuple(shown))
        node = self._node(function)
        if node is None or key in self.done:
            return
        self.done.add(key)
        names = _aliases(node, {node.args.args[i].arg: word for i, word in shown.items()})
        for line, word, text in _changes(node, names):
            self._add(function, line, f"changes '{text}', but {word} is there to be looked at only")
        for line, place in _places(node, names, "params"):
            if not 0 <= place < len(self.s.params):
                has = f"has {len(self.s.params)}" if self.s.params else "has none"
                self._add(
                    function,
                    line,
                    f"reads params[{place}], but the strategy {has} (counted from 0)",
                )
        self._follow(function, node, names)

    def _add(self, function: FunctionType, line: int, fault: str) -> None:
        self.faults.append((f"{function.__code__.co_filename}, line {line}", fault))

    def _node(self, function: FunctionType) -> ast.FunctionDef | None:
        """The function in the source of its file, as loaded."""
        code = function.__code__
        source = self.sources.get(code.co_filename)
        for node in ast.walk(ast.parse(source)) if source else ():
            if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                if first == code.co_firstlineno:
                    return node
        return None

    def _follow(
        self, function: FunctionType, node: ast.FunctionDef, names: Mapping[str, str]
    ) -> None:
        """Read the functions that are handed something of the game."""
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                value = function.__globals__.get(call.func.id)
                called = getattr(value, "py_func", value)
                words = [_belongs(argument, names) for argument in call.args]
                shown = {i: word for i, word in enumerate(words) if word}
                if isinstance(called, FunctionType) and shown:
                    self.read(called, shown)


def _belongs(node: ast.AST, names: Mapping[str, str]) -> str | None:
    """What the expression is a part of: one of SHOWN, or None."""
    if isinstance(node, ast.Tuple | ast.List):
        return next((word for part in node.elts if (word := _belongs(part, names))), None)
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return names.get(node.id) if isinstance(node, ast.Name) else None


def _aliases(node: ast.FunctionDef, names: dict[str, str]) -> dict[str, str]:
    """`names` and all names that only ever stand for a part of what those stand for."""
    values: dict[str, list[ast.AST]] = {}
    for name, value in _assignments(node):
        values.setdefault(name, []).append(value)
    for _ in values:
        for name, found in values.items():
            words = [_belongs(value, names) for value in found]
            if name not in names and words[0] and all(words):
                names = {**names, name: words[0]}
    return names


def _assignments(node: ast.FunctionDef) -> Iterator[tuple[str, ast.AST]]:
    for found in ast.walk(node):
        if isinstance(found, ast.For):
            yield from _pairs(found.target, found.iter)
        elif isinstance(found, ast.Assign):
            for target in found.targets:
                yield from _pairs(target, found.value)
        elif isinstance(found, ast.NamedExpr | ast.AnnAssign) and found.value:
            yield from _pairs(found.target, found.value)


def _pairs(target: ast.AST, value: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
        for i, part in enumerate(target.elts):
            yield from _pairs(part, values[i] if i < len(values) else value)


def _changes(node: ast.FunctionDef, names: Mapping[str, str]) -> Iterator[tuple[int, str, str]]:
    """Line, word of SHOWN and text of every change to something of the game."""
    for found in ast.walk(node):
        if isinstance(found, ast.Attribute | ast.Subscript) and isinstance(
            found.ctx, ast.Store | ast.Del
        ):
            place: ast.AST = found
        elif (
            isinstance(found, ast.Call)
            and isinstance(found.func, ast.Attribute)
            and found.func.attr in CHANGING
        ):
            place = found.func.value
        else:
            continue
        word = _belongs(place, names)
        if word:
            yield found.lineno, word, ast.unparse(place)


def _places(
    node: ast.FunctionDef, names: Mapping[str, str], word: str
) -> Iterator[tuple[int, int]]:
    """Line and number of every fixed place read of the array `word`."""
    for found in ast.walk(node):
        if (
            isinstance(found, ast.Subscript)
            and isinstance(found.value, ast.Name)
            and names.get(found.value.id) == word
        ):
            try:
                yield found.lineno, int(ast.literal_eval(found.slice))
            except (TypeError, ValueError):  # not a fixed number
                continue
