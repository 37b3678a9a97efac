"""LightweightAdapter: the built-in simulator behind the interface that all simulators have."""

from dataclasses import replace
from typing import TYPE_CHECKING

from simloop.adapters.lightweight.config import LightweightConfig
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame
from simloop.sitl.fleet_view import FleetView
from simloop.sitl.simulator_adapter import SimulatorCapabilities, SimulatorError

if TYPE_CHECKING:
    from simloop.adapters.lightweight.drives import Drives


class LightweightAdapter:
    """A view of the bridge's own world, or a world of its own."""

    def __init__(self, config: LightweightConfig | None = None, *, name: str | None = None) -> None:
        chosen = config or LightweightConfig()
        self.config = chosen if name is None else replace(chosen, name=name)
        self._view: FleetView | None = None
        self._drives: Drives | None = None
        self._connected = False
        self._shown_us = -1

    def attach(self, view: FleetView) -> None:
        """Become a view of a bridge's world."""
        self._view = view

    def adapter_type(self) -> str:
        """What kind of simulator this is."""
        return "lightweight"

    def name(self) -> str:
        """What this one is called."""
        return self.config.name

    async def connect(self) -> None:
        """Be there; without a bridge, with a world of its own."""
        if self._view is None:
            # Most are views of a bridge's world, which has vehicles of its own.
            from simloop.adapters.lightweight.drives import Drives

            self._drives = drives = Drives(self.config)
            self._view = FleetView(drives.world, lambda: drives.fleet)
        self._connected = True

    async def disconnect(self) -> None:
        """Forget the world."""
        self._view = self._drives = None
        self._connected, self._shown_us = False, -1

    def is_connected(self) -> bool:
        """Is there a world to look at?"""
        return self._connected

    async def receive_sensors(self) -> SensorFrame | None:
        """The whole fleet, once per time; NaN where a sensor has nothing new."""
        view = self._seen()
        if view.time_us == self._shown_us:
            return None
        self._shown_us = view.time_us
        return view.sensor_frame()

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        """Ask the outputs; what a firmware on board wants in the next tick comes after it."""
        self._seen().write(commands)

    async def step(self) -> None:
        """Let a step pass; in a bridge, ticks do."""
        self._seen()
        if self._drives is not None:
            self._drives.step()

    def sim_time_us(self) -> int:
        """The world's time."""
        return 0 if self._view is None else self._view.time_us

    def supports_lockstep(self) -> bool:
        """It never moves by itself."""
        return True

    def capabilities(self) -> SimulatorCapabilities:
        """Its vehicles move in the bridge's schedule, with all that the world has."""
        return SimulatorCapabilities(native=True, wind=True, contact=True, snapshot=True)

    def _seen(self) -> FleetView:
        if self._view is None or not self._connected:
            raise SimulatorError(f"adapter '{self.name()}' is not connected", "connect it first")
        return self._view
