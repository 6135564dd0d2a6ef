"""Who is ahead: what every game needs to know of its final scores."""

from typing import Any

from hemicycle.sim.jit import inner_kernel


@inner_kernel
def standing(scores: Any, players: int) -> Any:
    """The best of the first `players` scores (0 or more), the second (equal when shared), how many are best."""
    best, second, winners = -1, -1, 0
    for seat in range(players):
        score = scores[seat]
        if score > best:
            best, second, winners = score, best, 1
        elif score == best:
            second, winners = score, winners + 1
        elif score > second:
            second = score
    return best, second, winners


@inner_kernel
def place_of(scores: Any, players: int, seat: int) -> int:
    """The place of `seat`, from 1; equal scores share the better place."""
    place = 1
    for other in range(players):
        place += scores[other] > scores[seat]
    return place
