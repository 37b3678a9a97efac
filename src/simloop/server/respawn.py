"""The user command `respawn`: a vehicle of the scenario starts anew, where and as it did first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedVehicle
from simloop.server.flight_monitor import FlightMonitor
from simloop.server.nearest import suggestion
from simloop.server.plugin_host import PluginHost
from simloop.server.plugins import Registry
from simloop.server.starting_grid import StartingGrid
from simloop.sitl.vehicle_id import VehicleId
from simloop.sitl.vehicle_roster import VEHICLE_ID, VehicleManager
from simloop.world.commands import Command, CommandRefused, Remove, VerbDesk
from simloop.world.world import World

VERB = "respawn"


@dataclass(frozen=True, slots=True)
class _Both:
    """Two commands one after the other."""

    first: Command
    second: Command

    def apply(self, world: World) -> Command:
        """Do both; undone in the opposite order."""
        undo_first = self.first.apply(world)
        return _Both(self.second.apply(world), undo_first)


@dataclass(frozen=True, slots=True)
class _Respawn:
    """Take a vehicle out if it is there, and put it in as at the start."""

    vehicle: ResolvedVehicle
    number: VehicleId | None
    grid: StartingGrid
    monitor: FlightMonitor
    roster: VehicleManager

    def apply(self, world: World) -> Command:
        """Do it; undone by what was there before."""
        name = self.vehicle.name
        old = world.entities.by_name(name)
        owner = None if self.number is None else self.roster.owner_of(self.number)
        if owner is not None and owner.name != name:
            raise CommandRefused(f"'{name}' has id {self.number}, which is '{owner.name}''s now")
        back = None if old is None else Remove(name).apply(world)
        try:
            self.grid.spawn(self.vehicle, self.monitor)
        except FileMistake as mistake:
            raise CommandRefused(str(mistake)) from None
        if self.number is not None:
            self.roster.give(world.by_name(name), self.number)
        return Remove(name) if back is None else _Both(Remove(name), back)


def offer_respawn(
    provided: Mapping[str, Any],
    plugins: PluginHost,
    registry: Registry,
    monitor: FlightMonitor,
    roster: VehicleManager,
) -> None:
    """Add the command, if the world takes any; vehicles come back under the ids they have now."""
    desk, world, scenario = provided.get("user_commands"), plugins.world, plugins.scenario
    if not isinstance(desk, VerbDesk):
        return
    vehicles = {vehicle.name: vehicle for vehicle in scenario.vehicles}
    numbers = {record.name: record.facts.get(VEHICLE_ID) for record in world.models()}

    def make(given: Mapping[str, Any]) -> Command:
        name = str(given.get("name", ""))
        if name not in vehicles:
            hint = suggestion(name, vehicles)
            raise CommandRefused(f"the scenario has no vehicle '{name}': {hint}")
        grid = StartingGrid(plugins.scenario, world, plugins.factory, registry)
        return _Respawn(vehicles[name], numbers.get(name), grid, monitor, roster)

    desk.offer(VERB, make)
