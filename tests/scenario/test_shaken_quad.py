"""A quad whose IMU is shaken flies by its gyro filters, and not without them."""

import pytest

from simloop.server.simulation import Simulation

# The first run on a machine compiles.
pytestmark = pytest.mark.timeout(900)

SHAKEN = (
    "vehicles[0].set={sensors.imu: {shaker_hz: 97.0, shaker_gyro_radps: 1.0, "
    "shaker_accel_mps2: 5.0, rotor_gyro_radps: 1.0, rotor_accel_mps2: 10.0}}"
)
SHAKER = {"imu_rotor_gyro_radps": 0.0, "imu_rotor_accel_mps2": 0.0}
ROTORS = {"imu_shaker_gyro_radps": 0.0, "imu_shaker_accel_mps2": 0.0}
NO_NOTCH = {"fw_mc_notch_hz": 0.0}
NO_FILTERS = {"fw_mc_gyro_filter_hz": 0.0, **NO_NOTCH}


def hovers(columns: dict[str, float]) -> bool:
    """Does the scenario meet its verdict with these columns set?"""
    simulation = Simulation.load("hover", seed=1, sets=(SHAKEN,))
    quad = simulation.world.by_name("quad_0")
    for name, value in columns.items():
        simulation.world.set(quad, name, [value])
    while not simulation.over and simulation.seconds < simulation.scenario.duration_s:
        simulation.advance(400)
    return not simulation.verdict().reasons


def test_a_shaker_of_97_hz_needs_the_low_pass() -> None:
    assert hovers(SHAKER)
    half = SHAKER | {"imu_shaker_gyro_radps": 0.5}
    assert hovers(half)
    assert not hovers(half | NO_FILTERS)


def test_rotors_out_of_balance_need_the_notch() -> None:
    assert hovers(ROTORS)
    assert not hovers(ROTORS | NO_NOTCH)
