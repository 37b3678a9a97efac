"""Adapters that each break one promise of the contract, for the checker to find."""

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
