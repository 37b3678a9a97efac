"""The attitude filter: every heading, gyro bias, and the limits of ROSflight's own tests."""

from collections.abc import Callable
from math import cos, pi, sin

import pytest

from simloop.firmware.board import Lanes
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.math.quaternion import exponential, from_euler, multiply, rotate_to_body, to_euler

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

LANES = Lanes()
FIELD_NED_T = (2.0e-5, 0.4e-5, 4.5e-5)
DECLINATION_RAD = 0.19739555984988078  # atan2(0.4, 2.0)


def rig(imu_rate_hz: float = 400.0, **parameters: float) -> Firmware:
    return Firmware(FakeBoard(LANES), LANES, parameters, imu_rate_hz=imu_rate_hz)


def set_column(firmware: Firmware, name: str, *values: float) -> None:
    firmware.columns[name][0, :] = values


def attitude(firmware: Firmware) -> Quaternion:
    w, x, y, z = (float(part) for part in firmware.columns["fw_attitude_wxyz"][0])
    return w, x, y, z


def angle_between(a: Quaternion, b: Quaternion) -> float:
    """The rotation from one attitude to the other, by its largest rotation-vector element."""
    conjugate = (a[0], -a[1], -a[2], -a[3])
    _, x, y, z = multiply(*conjugate, *b)
    return 2.0 * max(abs(x), abs(y), abs(z))


def feed(firmware: Firmware, truth: Quaternion, rate: Vector, bias: Vector = (0, 0, 0)) -> None:
    """One IMU sample of a vehicle that does not accelerate."""
    set_column(firmware, "imu_accel_frd_mps2", *rotate_to_body(*truth, 0.0, 0.0, -GRAVITY_MPS2))
    set_column(firmware, "imu_gyro_frd_radps", *(r + b for r, b in zip(rate, bias, strict=True)))
    firmware.run_task("fw_attitude_filter")


def feed_mag(firmware: Firmware, truth: Quaternion) -> None:
    set_column(firmware, "mag_field_frd_t", *rotate_to_body(*truth, *FIELD_NED_T))
    firmware.columns["mag_sequence"] += 1.0
    firmware.run_task("fw_heading")


def stand_still(
    firmware: Firmware, truth: Quaternion, seconds: float, bias: Vector = (0, 0, 0)
) -> None:
    for sample in range(round(400 * seconds)):
        if sample % 8 == 0:
            feed_mag(firmware, truth)
        feed(firmware, truth, (0.0, 0.0, 0.0), bias)


@pytest.mark.parametrize("yaw", [0.0, 1.0, pi / 2, 2.6, 3.1, pi, -pi / 2])
def test_gravity_levels_at_every_heading(yaw: float) -> None:
    """ROSflight's correction fades with heading and is zero at half a turn."""
    firmware = rig(fw_align_time_s=0.0, fw_level_gain_per_s=1.0, fw_gyro_bias_gain_per_s=0.0)
    set_column(firmware, "fw_attitude_wxyz", *from_euler(0.2, -0.1, yaw))
    for _ in range(400 * 6):
        feed(firmware, from_euler(0.0, 0.0, yaw), (0.0, 0.0, 0.0))
    roll, pitch, _ = to_euler(*attitude(firmware))
    assert abs(roll) < 1e-3
    assert abs(pitch) < 1e-3


@pytest.mark.parametrize("yaw", [0.3, pi / 2, 3.0, pi, -2.0])
def test_aligns_from_any_start(yaw: float) -> None:
    firmware = rig(fw_declination_rad=DECLINATION_RAD)
    truth = from_euler(0.05, -0.08, yaw)
    stand_still(firmware, truth, 2.0)
    assert angle_between(attitude(firmware), truth) < 0.01


def test_gyro_bias_is_the_mean_while_aligning() -> None:
    firmware = rig(fw_declination_rad=DECLINATION_RAD)
    bias = (0.25, -0.2, 0.1)
    stand_still(firmware, from_euler(0.0, 0.0, 2.0), 2.0, bias)
    assert firmware.columns["fw_gyro_bias_frd_radps"][0] == pytest.approx(bias, abs=1e-4)
    assert firmware.columns["fw_rate_frd_radps"][0] == pytest.approx((0, 0, 0), abs=1e-4)


def test_bias_follows_the_corrections_later() -> None:
    """ROSflight's bias test: 0.01 and -0.03 rad/s, found to 2e-3."""
    firmware = rig(
        fw_align_time_s=0.0,
        fw_level_gain_per_s=1.0,
        fw_gyro_bias_gain_per_s=0.3,
        fw_declination_rad=DECLINATION_RAD,
    )
    bias = (0.01, -0.03, 0.0)
    stand_still(firmware, (1.0, 0.0, 0.0, 0.0), 30.0, bias)
    assert firmware.columns["fw_gyro_bias_frd_radps"][0] == pytest.approx(bias, abs=2e-3)


def test_a_hard_push_is_not_taken_for_gravity() -> None:
    firmware = rig(fw_align_time_s=0.0, fw_level_gain_per_s=1.0)
    set_column(firmware, "imu_accel_frd_mps2", 6.0, 0.0, -GRAVITY_MPS2)
    for _ in range(400):
        firmware.run_task("fw_attitude_filter")
    assert attitude(firmware) == (1.0, 0.0, 0.0, 0.0)


def test_gravity_is_ignored_while_velocity_aids() -> None:
    firmware = rig(fw_align_time_s=0.0, fw_level_gain_per_s=1.0)
    set_column(firmware, "fw_aided", 1.0)
    set_column(firmware, "imu_accel_frd_mps2", 1.0, 0.0, -GRAVITY_MPS2)
    for _ in range(400):
        firmware.run_task("fw_attitude_filter")
    assert attitude(firmware) == (1.0, 0.0, 0.0, 0.0)


def test_a_magnetometer_that_stops_stops_correcting() -> None:
    firmware = rig(fw_declination_rad=DECLINATION_RAD)
    feed_mag(firmware, from_euler(0.0, 0.0, 0.5))
    assert firmware.columns["fw_heading_correction_radps"][0, 0] > 0.0
    firmware.run_task("fw_heading")
    assert firmware.columns["fw_heading_correction_radps"][0, 0] == 0.0


def swaying(time_s: float) -> Vector:
    """The rates of ROSflight's estimator tests."""
    return (
        sin(10.0 / (2.0 * pi) * time_s),
        0.75 * sin(5.0 / (2.0 * pi) * time_s),
        sin(0.3 / (2.0 * pi) * time_s),
    )


def worst_error(firmware: Firmware, seconds: float, rates: Callable[[float], Vector]) -> float:
    """Fly a motion at 1 kHz against truth that is ten times finer."""
    truth: Quaternion = (1.0, 0.0, 0.0, 0.0)
    fine = 1e-4
    worst = 0.0
    for sample in range(1, round(1000 * seconds) + 1):
        for part in range(10):
            p, q, r = rates((sample - 1) * 1e-3 + (part + 0.5) * fine)
            truth = multiply(*truth, *exponential(p * fine, q * fine, r * fine))
        feed(firmware, truth, rates(sample * 1e-3))
        worst = max(worst, angle_between(attitude(firmware), truth))
    return worst


def test_gyro_alone_within_rosflights_best_limit() -> None:
    """1.4e-4 rad in 30 s is their limit with quadratic smoothing; their exponential has 3e-3."""
    firmware = rig(1000.0, fw_align_time_s=0.0, fw_level_gain_per_s=0.0)
    assert worst_error(firmware, 30.0, swaying) < 5e-5


def test_with_accelerometer_within_rosflights_limit() -> None:
    firmware = rig(1000.0, fw_align_time_s=0.0, fw_level_gain_per_s=0.5)
    assert worst_error(firmware, 30.0, swaying) < 1e-3


def test_heading_error_is_found_from_the_field() -> None:
    firmware = rig(
        fw_align_time_s=0.0, fw_declination_rad=DECLINATION_RAD, fw_gyro_bias_gain_per_s=0.0
    )
    set_column(firmware, "fw_attitude_wxyz", cos(0.15), 0.0, 0.0, sin(0.15))
    stand_still(firmware, (1.0, 0.0, 0.0, 0.0), 15.0)
    assert angle_between(attitude(firmware), (1.0, 0.0, 0.0, 0.0)) < 0.01
