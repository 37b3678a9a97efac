"""Addressed chance: right distributions, no ties between addresses, the same bits everywhere."""

import numpy as np
import pytest
from numpy.typing import NDArray

from simloop.kernels import noise
from simloop.kernels.noise import gauss_pair, uniform
from simloop.math.address import address_key
from simloop.world.array_program import ArrayProgram

Floats = NDArray[np.float64]
DRAWS = 1_000_000
KEY = address_key(7, "quad_1")


def fill(
    key: np.uint64, by_key: int, by_stream: int, by_tick: int, by_axis: int, out: Floats
) -> None:
    """Draws at consecutive ticks, keys, streams or axes: pairs in rows 0 and 1, uniform in 2."""
    for i in range(out.shape[1]):
        here = key + np.uint64(i * by_key)
        stream, tick, axis = 3 + i * by_stream, 11 + i * by_tick, 2 + i * by_axis
        out[0, i], out[1, i] = gauss_pair(here, stream, tick, axis)
        out[2, i] = uniform(here, stream, tick, axis)


FILL = ArrayProgram(fill)


WAYS = {"key": (1, 0, 0, 0), "stream": (0, 1, 0, 0), "tick": (0, 0, 1, 0), "axis": (0, 0, 0, 1)}


@pytest.fixture(scope="module", params=WAYS)
def draws(request: pytest.FixtureRequest) -> Floats:
    out = np.empty((3, DRAWS))
    FILL(KEY, *WAYS[request.param], out)
    return out


def test_moments_of_the_normal_draws(draws: Floats) -> None:
    # Each bound is five standard errors.
    error = DRAWS**-0.5
    for x in draws[:2]:
        assert abs(x.mean()) < 5 * error
        assert abs(x.var() - 1.0) < 5 * 2**0.5 * error
        assert abs((x**3).mean()) < 5 * 15**0.5 * error
        assert abs((x**4).mean() - 3.0) < 5 * 96**0.5 * error


def test_tails_of_the_normal_draws(draws: Floats) -> None:
    both = np.abs(draws[:2])
    for limit, share in ((1.0, 0.3173105), (3.0, 2.6998e-3), (4.0, 6.334e-5)):
        expected = 2 * DRAWS * share
        assert abs((both > limit).sum() - expected) < 5 * expected**0.5
    assert both.max() < 8.5


def test_the_pair_is_independent(draws: Floats) -> None:
    x, y = draws[:2]
    assert abs((x * y).mean()) < 5 * DRAWS**-0.5
    assert abs((x * x * y * y).mean() - 1.0) < 5 * 8**0.5 * DRAWS**-0.5


def test_neighbours_are_independent(draws: Floats) -> None:
    for row in (draws[0], draws[1], draws[2] - 0.5):
        for lag in (1, 2, 16):
            ties = (row[lag:] * row[:-lag]).mean() / row.var()
            assert abs(ties) < 5 * DRAWS**-0.5


def test_uniform_draws_fill_all_bins(draws: Floats) -> None:
    u = draws[2]
    assert u.min() >= 0.0
    assert u.max() < 1.0
    bins = 1000
    counts = np.bincount((u * bins).astype(np.int64), minlength=bins)
    chi_square = float(((counts - DRAWS / bins) ** 2).sum() * bins / DRAWS)
    assert abs(chi_square - (bins - 1)) < 5 * (2 * bins) ** 0.5


def test_angles_fill_the_circle(draws: Floats) -> None:
    bins = 64
    turns = np.arctan2(draws[1], draws[0]) / (2 * np.pi) + 0.5
    counts = np.bincount((turns * bins).astype(np.int64) % bins, minlength=bins)
    chi_square = float(((counts - DRAWS / bins) ** 2).sum() * bins / DRAWS)
    assert abs(chi_square - (bins - 1)) < 5 * (2 * bins) ** 0.5


@pytest.mark.parametrize("way", WAYS)
def test_interpreted_gives_the_same_bits(way: str) -> None:
    out = np.empty((3, 1000))
    FILL(KEY, *WAYS[way], out)
    plain = np.empty_like(out)
    by_key, by_stream, by_tick, by_axis = WAYS[way]
    with np.errstate(over="ignore"):
        # Backwards: the order of the draws must not matter.
        for i in reversed(range(out.shape[1])):
            address = (3 + i * by_stream, 11 + i * by_tick, 2 + i * by_axis)
            key = np.uint64(KEY + np.uint64(i * by_key))
            plain[:2, i] = noise.gauss_pair(key, *address)
            plain[2, i] = noise.uniform(key, *address)
    assert plain.tobytes() == out.tobytes()


def test_every_stream_has_its_own_number() -> None:
    streams = [value for name, value in vars(noise).items() if name.startswith("STREAM_")]
    assert len(set(streams)) == len(streams) >= 18


def test_keys_follow_seed_and_name() -> None:
    names = [(seed, f"quad_{n}") for seed in range(30) for n in range(30)]
    assert len({int(address_key(*name)) for name in names}) == len(names)
    assert address_key(1, "a") == address_key(1, "a") != address_key(2, "a")
    assert address_key(1, "2a") != address_key(12, "a")
    # Fixed for ever: a new value would change every recorded run.
    assert int(address_key(7, "quad_1")) == 13411145364775869717
