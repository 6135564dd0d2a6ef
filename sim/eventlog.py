"""What happened in a game that is being watched: coded events that its `words` turn into sentences."""

from typing import Any

import numba as nb
import numpy as np
from numba import int64, void

from hemicycle.sim.jit import typed_kernel

LENGTH = 512
"""Most events between two decisions."""

event_dtype = np.dtype(
    [("code", "i8"), ("seat", "i8"), ("a", "i8"), ("b", "i8"), ("c", "i8")], align=True
)
log_dtype = np.dtype(
    [("watched", "i8"), ("written", "i8"), ("events", event_dtype, (LENGTH,))], align=True
)
_LOG = nb.from_dtype(log_dtype)


@typed_kernel(void(_LOG, int64, int64, int64, int64, int64), inlined=False)
def _write(log: Any, code: int, seat: int, a: int, b: int, c: int) -> None:
    if log.written < LENGTH:
        event = log.events[log.written]
        event.code = code
        event.seat = seat
        event.a = a
        event.b = b
        event.c = c
    log.written += 1


@typed_kernel(void(_LOG, int64, int64, int64, int64, int64))
def note(log: Any, code: int, seat: int, a: int, b: int, c: int) -> None:
    """Log one event when the game is being watched; events past LENGTH are only counted."""
    if log.watched:
        _write(log, code, seat, a, b, c)
