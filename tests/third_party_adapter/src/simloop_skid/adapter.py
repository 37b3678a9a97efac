"""SkidAdapter: the skid simulator behind the interface that simloop has for all simulators."""

from dataclasses import dataclass
from math import cos, sin
from typing import Any

from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame, frame_of
from simloop.sitl.simulator_adapter import SimulatorCapabilities, SimulatorError
from simloop_skid.model import SkidRover


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What users write below `adapters:`."""

    step_size_us: int = 10_000
    """What a step lasts, microseconds."""
    top_speed_mps: float = 1.0
    """Speed of a track at full command."""
    track_m: float = 0.15
    """Distance between the tracks."""
    lag_s: float = 0.1
    """How long tracks take for two thirds of a change."""
    slip: float = 0.2
    """Part of every turn that is lost in slip."""
    ride_height_m: float = 0.05
    """Height of the reference point over the ground."""


class SkidAdapter:
    """Runs the simulator in lockstep: time passes in `step` and nowhere else."""

    def __init__(self, name: str, config: Config) -> None:
        self._name = name
        self._config = config
        self._rovers: dict[int, SkidRover] | None = None
        self._time_us = 0
        self._fresh = False

    def adapter_type(self) -> str:
        """What kind of simulator this is."""
        return "skid"

    def name(self) -> str:
        """What this one is called."""
        return self._name

    async def connect(self) -> None:
        """Begin with an empty plane."""
        self._rovers, self._time_us, self._fresh = {}, 0, False

    async def disconnect(self) -> None:
        """Forget everything."""
        self._rovers = None

    def is_connected(self) -> bool:
        """Is there a plane?"""
        return self._rovers is not None

    async def receive_sensors(self) -> SensorFrame | None:
        """Truth of all rovers, once per step; simloop's own sensors look at it."""
        if not self._fresh or not self._rovers:
            return None
        self._fresh = False
        return frame_of(self._time_us, {number: self._row(r) for number, r in self._rovers.items()})

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        """Left and right track of every rover; a rover comes when it is first spoken to."""
        for number in commands.vehicle_ids:
            outputs, _ = commands.row(number)
            self._rover(number).wanted = (outputs[0], outputs[1])

    async def step(self) -> None:
        """Let one step pass."""
        for rover in (self._rovers or {}).values():
            rover.step(self._config.step_size_us * 1e-6)
        self._time_us += self._config.step_size_us
        self._fresh = True

    def sim_time_us(self) -> int:
        """The simulator's time."""
        return self._time_us

    def supports_lockstep(self) -> bool:
        """It waits for `step`."""
        return True

    def capabilities(self) -> SimulatorCapabilities:
        """It has a step of its own, and no sensors."""
        return SimulatorCapabilities(step_size_us=self._config.step_size_us, most_vehicles=250)

    def _rover(self, number: int) -> SkidRover:
        if self._rovers is None:
            raise SimulatorError(f"adapter '{self._name}' is not connected", "connect it first")
        if number > 250:
            raise SimulatorError(f"there is no place for vehicle {number}", "use ids up to 250")
        if number not in self._rovers:
            c = self._config
            self._rovers[number] = SkidRover(c.top_speed_mps, c.track_m, c.lag_s, c.slip)
        return self._rovers[number]

    def _row(self, rover: SkidRover) -> dict[str, Any]:
        """North, east, down; attitude from body to NED as w, x, y, z; rates forward-right-down."""
        heading = rover.heading_rad
        velocity = (rover.speed_mps * cos(heading), rover.speed_mps * sin(heading), 0.0)
        return {
            "position_ned_m": (rover.north_m, rover.east_m, -self._config.ride_height_m),
            "velocity_ned_mps": velocity,
            "attitude_wxyz": (cos(0.5 * heading), 0.0, 0.0, sin(0.5 * heading)),
            "rate_frd_radps": (0.0, 0.0, rover.turn_radps),
        }
