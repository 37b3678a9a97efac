"""Every kernel of the library, compiled and interpreted, from usual and impossible states."""

import numpy as np
import pytest

from kernel_states import Twins, library_tables

ROUNDS, SOAK_ROUNDS = 1, 25
# So many of the vehicles must come through a kernel without the interpreter raising.
LEAST_SHARE = 0.5


def differences(lanes: int, rounds: int) -> tuple[list[str], int, int]:
    """Where bits differ, and how many vehicles of how many were compared."""
    found: list[str] = []
    compared = asked = 0
    seen: set[object] = set()
    for where, original in library_tables():
        twins = Twins(original, lanes)
        # Worlds and vehicles share most of their kernels.
        new = [n for n, s in enumerate(twins.units.systems) if (s.block, s.hook) not in seen]
        seen |= {(s.block, s.hook) for s in twins.units.systems}
        random = np.random.default_rng(len(seen))
        for round_ in range(rounds):
            for number in new:
                twins.disturb(random, wild=round_ % 2 == 1 or rounds == 1)
                tick = int(random.integers(1, 100_000))
                columns, told = twins.differences(number, tick)
                compared, asked = compared + told, asked + lanes
                name = twins.units.systems[number].name
                found += [f"{where} {name}: {column} at tick {tick}" for column in columns]
    return found, compared, asked


@pytest.mark.parametrize("lanes", [1, 8, 16])
def test_a_kernel_gives_the_interpreters_bits_from_any_state(lanes: int) -> None:
    found, compared, asked = differences(lanes, ROUNDS)
    assert not found, "\n".join(found)
    assert compared > LEAST_SHARE * asked


@pytest.mark.soak
@pytest.mark.parametrize("lanes", [1, 8, 16])
def test_a_kernel_gives_the_interpreters_bits_from_many_states(lanes: int) -> None:
    found, compared, asked = differences(lanes, SOAK_ROUNDS)
    assert not found, "\n".join(found)
    assert compared > LEAST_SHARE * asked
