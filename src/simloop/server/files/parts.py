"""Joins what files say with the plugins that are installed: settings become typed Configs."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.settings import Settings, build_config
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.plugins import AUTOPILOTS, LINKS, SYSTEMS, Registry, UnknownPluginError
from simloop.timing.rates import period_ticks
from simloop.world.plugin import VehicleKit

MAX_PERIOD_TICKS = 2**31
# Physics comes last: it moves what the vehicle's dynamics brought.
_LAST = "physics"


def configure(
    registry: Registry, name: str, settings: Settings, *, tick_rate_hz: int, group: str = SYSTEMS
) -> tuple[Any, Any]:
    """A plugin and its Config; every rate in it must divide the tick rate."""
    try:
        plugin = registry.load(name, group)
    except UnknownPluginError as error:
        raise FileMistake(settings.node.mark, error.message, error.fix) from None
    config_class = getattr(plugin, "Config", None)
    if config_class is None:
        if settings.values:
            fix = f"leave everything below '{name}:' out"
            raise FileMistake(settings.node.mark, f"'{name}' has no settings", fix)
        return plugin, None
    config = build_config(config_class, settings, name)
    try:
        _check_rates(config, tick_rate_hz)
    except ValueError as error:
        raise settings.mistake(error) from None
    return plugin, config


def equip(
    kit: VehicleKit, registry: Registry, name: str, settings: Settings, group: str = SYSTEMS
) -> None:
    """Let a plugin equip a vehicle; what it refuses is told with the line of the file."""
    plugin, config = configure(registry, name, settings, tick_rate_hz=kit.tick_rate_hz, group=group)
    if not hasattr(plugin, "equip"):
        fix = "put it below 'systems:' of the world or the scenario"
        raise FileMistake(settings.node.mark, f"'{name}' is nothing a vehicle carries", fix)
    try:
        plugin.equip(kit, config)
    except ValueError as error:
        raise settings.mistake(error) from error


def equip_vehicle(
    kit: VehicleKit, registry: Registry, model: VehicleFile, systems: Mapping[str, Settings]
) -> None:
    """Equip a vehicle with what it carries, its autopilot, and what the world gives to all."""
    parts, pilot = model.parts(), model.autopilot
    for name, settings in parts.items():
        equip(kit, registry, name, settings)
    equip(kit, registry, pilot.kind, pilot.settings_in_use, AUTOPILOTS)
    for name in sorted(systems.keys() - parts.keys(), key=lambda name: (name == _LAST, name)):
        plugin, _ = configure(registry, name, systems[name], tick_rate_hz=kit.tick_rate_hz)
        if hasattr(plugin, "equip"):
            equip(kit, registry, name, systems[name])


def check_plugins(resolved: ResolvedScenario, registry: Registry) -> None:
    """Try every plugin a scenario names, to find mistakes before the run."""
    for name, settings in resolved.systems.items():
        configure(registry, name, settings, tick_rate_hz=resolved.tick_rate_hz)
    for name, settings in resolved.links.items():
        configure(registry, name, settings, tick_rate_hz=resolved.tick_rate_hz, group=LINKS)
    for model in resolved.models.values():
        equip_vehicle(VehicleKit(resolved.tick_rate_hz), registry, model, resolved.systems)


def _check_rates(config: Any, tick_rate_hz: int) -> None:
    for item in fields(config) if is_dataclass(config) else ():
        rate_hz = getattr(config, item.name)
        if not item.name.endswith("rate_hz") or rate_hz is None:
            continue
        # A rate so small that its period has no number is no rate.
        if not tick_rate_hz / MAX_PERIOD_TICKS <= rate_hz <= tick_rate_hz:
            raise ValueError(f"{item.name} is {rate_hz:g}: write a number from 1 to {tick_rate_hz}")
        period_ticks(rate_hz, tick_rate_hz, item.name)
