"""Hosts the world-wide plugins of a simulation: built at load, added and removed while running."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from simloop.server.files.parts import configure
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.settings import Settings
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.plugin_share import PluginShare
from simloop.server.plugins import AUTOPILOTS, LINKS, SYSTEMS, PluginError, Registry
from simloop.server.vehicle_factory import VehicleFactory
from simloop.world.plugin import App
from simloop.world.runner import Runner


class PluginHost:
    """Knows what each plugin brought, and refits vehicles when the set of plugins changes.

    A plugin joins or leaves whole: if anything refuses it, everything is as it was.
    """

    def __init__(
        self,
        app: App,
        provided: dict[str, Any],
        runner: Runner,
        registry: Registry,
        factory: VehicleFactory,
    ) -> None:
        self._app = app
        self._provided = provided
        self.world = runner.world
        self._runner = runner
        self._registry = registry
        self.factory = factory
        self._shares: dict[str, PluginShare | None] = {}

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
            if name not in self._shares:
                self._build(name, settings)
        pilot = vehicle.autopilot
        if f"autopilot {pilot.kind}" not in self._shares:
            self._build(pilot.kind, pilot.settings_in_use, AUTOPILOTS)

    def add(self, name: str, settings: Mapping[str, Any]) -> None:
        """Let a plugin join a running simulation: its systems, and its part of every vehicle."""
        if name in self.scenario.systems:
            raise ValueError(f"system '{name}' is there already")
        given = Settings.of(settings, name)
        with self._whole_or_not_at_all():
            self._refit({**self.scenario.systems, name: given})
            self._build(name, given)
        self._build_anew_what_is_built_on(name)

    def remove(self, name: str) -> None:
        """Take a plugin out: all that it brought, and its part of every vehicle."""
        if name not in self.scenario.systems:
            raise ValueError(f"system '{name}' is not there")
        share = self._shares.get(name)
        gone = {id(system) for system in share.systems} if share is not None else set()
        with self._whole_or_not_at_all():
            self._runner.set_roster([s for s in self._runner.roster if id(s) not in gone])
            self._refit({k: v for k, v in self.scenario.systems.items() if k != name})
            self._runner.check_order(self._runner.roster)
        # Nothing can refuse any more: what is closed now cannot be opened again.
        if share is not None:
            share.leave()
        self._shares.pop(name, None)
        self._build_anew_what_is_built_on(name)

    def _build_anew_what_is_built_on(self, name: str) -> None:
        """Let plugins that hold on to what another one provides meet what is there now."""
        for other, settings in self.scenario.systems.items():
            share = self._shares.get(other)
            plugin = self._registry.load(other)
            if other != name and share is not None and name in getattr(plugin, "BUILT_ON", ()):
                share.leave()
                self._build(other, settings)

    def _build(self, name: str, settings: Settings, group: str = SYSTEMS) -> None:
        rate = self.world.tick_rate_hz
        plugin, config = configure(self._registry, name, settings, tick_rate_hz=rate, group=group)
        known_as = f"autopilot {name}" if group == AUTOPILOTS else name
        share = None
        if hasattr(plugin, "build"):
            share = PluginShare(self._app, self._runner, self._provided)
            try:
                plugin.build(share, config)
            except BaseException as error:
                share.note_offers()
                share.leave()
                if isinstance(error, ValueError):
                    raise settings.mistake(error) from error
                if isinstance(error, SystemExit):
                    raise PluginError(f"'{name}' called exit({error}) as it joined") from error
                raise
            share.note_offers()
        self._shares[known_as] = share

    @contextmanager
    def _whole_or_not_at_all(self) -> Iterator[None]:
        """Bring schedule, factory and vehicles back if the change is refused half-way."""
        factory, roster = self.factory, self._runner.roster
        tables = [table.save() for table in self.world.tables]
        specs = [(record, record.facts.get("spec")) for record in self.world.models()]
        try:
            yield
        except BaseException:
            self.factory = factory
            self._runner.set_roster(roster)
            for table, saved in zip(self.world.tables, tables, strict=True):
                table.load(saved)
            for record, spec in specs:
                record.facts |= {"spec": spec}
            self._note_change()
            raise

    def _note_change(self) -> None:
        self.world.structure_version += 1
        self.world.population_version += 1

    def _refit(self, systems: Mapping[str, Settings]) -> None:
        """Give every vehicle the columns and systems that the new set of plugins asks for."""
        old = self.factory
        scenario = replace(old.scenario, systems=systems)
        self.factory = VehicleFactory(
            scenario, self._registry, items=old.items, foreign=old.foreign
        )
        fitted = self.factory.refitted(old)
        # Of models that are made anew everything has been told.
        self.factory.tell_rates = old.tell_rates
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
        self._note_change()
