"""A simulator for tests: a second simloop in process, which moves the vehicles of the first."""

from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import numpy as np

from simloop.component.column import Kind
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame
from simloop.server.files import load_scenario
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.plugins import ADAPTERS, Registry
from simloop.server.simulation import Simulation
from simloop.sitl.simulator_adapter import SimulatorCapabilities, SimulatorError
from simloop.sitl.vehicle_outputs import VehicleOutputs
from simloop.world.schedule import class_kinds


class TwinAdapter:
    """Flies the bodies of `scenario` without their pilots, and tells all of their truth."""

    def __init__(self, name: str, scenario: ResolvedScenario, *, compiled: bool = True) -> None:
        models = {
            key: replace(model, autopilot=replace(model.autopilot, kind="none"))
            for key, model in scenario.models.items()
        }
        bodies = tuple(replace(vehicle, mission=None) for vehicle in scenario.vehicles)
        bare = replace(scenario, models=models, vehicles=bodies)
        self._name = name
        self._twin = Simulation(bare, compiled=compiled)
        self._twin.remove_system("flight monitor")
        self._outputs = {
            number: VehicleOutputs(self._twin.world, self._twin.vehicles.get(number).entity)
            for number in self._twin.vehicles.list()
        }
        self._connected = False
        self._fresh = False
        self.silent = False
        self.trouble = ""
        self.calls: list[str] = []

    def adapter_type(self) -> str:
        return "twin"

    def name(self) -> str:
        return self._name

    async def connect(self) -> None:
        self._connected = True

    async def disconnect(self) -> None:
        self._connected = False

    def is_connected(self) -> bool:
        return self._connected

    async def receive_sensors(self) -> SensorFrame | None:
        self.calls.append("receive")
        if self.silent or not self._fresh:
            return None
        self._fresh = False
        return self._frame()

    async def send_actuators(self, commands: ActuatorFrame) -> None:
        self.calls.append("send")
        if self.trouble:
            raise SimulatorError(self.trouble, "plug it in")
        for number in commands.vehicle_ids:
            self._outputs[number].write(commands.row(number)[0])

    async def step(self) -> None:
        self.calls.append("step")
        self._twin.advance(1)
        self._fresh = True

    def sim_time_us(self) -> int:
        return round(self._twin.seconds * 1e6)

    def supports_lockstep(self) -> bool:
        return True

    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(contact=True)

    def _frame(self) -> SensorFrame:
        world = self._twin.world
        numbers = tuple(self._twin.vehicles.list())
        records = [self._twin.vehicles.get(number) for number in numbers]
        names = {
            name
            for record in records
            for name, kind in class_kinds(world.tables[record.table].vehicle_class).items()
            if kind is Kind.TRUTH
        }
        extra = {name: _rows(world, records, name) for name in sorted(names)}
        return SensorFrame(self.sim_time_us(), numbers, {}, extra)


def _rows(world: Any, records: list[Any], name: str) -> Any:
    known = [
        world.vector(record.entity, name)
        if name in world.tables[record.table].layout.places
        else None
        for record in records
    ]
    size = max(len(row) for row in known if row is not None)
    rows = np.full((len(known), size), np.nan)
    for number, row in enumerate(known):
        if row is not None:
            rows[number, : len(row)] = row
    return rows


def moved_by(scenario: ResolvedScenario, adapter: str) -> ResolvedScenario:
    """The scenario with all vehicles on one adapter."""
    vehicles = tuple(replace(vehicle, adapter=adapter) for vehicle in scenario.vehicles)
    return replace(scenario, vehicles=vehicles)


class OneMaker:
    """A plugin that hands out adapters that exist already."""

    def __init__(self, *adapters: Any) -> None:
        self._adapters = {adapter.name(): adapter for adapter in adapters}

    def make(self, name: str, config: None) -> Any:
        return self._adapters[name]


def registry_with(*adapters: Any) -> Registry:
    """The installed plugins, and these adapters under their own names."""
    maker = OneMaker(*adapters)

    class Ready(EntryPoint):
        def load(self) -> Any:
            return maker

    def find(group: str) -> Any:
        own = [Ready(a.name(), "twin_adapter", group) for a in adapters]
        return [*entry_points(group=group), *(own if group == ADAPTERS else ())]

    return Registry(find)


__all__ = ["TwinAdapter", "load_scenario", "moved_by", "registry_with"]
