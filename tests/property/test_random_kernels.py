"""Random kernels give the same bits compiled, one lane or eight at a time, as interpreted."""

import numpy as np
import pytest

from kernel_duel import Columns, compiled, differences, interpreted
from random_kernels import SIZE, Writer
from simloop.world.kernel_copy import KernelCopies

KERNELS = 20
LANES = 8
PARTS = 20
# Numbers where mistakes hide.
EDGES = (0.0, -0.0, 1.0, -1.0, np.nan, np.inf, -np.inf, 5e-324, 1e308, -1e-310, 0.5, 3.0)


def numbers(seed: int) -> Columns:
    random = np.random.default_rng(seed)

    def floats(size: int) -> np.ndarray:
        values = random.normal(0.0, 2.0, (size, LANES))
        odd = random.random((size, LANES)) < 0.2
        values[odd] = random.choice(EDGES, odd.sum())
        return values

    return {
        "a": floats(SIZE),
        "b": floats(SIZE),
        "n": random.integers(-1000, 1000, (SIZE, LANES)),
        "m": random.integers(-3, 4, (SIZE, LANES)),
        "out": floats(3 * KERNELS),
        "whole": random.integers(-9, 9, (2 * KERNELS, LANES)),
    }


def duel(seed: int) -> None:
    source = Writer(seed).module(KERNELS)
    kernel = KernelCopies({}).load("random_kernels", source).every
    columns = numbers(seed)
    expected = interpreted(kernel, columns)
    for gang in (1, LANES):
        found = differences(expected, compiled(kernel, columns, gang))
        assert not found, f"seed {seed}, {gang} lanes: {found[:3]}"


@pytest.mark.parametrize("seed", range(5))
def test_random_kernels_agree(seed: int) -> None:
    duel(seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_random_kernels_agree(part: int) -> None:
    for seed in range(1000 + part, 1000 + 100_000 // KERNELS, PARTS):
        duel(seed)
