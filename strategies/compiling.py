"""Compile a strategy with its game's signature, and say in words why one does not compile."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

import numba
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from hemicycle.sim.errors import InputError

if TYPE_CHECKING:
    from hemicycle.strategies import Strategy

ARGUMENTS = "decision, table, own, options, params, rng"


def compile_strategy(s: Strategy, signature: Any, *, cache: bool) -> Any:
    """The compiled decide function; InputError with the user's file, line and the reason."""
    taken = s.decide.__code__.co_argcount
    if taken != 6:
        raise InputError(
            f"strategy '{s.name}' ({_place(s)}) takes {taken} arguments, expected 6: {ARGUMENTS}"
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        try:
            return numba.njit(signature, cache=cache, nogil=True, error_model="numpy")(s.decide)
        except NumbaError as error:
            raise InputError(explain(s, str(error))) from error


def _place(s: Strategy) -> str:
    code = s.decide.__code__
    return f"{code.co_filename}, line {code.co_firstlineno}"


def explain(s: Strategy, message: str) -> str:
    """One line out of numba's pages: the strategy, its own file and line, and the reason."""
    file = s.decide.__code__.co_filename
    lines = re.findall(r'File "([^"]+)", line (\d+)', message)
    own = [line for path, line in lines if file.endswith(path) or path.endswith(file)]
    place = f"{file}, line {own[-1]}" if own else _place(s)
    return f"strategy '{s.name}' does not compile ({place}): {_reason(message)}"


def _reason(message: str) -> str:
    """The first line that says something about the user's code, record types cut out."""
    for pattern in (
        r"(Unknown attribute '\w+')",
        r"(Field '\w+' was not found[^\n]*)",
        r"(NameError: [^\n]+|name '\w+' is not defined)",
        r"(Untyped global name '\w+'[^\n]*)",
        r"(Cannot unify [^\n]+)",
        r"(No conversion from [^\n]+)",
        r"(No implementation of function [^\n]+)",
    ):
        found = re.search(pattern, message)
        if found:
            return _short(found.group(1))
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During", "File"))]
    return _short((telling or lines or ["unknown reason"])[0])


def _short(text: str) -> str:
    text = re.sub(r"Record\([^)]*\)+", "a record", text)
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return text if len(text) <= 300 else text[:297] + "..."
