"""Puts vehicles into a world that is there already, as a file would at the start."""

from dataclasses import replace

from simloop.server.files.convert import build
from simloop.server.files.fleet import adapter_of, check_heights, load_model, placed_mission
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.resolved import ResolvedScenario, ResolvedVehicle
from simloop.server.files.scenario_file import ScenarioVehicle
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.yaml_tree import node_of
from simloop.server.flight_monitor import FlightMonitor
from simloop.server.launch_consent import LaunchGuard
from simloop.server.plugin_host import PluginHost
from simloop.server.plugins import Registry
from simloop.server.starting_grid import StartingGrid
from simloop.sitl.vehicle_config import VehicleConfig
from simloop.sitl.vehicle_roster import VEHICLE_ID
from simloop.world.commands import Remove
from simloop.world.entities import Entity
from simloop.world.world import World

_MARK = Mark("VehicleConfig")


class VehicleSpawner:
    """Spawns, removes and hands over vehicles, between two ticks."""

    def __init__(
        self,
        world: World,
        plugins: PluginHost,
        registry: Registry,
        monitor: FlightMonitor,
        guard: LaunchGuard,
    ) -> None:
        self._world = world
        self._plugins = plugins
        self._registry = registry
        self._monitor = monitor
        self._guard = guard

    def place(self, config: VehicleConfig) -> Entity:
        """Put a vehicle into the world.

        Raises:
            ValueError: the config says something that cannot be, in one line.
        """
        try:
            return self._place(config)
        except FileMistake as mistake:
            raise ValueError(str(mistake)) from mistake

    def remove(self, name: str) -> None:
        """Take a vehicle out; the command can be undone as every other."""
        answer = self._world.commands.submit(Remove(name))
        self._world.commands.commit()
        if answer.state == "refused":
            raise ValueError(answer.reason)
        self._monitor.forget(name)

    def hand_over(self, name: str, adapter: str) -> Entity:
        """Let another simulator move a vehicle; what both kinds of it have is carried over."""
        world, factory = self._world, self._plugins.factory
        record = world.entities.get(world.by_name(name))
        full_key = record.facts["model_key"]
        vehicle = factory.vehicles[full_key]
        entry = build(ScenarioVehicle, node_of({"model": name, "adapter": adapter}, _MARK), "")
        try:
            adapter_of(entry, vehicle, _MARK)
            spec = factory.spec(factory.keys[full_key], vehicle, adapter)
        except FileMistake as mistake:
            raise ValueError(str(mistake)) from mistake
        table = world.tables[record.table]
        kept = {column: table.numbers(record.row, column).copy() for column in table.layout.places}
        number = record.facts.get(VEHICLE_ID)
        world.remove(record.entity)
        entity = world.spawn(name, spec, {})
        record = world.entities.get(entity)
        table = world.tables[record.table]
        for column, values in kept.items():
            if column in table.layout.places:
                table.set_value(record.row, column, values)
        record.facts[VEHICLE_ID] = number
        return entity

    def _place(self, config: VehicleConfig) -> Entity:
        entry = build(ScenarioVehicle, node_of(config.entry(), _MARK), "")
        model = load_model(entry)
        self._guard.check([model])
        check_heights(entry.mission, model, _MARK)
        scenario, key = self._with_model(model)
        vehicle = ResolvedVehicle(
            self._name(entry, model),
            key,
            entry.position_ned_m,
            entry.heading_deg % 360.0,
            placed_mission(entry.mission, model, entry.position_ned_m),
            entry.attitude_deg,
            entry.initial,
            entry.trim,
            adapter_of(entry, model, _MARK),
            entry.id,
        )
        self._plugins.join(model)
        grid = StartingGrid(scenario, self._world, self._plugins.factory, self._registry)
        grid.spawn(vehicle, self._monitor)
        return self._world.by_name(vehicle.name)

    def _with_model(self, model: VehicleFile) -> tuple[ResolvedScenario, str]:
        """The scenario with one more model, and its key: that of an equal one if there is any."""
        factory = self._plugins.factory
        models = dict(factory.scenario.models)
        models |= {factory.keys[full]: v for full, v in factory.vehicles.items()}
        number, key = 1, model.name
        while models.setdefault(key, model) != model:
            number += 1
            key = f"{model.name}_{number}"
        return replace(factory.scenario, models=models), key

    def _name(self, entry: ScenarioVehicle, model: VehicleFile) -> str:
        taken = self._world.entities.by_name
        if entry.name is not None:
            if taken(entry.name) is not None:
                raise FileMistake(_MARK, f"there is a '{entry.name}' already", "change 'name'")
            return entry.name
        number = 0
        while taken(f"{model.name}_{number}") is not None:
            number += 1
        return f"{model.name}_{number}"
