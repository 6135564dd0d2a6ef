"""Compile a strategy with its game's signature, and say in words why one does not compile."""

from __future__ import annotations

import linecache
import re
import warnings
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numba
from numba.core import ir, types
from numba.core.errors import NumbaExperimentalFeatureWarning

from hemicycle.sim.errors import InputError, nearest

if TYPE_CHECKING:
    from hemicycle.strategies import Strategy

# What numba says, and what we say instead.
_WORDS = (
    (r"NameError: (name '\w+' is not defined)", "{0}"),
    (
        r"Untyped global name '(\w+)'[^\n]*<class 'function'>",
        "'{0}' is a plain Python function; write @kernel (from hemicycle.sim.jit) above it",
    ),
    (
        r"Untyped global name '(\w+)'[^\n]*<class '([^']+)'>",
        "'{0}' is a {1}, which compiled code cannot use",
    ),
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", "no '{0}' in {1}"),
    (r"No conversion from none to int64", "it does not return an index on every path"),
    (r"No conversion from ([^\n]+) to int64", "it returns {0}, expected the index of an option"),
    (
        r"Cannot unify ([^\n]+) and ([^\n]+) for '(\w+)[^\n]*",
        "'{2}' is once {0} and once {1}; use two names",
    ),
    (r"opcode \(IMPORT_NAME\)", "an import inside the function; move it to the top of the file"),
    (r"opcode \(STORE_GLOBAL\)", "it sets a global name; compiled code can only read them"),
    (r"opcode \(LOAD_BUILD_CLASS\)", "it defines a class; compiled code cannot"),
    (r"opcode \((\w+)\)", "compiled code cannot do {0}"),
    (r"The '(.+)' construct is not supported", "compiled code has no '{0}'"),
    (r"No implementation of function [^\n]+:\s+>>> ([^\n]+)", "cannot do {0}: {source}"),
    (r"Invalid use of [^\n]+ with parameters", "cannot be called like this: {source}"),
    (r"(Cannot capture [^\n]+|The use of yield in a closure[^\n]+)", "{0}"),
)


def compile_strategy(s: Strategy, signature: Any, *, cache: bool) -> Any:
    """The compiled decide function; InputError with the user's file, line and the reason.

    A user's own function is compiled with checks: a place outside an array or a division by zero
    fails that game instead of going on with whatever comes out.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        try:
            compiled = numba.njit(
                signature,
                cache=cache,
                nogil=True,
                error_model="numpy" if s.cached else "python",
                boundscheck=not s.cached,
            )(s.decide)
        except Exception as error:  # numba raises far more than its own kinds
            raise InputError(explain(s, error, signature)) from error
    if compiled.nopython_signatures[0].return_type != signature.return_type:
        line = s.decide.__code__.co_firstlineno
        raise InputError(f"strategy '{s.name}' ({s.file}, line {line}) never returns a number")
    for line, kind in _returned(compiled):
        if isinstance(kind, types.Float):
            raise InputError(
                f"strategy '{s.name}' ({s.file}, line {line}): it returns {kind}, expected the index "
                "of an option; write int(...) around it"
            )
    return compiled


def _returned(compiled: Any) -> Iterator[tuple[int, Any]]:
    """Line and numba type of all that is returned; nothing when it was read from the disk."""
    notes = compiled.overloads[compiled.signatures[0]].type_annotation
    if not hasattr(notes, "blocks"):
        return
    for block in notes.blocks.values():
        for statement in block.body:  # numba puts a cast before every return, and nowhere else
            value = getattr(statement, "value", None)
            if isinstance(value, ir.Expr) and value.op == "cast":
                yield statement.loc.line, notes.typemap[value.value.name]


def explain(s: Strategy, error: Exception, signature: Any) -> str:
    """One line out of numba's pages: the strategy, its own file and line, and the reason."""
    files = {s.file, *s.sources}
    places = [place for place in _places(error) if place[0] in files]
    file, line = places[-1] if places else (s.file, s.decide.__code__.co_firstlineno)
    source = linecache.getline(file, line).strip()
    fields = {name for arg in signature.args for name in _fields(arg)}
    reason = in_words(error, fields=fields, params=s.params, source=source)
    return f"strategy '{s.name}' does not compile ({file}, line {line}): {reason}"


def _places(error: Exception) -> Iterator[tuple[str, int]]:
    """Files and lines that numba mentions, innermost last."""
    trace: TracebackType | None = error.__traceback__
    while trace:
        for name in ("self", "constraint", "inst", "loc"):
            value = trace.tb_frame.f_locals.get(name)
            location: Any = value if name == "loc" else getattr(value, "loc", None)
            if hasattr(location, "filename") and hasattr(location, "line"):
                yield str(location.filename), int(location.line)
        trace = trace.tb_next
    own = getattr(error, "loc", None)
    if own is not None:
        yield str(own.filename), int(own.line)
    told = re.findall(r"at (\S+\.py) \((\d+)\)", str(error))
    yield from ((file, int(line)) for file, line in reversed(told))


def in_words(
    error: Exception, *, fields: Iterable[str] = (), params: Iterable[str] = (), source: str = ""
) -> str:
    """The reason in one line; `source` is the line of code, for reasons that need to show it."""
    text = _plain(str(error))
    missing = re.search(r"^'(\w+)'$" if isinstance(error, KeyError) else r"Field '(\w+)' was", text)
    if missing:
        return f"no field '{missing[1]}'{nearest(missing[1], fields)}"
    for pattern, words in _WORDS:
        found = re.search(pattern, text)
        if found:
            said = set(re.findall(r"\w+", found[0]))
            hints = [f"; '{p}' is params[{i}]" for i, p in enumerate(params) if p in said]
            return _short(words.format(*found.groups(), source=source) + "".join(hints))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During", "File"))]
    return _short((telling or lines or [type(error).__name__])[0])


def _plain(text: str) -> str:
    """numba's message without colours, and with its types in shorter words."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    text = re.sub(r"Record\([^)]*\)+", "a record", text)
    text = re.sub(r"Literal\[str\]\((.*?)\)", r"'\1'", text)
    text = re.sub(r"Literal\[int\]\((.*?)\)", r"\1", text)
    text = re.sub(r"(?:nested)?array\((\w+), [^()]*(?:\([^()]*\))?\)", r"array of \1", text)
    return text.replace("unicode_type", "a text")


def _fields(record: Any) -> Iterator[str]:
    """Names of a record type's fields, at any depth."""
    if isinstance(record, types.Array):
        record = record.dtype
    if isinstance(record, types.Record):
        for name, column in record.fields.items():
            yield name
            yield from _fields(column.type)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 300 else text[:297] + "..."
