"""What happened, as coded events (FIL-9.30); `words` turns them into sentences."""

from typing import Any

from numba import int64, void

from hemicycle.sim.games.filibuster.records import LOG_LENGTH, STATE
from hemicycle.sim.jit import typed_kernel

EVENTS = (
    "set_up",
    "policy",
    "bid",
    "elected",
    "drew",
    "opened",
    "called",
    "offered",
    "voted",
    "vote_result",
    "time_card",
    "played_hours",
    "bought_hour",
    "drew_again",
    "played_assist",
    "passed_card",
    "no_action",
    "influence",
    "hours",
    "discarded",
    "peeked",
    "buried",
    "cancel_next",
    "shuffled_time",
    "reshuffled",
    "ended",
    "reward",
    "backlash",
    "over",
    "paid_or_ended",
    "targeted",
)
(
    SET_UP,
    POLICY,
    BID_MADE,
    ELECTED,
    DREW,
    OPENED,
    CALLED,
    OFFERED,
    VOTED,
    VOTE_RESULT,
    TIME_CARD_DRAWN,
    PLAYED_HOURS,
    BOUGHT_HOUR,
    DREW_AGAIN,
    PLAYED_ASSIST,
    PASSED_CARD,
    NO_ACTION,
    INFLUENCE,
    HOURS_MOVED,
    DISCARDED,
    PEEKED,
    BURIED,
    CANCEL_NEXT,
    SHUFFLED_TIME,
    RESHUFFLED,
    ENDED,
    REWARD,
    BACKLASH,
    GAME_OVER,
    PAID_OR_ENDED,
    TARGET_CHOSEN,
) = range(len(EVENTS))

REASONS = (
    "by the card",
    "star",
    "clock",
    "No vote",
    "offer for an Aye",
    "hours held",
    "half the hours held",
    "policy bonus",
    "bid",
    "to go on",
    "for an hour",
    "transfer",
)
"""Why influence changed; the `c` of an `influence` event."""
(
    BY_CARD,
    FOR_STAR,
    FOR_CLOCK,
    FOR_NO_VOTE,
    FOR_OFFER,
    FOR_HOURS,
    FOR_HALF_HOURS,
    FOR_BONUS,
    FOR_BID,
    TO_GO_ON,
    FOR_HOUR,
    BY_TRANSFER,
) = range(len(REASONS))


@typed_kernel(void(STATE, int64, int64, int64, int64, int64), inlined=False)
def _write(state: Any, code: int, seat: int, a: int, b: int, c: int) -> None:
    hidden = state.hidden
    if hidden.logged < LOG_LENGTH:
        event = hidden.log[hidden.logged]
        event.code = code
        event.seat = seat
        event.a = a
        event.b = b
        event.c = c
    hidden.logged += 1


@typed_kernel(void(STATE, int64, int64, int64, int64, int64))
def note(state: Any, code: int, seat: int, a: int, b: int, c: int) -> None:
    """Log one event when the game is being watched; events past LOG_LENGTH are only counted."""
    if state.hidden.logging:
        _write(state, code, seat, a, b, c)
