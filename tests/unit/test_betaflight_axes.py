"""Axes of the state packet, as the sources of Betaflight turn them into forward-left-up."""

from typing import Any, cast

import pytest

from simloop.links.betaflight.config import Config, Release
from simloop.links.betaflight.readings import Readings
from simloop.sitl.world_lane import WorldLane

COLUMNS = {
    "imu_accel_frd_mps2": [1.7, 0.4, -9.6],
    "imu_gyro_frd_radps": [0.1, 0.2, 0.3],
    "attitude_wxyz": [1.0, 0.0, 0.0, 0.0],
    "velocity_frd_mps": [0.0, 0.0, 0.0],
    "position_ned_m": [0.0, 0.0, 0.0],
    "air_pressure_pa": [101325.0],
}


class Lane:
    """Columns of a vehicle that has its nose up, and is turning."""

    def has(self, column: str) -> bool:
        return column in COLUMNS

    def read(self, column: str) -> list[float]:
        return COLUMNS[column]


def taken(release: Release, bridge: Any) -> tuple[list[float], list[float]]:
    """Acceleration and rates in Betaflight's own axes."""
    config = Config(release=release, bridge=bridge)
    state = Readings(cast(WorldLane, Lane()), config).state(0.0)
    accel = [-one for one in state.accel_mps2]
    p, q, r = state.rate_radps
    gazebo = release == "2026.6" and bridge != "legacy"
    return accel, [p, -q, r if gazebo else -r]


@pytest.mark.parametrize(
    ("release", "bridge"),
    [("4.5", None), ("2025.12", None), ("2026.6", None), ("2026.6", "legacy")],
)
def test_betaflight_gets_forward_left_up(release: Release, bridge: Any) -> None:
    accel, rates = taken(release, bridge)
    # With its nose up an accelerometer is pushed to the front: a wrong sign would tip it over.
    assert accel == pytest.approx([1.7, -0.4, 9.6])
    assert rates == pytest.approx([0.1, -0.2, -0.3])
