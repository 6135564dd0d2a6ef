"""The random numbers: known answers, unbiased bounds, and streams that have nothing in common."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

from hemicycle.sim.jit import kernel
from hemicycle.sim.rng import SEED_MAX, below, game_key, mix64, next64, start, uniform

P_MIN = 1e-4
"""At fixed seeds a test either always passes or always fails; what passes is not strange."""


@kernel
def many_below(rng: Any, n: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = below(rng, n)


@kernel
def many_uniform(rng: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = uniform(rng)


def stream(seed: int = 0, game: int = 0, purpose: int = 0, index: int = 0) -> Any:
    rng = np.zeros(1, np.uint64)
    key = np.uint64(game_key(np.uint64(seed), game))
    start(rng, key, purpose, index)
    return rng


def draws(rng: Any, n: int, count: int) -> Any:
    out = np.empty(count, np.int64)
    many_below(rng, n, out)
    return out


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        (0, [16294208416658607535, 7960286522194355700, 487617019471545679]),
    ],
)
def test_splitmix64_gives_its_published_numbers(seed: int, expected: list[int]) -> None:
    rng = np.array([seed], np.uint64)
    assert [int(next64(rng)) for _ in expected] == expected


def test_mix64_is_one_to_one_on_a_sample() -> None:
    found = {int(mix64(np.uint64(x))) for x in range(10_000)}
    assert len(found) == 10_000


@pytest.mark.parametrize("n", [1, 2, 3, 7, 58, 1000, 2**32 - 1])
def test_below_stays_below(n: int) -> None:
    found = draws(stream(1), n, 2000)
    assert found.min() >= 0
    assert found.max() < n


@pytest.mark.parametrize("n", [2, 3, 6, 20, 24, 58])
def test_below_is_uniform(n: int) -> None:
    found = np.bincount(draws(stream(n), n, 200_000), minlength=n)
    assert stats.chisquare(found).pvalue > P_MIN


def test_below_is_unbiased_where_a_remainder_would_be_far_off() -> None:
    """Of 2^32 values and 3 * 2^30 outcomes: without rejection the first third is twice as likely."""
    n = 3 * 2**30
    thirds = np.bincount(draws(stream(4), n, 300_000) // 2**30, minlength=3)
    assert stats.chisquare(thirds).pvalue > P_MIN


def test_below_takes_the_high_bits_and_rejects_the_short_remainder() -> None:
    """Lemire's method by hand, in Python's whole numbers."""
    n = 3 * 2**30
    rng, twin = stream(9), stream(9)
    rejected = 0
    for _ in range(1000):
        product = (int(next64(twin)) >> 32) * n
        while product % 2**32 < 2**32 % n:
            rejected += 1
            product = (int(next64(twin)) >> 32) * n
        assert below(rng, n) == product >> 32
    assert rejected > 100


def test_uniform_fills_the_unit_interval() -> None:
    out = np.empty(100_000)
    many_uniform(stream(2), out)
    assert out.min() >= 0
    assert out.max() < 1
    assert stats.kstest(out, "uniform").pvalue > P_MIN


def test_streams_differ_in_seed_game_purpose_and_index() -> None:
    """Also where one number goes up as another goes down: no two of 3600 streams are the same."""
    values = [0, 1, 2, 1 << 20, (1 << 31) - 1]
    seeds = [0, 1, 2, 2**32, 2**63, SEED_MAX]
    games = [0, 1, 2, 10**9, 2**31, 2**40]
    starts = {
        int(stream(seed, game, purpose, index)[0])
        for seed in seeds
        for game in games
        for purpose in values
        for index in values
    }
    assert len(starts) == len(seeds) * len(games) * len(values) ** 2


def test_neighbouring_streams_are_not_alike() -> None:
    """Each of the first numbers of 2000 neighbours is uniform, and neighbours do not go together."""
    for streams in (
        [stream(7, game) for game in range(2000)],
        [stream(seed, 7) for seed in range(2000)],
        [stream(7, 7, index=index) for index in range(2000)],
    ):
        first = np.array([int(next64(rng)) / 2**64 for rng in streams])
        assert stats.kstest(first, "uniform").pvalue > P_MIN
        assert abs(np.corrcoef(first[:-1], first[1:])[0, 1]) < 4 / np.sqrt(len(first))


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, 2**63, SEED_MAX])
def test_every_seed_of_64_bits_works(seed: int) -> None:
    found = np.bincount(draws(stream(seed), 10, 10_000), minlength=10)
    assert stats.chisquare(found).pvalue > P_MIN


def test_game_keys_of_a_run_do_not_repeat() -> None:
    keys = {int(game_key(np.uint64(0), game)) for game in range(20_000)}
    assert len(keys) == 20_000
