"""ArduPilot's numbers for our modes, beside the tables that pymavlink ships."""

import pytest
from pymavlink import mavutil

from simloop.firmware.codes import Airframe, Mode
from simloop.firmware.link.identity import vehicle_type
from simloop.firmware.link.mode_numbers import (
    CustomMode,
    is_hover_mode,
    mode_of,
    number_of,
    offered,
)

TABLES = {
    Airframe.MULTIROTOR: mavutil.mode_mapping_acm,
    Airframe.WING: mavutil.mode_mapping_apm,
    Airframe.VTOL: mavutil.mode_mapping_apm,
    Airframe.ROVER: mavutil.mode_mapping_rover,
    Airframe.BOAT: mavutil.mode_mapping_rover,
}
ALL_MODES = [value for name, value in vars(Mode).items() if name.isupper()]


@pytest.mark.parametrize("airframe", TABLES)
def test_names_are_those_of_ardupilot(airframe: float) -> None:
    for each in offered(airframe):
        assert TABLES[airframe][each.number] == each.name


@pytest.mark.parametrize("airframe", TABLES)
def test_ground_stations_know_the_type(airframe: float) -> None:
    kind = vehicle_type(airframe, 4, 0)
    assert mavutil.mode_mapping_bynumber(kind) == TABLES[airframe]


@pytest.mark.parametrize("airframe", TABLES)
@pytest.mark.parametrize("mode", ALL_MODES)
def test_every_mode_has_a_number_on_offer(airframe: float, mode: float) -> None:
    assert number_of(airframe, mode) in {each.number for each in offered(airframe)}


@pytest.mark.parametrize("airframe", TABLES)
def test_a_mode_that_was_set_is_told_as_itself(airframe: float) -> None:
    def told(each: CustomMode) -> int:
        hovers = is_hover_mode(airframe, each.number)
        mode = mode_of(airframe, each.number)
        assert mode is not None
        return number_of(airframe, mode, hovers=hovers)

    changed = [each.name for each in offered(airframe) if told(each) != each.number]
    # Two plane modes are one of ours.
    assert changed == (["STABILIZE"] if airframe in (Airframe.WING, Airframe.VTOL) else [])


def test_what_a_mode_without_a_number_is_told_as() -> None:
    assert number_of(Airframe.MULTIROTOR, Mode.TAKEOFF) == 4
    assert number_of(Airframe.WING, Mode.HOLD) == 12
    assert number_of(Airframe.ROVER, Mode.LAND) == 4
    assert number_of(Airframe.VTOL, Mode.LAND, hovers=True) == 20


def test_unknown_numbers_are_no_modes() -> None:
    assert mode_of(Airframe.MULTIROTOR, 99) is None
    assert mode_of(Airframe.ROVER, 9) == Mode.CIRCLE
    assert mode_of(Airframe.WING, 17) is None


def test_types() -> None:
    assert [vehicle_type(Airframe.MULTIROTOR, rotors, 0) for rotors in (3, 4, 6, 8)] == [
        15,
        2,
        13,
        14,
    ]
    assert vehicle_type(Airframe.WING, 0, 0) == 1
    assert vehicle_type(Airframe.VTOL, 4, 0) == 1
    assert vehicle_type(Airframe.VTOL, 4, 22) == 22
    assert vehicle_type(Airframe.ROVER, 0, 0) == 10
    assert vehicle_type(Airframe.BOAT, 0, 0) == 11
