"""Rows that never move, in arenas of any block width."""

import numpy as np
import pytest

from simloop.testing.tiny_world import tiny_kit
from simloop.world.plugin import VehicleClass
from simloop.world.table import Table


def make_table(lanes: int) -> Table:
    return Table(VehicleClass.from_kit(tiny_kit()), lanes)


@pytest.mark.parametrize("lanes", [1, 16])
def test_rows_keep_their_numbers_while_the_table_grows(lanes: int) -> None:
    table = make_table(lanes)
    rows = [table.add_row() for _ in range(40)]
    for row in rows:
        table.set_value(row, "place_m", float(row))
    assert rows == list(range(40))
    assert [float(table.vector(row, "place_m")[0]) for row in rows] == [float(r) for r in rows]
    assert table.capacity >= 40


def test_a_freed_row_is_reused_with_defaults() -> None:
    table = make_table(16)
    for _ in range(5):
        table.add_row()
    table.set_value(2, "wish_mps2", 9.0)
    table.remove_row(2)
    assert table.count == 4
    assert table.add_row() == 2
    assert table.vector(2, "wish_mps2")[0] == 1.0


def test_another_block_width_changes_no_number() -> None:
    table = make_table(1)
    for number in range(9):
        row = table.add_row()
        table.set_value(row, "place_m", 0.1 * number)
    before = [table.row_bytes(row) for row in range(9)]
    table.set_lanes(16)
    assert [table.row_bytes(row) for row in range(9)] == before
    assert list(table.rows) == list(range(9))
    assert table.add_row() == 9


def test_arenas_start_on_a_cache_line() -> None:
    table = make_table(16)
    for _ in range(100):
        table.add_row()
    assert all(arena.ctypes.data % 64 == 0 for arena in table.arenas.values() if arena.size)


def test_a_wrong_number_of_values_is_refused() -> None:
    table = make_table(1)
    row = table.add_row()
    with pytest.raises(ValueError, match="place_m takes 1 numbers, not 3"):
        table.set_value(row, "place_m", (1.0, 2.0, 3.0))


def test_an_unknown_column_lists_what_is_there() -> None:
    with pytest.raises(KeyError, match="no column 'plase_m'.*place_m"):
        make_table(1).vector(0, "plase_m")


def test_read_and_write_are_by_row() -> None:
    table = make_table(16)
    for _ in range(20):
        table.add_row()
    values = np.arange(table.capacity, dtype=float).reshape(-1, 1)
    table.write("speed_mps", values)
    assert np.array_equal(table.read("speed_mps"), values)
    assert table.vector(17, "speed_mps")[0] == 17.0
