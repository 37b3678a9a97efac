"""The whole firmware on a fake board, commanded by bytes: it rises, holds and lands, and no more.

Nothing of this file needs a simulator: a lift that goes up and down stands in for a quad.
"""

from math import exp, radians, sqrt
from typing import Any

import pytest

from simloop.firmware.board import Lanes
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.link.comm_link import CommLink
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser
from simloop.firmware.multirotor.facts import MultirotorFacts, motor_curve
from simloop.firmware.multirotor.gains import design_gains
from simloop.firmware.parameters import ParameterTable
from simloop.firmware.stack import STACKS

QUAD = STACKS["multirotor"]
FACTS = MultirotorFacts(
    mass_kg=2.0,
    inertia_kgm2=(0.02, 0.02, 0.04),
    rotor_dists_m=(0.25,) * 4,
    rotor_radial_angles_rad=tuple(radians(angle) for angle in (45.0, 135.0, 225.0, 315.0)),
    rotor_rotation_directions=(-1.0, 1.0, -1.0, 1.0),
    thrust_per_speed2=2e-5,
    torque_per_speed2=3e-7,
    motor_constant=0.02,
    motor_resistance_ohm=0.05,
    no_load_current_a=1.0,
    max_voltage_v=16.0,
    rotor_lag_s=0.02,
)
TICK_S = 0.0025
SENSORS = ("imu", "mag", "baro", "gnss")
ARM, TAKEOFF, LAND = 400, 22, 21
TARGET = {"target_system": 1, "target_component": 1}


class Lift:
    """A body that can only rise and sink, its sensors, and the firmware that moves it."""

    def __init__(self, lanes: Lanes | None = None) -> None:
        lanes = lanes or Lanes()
        self.board = FakeBoard(lanes)
        gains = design_gains(FACTS)
        self.firmware = Firmware(self.board, lanes, QUAD, gains, sensors=SENSORS)
        self.firmware.start()
        lane = self.firmware.lane()
        table = ParameterTable((*QUAD.parameters, *QUAD.state), {"ROTORS": 4, "ITEMS": 50}, lane)
        self.firmware.connect(CommLink(lane, table, self._send, datagrams=False))
        self.height_m = self.climb_mps = 0.0
        self.thrust_n = 0.0
        self.ticks = 0
        self.heard: list[Any] = []
        self._parser = Parser(datagrams=False)

    def _send(self, data: bytes) -> None:
        self.board.serial_write(0, data)

    def say(self, name: str, **fields: Any) -> None:
        definition = BY_NAME[name]
        data = encode(definition, definition.values(fields), 0, 255, 190)
        self.board.parts[0].serial.to_firmware.put(data)

    def command(self, number: int, **params: float) -> None:
        self.say("COMMAND_LONG", **TARGET, command=number, **params)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_S)):
            self._move()
            self._sense()
            if self.ticks % 400 == 0:
                self.say("HEARTBEAT", type=6, autopilot=8)
            self.firmware.run()
        data = self.board.parts[0].serial.from_firmware.take()
        self.heard += self._parser.feed(data, 0)

    def acknowledged(self, command: int) -> list[int]:
        frames = [each.message for each in self.heard if each.definition.name == "COMMAND_ACK"]
        return [message.result for message in frames if message.command == command]

    def _move(self) -> None:
        self.thrust_n += (self._wanted_thrust() - self.thrust_n) * TICK_S / FACTS.rotor_lag_s
        self.climb_mps += (self.thrust_n / FACTS.mass_kg - GRAVITY_MPS2) * TICK_S
        self.height_m += self.climb_mps * TICK_S
        if self.height_m <= 0.0:
            self.height_m, self.climb_mps = 0.0, max(self.climb_mps, 0.0)

    def _wanted_thrust(self) -> float:
        if self.board.motor_command.size == 0:
            return 0.0
        c0, c1, c2 = motor_curve(FACTS)
        total = 0.0
        for command in self.board.motor_command[0]:
            root = (-c1 + sqrt(c1 * c1 + 4.0 * c2 * max(command - c0, 0.0))) / (2.0 * c2)
            total += root * root
        return float(total)

    def _sense(self) -> None:
        self.ticks += 1
        self.board.advance(2500)
        felt = GRAVITY_MPS2 if self.height_m == 0.0 else self.thrust_n / FACTS.mass_kg
        gyro = (0.0, 0.0, 0.0)
        self.board.deliver("imu", imu_accel_frd_mps2=(0.0, 0.0, -felt), imu_gyro_frd_radps=gyro)
        if self.ticks % 4 == 0:
            self.board.deliver("mag", mag_field_frd_t=(2.2e-5, 0.0, 4.2e-5))
        if self.ticks % 8 == 0:
            pressure = 101325.0 * exp(-self.height_m / 8434.5)
            self.board.deliver("baro", baro_pressure_pa=pressure)
        if self.ticks % 40 == 0:
            self.board.deliver(
                "gnss",
                gnss_llh=(0.8, 0.2, self.height_m),
                gnss_velocity_ned_mps=(0.0, 0.0, -self.climb_mps),
                gnss_fix_type=3.0,
                gnss_satellites=12.0,
                gnss_accuracy=(1.0, 1.5, 0.1),
            )


def test_the_start_makes_every_part_of_the_board_ready() -> None:
    board = Lift().board
    assert (board.baud, board.pwm_rates_hz, board.pwm_is_enabled) == (921600, (400.0,), True)


def test_it_rises_holds_and_lands() -> None:
    lift = Lift()
    lift.run(4.0)
    lift.say("SET_MODE", target_system=1, base_mode=1, custom_mode=4)
    lift.command(ARM, param1=1.0)
    lift.run(1.5)
    assert lift.acknowledged(ARM) == [0]
    lift.command(TAKEOFF, param7=3.0)
    lift.run(6.0)
    assert lift.acknowledged(TAKEOFF) == [0]
    assert lift.height_m == pytest.approx(3.0, abs=0.3)
    assert abs(lift.climb_mps) < 0.2
    lift.command(LAND)
    lift.run(12.0)
    assert lift.height_m == 0.0
    assert lift.firmware.lane().read("fw_armed") == [0.0]
