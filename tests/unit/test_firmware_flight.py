"""The whole firmware flies a small model of the ROSflight quad on sensors alone."""

import random
from dataclasses import dataclass, field
from math import hypot, radians, sqrt

import pytest

from simloop.firmware.board import Lanes
from simloop.firmware.codes import Phase
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.multirotor.allocation import allocation
from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.stack import STACKS
from simloop.math.atmosphere import air_at
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import (
    exponential,
    from_euler,
    multiply,
    rotate_to_body,
    rotate_to_world,
)
from simloop.sitl.mission import Mission, mission_values
from simloop.sitl.multirotor_facts import multirotor_facts
from simloop.systems.multirotor import Config

DT_S = 0.0025
QUAD = multirotor_facts(Config(rotor_time_constant_up_s=0.03, rotor_time_constant_down_s=0.05), 400)
HOME = (radians(40.0), radians(-111.0), 1400.0)
FIELD_NED_T = (2.0e-5, 0.4e-5, 4.5e-5)
MISSION = {
    **design_gains(QUAD),
    "fw_declination_rad": 0.19739555984988078,
    "fw_gnss_delay_s": 0.0,
    **mission_values(Mission(3.0, [(6.0, -3.0, -3.0)], 5.0, 0.5), 50),
}


@dataclass
class Model:
    """A rigid body with four lagging rotors and drag, on flat ground that holds it level."""

    yaw: float = 0.0
    wind_ned_mps: tuple[float, float, float] = (0.0, 0.0, 0.0)
    position: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    velocity: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    rate: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    speeds: list[float] = field(default_factory=lambda: [0.0] * 4)
    force: tuple[float, float, float] = (0.0, 0.0, -GRAVITY_MPS2)

    def __post_init__(self) -> None:
        self.attitude = from_euler(0.0, 0.0, self.yaw)
        # Torques of the allocation are in units of its arms.
        tilt_m, heading_m = design_gains(QUAD)["fw_mc_arm_m"]
        arms = (1.0, tilt_m, tilt_m, heading_m)
        self._rows = [
            [arm * a for a in row] for arm, row in zip(arms, allocation(QUAD), strict=True)
        ]

    def step(self, commands: list[float]) -> None:
        """One tick."""
        for i, command in enumerate(commands):
            target = self._speed(command)
            self.speeds[i] += (target - self.speeds[i]) * DT_S / QUAD.rotor_lag_s
        thrusts = [QUAD.thrust_per_speed2 * speed * speed for speed in self.speeds]
        lift, *torque = (sum(a * b for a, b in zip(r, thrusts, strict=True)) for r in self._rows)
        air = [v - w for v, w in zip(self.velocity, self.wind_ned_mps, strict=True)]
        push = rotate_to_world(*self.attitude, 0.0, 0.0, -lift / QUAD.mass_kg)
        force = [f - 0.3 * a for f, a in zip(push, air, strict=True)]
        if self.position[2] >= 0.0 and force[2] + GRAVITY_MPS2 > 0.0:
            self._rest()
            return
        self.force = rotate_to_body(*self.attitude, *force)
        for axis in range(3):
            gravity = GRAVITY_MPS2 if axis == 2 else 0.0
            self.velocity[axis] += DT_S * (force[axis] + gravity)
            self.position[axis] += DT_S * self.velocity[axis]
            self.rate[axis] += DT_S * torque[axis] / QUAD.inertia_kgm2[axis]
        self.attitude = multiply(*self.attitude, *exponential(*(DT_S * r for r in self.rate)))

    def _rest(self) -> None:
        self.velocity = [0.0, 0.0, 0.0]
        self.rate = [0.0, 0.0, 0.0]
        self.position[2] = 0.0
        self.attitude = from_euler(0.0, 0.0, self.yaw)
        self.force = (0.0, 0.0, -GRAVITY_MPS2)

    def _speed(self, command: float) -> float:
        r, k = QUAD.motor_resistance_ohm, QUAD.motor_constant
        a = r * QUAD.torque_per_speed2 / k
        c = r * QUAD.no_load_current_a - command * QUAD.max_voltage_v
        return max(0.0, (-k + sqrt(max(0.0, k * k - 4.0 * a * c))) / (2.0 * a))


@dataclass
class Flight:
    """The firmware, its board and the model, with sensors in between."""

    model: Model
    noise: float = 0.0
    gyro_bias: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        lanes = Lanes()
        self.board = FakeBoard(lanes)
        self.firmware = Firmware(self.board, lanes, STACKS["multirotor"], MISSION)
        self._chance = random.Random(5)

    def run(self, seconds: float) -> "Flight":
        """Fly until landed, at most this long."""
        self.heights: dict[float, list[float]] = {}
        for tick in range(1, round(seconds / DT_S) + 1):
            self._sense(tick)
            self.firmware.run()
            self.model.step([float(command) for command in self.board.motor_command[0]])
            self.heights.setdefault(self.phase, []).append(-self.model.position[2])
            if self.phase == Phase.LANDED:
                break
        return self

    @property
    def phase(self) -> float:
        """The firmware's phase."""
        return float(self.firmware.columns["fw_phase"][0, 0])

    def _spoil(self, values: tuple[float, ...], sigma: float) -> tuple[float, ...]:
        return tuple(value + self.noise * self._chance.gauss(0.0, sigma) for value in values)

    def _sense(self, tick: int) -> None:
        model, board = self.model, self.board
        board.advance(2500)
        gyro = tuple(r + b for r, b in zip(model.rate, self.gyro_bias, strict=True))
        board.deliver(
            "imu",
            imu_accel_frd_mps2=self._spoil(model.force, 0.2),
            imu_gyro_frd_radps=self._spoil(gyro, 0.0023),
        )
        if tick % 8 == 0:
            seen = rotate_to_body(*model.attitude, *FIELD_NED_T)
            board.deliver("mag", mag_field_frd_t=self._spoil(seen, 3e-7))
            pressure, _, _ = air_at(HOME[2] - model.position[2], 0.0)
            board.deliver("baro", baro_pressure_pa=self._spoil((pressure,), 4.0))
        if tick % 40 == 0:
            n, e, d = self._spoil(tuple(model.position), 0.3)
            board.deliver(
                "gnss",
                gnss_llh=ned_to_llh(*HOME, n, e, d),
                gnss_velocity_ned_mps=self._spoil(tuple(model.velocity), 0.05),
                gnss_fix_type=3.0,
            )


def test_a_clean_flight_is_exact() -> None:
    flight = Flight(Model()).run(40.0)
    assert flight.phase == Phase.LANDED
    assert hypot(*flight.model.position[:2]) < 0.05
    assert flight.heights[Phase.RETURN][-1] == pytest.approx(3.0, abs=0.1)


def test_noise_bias_wind_and_a_heading_of_half_a_turn() -> None:
    model = Model(yaw=3.14159, wind_ned_mps=(3.0, -4.0, 0.0))
    flight = Flight(model, noise=1.0, gyro_bias=(0.1, -0.2, 0.05)).run(50.0)
    assert flight.phase == Phase.LANDED
    assert hypot(*model.position[:2]) < 0.6
    assert min(flight.heights[Phase.WAYPOINT]) > 2.0
    assert max(flight.heights[Phase.RETURN]) < 4.0
    bias = flight.firmware.columns["fw_ekf_gyro_bias_frd_radps"][0]
    assert bias == pytest.approx((0.1, -0.2, 0.05), abs=2e-3)


def test_motors_stop_after_landing() -> None:
    flight = Flight(Model()).run(40.0)
    # The state manager disarms at its next pass.
    for _ in range(16):
        flight.board.advance(2500)
        flight.board.deliver("imu", imu_accel_frd_mps2=(0.0, 0.0, -GRAVITY_MPS2))
        flight.firmware.run()
    assert not flight.board.motor_command.any()
