"""Alignment at rest, starting over when something moves, and starting from a state that is told."""

from math import cos, pi, radians, sin

import numpy as np
import pytest
from navigation_bench import NavigationBench, attitude_error

from simloop.firmware.codes import Airframe
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.navigation.alignment import ToldState, aligned_columns, told_covariance
from simloop.firmware.navigation.filter_columns import STATES
from simloop.firmware.navigation.geodesy import density_at, metres_per_radian, pressure_altitude
from simloop.firmware.navigation.standstill import bias_by_mean
from simloop.math.atmosphere import air_at_geopotential
from simloop.math.geodesy import llh_to_ned, ned_to_llh
from simloop.math.quaternion import from_euler, rotate_to_body

PLACE = (radians(40.0), radians(-111.0), 1400.0)
FIELD_NED_T = (2.0e-5, 0.4e-5, 4.5e-5)
DECLINATION_RAD = 0.19739555984988078  # atan2(0.4, 2.0)
BIAS = np.array([0.2, -0.1, 0.05])
# As left by a calibration.
SMALL_BIAS = np.array([0.01, -0.005, 0.008])


class Stand:
    """A vehicle that stands, with noisy sensors, interpreted."""

    def __init__(self, *, gnss: bool = True, mag: bool = True, baro: bool = True) -> None:
        self.bench = NavigationBench(compiled=False)
        self.bench.set(fw_declination_rad=DECLINATION_RAD, gnss_fix_type=3.0 if gnss else 0.0)
        self.gnss, self.mag, self.baro = gnss, mag, baro
        self.attitude = from_euler(0.05, -0.08, 2.5)
        self.bias = BIAS
        self.rate = np.zeros(3)
        self.push = np.zeros(3)
        self.speed = np.zeros(3)
        self.place_ned = np.zeros(3)
        self.random = np.random.default_rng(2)

    def rock(self, seconds: float, *, amplitude_rad: float, period_s: float) -> None:
        """Roll about the start's attitude, as in a swell."""
        self.bias = SMALL_BIAS
        roll, pitch, yaw = 0.05, -0.08, 2.5
        for tick in range(round(400 * seconds)):
            phase = 2.0 * pi * tick / (400 * period_s)
            self.attitude = from_euler(roll + amplitude_rad * sin(phase), pitch, yaw)
            speed = amplitude_rad * 2.0 * pi / period_s * cos(phase)
            self.rate = np.array([speed, 0.0, 0.0])
            self.wait(1.0 / 400.0)

    def wait(self, seconds: float) -> None:
        view, draw = self.bench.view, self.random.normal
        for _ in range(round(400 * seconds)):
            tick = self.bench.tick
            up = np.array(rotate_to_body(*self.attitude, 0.0, 0.0, -GRAVITY_MPS2))
            view("imu_accel_frd_mps2")[:] = up + self.push + draw(0.0, 0.2, 3)
            view("imu_gyro_frd_radps")[:] = self.bias + self.rate + draw(0.0, 0.002, 3)
            if self.mag and tick % 8 == 0:
                view("mag_field_frd_t")[:] = rotate_to_body(*self.attitude, *FIELD_NED_T)
                view("mag_sequence")[:] += 1.0
            if self.baro and tick % 8 == 0:
                view("baro_pressure_pa")[:] = air_at_geopotential(1400.0, 0.0)[0] + draw(0.0, 3.0)
                view("baro_sequence")[:] += 1.0
            if self.gnss and tick % 40 == 0:
                self.place_ned = self.place_ned + 0.1 * self.speed
                view("gnss_llh")[:] = ned_to_llh(*PLACE, *(self.place_ned + draw(0.0, 0.2, 3)))
                view("gnss_velocity_ned_mps")[:] = self.speed
                view("gnss_accuracy")[:] = (0.2, 0.4, 0.01)
                view("gnss_sequence")[:] += 1.0
            self.bench.run()


def test_two_seconds_at_rest_find_everything() -> None:
    stand = Stand()
    stand.wait(1.9)
    assert stand.bench.get("fw_aligned") == 0.0
    assert stand.bench.get("fw_position_ok") == 0.0
    stand.wait(0.3)
    bench = stand.bench
    assert bench.get("fw_aligned") == 1.0
    error = attitude_error(stand.attitude, bench.view("fw_attitude_wxyz"))
    assert np.abs(error).max() < 0.003
    assert bench.view("fw_ekf_gyro_bias_frd_radps") == pytest.approx(BIAS, abs=5e-4)
    assert bench.view("fw_rate_frd_radps") == pytest.approx(np.zeros(3), abs=0.02)
    north, east, _ = llh_to_ned(*PLACE, *bench.view("fw_origin_llh"))
    assert np.hypot(north, east) < 0.3
    for flag in ("attitude_ok", "velocity_ok", "position_ok", "height_ok"):
        assert bench.get(f"fw_{flag}") == 1.0, flag


def test_a_vehicle_left_alone_does_not_wander() -> None:
    """Half a metre per second squared of false push would be 25 m in 10 s."""
    stand = Stand()
    stand.wait(2.5)
    stand.bench.set(fw_ekf_accel_bias_frd_mps2=(0.3, 0.3, 0.0))
    stand.wait(8.0)
    assert stand.bench.get("fw_still_s") > 5.0
    assert np.abs(stand.bench.view("fw_velocity_ned_mps")).max() < 0.05
    assert np.abs(stand.bench.view("fw_position_ned_m")).max() < 0.5


@pytest.mark.parametrize("airframe", [Airframe.WING, Airframe.BOAT])
def test_what_rocks_is_less_sure_of_its_gyro(airframe: float) -> None:
    """A mean of two seconds is off by what gusts or waves turned; the filter must know it."""
    calm, rocked = Stand(), Stand()
    for stand in (calm, rocked):
        stand.bench.set(fw_airframe=airframe, fw_align_rate_limit_radps=10.0)
    calm.wait(2.5)
    rocked.rock(2.5, amplitude_rad=0.03, period_s=5.0)
    assert calm.bench.get("fw_aligned") == rocked.bench.get("fw_aligned") == 1.0
    sure, unsure = (each.bench.get("fw_align_gyro_sigma_radps") for each in (calm, rocked))
    assert sure < 0.0015
    assert unsure > 4.0 * sure
    off = np.abs(rocked.bench.view("fw_ekf_gyro_bias_frd_radps") - SMALL_BIAS)
    assert off.max() < 3.0 * unsure


@pytest.mark.parametrize(
    ("rocking_radps", "share", "sigma"),
    [(0.0, 0.9989, 0.0005), (0.05, 0.5, 0.0106), (5.0, 0.0001, 0.015)],
)
def test_a_rocked_mean_is_worth_as_much_as_it_tells(
    rocking_radps: float, share: float, sigma: float
) -> None:
    """Two Gaussians: the usual bias of 0.015 rad/s, and the mean with 0.3 of the rocking."""
    assert bias_by_mean(rocking_radps) == pytest.approx((share, sigma), rel=0.02, abs=1e-4)


def test_a_boat_keeps_the_attitude_of_the_moment() -> None:
    stand = Stand()
    stand.bench.set(fw_airframe=Airframe.BOAT, fw_align_rate_limit_radps=10.0)
    stand.rock(12.1, amplitude_rad=0.1, period_s=8.0)
    assert stand.bench.get("fw_aligned") == 1.0
    error = attitude_error(stand.attitude, stand.bench.view("fw_attitude_wxyz"))
    assert np.abs(error[:2]).max() < 0.05


def test_a_boat_that_drifts_begins_where_it_is_by_then() -> None:
    stand = Stand()
    stand.speed = np.array([0.7, 0.0, 0.0])
    stand.bench.set(fw_airframe=Airframe.BOAT, fw_align_time_s=10.0, fw_align_speed_limit_mps=2.0)
    stand.wait(10.3)
    assert stand.bench.get("fw_aligned") == 1.0
    north, _, _ = llh_to_ned(*PLACE, *stand.bench.view("fw_origin_llh"))
    believed = north + stand.bench.get("fw_position_ned_m")
    assert believed == pytest.approx(stand.place_ned[0], abs=0.6)


@pytest.mark.parametrize("how", ["turn", "push", "drift"])
def test_motion_begins_the_alignment_anew(how: str) -> None:
    stand = Stand()
    stand.wait(1.5)
    if how == "turn":
        stand.rate = np.array([0.0, 0.3, 0.0])
    elif how == "push":
        stand.push = np.array([1.5, 0.0, 0.0])
    else:
        stand.speed = np.array([3.0, 0.0, 0.0])
    stand.wait(0.3)
    assert stand.bench.get("fw_align_elapsed_s") < 0.3
    stand.rate, stand.push, stand.speed = np.zeros(3), np.zeros(3), np.zeros(3)
    stand.wait(1.5)
    assert stand.bench.get("fw_aligned") == 0.0
    stand.wait(1.3)
    assert stand.bench.get("fw_aligned") == 1.0
    assert stand.bench.view("fw_ekf_gyro_bias_frd_radps") == pytest.approx(BIAS, abs=2e-3)


def test_without_fixes_it_aligns_later_and_knows_no_place() -> None:
    stand = Stand(gnss=False)
    stand.bench.set(fw_align_wait_s=4.0)
    stand.wait(3.8)
    assert stand.bench.get("fw_aligned") == 0.0
    stand.wait(0.5)
    assert stand.bench.get("fw_aligned") == 1.0
    assert stand.bench.get("fw_attitude_ok") == 1.0
    assert stand.bench.get("fw_height_ok") == 1.0
    assert stand.bench.get("fw_position_ok") == 0.0
    # A late fix tells the origin, and where it stands is still its beginning.
    stand.gnss = True
    stand.bench.set(gnss_fix_type=3.0)
    stand.wait(1.0)
    assert stand.bench.get("fw_position_ok") == 1.0
    assert np.abs(stand.bench.view("fw_position_ned_m")).max() < 1.0
    north, east, _ = llh_to_ned(*PLACE, *stand.bench.view("fw_origin_llh"))
    assert np.hypot(north, east) < 1.0


@pytest.mark.parametrize("missing", ["mag", "baro"])
def test_a_missing_sensor_does_not_stop_the_alignment(missing: str) -> None:
    stand = Stand(mag=missing != "mag", baro=missing != "baro")
    stand.wait(2.4)
    assert stand.bench.get("fw_aligned") == 1.0
    assert stand.bench.get("fw_position_ok") == 1.0
    level = attitude_error(stand.attitude, stand.bench.view("fw_attitude_wxyz"))
    assert missing == "mag" or np.abs(level).max() < 0.003
    up = rotate_to_body(*stand.bench.view("fw_attitude_wxyz"), 0.0, 0.0, -1.0)
    assert up == pytest.approx(rotate_to_body(*stand.attitude, 0.0, 0.0, -1.0), abs=0.003)


def test_columns_of_a_known_state_start_the_filter_at_once() -> None:
    bench = NavigationBench(compiled=False)
    attitude = from_euler(0.2, 0.1, -2.0)
    velocity = (20.0, -5.0, 1.0)
    bench.set(gnss_sequence=7.0, gnss_fix_type=3.0, gnss_llh=(0.0, 0.0, 0.0))
    bench.set(
        **aligned_columns(
            ToldState(
                attitude_wxyz=attitude,
                rate_frd_radps=(0.1, 0.2, 0.3),
                position_ned_m=(100.0, 200.0, -300.0),
                velocity_ned_mps=velocity,
                wind_ned_mps=(3.0, 4.0),
            ),
            time_s=1.0,
            gyro_bias_frd_radps=(0.01, 0.0, 0.0),
            origin_llh=PLACE,
            sequences={"gnss": 7.0},
        )
    )
    bench.set(fw_time_s=1.0)
    force = rotate_to_body(*attitude, 0.0, 0.0, -GRAVITY_MPS2)
    bench.set(imu_accel_frd_mps2=force, imu_gyro_frd_radps=(0.11, 0.2, 0.3))
    bench.run(40)
    assert bench.view("fw_velocity_ned_mps") == pytest.approx(velocity, abs=0.2)
    assert bench.view("fw_position_ned_m") == pytest.approx((102.0, 199.5, -299.9), abs=0.05)
    assert bench.view("fw_rate_frd_radps") == pytest.approx((0.1, 0.2, 0.3), abs=1e-9)
    assert bench.view("fw_wind_ned_mps") == pytest.approx((3.0, 4.0))
    assert bench.get("fw_position_ok") == 1.0
    assert bench.get("fw_aligned") == 1.0


def test_a_told_position_without_origin_is_kept_by_the_first_fix() -> None:
    bench = NavigationBench(compiled=False)
    told = ToldState(
        attitude_wxyz=(1.0, 0.0, 0.0, 0.0),
        rate_frd_radps=(0.0,) * 3,
        position_ned_m=(50.0, -20.0, -30.0),
        velocity_ned_mps=(0.0,) * 3,
    )
    bench.set(**aligned_columns(told))
    bench.set(imu_accel_frd_mps2=(0.0, 0.0, -GRAVITY_MPS2), gnss_fix_type=3.0, fw_armed=1.0)
    bench.set(gnss_llh=PLACE, gnss_accuracy=(0.2, 0.4, 0.01))
    for _ in range(5):
        bench.view("gnss_sequence")[:] += 1.0
        bench.run(40)
    assert bench.view("fw_position_ned_m") == pytest.approx((50.0, -20.0, -30.0), abs=0.05)
    place = llh_to_ned(*bench.view("fw_origin_llh"), *PLACE)
    assert place == pytest.approx((50.0, -20.0, -30.0), abs=0.02)


def test_the_told_covariance_has_one_variance_per_state() -> None:
    covariance = np.array(told_covariance()).reshape(STATES, STATES)
    assert np.count_nonzero(covariance) == STATES
    assert (np.diag(covariance) > 0.0).all()
    assert np.sqrt(covariance[6, 6]) == pytest.approx(0.5)


@pytest.mark.parametrize("altitude_m", [-300.0, 0.0, 1400.0, 4000.0, 9000.0])
def test_pressure_altitude_and_density_are_those_of_the_standard_atmosphere(
    altitude_m: float,
) -> None:
    pressure, _, density = air_at_geopotential(altitude_m, 0.0)
    assert pressure_altitude(pressure) == pytest.approx(altitude_m, abs=0.01)
    assert density_at(pressure, altitude_m) == pytest.approx(density, rel=1e-5)


@pytest.mark.parametrize("latitude_deg", [-60.0, 0.0, 40.0, 80.0])
def test_metres_per_radian_agree_with_geodesy(latitude_deg: float) -> None:
    home = (radians(latitude_deg), 0.5, 500.0)
    there = (home[0] + 1e-4, home[1] + 1e-4, home[2])
    north_scale, east_scale = metres_per_radian(0.5 * (home[0] + there[0]), home[2])
    north, east, _ = llh_to_ned(*home, *there)
    assert north_scale * 1e-4 == pytest.approx(north, abs=0.06)
    assert east_scale * 1e-4 == pytest.approx(east, abs=0.06)
