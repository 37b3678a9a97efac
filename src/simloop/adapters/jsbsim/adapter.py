"""JsbsimAdapter: aircraft of JSBSim behind the interface that all simulators have.

In a bridge its vehicles are those whose dynamics are JSBSim's, flown inside the tick. Alone it
flies one aircraft per vehicle over flat ground, stepped by whoever holds it.
"""

from dataclasses import dataclass, field, replace
from math import radians

import numpy as np

from simloop.adapters.jsbsim.airframe import STANDARD_GRAVITY_MPS2, Airframe, Begin, State
from simloop.adapters.jsbsim.controls import Controls
from simloop.adapters.jsbsim.earth import Earth
from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame, frame_of
from simloop.sitl.fleet_view import FleetView
from simloop.sitl.simulator_adapter import SimulatorCapabilities, SimulatorError
from simloop.timing.clock import US_PER_S
from simloop.world.mixer import AXES, Mixer, Mixing, work_out


@dataclass(frozen=True, slots=True, kw_only=True)
class JsbsimConfig:
    """Which aircraft fly, and how they start, when the adapter stands alone."""

    name: str = "jsbsim"
    """What it is called in a bridge."""
    vehicles: tuple[int, ...] = (1,)
    """Ids of the vehicles it has."""
    aircraft: str = "c172p"
    """Its name: JSBSim reads `aircraft/NAME/NAME.xml` of the root folder."""
    root: str = ""
    """Folder with `aircraft`, `engine` and `systems`; JSBSim's own data if left out."""
    step_size_us: int = 10_000
    """What a step lasts, microseconds."""
    airspeed_mps: float = 50.0
    """True airspeed at the start, in trim."""
    height_m: float = 1000.0
    """Height at the start, m."""
    heading_deg: float = 0.0
    """Heading at the start, clockwise from north, degrees."""
    mixer: Mixer = field(default_factory=lambda: Mixer(kind="fixed_wing"))
    """How outputs become aileron, elevator, rudder and throttle."""

    def __post_init__(self) -> None:
        """Refuse what cannot be stepped or told apart."""
        if len(set(self.vehicles)) != len(self.vehicles):
            raise ValueError(f"vehicles has an id twice: {self.vehicles}")
        if self.step_size_us <= 0:
            raise ValueError(f"step_size_us is {self.step_size_us}, must be positive")


Config = JsbsimConfig


class _Aircraft:
    """One aircraft and where its controls are."""

    def __init__(self, config: JsbsimConfig, mixing: Mixing) -> None:
        self._inverse = np.array(mixing.inverse)
        earth = Earth("flat", (0.0, 0.0, 0.0), STANDARD_GRAVITY_MPS2)
        dt_s = config.step_size_us / US_PER_S
        self._airframe = Airframe(config.aircraft, config.root, earth, dt_s=dt_s)
        attitude = from_euler(0.0, 0.0, radians(config.heading_deg))
        at_rest = (0.0, 0.0, 0.0)
        state = State((0.0, 0.0, -config.height_m), attitude, at_rest, at_rest)
        begin = Begin(state, Controls(), config.airspeed_mps, trim=True)
        self.controls = self._airframe.begin(begin)
        self._attitude: tuple[float, ...] = attitude

    def ask(self, outputs: list[float]) -> None:
        """Move stick, pedals and throttle; the trim stays as it was found."""
        axes = dict(zip(AXES, (self._inverse @ np.array(outputs)).tolist(), strict=True))
        self.controls = self.controls._replace(
            roll=axes["Qx"], pitch=axes["Qy"], yaw=axes["Qz"], throttle=axes["Fx"]
        )

    def step(self) -> bool:
        self._airframe.panel.move(self.controls)
        return self._airframe.step()

    def row(self) -> dict[str, tuple[float, ...]]:
        """Its truth, and what an IMU in its centre of mass feels."""
        state = self._airframe.state(self._attitude)
        self._attitude = state.attitude_wxyz
        w, x, y, z = state.attitude_wxyz
        u, v, down = state.velocity_frd_mps
        return {
            "position_ned_m": state.position_ned_m,
            "attitude_wxyz": state.attitude_wxyz,
            "velocity_ned_mps": rotate_to_world(w, x, y, z, u, v, down),
            "rate_frd_radps": state.rate_frd_radps,
            "imu_accel_frd_mps2": self._airframe.specific_force_frd_mps2(),
            "imu_gyro_frd_radps": state.rate_frd_radps,
        }


class JsbsimAdapter:
    """A view of the bridge's JSBSim aircraft, or a hangar of its own."""

    def __init__(self, config: JsbsimConfig | None = None, *, name: str | None = None) -> None:
        chosen = config or JsbsimConfig()
        self.config = chosen if name is None else replace(chosen, name=name)
        self._mixing = work_out(self.config.mixer)
        self._view: FleetView | None = None
        self._aircraft: dict[int, _Aircraft] = {}
        self._connected = False
        self._time_us, self._shown_us = 0, -1

    def attach(self, view: FleetView) -> None:
        """Become a view of a bridge's world."""
        self._view = view

    def adapter_type(self) -> str:
        """What kind of simulator this is."""
        return "jsbsim"

    def name(self) -> str:
        """What this one is called."""
        return self.config.name

    async def connect(self) -> None:
        """Be there; without a bridge, with aircraft of its own, in trim."""
        if self._view is None and not self._connected:
            try:
                self._aircraft = {
                    number: _Aircraft(self.config, self._mixing)
                    for number in sorted(self.config.vehicles)
                }
            except ValueError as error:
                raise SimulatorError(
                    f"adapter '{self.name()}': {error}", "change its settings"
                ) from None
            self._time_us, self._shown_us = 0, -1
        self._connected = True

    async def disconnect(self) -> None:
        """Let the aircraft go."""
        self._view, self._aircraft, self._connected = None, {}, False

    def is_connected(self) -> bool:
        """Is there anything that flies?"""
        return self._connected

    async def receive_sensors(self) -> SensorFrame | None:
        """All aircraft, once per time."""
        self._check()
        if self.sim_time_us() == self._shown_us:
            return None
        self._shown_us = self.sim_time_us()
        if self._view is not None:
            return self._view.sensor_frame()
        return frame_of(self._time_us, {n: a.row() for n, a in self._aircraft.items()})

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        """Aileron, elevator, rudder, nothing and throttle, unless the mixer is another."""
        self._check()
        if self._view is not None:
            self._view.write(commands)
            return
        for number in commands.vehicle_ids:
            if number not in self._aircraft:
                known = ", ".join(str(one) for one in self._aircraft) or "none"
                raise SimulatorError(f"there is no vehicle {number}", f"there are: {known}")
            outputs, wanted = commands.row(number)[0], len(self._mixing.outputs)
            if len(outputs) != wanted:
                raise SimulatorError(
                    f"vehicle {number} has {wanted} outputs, not {len(outputs)}",
                    "give a command for each",
                )
            self._aircraft[number].ask(outputs)

    async def step(self) -> None:
        """Let a step pass; in a bridge, ticks do."""
        self._check()
        if self._view is not None:
            return
        for number, aircraft in self._aircraft.items():
            if not aircraft.step():
                raise SimulatorError(f"JSBSim gave up on vehicle {number}", "connect it anew")
        self._time_us += self.config.step_size_us

    def controls_of(self, vehicle: int) -> Controls:
        """Where stick, pedals and throttle of an aircraft of its own are."""
        return self._aircraft[vehicle].controls

    def sim_time_us(self) -> int:
        """The time of the world, or of the aircraft."""
        return self._time_us if self._view is None else self._view.time_us

    def supports_lockstep(self) -> bool:
        """It never moves by itself."""
        return True

    def capabilities(self) -> SimulatorCapabilities:
        """Its vehicles fly inside the tick; what is inside JSBSim cannot be copied."""
        return SimulatorCapabilities(native=True, contact=True)

    def _check(self) -> None:
        if not self._connected:
            raise SimulatorError(f"adapter '{self.name()}' is not connected", "connect it first")


def make(name: str, config: JsbsimConfig) -> JsbsimAdapter:
    """An adapter of this name."""
    return JsbsimAdapter(config, name=name)
