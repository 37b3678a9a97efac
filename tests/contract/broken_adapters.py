"""Adapters that each break one promise of the contract, for the checker to find."""

from dataclasses import dataclass
from math import cos, degrees, sin
from typing import Any

import numpy as np

from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame, frame_of
from simloop.sitl.simulator_adapter import SimulatorCapabilities, SimulatorError


class Good:
    """A point that moves north by its first output; the smallest simulator there is."""

    def __init__(self) -> None:
        self.time_us = 0
        self.north_m = 0.0
        self.wanted = 0.0
        self.connected = False
        self.fresh = False

    def adapter_type(self) -> str:
        return "point"

    def name(self) -> str:
        return "point"

    async def connect(self) -> None:
        self.time_us, self.north_m, self.fresh, self.connected = 0, 0.0, False, True

    async def disconnect(self) -> None:
        self.connected = False

    def is_connected(self) -> bool:
        return self.connected

    async def receive_sensors(self) -> SensorFrame | None:
        if not self.fresh:
            return None
        self.fresh = False
        return self.frame()

    def frame(self) -> SensorFrame:
        return frame_of(self.time_us, {1: self.row()})

    def row(self) -> dict[str, Any]:
        return {
            "position_ned_m": (self.north_m, 0.0, 0.0),
            "velocity_ned_mps": (self.wanted, 0.0, 0.0),
            "attitude_wxyz": (1.0, 0.0, 0.0, 0.0),
            "rate_frd_radps": (0.0, 0.0, 0.0),
        }

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        if not self.connected:
            raise SimulatorError("the point is not connected", "connect it")
        for number in commands.vehicle_ids:
            if number != 1:
                raise SimulatorError(f"there is no vehicle {number}", "there is 1")
            self.wanted = commands.row(number)[0][0]

    async def step(self) -> None:
        self.time_us += 2500
        self.north_m += 0.0025 * self.wanted
        self.fresh = True

    def sim_time_us(self) -> int:
        return self.time_us

    def supports_lockstep(self) -> bool:
        return True

    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(step_size_us=2500, most_vehicles=1)


class Nameless(Good):
    def name(self) -> str:
        return ""


class NoStep(Good):
    step = None  # type: ignore[assignment]


class ConnectedFromTheStart(Good):
    def is_connected(self) -> bool:
        return True


class SpeaksWithoutConnection(Good):
    async def send_actuators(self, commands: ActuatorFrame) -> None:
        pass


class WrongError(Good):
    async def send_actuators(self, commands: ActuatorFrame) -> None:
        if not self.connected:
            raise OSError("no socket")
        await super().send_actuators(commands)


class TakesAnybody(Good):
    async def send_actuators(self, commands: ActuatorFrame) -> None:
        if not self.connected:
            raise SimulatorError("the point is not connected", "connect it")


class DisconnectsOnce(Good):
    async def disconnect(self) -> None:
        if not self.connected:
            raise SimulatorError("it is not connected", "connect it")
        self.connected = False


class Silent(Good):
    async def receive_sensors(self) -> SensorFrame | None:
        return None


class SameFrameTwice(Good):
    async def receive_sensors(self) -> SensorFrame | None:
        return self.frame()


class ClockGoesBack(Good):
    def sim_time_us(self) -> int:
        return max(0, 50_000 - self.time_us)


class ClockInSeconds(Good):
    def sim_time_us(self) -> int:
        return self.time_us / 1e6  # type: ignore[return-value]


class RunsByItself(Good):
    def sim_time_us(self) -> int:
        self.time_us += 10
        return self.time_us


class OtherStep(Good):
    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(step_size_us=5000)


class PromisesGnss(Good):
    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(sensors=frozenset({"gnss"}))


class PromisesLidar(Good):
    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(sensors=frozenset({"lidar"}))


class TellsOfStrangers(Good):
    def frame(self) -> SensorFrame:
        return frame_of(self.time_us, {1: self.row(), 9: self.row()})


class OwnQuantity(Good):
    def frame(self) -> SensorFrame:
        return SensorFrame(self.time_us, (1,), {"mood": np.zeros((1, 1))})


class FlatArrays(Good):
    def frame(self) -> SensorFrame:
        return SensorFrame(self.time_us, (1,), {"position_ned_m": np.zeros(3)})


class NoUnitQuaternion(Good):
    def row(self) -> dict[str, Any]:
        return super().row() | {"attitude_wxyz": (1.0, 1.0, 0.0, 0.0)}


class OnlySpeed(Good):
    def row(self) -> dict[str, Any]:
        return {"velocity_ned_mps": (self.wanted, 0.0, 0.0)}


class Suspends(Good):
    async def step(self) -> None:
        await super().step()
        await _Forever()


class _Forever:
    def __await__(self) -> Any:
        yield


@dataclass
class Body:
    """A body that goes forward, climbs half as fast as that, and turns to the right."""

    north_m: float = 0.0
    east_m: float = 0.0
    height_m: float = 0.0
    heading_rad: float = 0.0
    speed_mps: float = 0.0
    turn_radps: float = 0.0

    def move(self, dt_s: float) -> None:
        self.north_m += self.speed_mps * cos(self.heading_rad) * dt_s
        self.east_m += self.speed_mps * sin(self.heading_rad) * dt_s
        self.height_m += 0.5 * self.speed_mps * dt_s
        self.heading_rad += self.turn_radps * dt_s


class Pair(Good):
    """Two bodies, which each follow two outputs: speed and turn."""

    def __init__(self) -> None:
        super().__init__()
        self.bodies = {1: Body(), 2: Body()}

    async def connect(self) -> None:
        await super().connect()
        self.bodies = {1: Body(), 2: Body()}

    def frame(self) -> SensorFrame:
        return frame_of(self.time_us, {n: self.told(n) for n in self.bodies})

    def told(self, number: int) -> dict[str, Any]:
        return self.truth(self.bodies[number])

    def truth(self, body: Body) -> dict[str, Any]:
        half, speed = 0.5 * body.heading_rad, body.speed_mps
        north, east = speed * cos(body.heading_rad), speed * sin(body.heading_rad)
        return {
            "position_ned_m": (body.north_m, body.east_m, -body.height_m),
            "velocity_ned_mps": (north, east, -0.5 * speed),
            "attitude_wxyz": (cos(half), 0.0, 0.0, sin(half)),
            "rate_frd_radps": (0.0, 0.0, body.turn_radps),
            "imu_accel_frd_mps2": (0.0, 0.0, -9.80665),
        }

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        if not self.connected:
            raise SimulatorError("the pair is not connected", "connect it")
        for number in commands.vehicle_ids:
            if number not in self.bodies:
                raise SimulatorError(f"there is no vehicle {number}", "there are 1 and 2")
        for number in commands.vehicle_ids:
            self.follow(self.bodies[number], commands.row(number)[0])

    def follow(self, body: Body, outputs: list[float]) -> None:
        body.speed_mps, body.turn_radps = outputs[0], outputs[1]

    async def step(self) -> None:
        self.time_us += 2500
        for body in self.bodies.values():
            body.move(0.0025)
        self.fresh = True

    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(step_size_us=2500, most_vehicles=2)


class HeightUp(Pair):
    def truth(self, body: Body) -> dict[str, Any]:
        return super().truth(body) | {
            "position_ned_m": (body.north_m, body.east_m, body.height_m - 100.0)
        }


class HeightAndClimbUp(Pair):
    def truth(self, body: Body) -> dict[str, Any]:
        north, east, down = super().truth(body)["velocity_ned_mps"]
        return super().truth(body) | {
            "position_ned_m": (body.north_m, body.east_m, body.height_m),
            "velocity_ned_mps": (north, east, -down),
        }


class Conjugated(Pair):
    def truth(self, body: Body) -> dict[str, Any]:
        w, x, y, z = super().truth(body)["attitude_wxyz"]
        return super().truth(body) | {"attitude_wxyz": (w, -x, -y, -z)}


class DegreesPerSecond(Pair):
    def truth(self, body: Body) -> dict[str, Any]:
        return super().truth(body) | {"rate_frd_radps": (0.0, 0.0, degrees(body.turn_radps))}


class GyroInDegrees(Pair):
    """It tells no rates but those of its gyro."""

    def truth(self, body: Body) -> dict[str, Any]:
        told = super().truth(body)
        del told["rate_frd_radps"]
        return told | {"imu_gyro_frd_radps": (0.0, 0.0, degrees(body.turn_radps))}


class FeelsItsWeightDownwards(Pair):
    def truth(self, body: Body) -> dict[str, Any]:
        return super().truth(body) | {"imu_accel_frd_mps2": (0.0, 0.0, 9.80665)}


class SwappedVehicles(Pair):
    def told(self, number: int) -> dict[str, Any]:
        return self.truth(self.bodies[3 - number])


class StepsTwice(Pair):
    """Its clock knows nothing of the second step."""

    async def step(self) -> None:
        await super().step()
        for body in self.bodies.values():
            body.move(0.0025)


class StepsWhenSentTo(Pair):
    async def send_actuators(self, commands: ActuatorFrame) -> None:
        await super().send_actuators(commands)
        await self.step()


class TakesItsOwnTime(Pair):
    """Twice what the commands lead to, and no word of it."""

    async def step(self) -> None:
        await super().step()
        await super().step()

    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(most_vehicles=2)


class StampsOfZero(Pair):
    def frame(self) -> SensorFrame:
        return frame_of(0, {number: self.told(number) for number in self.bodies})


class StampsOfItsOwn(Pair):
    def frame(self) -> SensorFrame:
        return frame_of(self.time_us // 2, {number: self.told(number) for number in self.bodies})


class IgnoresCommands(Pair):
    def follow(self, body: Body, outputs: list[float]) -> None:
        pass


BROKEN_PAIRS = {
    HeightUp: "position_ned_m moves as velocity_ned_mps says: down by",
    HeightAndClimbUp: "no vehicle is below the ground",
    Conjugated: "is the quaternion conjugated?",
    DegreesPerSecond: "are the rates degrees per second?",
    GyroInDegrees: "are the rates degrees per second?",
    FeelsItsWeightDownwards: "imu_accel_frd_mps2 is the specific force, (0, 0, -g) at rest",
    SwappedVehicles: "a command moves the vehicle it is for: 1 was asked, 2 moved",
    StepsTwice: "a step taken twice?",
    StepsWhenSentTo: "a step lasts the 2500 us of its capabilities, not 5000 us",
    TakesItsOwnTime: "steps lead to the time of their commands: 47500 us were asked for, 95000 us",
    StampsOfZero: "frames are stamped with their time, not with 0 us",
    StampsOfItsOwn: "stamps go with sim_time_us",
    IgnoresCommands: "vehicle 1 follows its commands",
}

BROKEN = {
    Nameless: "name() is a word",
    NoStep: "step is missing",
    ConnectedFromTheStart: "is_connected() is False before",
    SpeaksWithoutConnection: "send_actuators before it is connected raises a SimulatorError",
    WrongError: "raises a SimulatorError, not OSError",
    TakesAnybody: "send_actuators to an unknown vehicle raises",
    DisconnectsOnce: "disconnect works",
    Silent: "[1] never came",
    SameFrameTwice: "gives None when nothing new has come",
    ClockGoesBack: "time never goes back",
    ClockInSeconds: "sim_time_us is a whole number",
    RunsByItself: "time stands without a step",
    OtherStep: "a step lasts the 5000 us",
    PromisesGnss: "brings the sensor 'gnss'",
    PromisesLidar: "lidar is none",
    TellsOfStrangers: "its own vehicles only",
    OwnQuantity: "'mood' is a quantity",
    FlatArrays: "has shape (1, 3)",
    NoUnitQuaternion: "unit quaternion",
    OnlySpeed: "tells the truth",
    Suspends: "suspends inside a tick",
}
