"""What compiles, plays, and is not what its author meant: told before the first game."""

from __future__ import annotations

import dis
import random
from collections.abc import Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from hemicycle.sim.errors import InputError

if TYPE_CHECKING:
    from hemicycle.strategies import Strategy

ARGUMENTS = "decision, table, own, options, params, rng"


def refuse_what_misleads(s: Strategy) -> None:
    """InputError for a wrong number of arguments, a comparison with text, and foreign chance."""
    code = s.decide.__code__
    if code.co_argcount != len(ARGUMENTS.split(",")):
        raise InputError(
            f"strategy '{s.name}' ({code.co_filename}, line {code.co_firstlineno}) takes "
            f"{code.co_argcount} arguments, expected 6: {ARGUMENTS}"
        )
    for function in _own_functions(s):
        for line, fault in _faults(function):
            place = f"{function.__code__.co_filename}, line {line}"
            raise InputError(f"strategy '{s.name}' ({place}): {fault}")


def _own_functions(s: Strategy) -> Iterator[FunctionType]:
    """The strategy's function and the functions its file has at hand that are the user's own."""
    yield s.decide  # type: ignore[misc]
    for value in s.decide.__globals__.values():
        function = getattr(value, "py_func", value)
        if isinstance(function, FunctionType) and function.__code__.co_filename in s.sources:
            yield function


def _faults(function: FunctionType) -> Iterator[tuple[int, str]]:
    line = function.__code__.co_firstlineno
    recent: list[Any] = [None, None]
    for instruction in dis.get_instructions(function):
        positions = instruction.positions
        line = (positions and positions.lineno) or line
        if instruction.opname in ("COMPARE_OP", "CONTAINS_OP"):
            for word in recent:
                if isinstance(word, str):
                    yield (
                        line,
                        (
                            f"compares with the text '{word}', but decisions and options are numbers; "
                            "import their names from the game's records"
                        ),
                    )
        value = function.__globals__.get(instruction.argval) if _reads_global(instruction) else None
        if _is_chance(value) or (recent[-1] is np and instruction.argval == "random"):
            yield (
                line,
                (
                    f"'{instruction.argval}' cannot be repeated from a seed; draw numbers with below(rng, n) "
                    "or uniform(rng) from hemicycle.sim.rng"
                ),
            )
        constant = instruction.argval if instruction.opname == "LOAD_CONST" else value
        if isinstance(constant, tuple):
            constant = next((word for word in constant if isinstance(word, str)), None)
        recent = [recent[-1], constant]


def _reads_global(instruction: dis.Instruction) -> bool:
    return instruction.opname == "LOAD_GLOBAL"


def _is_chance(value: Any) -> bool:
    """The modules random and numpy.random, and their functions."""
    owner = getattr(value, "__self__", None)
    return (
        value is random
        or value is np.random
        or isinstance(owner, random.Random | np.random.RandomState)
    )
