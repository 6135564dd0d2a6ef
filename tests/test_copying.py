"""A record copied whole is the record, compiled or not."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hemicycle.sim.copying import copy_record
from hemicycle.sim.jit import kernel

INNER = np.dtype([("small", "i1"), ("many", "i4", (5,))], align=True)
OUTER = np.dtype(
    [("first", "f8"), ("inner", INNER), ("list", INNER, (3,)), ("last", "u8")], align=True
)


def copy_plain(target: Any, source: Any) -> None:
    copy_record(target[0].inner, source[0].inner)
    copy_record(target[1], source[1])
    copy_record(target[0].list[1], source[0].list[1])


@pytest.mark.parametrize("copy", [kernel(copy_plain), copy_plain], ids=["compiled", "plain"])
def test_what_is_copied_is_equal_and_nothing_else_is_touched(copy: Callable[..., None]) -> None:
    source = np.frombuffer(np.random.default_rng(1).bytes(2 * OUTER.itemsize), OUTER)
    source, target = source.view(np.recarray), np.zeros(2, OUTER).view(np.recarray)
    copy(target, source)
    expected = np.zeros(2, OUTER)
    expected[1] = source[1]
    expected[0]["inner"] = source[0]["inner"]
    expected[0]["list"][1] = source[0]["list"][1]
    assert np.array_equal(target.view(OUTER), expected, equal_nan=False)
