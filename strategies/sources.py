"""Which source files a strategy consists of, so that its hash changes when any of them does."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any


def package_sources(decide: Callable[..., Any]) -> dict[str, bytes]:
    """Path -> contents of the function's module and of the modules beside it that it uses."""
    module = sys.modules[decide.__module__]
    seen = {module.__name__: module}
    waiting = [module]
    while waiting:
        for beside in _used_from_same_package(waiting.pop()):
            if beside.__name__ not in seen:
                seen[beside.__name__] = beside
                waiting.append(beside)
    files = [inspect.getsourcefile(found) for found in seen.values()]
    return {file: Path(file).read_bytes() for file in files if file}


def _used_from_same_package(module: ModuleType) -> list[ModuleType]:
    """Modules of `module`'s own folder that its names come from; the package itself does not count."""
    package = module.__package__
    if not package:
        return []
    names = {
        value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        for value in vars(module).values()
    }
    beside = [name for name in names if name and name.startswith(f"{package}.")]
    return [sys.modules[name] for name in sorted(beside) if name in sys.modules]


def local_modules(folder: Path) -> dict[str, ModuleType]:
    """The imported modules that lie in a user's `folder`, by name; installed ones never count."""
    if folder.name in ("site-packages", "dist-packages"):
        return {}
    found = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not file or name.partition(".")[0] in ("hemicycle", "__main__"):
            continue
        stem = folder.joinpath(*name.split("."))
        if Path(file) in (stem.with_name(f"{stem.name}.py"), stem / "__init__.py"):
            found[name] = module
    return found
