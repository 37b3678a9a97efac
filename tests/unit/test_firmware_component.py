"""Classes of several components: the fields of all, each with its own column."""

import numpy as np
import pytest

from simloop.firmware.component import Component
from simloop.firmware.fields.command import Vehicle
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.mission import Legs, Mission
from simloop.firmware.vector import Vec3


def test_a_class_of_several_has_the_fields_of_all() -> None:
    assert Craft.columns[: len(Vehicle.columns)] == Vehicle.columns
    assert set(Estimate.columns) < set(Craft.columns)
    craft = Craft(airframe=2.0, position_ned_m=Vec3(1.0, 2.0, 3.0))
    assert (craft.airframe, craft.cruise_speed_mps) == (2.0, 5.0)
    assert craft.position_ned_m.z == 3.0


def test_it_writes_where_its_parts_would() -> None:
    craft = Craft.over([np.zeros(16) for _ in Craft.columns])
    craft.home_ned_m = Vec3(4.0, 5.0, 6.0)
    place = [column.name for column in Craft.columns].index("fw_home_ned_m")
    assert list(craft.cells[place][:3]) == [4.0, 5.0, 6.0]


def test_two_fields_of_one_name_are_refused() -> None:
    with pytest.raises(TypeError, match="Both: two of its components have a field time_s"):

        class Both(Legs, Mission):
            """A leg's time and an item's."""


def test_what_is_no_component_adds_nothing() -> None:
    assert Component.columns == ()
