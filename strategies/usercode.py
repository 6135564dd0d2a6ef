"""Strategies from a user's own file: run it, say in one line what is wrong with it."""

from __future__ import annotations

import importlib
import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from types import CodeType, ModuleType

from numba.core.caching import NullCache
from numba.core.errors import NumbaError

from hemicycle.sim import jit
from hemicycle.sim.errors import InputError
from hemicycle.strategies import Strategy, strategies_in
from hemicycle.strategies.compiling import in_words
from hemicycle.strategies.sources import local_modules


def load_code(path: str | Path) -> list[Strategy]:
    """The strategies of a user's file; InputError when it cannot be read, run, or holds none.

    The file and the modules of its folder that it imports are read anew at every call, and nothing
    of them is cached on disk: an edit always takes effect.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError(f"--code {path}: no such file")
    if path.suffix != ".py":
        raise InputError(f"--code {path}: not a Python file (its name must end in .py)")
    file = path.resolve()
    loader = _Loader(f"code_{path.stem}", str(file))
    module = module_from_spec(ModuleSpec(loader.name, loader, origin=str(file)))
    module.__file__ = str(file)
    sources = {str(file): file.read_bytes()}
    linecache.checkcache()
    with _fresh_imports(file.parent):
        _run(module, loader, path)
        helpers = local_modules(file.parent)
    for helper in helpers.values():
        sources[str(helper.__file__)] = Path(str(helper.__file__)).read_bytes()
    _refuse_disk_cache([module, *helpers.values()], path)
    found = [
        Strategy(s.name, s.game, s.description, s.params, s.decide, cached=False, sources=sources)
        for s in strategies_in(module)
        if s.decide.__code__.co_filename in sources
    ]
    if not found:
        raise InputError(f"--code {path}: no @strategy function in it")
    return found


class _Loader(SourceFileLoader):
    """Python's own loader for a source file, but for byte code that may be older than the file."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def _run(module: ModuleType, loader: _Loader, path: Path) -> None:
    """Execute the file as `module`; whatever it does wrong becomes one line."""
    sys.modules[module.__name__] = module
    try:
        loader.exec_module(module)
    except InputError as error:
        raise InputError(f"--code {path}: {_where(error, path)}{error}") from error
    except (Exception, SystemExit) as error:
        line = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
        if isinstance(error, NumbaError):
            line = in_words(error)
        line = " ".join(line.split())
        raise InputError(f"--code {path}: {_where(error, path)}{line}") from error


def _where(error: BaseException, path: Path) -> str:
    """`line 7: `, or `helper.py, line 7: `: the last line of the user's on the way to the error."""
    path = path.resolve()
    found: list[tuple[Path, int | None]] = []
    trace = error.__traceback__
    while trace:
        found.append((Path(trace.tb_frame.f_code.co_filename), trace.tb_lineno))
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        found.append((Path(error.filename), error.lineno))
    mine = [(file, line) for file, line in found if _is_local(file, path)]
    if not mine or mine[-1][1] is None:
        return ""
    file, number = mine[-1]
    other = "" if file == path else f"{file.relative_to(path.parent)}, "
    return f"{other}line {number}: "


def _is_local(file: Path, path: Path) -> bool:
    """Is `file` the user's own or a helper beside it, rather than ours or an installed package's?"""
    ours = any(file.is_relative_to(jit.ROOT / part) for part in ("sim", "strategies"))
    installed = {"site-packages", "dist-packages"} & set(file.parts)
    return file == path or (file.is_relative_to(path.parent) and not ours and not installed)


@contextmanager
def _fresh_imports(folder: Path) -> Iterator[None]:
    """Import from `folder` first, anew, without byte code and without kernels cached on disk.

    The modules that were there before come back afterwards, those imported in between go.
    """
    before = local_modules(folder)
    kept = jit.CACHE_FOLDER, sys.dont_write_bytecode
    for name in before:
        del sys.modules[name]
    importlib.invalidate_caches()
    sys.path.insert(0, str(folder))
    jit.CACHE_FOLDER, sys.dont_write_bytecode = None, True
    try:
        yield
    finally:
        jit.CACHE_FOLDER, sys.dont_write_bytecode = kept
        sys.path.remove(str(folder))
        for name in local_modules(folder):
            del sys.modules[name]
        sys.modules.update(before)


def _refuse_disk_cache(modules: list[ModuleType], path: Path) -> None:
    """numba's own disk cache does not see an edit in a file that a cached function calls."""
    for module in modules:
        for name, value in vars(module).items():
            cache = getattr(value, "_cache", None)
            here = getattr(value, "__module__", None) == module.__name__
            if here and hasattr(value, "py_func") and not isinstance(cache, NullCache | None):
                where = f"line {value.py_func.__code__.co_firstlineno}"
                raise InputError(
                    f"--code {path}: {where}: '{name}' has cache=True, which can give the results of "
                    "an older file; use @kernel from hemicycle.sim.jit"
                )
