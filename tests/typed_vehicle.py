"""What type checkers know of a vehicle; test_vehicle.py has mypy read this file."""

from typing import assert_type

from simloop.component import FloatRow
from simloop.math.vector import Vec3
from simloop.sitl.vehicle import Vehicle
from simloop.sitl.vehicle_roster import VehicleManager
from simloop.systems.barometer.components import Barometer


def look(vehicles: VehicleManager) -> None:
    vehicle = vehicles["quad_0"]
    assert_type(vehicle, Vehicle)
    assert_type(vehicle.name, str)
    assert_type(vehicle.baro, Barometer)
    assert_type(vehicle.baro.pressure_pa, float)
    assert_type(vehicle.body.position_ned_m, Vec3)
    assert_type(vehicle.body.position_ned_m.z, float)
    assert_type(vehicle.rotor.speed_radps, FloatRow)
    assert_type(vehicle[Barometer], Barometer)
    assert_type(vehicle.firmware.intention.armed, float)
    assert_type([each.name for each in vehicles], list[str])
    # An ignore that is not needed is an error as well.
    _ = vehicle.barro  # type: ignore[attr-defined]
    _ = vehicle.baro.presure_pa  # type: ignore[attr-defined]
    _ = vehicle.firmware.baro  # type: ignore[attr-defined]
    _ = vehicle[int]  # type: ignore[type-var]
