"""Puts the vehicles of a scenario into the world: at their places, in motion, on missions."""

from collections import Counter
from functools import cached_property
from math import ceil, log2
from typing import TYPE_CHECKING

from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario, ResolvedVehicle
from simloop.server.files.vehicle_file import NOBODY
from simloop.server.flight_monitor import FlightMonitor
from simloop.server.plugins import Registry
from simloop.server.start_place import start_values
from simloop.server.vehicle_factory import VehicleFactory
from simloop.sitl.air_start import start_in_motion
from simloop.sitl.mission import EXTRA_ITEMS, Mission, mission_values
from simloop.sitl.vehicle_roster import VehicleManager
from simloop.world.commands import SetColumns
from simloop.world.world import ModelSpec, World

if TYPE_CHECKING:
    from simloop.server.analysis.start import TrimStarts

_SMALLEST_PLAN = 16
_PLAN_OF_A_GROUND_STATION = 128


class StartingGrid:
    """Spawns what a scenario lists, before the first tick."""

    def __init__(
        self, scenario: ResolvedScenario, world: World, factory: VehicleFactory, registry: Registry
    ) -> None:
        self._scenario, self._world, self._factory = scenario, world, factory
        self._registry = registry

    def spawn_all(self, monitor: FlightMonitor) -> None:
        """All vehicles; the monitor follows each from where it stands."""
        groups: Counter[tuple[str, str]] = Counter(
            (vehicle.model, vehicle.adapter) for vehicle in self._scenario.vehicles
        )
        for (key, adapter), count in groups.items():
            self._world.reserve(self._spec(key, adapter), count)
        for vehicle in self._scenario.vehicles:
            self.spawn(vehicle, monitor)

    def spawn(self, vehicle: ResolvedVehicle, monitor: FlightMonitor) -> None:
        """One vehicle, and the monitor that follows it."""
        self._spawn(vehicle)
        monitor.watch(
            vehicle.name,
            has_mission=vehicle.mission is not None,
            lands=vehicle.mission is not None and vehicle.mission.land,
        )

    def give_ids(self, roster: VehicleManager) -> None:
        """The ids that the scenario asks for, then the lowest free ones in the file's order."""
        for vehicle in self._scenario.vehicles:
            if vehicle.id is not None:
                roster.give(self._world.by_name(vehicle.name), vehicle.id)
        roster.settle()

    @cached_property
    def _trims(self) -> "TrimStarts":
        # Finding steady motion takes an analysis that most runs do without.
        from simloop.server.analysis.start import TrimStarts

        return TrimStarts(self._scenario, self._registry)

    def _spec(self, key: str, adapter: str) -> ModelSpec:
        return self._factory.spec(key, self._scenario.models[key], adapter)

    def set_firmware(self) -> None:
        """What a scenario sets of a firmware holds over what the firmware found at its start."""
        for vehicle in self._scenario.vehicles:
            own = {name: v for name, v in vehicle.initial.items() if name.startswith("fw_")}
            if own:
                SetColumns(vehicle.name, own).apply(self._world)

    def _spawn(self, vehicle: ResolvedVehicle) -> None:
        spec = self._spec(vehicle.model, vehicle.adapter)
        own = start_values(vehicle, spec)
        if vehicle.trim is not None:
            own |= self._trims.values(vehicle, spec)
        if "autopilot" in spec.facts:
            own |= mission_values(_mission_from_home(vehicle), self._factory.items)
        elif vehicle.mission is not None:
            raise self._nobody_to_fly(vehicle)
        own |= vehicle.initial
        try:
            entity = self._world.spawn(vehicle.name, spec, own)
            if vehicle.trim is not None:
                start_in_motion(self._world, self._world.entities.get(entity))
        except (KeyError, ValueError) as error:
            raise FileMistake(
                None, f"'{vehicle.name}': {error.args[0]}", "see 'initial:'"
            ) from None

    def _nobody_to_fly(self, vehicle: ResolvedVehicle) -> FileMistake:
        pilot = self._scenario.models[vehicle.model].autopilot.kind
        if pilot == NOBODY:
            fix = "give the vehicle an autopilot, or drop 'mission:'"
            return FileMistake(None, f"'{vehicle.name}' has no autopilot to fly its mission", fix)
        fix = "drop 'mission:' here and send it from a ground station"
        return FileMistake(
            None, f"'{vehicle.name}' is flown by {pilot}, which knows no 'mission:'", fix
        )


def _mission_from_home(vehicle: ResolvedVehicle) -> Mission | None:
    """The vehicle's mission with places counted from where it stands."""
    mission = vehicle.mission
    if mission is None:
        return None
    north, east, _ = vehicle.position_ned_m
    return Mission(
        mission.takeoff_altitude_m,
        [(n - north, e - east, d) for n, e, d in mission.waypoints_ned_m],
        mission.cruise_speed_mps,
        mission.hold_s,
        mission.land,
        mission.on_wing,
    )


def plan_capacity(scenario: ResolvedScenario) -> int:
    """Room for the longest mission, as a power of two so that classes are shared."""
    longest = max(
        (len(v.mission.waypoints_ned_m) for v in scenario.vehicles if v.mission), default=1
    )
    # A ground station may send more than the scenario has.
    least = _PLAN_OF_A_GROUND_STATION if scenario.links else _SMALLEST_PLAN
    return max(least, int(2 ** ceil(log2(longest + EXTRA_ITEMS))))
