"""Components as classes: their columns, their groups, one vehicle's numbers."""

import numpy as np
import pytest

from lamp_components import Lamp, LightMeter, Limits
from simloop.component import Component, FloatRow, Kind, param
from simloop.math.vector import Vec3


def test_fields_are_columns_with_their_story() -> None:
    column = Lamp.fields["limits"].column
    assert (column.name, column.size, column.unit) == ("lamp_limits", 2, "lm")
    assert column.default == (0.0, 9.0)
    assert Lamp.fields["segment_lm"].column.size == "SEGMENTS"


def test_columns_are_grouped_by_kind_in_order() -> None:
    kinds = [(group.name, group.kind) for group in Lamp.groups()]
    assert kinds == [("lamp_model", Kind.PARAM), ("lamp_intent", Kind.INTENT), ("lamp", Kind.TRUTH)]
    assert [column.name for column in Lamp.group(Kind.TRUTH).columns] == [
        "lamp_light_lm",
        "lamp_segment_lm",
    ]


def test_samples_wait_for_their_delay_and_what_a_sensor_holds_does_not() -> None:
    waiting = [name for name, field in LightMeter.fields.items() if field.waits]
    assert waiting == ["reading_lm", "beam_frd"]


def test_one_stands_alone_with_defaults_and_what_is_given() -> None:
    lamp = Lamp(sizes={"SEGMENTS": 2}, command=3.0, limits=(1.0, 2.0))
    assert (lamp.gain, lamp.command, lamp.limits) == (2.0, 3.0, Limits(1.0, 2.0))
    assert list(lamp.segment_lm) == [0.0, 0.0]


def test_one_vehicles_numbers_are_those_of_its_table() -> None:
    cells = [np.zeros(1), np.zeros(3), np.zeros(1)]
    meter = LightMeter.over(cells)
    meter.beam_frd = Vec3(1.0, 2.0, 3.0)
    meter.reading_lm += 4.0
    assert list(cells[1]) == [1.0, 2.0, 3.0]
    assert cells[0][0] == 4.0
    assert meter.beam_frd + meter.beam_frd == Vec3(2.0, 4.0, 6.0)


def test_a_misspelt_field_is_an_error() -> None:
    with pytest.raises(AttributeError):
        LightMeter().readings = 1.0  # type: ignore[attr-defined]


def test_declarations_are_checked() -> None:
    with pytest.raises(TypeError, match="say what it is"):

        class Bare(Component):
            """No declaration."""

            mass_kg: float = 1.0

    with pytest.raises(TypeError, match="a row needs its size"):

        class Sizeless(Component):
            """A row of no size."""

            speed_radps: FloatRow = param("rad/s", "speed")

    with pytest.raises(ValueError, match="unit is missing"):

        class Unitless(Component):
            """A column without a unit."""

            mass_kg: float = param("", "mass")
