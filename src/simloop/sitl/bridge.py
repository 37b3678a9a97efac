"""SitlBridge: joins vehicles, an autopilot each, with the simulators that move them.

It drives the same world, schedule and clock as a scenario does. Whoever builds the bridge hands it
its host; `simloop.SitlBridge()` is one with an empty world.
"""

from collections.abc import Generator, Mapping
from types import MappingProxyType, TracebackType
from typing import Protocol, Self

from simloop.sitl.adapter_exchange import AdapterExchange
from simloop.sitl.adapter_registry import AdapterRegistry
from simloop.sitl.foreign_body import NATIVE
from simloop.sitl.simulator_adapter import SimulatorAdapter, SimulatorError, check_methods
from simloop.sitl.time_coordinator import TimeCoordinator
from simloop.sitl.vehicle_config import VehicleConfig
from simloop.sitl.vehicle_id import VehicleId
from simloop.sitl.vehicle_instance import VehicleInstance
from simloop.sitl.vehicle_roster import VehicleManager
from simloop.timing.clock import US_PER_S
from simloop.timing.mode import FreeRunning, Lockstep, Scaled, TimeMode
from simloop.timing.time_manager import TimeManager
from simloop.world.entities import Entity
from simloop.world.plugin import App

__all__ = ["BridgeHost", "FreeRunning", "Lockstep", "Scaled", "SitlBridge", "TimeMode"]


class BridgeHost(App, Protocol):
    """What a bridge needs of the simulator it drives."""

    @property
    def time(self) -> TimeManager:
        """The clock."""

    @property
    def adapters(self) -> AdapterRegistry:
        """The simulators."""

    @property
    def vehicles(self) -> VehicleManager:
        """The vehicles."""

    @property
    def exchange(self) -> AdapterExchange:
        """How simulators take part in ticks."""

    @property
    def coordinator(self) -> TimeCoordinator:
        """Who waits for them."""

    @property
    def missions_over(self) -> bool:
        """Have all missions been carried out?"""

    def hand_over(self, name: str, adapter: str) -> Entity:
        """Let another simulator move a vehicle from now on."""

    def advance(self, ticks: int) -> int:
        """Run up to so many ticks, and say how many ran."""

    def idle(self) -> None:
        """Serve commands and observers while paused."""

    def close(self) -> None:
        """Let everything go."""


class _Breath:
    """Gives way to other tasks of an event loop."""

    def __await__(self) -> Generator[None, None, None]:
        yield


class SitlBridge:
    """Simulators and vehicles of one world; use it as a context to have it closed."""

    def __init__(self, host: BridgeHost) -> None:
        self.host = host
        self._instances: dict[Entity, VehicleInstance] = {}
        self._stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Simulators.

    @property
    def adapters(self) -> tuple[str, ...]:
        """The names of all adapters, sorted."""
        return self.host.adapters.list()

    def register_adapter(self, adapter: SimulatorAdapter) -> None:
        """Take an adapter and connect it, now or while paused or running."""
        check_methods(adapter)
        self.host.exchange.fit(adapter)
        self.host.adapters.register(adapter)
        try:
            self.host.exchange.open(adapter)
        except Exception:
            self.host.adapters.unregister(adapter.name())
            self.host.exchange.forget(adapter)
            raise

    def unregister_adapter(self, name: str) -> None:
        """Disconnect an adapter that moves no vehicle, and let it go."""
        self.host.exchange.close(self.host.adapters.unregister(name))

    def adapter(self, name: str) -> SimulatorAdapter:
        """The adapter of a name."""
        return self.host.adapters.get(name)

    # Vehicles.

    @property
    def vehicles(self) -> Mapping[VehicleId, VehicleInstance]:
        """All vehicles that have an id, by id."""
        return MappingProxyType({number: self.vehicle(number) for number in self._numbers()})

    def spawn_vehicle(self, config: VehicleConfig) -> VehicleId:
        """Put a vehicle into the world; its id is the one asked for, or the lowest free."""
        if config.adapter is not None:
            self._check_adapter(config.adapter)
            self.host.exchange.check_room(config.adapter)
        instance = self._instance(self.host.vehicles.spawn(config))
        try:
            self.host.exchange.check()
        except (SimulatorError, ValueError):
            self.despawn_vehicle(instance.id)
            raise
        return instance.id

    def despawn_vehicle(self, vehicle: int) -> None:
        """Take a vehicle out of the world; its id is free again."""
        instance = self.vehicle(vehicle)
        instance.platform.close()
        self._instances.pop(instance.entity, None)
        self.host.vehicles.despawn(vehicle)

    def assign_vehicle_to_adapter(self, vehicle: int, adapter: str) -> None:
        """Let a simulator move a vehicle from now on, from where it is."""
        self._check_adapter(adapter)
        instance = self.vehicle(vehicle)
        if instance.adapter == adapter:
            return
        self.host.exchange.check_room(adapter)
        name, before = instance.name, instance.adapter
        self._instances.pop(instance.entity, None)
        instance.platform.close()
        self.host.hand_over(name, adapter)
        try:
            self.host.exchange.check()
        except (SimulatorError, ValueError):
            self.host.hand_over(name, before)
            raise

    def vehicle(self, vehicle: int) -> VehicleInstance:
        """The vehicle of an id."""
        return self._instance(self.host.vehicles.get(vehicle).entity)

    # Time.

    @property
    def time_mode(self) -> TimeMode:
        """What decides when the next tick may run."""
        return self.host.time.mode

    @time_mode.setter
    def time_mode(self, mode: TimeMode) -> None:
        self.host.time.mode = mode

    @property
    def sim_time_us(self) -> int:
        """The one time that all vehicles and simulators share."""
        return self.host.time.clock.microseconds

    @property
    def paused(self) -> bool:
        """Does time stand still?"""
        return self.host.time.paused

    def pause(self) -> None:
        """Hold the world; vehicles and adapters may still come and go."""
        self.host.pause(True)

    def play(self) -> None:
        """Let the world go on."""
        self.host.pause(False)

    def step(self, steps: int = 1) -> None:
        """Run so many steps now, paused or not: of the lockstep's size, or of a tick."""
        mode, rate_hz = self.time_mode, self.host.tick_rate_hz
        ticks = round(mode.step_size_us * rate_hz / US_PER_S) if isinstance(mode, Lockstep) else 1
        left = steps * ticks
        while left > 0:
            ran = self.host.advance(left)
            if ran == 0:
                return
            left -= ran

    def run_for(self, seconds: float) -> None:
        """Run as the time mode says, for so much simulated time; comes back when paused."""
        end = self.host.world.tick + self.host.time.clock.ticks_for(seconds)
        self._begin()
        while self.host.world.tick < end and not self._stopped and not self.paused:
            self._turn(end)

    async def run(self, seconds: float | None = None) -> None:
        """Run until all missions are done, `stop` is called, or so much time has passed."""
        end = None
        if seconds is not None:
            end = self.host.world.tick + self.host.time.clock.ticks_for(seconds)
        self._begin()
        while not (
            self._stopped or self.host.missions_over or (end and self.host.world.tick >= end)
        ):
            self._turn(end)
            await _Breath()

    def stop(self) -> None:
        """Let `run` come back after the ticks under way; a wait for a simulator ends too."""
        self._stopped = True

    def close(self) -> None:
        """Hang up, disconnect all simulators and let the world go."""
        for instance in self._instances.values():
            instance.platform.close()
        self._instances = {}
        self.host.close()

    def _check_adapter(self, name: str) -> None:
        if name != NATIVE:
            self.host.adapters.get(name)

    def _begin(self) -> None:
        self._stopped = False
        self.host.coordinator.stop_asked = lambda: self._stopped
        self.host.time.restart_schedule()

    def _turn(self, end: int | None) -> None:
        """What may run now; without a permit, a short wait."""
        ticks = self.host.time.permit()
        if end is not None:
            ticks = min(ticks, end - self.host.world.tick)
        if ticks > 0:
            self.host.advance(ticks)
            return
        if self.paused:
            self.host.idle()
        self.host.time.wait()

    def _numbers(self) -> tuple[VehicleId, ...]:
        self.host.vehicles.settle()
        return self.host.vehicles.list()

    def _instance(self, entity: Entity) -> VehicleInstance:
        if entity not in self._instances:
            self._instances[entity] = VehicleInstance(self.host, entity)
        return self._instances[entity]
