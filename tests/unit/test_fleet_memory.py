"""What a vehicle of a fleet takes beside its numbers, and what is done once for all of them."""

import gc
import tracemalloc

import pytest

from simloop.server.simulation import Simulation
from simloop.world.table import Table

MOST_BYTES = 25_000


def arena_bytes(simulation: Simulation) -> int:
    """The numbers of all vehicles, and their copy that `reset` goes back to."""
    tables = [table.arenas for table in simulation.world.tables]
    return 2 * sum(arena.nbytes for arenas in tables for arena in arenas.values())


def bytes_beside_the_numbers(count: int) -> int:
    simulation = Simulation.load("square", count=count)
    gc.collect()
    traced = tracemalloc.get_traced_memory()[0] - arena_bytes(simulation)
    simulation.close()
    del simulation
    gc.collect()
    return traced


def test_a_vehicle_takes_little_beside_its_numbers() -> None:
    Simulation.load("square", count=20).close()
    tracemalloc.start()
    try:
        few, many = bytes_beside_the_numbers(100), bytes_beside_the_numbers(500)
    finally:
        tracemalloc.stop()
    assert (many - few) / 400 < MOST_BYTES


def test_a_fleet_has_room_before_it_is_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    allocated: list[int] = []
    allocate = Table._allocate

    def counting(table: Table, blocks: int) -> None:
        allocated.append(blocks)
        allocate(table, blocks)

    monkeypatch.setattr(Table, "_allocate", counting)
    simulation = Simulation.load("square", count=100)
    (table,) = simulation.world.tables
    assert len(allocated) <= 3
    assert table.capacity == 112
    simulation.close()


def test_rows_are_taken_from_the_lowest_free_one_on() -> None:
    simulation = Simulation.load("square", count=20)
    (table,) = simulation.world.tables
    for row in (3, 19, 7):
        table.remove_row(row)
    assert table.blocks_in_use == 2
    assert [table.add_row() for _ in range(4)] == [3, 7, 19, 20]
    for row in range(16, 21):
        table.remove_row(row)
    assert table.blocks_in_use == 1
    simulation.close()
