"""A simulator for tests that says what a script tells it to, good or hostile, frame by frame."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame, frame_of
from simloop.server.simulation import Simulation
from simloop.sitl.simulator_adapter import SimulatorCapabilities
from simloop.testing import HandClock
from twin_adapter import load_scenario, moved_by, registry_with

RATE_HZ = 100
STEP_US = 10_000
ROVER = (
    "world=airfield",
    f"tick_rate_hz={RATE_HZ}",
    "vehicles[0].set={}",
    "vehicles[0].mission={waypoints_ned_m: [[2, 0, 0]]}",
    "timeline=[]",
    "patience={policy: fail}",
)


def good_row(north_m: float = 0.0) -> dict[str, Any]:
    """A rover that stands somewhere, facing north."""
    return {
        "position_ned_m": (north_m, 0.0, -0.05),
        "velocity_ned_mps": (0.0, 0.0, 0.0),
        "attitude_wxyz": (1.0, 0.0, 0.0, 0.0),
        "rate_frd_radps": (0.0, 0.0, 0.0),
    }


def good(step: int, north_m: float | None = None) -> SensorFrame:
    """The frame of a step, in which the rover is a little further north."""
    return frame_of(step * STEP_US, {1: good_row(0.01 * step if north_m is None else north_m)})


def with_values(step: int, **values: Any) -> SensorFrame:
    """The good frame of a step with some arrays in place of its own."""
    frame = good(step)
    arrays = {name: np.asarray(value) for name, value in values.items()}
    return SensorFrame(frame.timestamp_us, frame.vehicle_ids, {**frame.values, **arrays})


class ScriptedSimulator:
    """Gives the frames of its script, a list of them per step; then nothing more."""

    def __init__(self, script: Iterable[Iterable[Any]], *, lockstep: bool = True) -> None:
        self._script: Iterator[Iterable[Any]] = iter(script)
        self._lockstep = lockstep
        self.waiting: list[Any] = []
        self.calls: list[str] = []
        self.sent_us: list[int] = []
        self.connected = False

    def adapter_type(self) -> str:
        return "script"

    def name(self) -> str:
        return "script"

    async def connect(self) -> None:
        self.connected = True

    async def disconnect(self) -> None:
        self.connected = False

    def is_connected(self) -> bool:
        return self.connected

    async def receive_sensors(self) -> Any:
        self.calls.append("receive")
        return self.waiting.pop(0) if self.waiting else None

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        self.calls.append("send")
        self.sent_us.append(commands.timestamp_us)

    async def step(self) -> None:
        self.calls.append("step")
        self.waiting = list(next(self._script, ()))

    def sim_time_us(self) -> int:
        return 0

    def supports_lockstep(self) -> bool:
        return self._lockstep

    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities()


def play(
    adapter: Any, *sets: str, compiled: bool = False, hand: HandClock | None = None
) -> Simulation:
    """A run whose rover a scripted simulator moves."""
    scenario = moved_by(load_scenario("pico_square", sets=(*ROVER, *sets)), adapter.name())
    wall = (hand or HandClock()).wall
    return Simulation(scenario, registry=registry_with(adapter), compiled=compiled, wall=wall)


def told(simulation: Simulation) -> list[tuple[str, str]]:
    """What the run's events say of simulators."""
    events = [e for e in simulation.log.events if "party" in e.detail]
    return [(event.name, str(event.detail["detail"])) for event in events]
