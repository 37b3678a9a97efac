"""What an interpreted kernel gets of a vehicle: its numbers in the table, and nobody else's."""

from typing import Any

import numpy as np
import pytest

from lamp_components import Frame, Lamp
from simloop.component import Mut
from simloop.math.vector import Quaternion, Vec3
from simloop.world.body import NoiseKey
from simloop.world.kernel_columns import parameters_of
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.table import Table
from simloop.world.vehicle_view import VehicleView

BLOCK, LANE = 0, 2
SEGMENTS = 3


def hang(lamp: Mut[Lamp], frame: Mut[Frame], key: NoiseKey) -> None:
    """Name the components that a view is asked for."""


def lamps(lanes: int) -> Table:
    kit = VehicleKit(100)
    kit.constant("SEGMENTS", SEGMENTS)
    for component in (Lamp, Frame, NoiseKey):
        kit.component(component)
    table = Table(VehicleClass.from_kit(kit), lanes)
    for row in range(4):
        table.add_row()
        table.set_value(row, "lamp_command", float(row))
    return table


def parts_of(table: Table, row: int, bind: dict[str, str] | None = None) -> list[Any]:
    view = VehicleView(table, row)
    return [view.component(parameter, bind or {}) for parameter in parameters_of(hang)]


@pytest.mark.parametrize("lanes", [1, 16])
def test_it_reads_the_numbers_of_its_vehicle(lanes: int) -> None:
    table = lamps(lanes)
    table.set_value(2, "velocity_ned_mps", (1.0, -2.0, 3.5))
    table.set_value(2, "noise_key", 2**63 + 1)
    lamp, frame, key = parts_of(table, 2)
    assert lamp.command == 2.0
    assert type(lamp.command) is float
    assert lamp.limits.most == 9.0
    assert frame.velocity_ned_mps == Vec3(1.0, -2.0, 3.5)
    assert type(frame.velocity_ned_mps) is Vec3
    # Keys of chance wrap around as numpy's do.
    assert type(key.value) is np.uint64
    assert key.value == 2**63 + 1


@pytest.mark.parametrize("lanes", [1, 16])
def test_it_writes_nobody_elses(lanes: int) -> None:
    table = lamps(lanes)
    before = {name: table.read(name).copy() for name in table.layout.places}
    lamp, frame, _ = parts_of(table, 2)
    lamp.light_lm = 4.5
    lamp.segment_lm[1] = 6.5
    frame.attitude_wxyz = Quaternion(0.5, -0.5, 0.5, np.nan)
    assert table.read("lamp_light_lm")[2] == 4.5
    assert table.read("lamp_segment_lm")[2].tolist() == [0.0, 6.5, 0.0]
    assert table.read("attitude_wxyz")[2, :3].tolist() == [0.5, -0.5, 0.5]
    assert np.isnan(table.read("attitude_wxyz")[2, 3])
    for name, numbers in before.items():
        now = table.read(name)
        np.testing.assert_array_equal(np.delete(now, 2, 0), np.delete(numbers, 2, 0))


def test_a_field_may_be_bound_to_another_column() -> None:
    table = lamps(1)
    lamp, *_ = parts_of(table, 3, {"lamp_light_lm": "lamp_command"})
    assert lamp.light_lm == lamp.command == 3.0
    lamp.light_lm = 8.0
    assert table.vector(3, "lamp_command")[0] == 8.0
    assert table.vector(3, "lamp_light_lm")[0] == 0.0


def test_a_wrong_name_is_an_error_and_a_wrong_length_too() -> None:
    lamp, frame, _ = parts_of(lamps(1), 0)
    with pytest.raises(AttributeError):
        lamp.colour = 1.0
    with pytest.raises(Exception, match=r"expected|argument"):
        frame.velocity_ned_mps = (1.0, 2.0)


def test_it_tells_its_numbers() -> None:
    lamp, *_ = parts_of(lamps(16), 1)
    assert repr(lamp).startswith("Lamp(gain=2.0, limits=Limits(least=0.0, most=9.0), command=1.0,")
