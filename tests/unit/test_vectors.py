"""What runs in every tick of the default vehicle becomes packed instructions in sixteen lanes."""

import re
from typing import Any

import pytest

from simloop.server.simulation import Simulation
from simloop.world.kernel_copy import KernelCopies
from simloop.world.schedule import class_order
from simloop.world.step import generate, load_step
from simloop.world.steps import cache_directory
from simloop.world.table import Table

# Copies numbers and computes nothing.
NO_ARITHMETIC = {"gnss_release"}


def default_table() -> Table:
    table = Simulation.load("square", count=16, compiled=False).world.tables[0]
    assert table.lanes == 16
    return table


SYSTEMS = [
    system.name
    for system in class_order(default_table().vehicle_class)
    if system.name not in NO_ARITHMETIC and system.rate_hz is None
]


@pytest.mark.parametrize("name", SYSTEMS)
def test_lanes_become_packed_instructions(name: str) -> None:
    table = default_table()
    copies = KernelCopies(cache_directory(), {"W": 16, **table.vehicle_class.constants}, True)
    source = generate(
        [system for system in table.vehicle_class.systems if system.name == name],
        layout=table.layout,
        lanes=16,
        tick_rate_hz=table.vehicle_class.tick_rate_hz,
        copies=copies,
    )
    # Numba shows the assembly only of what it did not load from the cache.
    step: Any = load_step(source.replace("cache=True, ", ""), f"packed_{name}", copies)
    step(1, 0, 0, 0, *(table.arenas[dtype] for dtype in ("f8", "i8", "u8")))
    (assembly,) = step.inspect_asm().values()
    packed = len(re.findall(r"\bv?(?:mul|add|sub|sqrt|div|fmadd\w*)pd\b", assembly))
    scalar = len(re.findall(r"\bv?(?:mul|add|sub|sqrt|div|fmadd\w*)sd\b", assembly))
    assert packed > 0
    # A scalar copy of a loop may stay beside the packed one, but no more.
    assert scalar <= 1.2 * packed
    assert "vfmadd" not in assembly
