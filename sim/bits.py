"""Small sets of whole numbers 0..63 as the bits of a uint64."""

from typing import Any

import numpy as np

from hemicycle.sim.jit import kernel

EMPTY_SET = np.uint64(0)
_ONE, _58 = np.uint64(1), np.uint64(58)
_DE_BRUIJN = 0x03F79D71B4CB0A89
_FACTOR = np.uint64(_DE_BRUIJN)


def _places() -> Any:
    """Leiserson, Prokop and Randall 1998, "Using de Bruijn sequences to index a 1 in a word"."""
    table = np.zeros(64, np.int64)
    for bit in range(64):
        table[((_DE_BRUIJN << bit) & (2**64 - 1)) >> 58] = bit
    return table


_PLACES = _places()


@kernel
def with_bit(bits: Any, i: int) -> Any:
    """The set and `i`."""
    return bits | (_ONE << np.uint64(i))


@kernel
def without_bit_if(bits: Any, i: int, condition: bool) -> Any:
    """The set, without `i` if the condition holds; no branch for the processor to guess."""
    return bits & ~(np.uint64(condition) << np.uint64(i))


@kernel
def lowest(bits: Any) -> int:
    """The smallest member of a set that is not empty."""
    return _PLACES[((bits & (~bits + _ONE)) * _FACTOR) >> _58]


@kernel
def without_lowest(bits: Any) -> Any:
    """The set without its smallest member."""
    return bits & (bits - _ONE)
