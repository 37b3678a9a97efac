"""Sensors that are noisier than the firmware assumes tell it so; others leave it as it is."""

from typing import Any

import pytest

from simloop.server.simulation import Simulation
from simloop.sitl.sensor_noise import noise_parameters
from simloop.world.plugin import VehicleKit

FIELD_NED_T = (20e-6, 0.0, 45e-6)


def kit_of(**values: Any) -> VehicleKit:
    kit = VehicleKit(400)
    kit.fact("magnetic_field_ned_t", FIELD_NED_T)
    for name, value in values.items():
        kit.value(name, value)
    return kit


def test_usual_sensors_change_nothing() -> None:
    usual = kit_of(
        gnss_position_sigma_ned_m=(0.05, 0.05, 0.08),
        gnss_velocity_sigma_mps=0.01,
        mag_sigma_t=7e-8,
        baro_sigma_pa=3.0,
    )
    assert noise_parameters(usual) == {}
    assert noise_parameters(VehicleKit(400)) == {}


def test_noisy_sensors_are_told() -> None:
    noisy = kit_of(
        gnss_position_sigma_ned_m=(0.5, 0.5, 0.04),
        gnss_velocity_sigma_mps=0.001,
        mag_sigma_t=4e-6,
        baro_sigma_pa=12.0,
    )
    told = noise_parameters(noisy)
    # What is better than assumed stays as assumed.
    assert told["fw_gnss_least_accuracy"] == [0.5, 0.08, 0.01]
    assert told["fw_heading_sigma_rad"] == pytest.approx(0.2)
    assert told["fw_baro_sigma_m"] == pytest.approx(1.0)


def test_the_rover_with_noisy_fixes_tells_its_firmware() -> None:
    simulation = Simulation.load("pico_mission", compiled=False)
    pico = simulation.world.by_name("pico")
    assert simulation.world.vector(pico, "fw_gnss_least_accuracy")[0] == pytest.approx(0.5)
    assert simulation.world.vector(pico, "fw_heading_sigma_rad")[0] == pytest.approx(0.05, rel=0.1)
    simulation.close()
