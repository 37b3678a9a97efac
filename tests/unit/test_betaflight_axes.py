"""Axes of the state packet, as the sources of Betaflight turn them into forward-left-up."""

from math import asin, atan2, cos, radians, sin
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


@pytest.mark.parametrize("release", ["4.5", "2025.12"])
@pytest.mark.parametrize(("axis", "angle_deg"), [(1, 20.0), (2, -20.0), (3, 20.0)])
def test_legacy_bridges_read_the_lean_that_there_is(
    release: Release, axis: int, angle_deg: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rolled right, nose down or turned right: all three count up in Betaflight."""
    half = radians(angle_deg) / 2
    attitude = [cos(half), 0.0, 0.0, 0.0]
    attitude[axis] = sin(half)
    monkeypatch.setitem(COLUMNS, "attitude_wxyz", attitude)
    state = Readings(cast(WorldLane, Lane()), Config(release=release)).state(0.0)
    w, x, y, z = state.attitude_wxyz
    # imuComputeRotationMatrix() reverses these two in such a build, imuUpdateEulerAngles() reads.
    west_of_nose, up_of_nose = -2 * (x * y + w * z), -2 * (x * z - w * y)
    roll = atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    pitch, yaw = asin(-up_of_nose), -atan2(west_of_nose, 1 - 2 * (y * y + z * z))
    expected = [0.0, 0.0, 0.0]
    expected[axis - 1] = radians(20.0)
    assert [roll, pitch, yaw] == pytest.approx(expected, abs=1e-9)
