"""Random numbers: SplitMix64 streams, one per purpose, started by hashing (seed, game, purpose).

Nothing is shared between games or purposes, so game k deals the same cards on any worker, and a
strategy that draws one number more changes no card. Generator: Steele, Lea and Flood 2014, "Fast
splittable pseudorandom number generators". Bounded integers: Lemire 2019, "Fast random integer
generation in an interval" (unbiased).
"""

from typing import Any

import numpy as np

from hemicycle.sim.jit import kernel

GAMMA = np.uint64(0x9E3779B97F4A7C15)
STRIDE = np.uint64(0xD1342543DE82EF95)  # odd: keeps game and purpose numbers apart from GAMMA steps
_A, _B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _11 = (np.uint64(n) for n in (30, 27, 31, 32, 11))
_LOW = np.uint64(0xFFFFFFFF)
SEED_MAX = 2**64 - 1

Stream = Any
"""A uint64 array of length 1: the state of one stream."""


@kernel
def mix64(x: Any) -> Any:
    """SplitMix64's finaliser: a bijection of uint64."""
    x = (x ^ (x >> _30)) * _A
    x = (x ^ (x >> _27)) * _B
    return x ^ (x >> _31)


@kernel
def game_key(seed: Any, game: int) -> Any:
    """The uint64 that all streams of game number `game` (>= 0) start from."""
    return mix64(mix64(seed + GAMMA) + np.uint64(game) * STRIDE)


@kernel
def start(rng: Stream, key: Any, purpose: int, index: int) -> None:
    """Set `rng` to the stream of `purpose` (0..2^31) and `index` (0..2^31) in the game of `key`."""
    rng[0] = mix64(key + np.uint64((purpose << 32) + index + 1) * STRIDE)


@kernel
def next64(rng: Stream) -> Any:
    """Next 64 random bits."""
    rng[0] = rng[0] + GAMMA
    return mix64(rng[0])


@kernel
def uniform_at(rng: Stream, place: int) -> float:
    """A float in [0, 1) that belongs to `place` (0..2^31) and leaves the stream where it is.

    Two worlds that went apart elsewhere still agree on it, which keeps comparisons tight.
    """
    bits = mix64(rng[0] + np.uint64(place + 1) * STRIDE)
    return np.int64(bits >> _11) * (1.0 / 9007199254740992.0)


@kernel
def below(rng: Stream, n: int) -> Any:
    """A whole number 0..n-1, each exactly equally likely; n in 1..2^32-1."""
    bound = np.uint64(n)
    product = (next64(rng) >> _32) * bound
    if (product & _LOW) < bound:
        threshold = ((_LOW + np.uint64(1)) - bound) % bound
        while (product & _LOW) < threshold:
            product = (next64(rng) >> _32) * bound
    return np.int64(product >> _32)


@kernel
def uniform(rng: Stream) -> float:
    """A float in [0, 1) with 53 random bits."""
    return np.int64(next64(rng) >> _11) * (1.0 / 9007199254740992.0)
