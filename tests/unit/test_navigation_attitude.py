"""The attitude filter: every heading, gyro bias, and better than ROSflight's tests ask."""

from collections.abc import Callable
from math import pi, sin

import numpy as np
import pytest
from navigation_bench import NavigationBench, attitude_error

from simloop.firmware.codes import Airframe
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.navigation.standstill import attitude_at_rest
from simloop.firmware.navigation.tasks import NAVIGATION_TASKS
from simloop.firmware.vector import Vec3
from simloop.math.quaternion import exponential, from_euler, multiply, rotate_to_body

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

FIELD_NED_T = (2.0e-5, 0.4e-5, 4.5e-5)
DECLINATION_RAD = 0.19739555984988078  # atan2(0.4, 2.0)
TASKS = [t for t in NAVIGATION_TASKS if t.name in ("fw_imu", "fw_ahrs", "fw_magnetic_heading")]


def rig(rate_hz: int = 400, **parameters: float) -> NavigationBench:
    bench = NavigationBench(compiled=False, tasks=TASKS, rate_hz=rate_hz)
    bench.set(fw_aligned=1.0, fw_declination_rad=DECLINATION_RAD, **parameters)
    return bench


def feed(bench: NavigationBench, truth: Quaternion, rate: Vector, *, field: bool = False) -> None:
    """One sample of a vehicle that does not accelerate."""
    bench.view("imu_accel_frd_mps2")[:] = rotate_to_body(*truth, 0.0, 0.0, -GRAVITY_MPS2)
    bench.view("imu_gyro_frd_radps")[:] = rate
    if field:
        bench.view("mag_field_frd_t")[:] = rotate_to_body(*truth, *FIELD_NED_T)
        bench.view("mag_sequence")[:] += 1.0
    bench.run()


def error(bench: NavigationBench, truth: Quaternion) -> float:
    return float(np.abs(attitude_error(truth, bench.view("fw_ahrs_attitude_wxyz"))).max())


@pytest.mark.parametrize("yaw_deg", [0.0, 60.0, 90.0, 150.0, 178.0, 180.0, -90.0])
def test_gravity_levels_at_every_heading(yaw_deg: float) -> None:
    """ROSflight's correction leaves 5.6 degrees at 150 degrees of yaw and all of it at 180."""
    bench = rig(fw_ahrs_level_gain_per_s=0.5, fw_ahrs_bias_gain_per_s2=0.0)
    truth = from_euler(0.0, 0.0, np.radians(yaw_deg))
    bench.set(fw_ahrs_attitude_wxyz=from_euler(0.2, -0.1, np.radians(yaw_deg)))
    for _ in range(400 * 10):
        feed(bench, truth, (0.0, 0.0, 0.0))
    level = attitude_error(truth, bench.view("fw_ahrs_attitude_wxyz"))[:2]
    assert np.abs(level).max() < 0.0021


def test_bias_is_found_from_gravity_and_field() -> None:
    """ROSflight's bias test: 0.01 and -0.03 rad/s, found to 2e-3."""
    bench = rig(fw_ahrs_level_gain_per_s=1.0, fw_ahrs_bias_gain_per_s2=0.3)
    for sample in range(400 * 30):
        feed(bench, (1.0, 0.0, 0.0, 0.0), (0.01, -0.03, 0.0), field=sample % 8 == 0)
    assert bench.view("fw_ahrs_gyro_bias_frd_radps") == pytest.approx((0.01, -0.03, 0.0), abs=3e-4)


def swaying(time_s: float) -> Vector:
    """The rates of ROSflight's estimator tests."""
    return (
        sin(10.0 / (2.0 * pi) * time_s),
        0.75 * sin(5.0 / (2.0 * pi) * time_s),
        sin(0.3 / (2.0 * pi) * time_s),
    )


def worst_error(bench: NavigationBench, seconds: float, rates: Callable[[float], Vector]) -> float:
    """Fly a motion at 1 kHz against truth that is ten times finer."""
    truth: Quaternion = (1.0, 0.0, 0.0, 0.0)
    fine = 1e-4
    worst = 0.0
    for sample in range(1, round(1000 * seconds) + 1):
        for part in range(10):
            p, q, r = rates((sample - 1) * 1e-3 + (part + 0.5) * fine)
            truth = multiply(*truth, *exponential(p * fine, q * fine, r * fine))
        feed(bench, truth, rates(sample * 1e-3))
        worst = max(worst, error(bench, truth))
    return worst


def test_gyro_alone_better_than_rosflights_best_limit() -> None:
    """1.4e-4 rad in 30 s is their limit with quadratic smoothing; their exponential has 3e-3."""
    bench = rig(1000, fw_ahrs_level_gain_per_s=0.0, fw_ahrs_bias_gain_per_s2=0.0)
    assert worst_error(bench, 30.0, swaying) < 5e-5


def test_with_accelerometer_better_than_rosflights_limit() -> None:
    """Theirs is 1e-2."""
    assert worst_error(rig(1000, fw_ahrs_level_gain_per_s=0.5), 30.0, swaying) < 2e-3


def test_a_hard_push_is_not_taken_for_gravity_and_is_told() -> None:
    bench = rig(fw_ahrs_level_gain_per_s=1.0)
    bench.set(imu_accel_frd_mps2=(6.0, 0.0, -GRAVITY_MPS2))
    bench.run(400)
    assert bench.view("fw_ahrs_attitude_wxyz").tolist() == [1.0, 0.0, 0.0, 0.0]
    assert bench.get("fw_ahrs_unlevelled_s") == pytest.approx(1.0)


@pytest.mark.parametrize(("airframe", "limit_rad"), [(Airframe.WING, 0.01), (0.0, 10.0)])
def test_a_wing_in_a_turn_keeps_its_bank(airframe: float, limit_rad: float) -> None:
    """25 m/s at 30 degrees of bank: only centripetal force tells it from level flight."""
    bank, speed = 0.5236, 25.0
    turn = GRAVITY_MPS2 * np.tan(bank) / speed
    rate = (0.0, turn * np.sin(bank), turn * np.cos(bank))
    bench = rig(fw_airframe=airframe, fw_airspeed_mps=speed, fw_ahrs_level_gate=0.3)
    bench.set(
        fw_ahrs_attitude_wxyz=from_euler(bank, 0.0, 0.0),
        imu_accel_frd_mps2=(0.0, 0.0, -GRAVITY_MPS2 / np.cos(bank)),
        imu_gyro_frd_radps=rate,
        fw_clean_gyro_frd_radps=rate,
    )
    bench.run(400 * 10)
    truth = from_euler(bank, 0.0, turn * 10.0)
    lost = float(np.abs(attitude_error(truth, bench.view("fw_ahrs_attitude_wxyz"))[:2]).max())
    assert lost < limit_rad
    assert airframe == Airframe.WING or lost > 0.2


def test_hard_and_soft_iron_are_taken_away() -> None:
    bench = rig()
    iron = np.array([[1.2, 0.1, 0.0], [0.0, 0.9, 0.05], [0.0, 0.0, 1.1]])
    offset = np.array([1e-5, -2e-5, 3e-6])
    truth = from_euler(0.1, -0.1, 2.0)
    field = np.array(rotate_to_body(*truth, *FIELD_NED_T))
    bench.set(
        fw_mag_offset_frd_t=offset,
        fw_mag_soft_iron=np.linalg.inv(iron).ravel(),
        mag_field_frd_t=iron @ field + offset,
        mag_sequence=1.0,
        fw_ahrs_attitude_wxyz=truth,
    )
    bench.run(8)
    assert bench.view("fw_clean_mag_frd_t") == pytest.approx(field, abs=1e-12)
    assert bench.get("fw_ahrs_heading_correction_radps") == pytest.approx(0.0, abs=1e-9)


def test_a_field_of_odd_strength_is_not_used() -> None:
    bench = rig(fw_mag_strength_t=5e-5)
    bench.set(mag_field_frd_t=(1e-5, 8e-5, 0.0), mag_sequence=1.0)
    bench.run(8)
    assert bench.get("fw_ahrs_heading_correction_radps") == 0.0
    assert bench.get("fw_mag_age_s") > 1.0


@pytest.mark.parametrize("roll_deg", [0.0, 20.0, 179.0, 180.0])
@pytest.mark.parametrize("yaw_deg", [0.0, 100.0, 180.0, -135.0])
def test_attitude_at_rest_by_gravity_and_field(roll_deg: float, yaw_deg: float) -> None:
    truth = from_euler(np.radians(roll_deg), 0.2, np.radians(yaw_deg))
    up = rotate_to_body(*truth, 0.0, 0.0, -GRAVITY_MPS2)
    field = rotate_to_body(*truth, *FIELD_NED_T)
    found = attitude_at_rest(Vec3(*up), Vec3(*field), DECLINATION_RAD)
    assert np.abs(attitude_error(truth, found)).max() < 1e-7
