"""Hosts the world-wide plugins of a simulation: built at load, added and removed while running."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simloop.server.files.parts import configure
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.plugins import AUTOPILOTS, LINKS, SYSTEMS, Registry
from simloop.server.vehicle_factory import VehicleFactory
from simloop.world.plugin import App
from simloop.world.runner import Runner
from simloop.world.world import World


class PluginHost:
    """Knows which plugin brought which systems, and refits vehicles when the set changes."""

    def __init__(
        self, app: App, world: World, runner: Runner, registry: Registry, factory: VehicleFactory
    ) -> None:
        self._app = app
        self.world = world
        self._runner = runner
        self._registry = registry
        self.factory = factory
        self._systems_of: dict[str, list[str]] = {}

    @property
    def scenario(self) -> ResolvedScenario:
        """The scenario with the plugins as they are now."""
        return self.factory.scenario

    def build_all(self) -> None:
        """Let every plugin of the scenario join, and those that only vehicles name."""
        for name, settings in self.scenario.systems.items():
            self._build(name, settings)
        for model in self.scenario.models.values():
            self.join(model)

    def build_links(self, links: Mapping[str, Settings]) -> None:
        """Let the links of the scenario join, once all vehicles are there."""
        for name, settings in links.items():
            self._build(name, settings, LINKS)

    def join(self, vehicle: VehicleFile) -> None:
        """Let the plugins that a vehicle carries join the world, unless they have."""
        for name, settings in vehicle.parts().items():
            if name not in self._systems_of:
                self._build(name, settings)
        pilot = vehicle.autopilot
        if f"autopilot {pilot.kind}" not in self._systems_of:
            self._build(pilot.kind, pilot.settings_in_use, AUTOPILOTS)

    def add(self, name: str, settings: Mapping[str, Any]) -> None:
        """Let a plugin join a running simulation: its systems, and its part of every vehicle."""
        if name in self.scenario.systems:
            raise ValueError(f"system '{name}' is there already")
        given = Settings.of(settings, name)
        self._refit({**self.scenario.systems, name: given})
        self._build(name, given)

    def remove(self, name: str) -> None:
        """Take a plugin out: its systems, and its part of every vehicle."""
        if name not in self.scenario.systems:
            raise ValueError(f"system '{name}' is not there")
        for system in self._systems_of.pop(name, []):
            self._runner.remove_system(system)
        self._refit({k: v for k, v in self.scenario.systems.items() if k != name})

    def _build(self, name: str, settings: Settings, group: str = SYSTEMS) -> None:
        rate = self.world.tick_rate_hz
        plugin, config = configure(self._registry, name, settings, tick_rate_hz=rate, group=group)
        known_as = f"autopilot {name}" if group == AUTOPILOTS else name
        if not hasattr(plugin, "build"):
            self._systems_of[known_as] = []
            return
        before = set(self._runner.system_names)
        try:
            plugin.build(self._app, config)
        except ValueError as error:
            raise settings.mistake(error) from error
        added = [name for name in self._runner.system_names if name not in before]
        self._systems_of[known_as] = added

    def _refit(self, systems: Mapping[str, Settings]) -> None:
        """Give every vehicle the columns and systems that the new set of plugins asks for."""
        old = self.factory
        scenario = replace(old.scenario, systems=systems)
        self.factory = VehicleFactory(
            scenario, self._registry, items=old.items, foreign=old.foreign
        )
        try:
            fitted = self.factory.refitted(old)
        except Exception:
            self.factory = old
            raise
        for number, table in enumerate(self.world.tables):
            members = [r for r in self.world.models() if r.table == number]
            if not members:
                continue
            known = set(table.layout.places)
            first = fitted[members[0].facts["model_key"]]
            table.extend(first.vehicle_class)
            for record in members:
                spec = fitted[record.facts["model_key"]]
                record.facts |= {"spec": spec}
                for column in spec.values.keys() - known:
                    table.set_value(record.row, column, spec.values[column])
        self.world.structure_version += 1
        self.world.population_version += 1
