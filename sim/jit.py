"""The one place that sets numba flags and the folder of compiled kernels.

numba checks only the file of the function it loads, not the files of what that function calls, so an
edited rule would go on giving old results. The folder is therefore named by a hash of every kernel
source: one edit anywhere and everything compiles anew.
"""

import hashlib
import os
import shutil
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import cpu_target

# Strategies are first-class functions, which numba calls experimental at every start.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

P = ParamSpec("P")
R = TypeVar("R")

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("sim", "strategies")
KEEP_DAYS = 30


def source_hash(folders: tuple[str, ...] = SOURCES) -> str:
    """Hash of every kernel source, the numba version and the processor (16 hex digits)."""
    digest = hashlib.sha256(numba.__version__.encode())
    context = cpu_target.target_context.codegen()
    digest.update(repr(context.magic_tuple()).encode())
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Where compiled kernels of all versions lie."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "hemicycle"


def _sweep(home: Path, current: str) -> None:
    """Remove kernel folders of other source versions that nobody used for a month."""
    for folder in home.glob("[0-9a-f]" * 16):
        if folder.name != current and time.time() - folder.stat().st_mtime > KEEP_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def _use_cache_folder() -> Path | None:
    """Point numba at this version's folder; a user's own NUMBA_CACHE_DIR wins."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return Path(os.environ["NUMBA_CACHE_DIR"])
    home, name = cache_home(), source_hash()
    try:
        (home / name).mkdir(parents=True, exist_ok=True)
        os.utime(home / name)
        _sweep(home, name)
    except OSError:  # a read-only home: compile in memory each time rather than fail
        return None
    numba.config.CACHE_DIR = str(home / name)  # type: ignore[attr-defined]
    return home / name


CACHE_FOLDER = _use_cache_folder()


def is_hashed(func: Callable[..., Any]) -> bool:
    """Is the function's file part of `source_hash`? Others may change unseen: never on disk."""
    file = Path(func.__code__.co_filename).resolve()
    return any(file.is_relative_to(ROOT / folder) for folder in SOURCES)


def is_warm(game: str) -> bool:
    """True when all that plays `game` lies on disk, or could not be put there, or jit is off."""
    if CACHE_FOLDER is None or numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return True
    return (CACHE_FOLDER / f"{game}.warm").exists()


def set_warm(game: str) -> None:
    """Remember that all kernels of `game` are compiled."""
    if CACHE_FOLDER is not None:
        (CACHE_FOLDER / f"{game}.warm").touch()


def kernel(func: Callable[P, R]) -> Callable[P, R]:
    """Compile `func` without the GIL, cached on disk, and inlined into every kernel that calls it.

    Inlined because numba puts each function on a memory page of its own: a loop that goes through
    thirty of them waits for the instruction cache (measured: half the speed).
    """
    return _compiled(func, inlined=True)


def inner_kernel(func: Callable[P, R]) -> Callable[P, R]:
    """Put `func` into the kernel that calls it before numba looks at types; it has no door to Python.

    For what is called from one place, or is tiny: numba's work on a function of its own costs 0.2 s,
    and every library of kernels is optimised once more in each that calls it (measured: a fifth of
    the compile time). What long kernels call from several places is a `typed_kernel`.
    """
    return _compiled(func, inlined=True, inline="always", no_cpython_wrapper=True)


def typed_kernel(
    signature: Any, *, inlined: bool = True
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile `func` once, for this signature only, when a kernel that calls it is compiled.

    It has no door to Python: each costs another compilation. Long ones are better not `inlined`.
    """

    def decorate(func: Callable[P, R]) -> Callable[P, R]:
        compiled = _compiled(func, inlined=inlined, no_cpython_wrapper=True)
        if compiled is not func:  # jit is on
            _fix_signature(compiled, signature)
        return compiled

    return decorate


def _fix_signature(compiled: Any, signature: Any) -> None:
    """Let callers use `signature` alone.

    Given to njit it would be compiled (or read from disk) at import, for every command: seconds.
    """
    find = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        if not compiled.overloads:
            compiled.compile(signature)
            compiled.disable_compile()
        return find(args, kws)

    compiled.get_call_template = get_call_template


def _ignore_constants(compiled: Any) -> None:
    """Let calls with constants share one compilation: LLVM puts them in when it inlines the kernel."""
    find, plain = compiled.get_call_template, cast("Any", types.unliteral)

    def get_call_template(args: Any, kws: Any) -> Any:
        return find(tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()})

    compiled.get_call_template = get_call_template


def rule_kernel(func: Callable[P, R], *, inlined: bool) -> Callable[P, R]:
    """A game's verb: a kernel without a door, see `sim.verbs`."""
    return _compiled(func, inlined=inlined, no_cpython_wrapper=True)


def entry_kernel(func: Callable[P, R]) -> Callable[P, R]:
    """`kernel` for what Python calls."""
    return _compiled(func, inlined=False)


def _compiled(func: Callable[P, R], *, inlined: bool, **settings: Any) -> Callable[P, R]:
    njit: Any = numba.njit
    compiled = njit(
        cache=CACHE_FOLDER is not None and is_hashed(func),
        nogil=True,
        error_model="numpy",
        forceinline=inlined,
        no_cfunc_wrapper=True,
        **settings,
    )(func)
    if compiled is not func:  # jit is on
        _ignore_constants(compiled)
    return cast("Callable[P, R]", compiled)
