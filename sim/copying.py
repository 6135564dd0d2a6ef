"""A record copied whole.

`target = source` would be compiled by numba to a load and a store of each single byte: up to half a
minute of compile time for a kilobyte, and a slow copy.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


def copy_record(target: Any, source: Any) -> None:
    """Make `target` equal to `source`, a record of the same dtype."""
    for name in source.dtype.names:
        target[name] = source[name]


@intrinsic
def _copy(typing: Any, target: Any, source: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, target.size)
        copy: Any = cgutils.raw_memcpy
        copy(builder, *arguments, size, 1)
        return context.get_dummy_value()

    return types.void(target, source), build


@overload(copy_record)
def _copy_record(target, source):  # type: ignore[no-untyped-def]
    if isinstance(target, types.Record) and target == source:
        return lambda target, source: _copy(target, source)  # type: ignore[call-arg]  # numba adds `typing`
    return None
