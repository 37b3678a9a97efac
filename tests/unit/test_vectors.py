"""What runs in every tick of the default vehicle becomes packed instructions in sixteen lanes."""

import pytest

from packed_lanes import instructions_of
from simloop.server.simulation import Simulation
from simloop.world.schedule import class_order
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
    packed, scalar, assembly = instructions_of(default_table(), name)
    assert packed > 0
    # What is the same for all lanes is worked out once.
    assert scalar <= packed
    assert "vfmadd" not in assembly
