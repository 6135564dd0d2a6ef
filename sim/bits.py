"""Small sets of whole numbers 0..63 as the bits of a uint64."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from hemicycle.sim.jit import typed_kernel

EMPTY_SET = np.uint64(0)
_ONE = np.uint64(1)


@typed_kernel(types.uint64(types.uint64, types.int64))
def with_bit(bits: Any, i: int) -> Any:
    """The set and `i`."""
    return bits | (_ONE << np.uint64(i))


@typed_kernel(types.uint64(types.uint64, types.int64, types.boolean))
def without_bit_if(bits: Any, i: int, condition: bool) -> Any:
    """The set, without `i` if the condition holds; no branch for the processor to guess."""
    return bits & ~(np.uint64(condition) << np.uint64(i))


def lowest(bits: Any) -> int:
    """The smallest member of a set; any number when it is empty."""
    return (int(bits) & -int(bits)).bit_length() - 1


@intrinsic
def _trailing_zeros(typing: Any, bits: Any) -> Any:
    """The processor's own instruction for `lowest`."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), build


@overload(lowest)
def _lowest(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _trailing_zeros(bits)  # type: ignore[call-arg]  # numba adds `typing`


@typed_kernel(types.uint64(types.uint64))
def without_lowest(bits: Any) -> Any:
    """The set without its smallest member; the empty set stays empty."""
    return bits & (bits - _ONE)
