"""The error-state filter on synthetic flights: honest variances, gates, resets, loss of GNSS."""

from collections.abc import Callable
from math import radians
from typing import Any

import numpy as np
import pytest
from navigation_bench import NavigationBench, Swing, attitude_error
from numpy.typing import NDArray

from simloop.firmware.navigation.alignment import TOLD_SIGMA, ToldState, aligned_columns
from simloop.firmware.navigation.filter_columns import HISTORY_SLOTS, STATES, At, Group
from simloop.firmware.navigation.history import HISTORY_STEP_S, slot_weight
from simloop.math.atmosphere import air_at_geopotential
from simloop.math.geodesy import ned_to_llh

# The first run on a machine compiles.
pytestmark = pytest.mark.timeout(900)

LANES = 16
ORIGIN = (radians(54.6), radians(8.4), 100.0)
FIELD_NED_T = (1.8e-5, 0.1e-5, 4.6e-5)
DECLINATION_RAD = float(np.arctan2(FIELD_NED_T[1], FIELD_NED_T[0]))
NOISE = {
    "gyro": 2e-4 * np.sqrt(400.0),
    "accel": 0.02 * np.sqrt(400.0),
    "position": np.array([0.5, 0.5, 0.8]),
    "velocity": 0.05,
    "baro": 0.4,
    "heading": 0.05,
}
# What the filter is told of that noise; these sensors have no slow errors, and no iron.
TOLD = {
    "fw_gyro_noise": 2e-4,
    "fw_accel_noise": 0.02,
    "fw_gyro_bias_walk": 1e-6,
    "fw_accel_bias_walk": 1e-5,
    "fw_gnss_least_accuracy": (0.5, 0.8, 0.05),
    "fw_gnss_wander_m": (0.0, 0.0),
    "fw_baro_sigma_m": 0.4,
    "fw_baro_wander_m": 0.0,
    "fw_heading_sigma_rad": 0.05,
    "fw_heading_least_rad": 0.0,
    "fw_field_gate_t": 1e-3,
}
SIGMAS = (*TOLD_SIGMA, (At.BARO_ERROR, 0.0), (At.GNSS_ERROR, 0.0))


class Fleet:
    """Sixteen filters in one block on the same motion, each with noise and errors of its own."""

    def __init__(self, noise: float = 1.0, gnss_delay_s: float = 0.0, seed: int = 5) -> None:
        self.random = np.random.default_rng(seed)
        self.bench = NavigationBench(LANES, LANES)
        self.swing = Swing()
        self.noise = noise
        self.gnss_delay_s = gnss_delay_s
        self.gyro_bias = noise * self.random.normal(0.0, 0.002, (3, LANES))
        self.accel_bias = noise * self.random.normal(0.0, 0.1, (3, LANES))
        self.gnss_shift_m: Callable[[float], float] = lambda t: 0.0
        self.gnss_there: Callable[[float], bool] = lambda t: True
        for lane in range(LANES):
            self._start(lane)

    def _start(self, lane: int) -> None:
        truth = self.swing
        wrong = self.noise * self.random.normal(0.0, (0.1, 0.1, 0.1, 0.5, 0.5, 0.5))
        columns = aligned_columns(
            ToldState(
                attitude_wxyz=truth.attitude_wxyz(0.0),
                rate_frd_radps=truth.rate_frd_radps(0.0),
                position_ned_m=truth.position_ned_m(0.0) + wrong[3:],
                velocity_ned_mps=truth.velocity_ned_mps(0.0) + wrong[:3],
            ),
            origin_llh=ORIGIN,
            sigmas=SIGMAS,
        )
        self.bench.set(lane, **columns)
        self.bench.set(lane, **TOLD)
        self.bench.set(
            lane,
            fw_armed=1.0,
            fw_declination_rad=DECLINATION_RAD,
            fw_gnss_delay_s=self.gnss_delay_s,
            fw_baro_reference_m=ORIGIN[2],
            fw_baro_references=5.0,
            gnss_fix_type=3.0,
            gnss_accuracy=(0.1, 0.1, 0.01),
        )

    def fly(self, seconds: float, look: Callable[[float], None] | None = None) -> None:
        """Let time pass; `look` sees every update of the filter."""
        for _ in range(round(400 * seconds)):
            t = (self.bench.tick + 1) / 400
            self._sense(t)
            self.bench.run()
            if look is not None and self.bench.tick % 40 == 0:
                look(t)

    def _sense(self, t: float) -> None:
        block, draw, truth = self.bench.block, self.random.normal, self.swing
        gyro = draw(0.0, NOISE["gyro"], (3, LANES)) * self.noise
        accel = draw(0.0, NOISE["accel"], (3, LANES)) * self.noise
        block("imu_gyro_frd_radps")[:] = truth.rate_frd_radps(t)[:, None] + gyro + self.gyro_bias
        block("imu_accel_frd_mps2")[:] = truth.force_frd_mps2(t)[:, None] + accel + self.accel_bias
        tick = self.bench.tick + 1
        if tick % 40 == 0:
            self._sense_slowly(t)
            self._sense_place(t)

    def _sense_slowly(self, t: float) -> None:
        """Field and pressure once per update, so that their noise is what the filter thinks."""
        block = self.bench.block
        turn = self.noise * self.random.normal(0.0, NOISE["heading"], LANES)
        for lane in range(LANES):
            n, e, d = FIELD_NED_T
            c, s = np.cos(turn[lane]), np.sin(turn[lane])
            block("mag_field_frd_t")[:, lane] = self.swing.field_frd_t(
                t, (c * n - s * e, s * n + c * e, d)
            )
            height = ORIGIN[2] - self.swing.position_ned_m(t)[2]
            height += self.noise * self.random.normal(0.0, NOISE["baro"])
            block("baro_pressure_pa")[:, lane] = air_at_geopotential(height, 0.0)[0]
        block("mag_sequence")[:] += 1.0
        block("baro_sequence")[:] += 1.0

    def _sense_place(self, t: float) -> None:
        if not self.gnss_there(t):
            return
        block, old = self.bench.block, t - self.gnss_delay_s
        for lane in range(LANES):
            place = self.swing.position_ned_m(old)
            place = place + self.noise * self.random.normal(0.0, NOISE["position"])
            place[0] += self.gnss_shift_m(t)
            # The filter's plane keeps height; curvature over 50 m is nothing.
            block("gnss_llh")[:, lane] = ned_to_llh(*ORIGIN, *place)
        speed = self.swing.velocity_ned_mps(old)[:, None]
        block("gnss_velocity_ned_mps")[:] = speed + self.noise * self.random.normal(
            0.0, NOISE["velocity"], (3, LANES)
        )
        block("gnss_sequence")[:] += 1.0

    def errors(self, t: float, lane: int) -> NDArray[Any]:
        """Truth minus estimate, in the order of the filter's states without wind."""
        view = self.bench.view
        return np.concatenate(
            [
                attitude_error(self.swing.attitude_wxyz(t), view("fw_ekf_attitude_wxyz", lane)),
                self.swing.velocity_ned_mps(t) - view("fw_ekf_velocity_ned_mps", lane),
                self.swing.position_ned_m(t) - view("fw_ekf_position_ned_m", lane),
                self.gyro_bias[:, lane] - view("fw_ekf_gyro_bias_frd_radps", lane),
                self.accel_bias[:, lane] - view("fw_ekf_accel_bias_frd_mps2", lane),
            ]
        )

    def covariance(self, lane: int) -> NDArray[Any]:
        return self.bench.view("fw_ekf_covariance", lane).reshape(STATES, STATES)


def test_variances_are_honest_and_innovations_white() -> None:
    """NEES near the number of states, NIS near 1, innovations without memory."""
    fleet = Fleet()
    nees: list[float] = []
    innovations: list[NDArray[Any]] = []
    ratios: list[NDArray[Any]] = []

    def look(t: float) -> None:
        if t < 5.0:
            return
        for lane in range(LANES):
            error = fleet.errors(t, lane)
            covariance = fleet.covariance(lane)[:15, :15]
            nees.append(float(error @ np.linalg.solve(covariance, error)) / 15.0)
        innovations.append(fleet.bench.block("fw_ekf_innovation").copy())
        ratios.append(25.0 * fleet.bench.block("fw_ekf_test_ratio"))

    fleet.fly(40.0, look)
    assert 0.6 < np.mean(nees) < 1.3
    nis = np.mean(ratios, axis=(0, 2))[[0, 1, 2, 3, 4, 5, 6]]
    assert nis == pytest.approx(np.ones(7), abs=0.25)
    series = np.array(innovations)[:, :8]
    for m in range(8):
        now, later = series[:-1, m].ravel(), series[1:, m].ravel()
        assert abs(np.corrcoef(now, later)[0, 1]) < 0.1, m
    # It is also good: centimetres per second, a tenth of a degree of tilt, biases found.
    last = np.array([fleet.errors(40.0, lane) for lane in range(LANES)])
    spread = np.sqrt(np.mean(last**2, axis=0))
    assert spread[:2].max() < 0.005
    assert spread[3:6].max() < 0.04
    assert spread[9:12].max() < 1e-3
    assert spread[12:15].max() < 0.06


def test_the_covariance_stays_symmetric_and_positive() -> None:
    fleet = Fleet()
    fleet.fly(20.0)
    for lane in range(LANES):
        covariance = fleet.covariance(lane)
        scale = np.sqrt(np.outer(np.diag(covariance), np.diag(covariance)))
        assert np.abs((covariance - covariance.T) / scale).max() < 1e-9
        assert np.linalg.eigvalsh(covariance / scale).min() > 0.0


def test_a_short_jump_of_gnss_is_refused_and_a_lasting_one_believed() -> None:
    fleet = Fleet()
    fleet.fly(10.0)
    begin = fleet.bench.tick / 400
    fleet.gnss_shift_m = lambda t: 100.0 if begin < t <= begin + 3.0 else 0.0
    fleet.fly(4.0)
    bench = fleet.bench
    assert bench.view("fw_ekf_rejections", 3)[Group.POSITION] == 30.0
    assert bench.view("fw_ekf_rejections", 3)[Group.VELOCITY] == 0.0
    assert bench.get("fw_ekf_resets", 3) == 0.0
    assert abs(fleet.errors(begin + 4.0, 3)[6]) < 1.0
    begin = fleet.bench.tick / 400
    fleet.gnss_shift_m = lambda t: 100.0
    fleet.fly(4.5)
    assert bench.view("fw_ekf_test_ratio", 3)[0] > 100.0
    assert bench.get("fw_gnss_age_s", 3) > 4.0
    assert bench.get("fw_dead_reckoning", 3) == 1.0
    assert bench.get("fw_velocity_ok", 3) == 1.0
    fleet.fly(1.5)
    assert bench.get("fw_ekf_resets", 3) == 2.0
    assert fleet.errors(begin + 6.0, 3)[6] == pytest.approx(-100.0, abs=1.5)
    assert np.abs(fleet.errors(begin + 6.0, 3)[3:6]).max() < 0.2
    assert bench.get("fw_dead_reckoning", 3) == 0.0


@pytest.mark.parametrize("told", [True, False])
def test_old_fixes_are_compared_with_the_past(told: bool) -> None:
    fleet = Fleet(noise=0.0, gnss_delay_s=0.1)
    if not told:
        for lane in range(LANES):
            fleet.bench.set(lane, fw_gnss_delay_s=0.0)
    fleet.fly(15.0)
    error = np.abs(fleet.errors(15.0, 0))
    assert (error[6:8].max() < 0.02) == told
    assert (error[3:5].max() < 0.02) == told


def test_thirty_seconds_without_gnss() -> None:
    """Plain inertial: the error stays within what the variance says, and a few metres."""
    fleet = Fleet()
    fleet.fly(30.0)
    fleet.gnss_there = lambda t: False
    for row in range(LANES):
        fleet.bench.set(row, gnss_fix_type=0.0)
    fleet.fly(1.5)
    bench = fleet.bench
    assert bench.get("fw_dead_reckoning") == 1.0
    fleet.fly(28.5)
    drift = np.array([fleet.errors(60.0, lane)[6:8] for lane in range(LANES)])
    sigma = np.sqrt(fleet.covariance(0)[6, 6])
    assert np.sqrt(np.mean(drift**2)) < 1.5 * sigma
    assert np.sqrt(np.mean(drift**2)) < 15.0
    assert bench.get("fw_attitude_ok") == 1.0
    assert bench.get("fw_height_ok") == 1.0
    assert max(abs(fleet.errors(60.0, lane)[8]) for lane in range(LANES)) < 1.5
    # And it comes back without a jump of the velocity.
    fleet.gnss_there = lambda t: True
    for row in range(LANES):
        bench.set(row, gnss_fix_type=3.0)
    fleet.fly(5.0)
    assert np.abs(fleet.errors(65.0, 0)[6:8]).max() < 1.0
    assert bench.get("fw_position_ok") == 1.0


def test_a_filter_that_broke_down_is_replaced_and_started_anew() -> None:
    fleet = Fleet()
    fleet.fly(10.0)
    bench = fleet.bench
    bench.set(4, fw_ekf_velocity_ned_mps=(np.nan, 0.0, 0.0))
    fleet.fly(0.0025)
    assert np.isfinite(bench.view("fw_attitude_wxyz", 4)).all()
    assert np.isfinite(bench.view("fw_velocity_ned_mps", 4)).all()
    fleet.fly(0.2)
    assert bench.get("fw_ekf_restarts", 4) == 1.0
    assert bench.get("fw_ekf_restarts", 5) == 0.0
    fleet.fly(15.0)
    assert bench.get("fw_position_ok", 4) == 1.0
    assert np.abs(fleet.errors(bench.tick / 400, 4)[:3]).max() < 0.1
    assert np.abs(fleet.errors(bench.tick / 400, 4)[3:6]).max() < 0.2


@pytest.mark.parametrize("since_s", [0.0, 0.005, 0.02])
@pytest.mark.parametrize("delay_s", [0.0, 0.003, 0.05, 0.113, 0.22])
def test_slots_interpolate_a_straight_line(since_s: float, delay_s: float) -> None:
    past = sum(
        slot_weight(slot, since_s, delay_s) * (since_s + HISTORY_STEP_S * slot)
        for slot in range(HISTORY_SLOTS)
    )
    assert past == pytest.approx(delay_s, abs=1e-12)
