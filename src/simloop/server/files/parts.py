"""Joins what files say with the plugins that are installed: settings become typed Configs."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from simloop.server.files.convert import mapping_of
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.settings import Settings, build_config
from simloop.server.files.vehicle_file import VehicleFile
from simloop.server.files.yaml_tree import Node
from simloop.server.plugins import (
    ADAPTERS,
    AUTOPILOTS,
    LINKS,
    SYSTEMS,
    PluginError,
    Registry,
    UnknownPluginError,
)
from simloop.sitl.foreign_body import ForeignBody, stand_back
from simloop.timing.rates import nearest_rate_hz, period_ticks
from simloop.world.plugin import VehicleKit

MAX_PERIOD_TICKS = 2**31
# Physics comes last: it moves what the vehicle's dynamics brought.
_LAST = "physics"


def configure(
    registry: Registry, name: str, settings: Settings, *, tick_rate_hz: int, group: str = SYSTEMS
) -> tuple[Any, Any]:
    """A plugin and its Config; every rate that is stated must divide the tick rate.

    A system's rate that is not stated is its own, or the nearest to it that divides the tick rate.
    Autopilots and links have peers that expect theirs.
    """
    plugin, config = configured(registry, name, settings, group)
    if group == SYSTEMS and config is not None:
        config = _adapted(config, settings, tick_rate_hz)
    try:
        _check_rates(config, tick_rate_hz)
    except ValueError as error:
        raise settings.mistake(error) from None
    return plugin, config


def configured(
    registry: Registry, name: str, settings: Settings, group: str = SYSTEMS
) -> tuple[Any, Any]:
    """A plugin and its Config, whatever the tick rate is."""
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
    return plugin, build_config(config_class, settings, name)


def configure_adapter(
    registry: Registry, name: str, settings: Settings, *, tick_rate_hz: int
) -> tuple[Any, Any]:
    """The plugin of an adapter and its Config; `kind` names the plugin, the name if left out."""
    entries = dict(mapping_of(settings.node, name))
    kind = entries.pop("kind", None)
    own = Settings.from_node(Node(entries, settings.node.mark), name)
    if kind is not None and not isinstance(kind.value, str):
        raise FileMistake(kind.mark, f"'kind' of adapter '{name}' is no name", "write a word")
    word = name if kind is None else str(kind.value)
    return configure(registry, word, own, tick_rate_hz=tick_rate_hz, group=ADAPTERS)


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
    except SystemExit as error:
        raise PluginError(f"'{name}' called exit({error}) while it equipped a vehicle") from error


def equip_vehicle(
    kit: VehicleKit,
    registry: Registry,
    model: VehicleFile,
    systems: Mapping[str, Settings],
    foreign: ForeignBody | None = None,
) -> None:
    """Equip a vehicle with what it carries, its autopilot, and what the world gives to all.

    A `foreign` body is moved by another simulator: what would move it here is left out.
    """
    parts, pilot = model.parts(), model.autopilot
    for name, settings in parts.items():
        equip(kit, registry, name, settings)
    equip(kit, registry, pilot.kind, pilot.settings_in_use, AUTOPILOTS)
    given = sorted(systems.keys() - parts.keys() - {_LAST})
    for name in given:
        _equip_if_carried(kit, registry, name, systems[name])
    if foreign is not None:
        stand_back(kit, foreign)
    if _LAST in systems and _LAST not in parts:
        _equip_if_carried(kit, registry, _LAST, systems[_LAST])


def _equip_if_carried(kit: VehicleKit, registry: Registry, name: str, settings: Settings) -> None:
    """Let a plugin of the world equip a vehicle, if that is something it does."""
    plugin, _ = configure(registry, name, settings, tick_rate_hz=kit.tick_rate_hz)
    if hasattr(plugin, "equip"):
        equip(kit, registry, name, settings)


def check_plugins(resolved: ResolvedScenario, registry: Registry) -> None:
    """Try every plugin a scenario names, to find mistakes before the run."""
    for name, settings in resolved.systems.items():
        configure(registry, name, settings, tick_rate_hz=resolved.tick_rate_hz)
    for name, settings in resolved.links.items():
        configure(registry, name, settings, tick_rate_hz=resolved.tick_rate_hz, group=LINKS)
    for name, settings in resolved.adapters.items():
        configure_adapter(registry, name, settings, tick_rate_hz=resolved.tick_rate_hz)
    for model in resolved.models.values():
        equip_vehicle(VehicleKit(resolved.tick_rate_hz), registry, model, resolved.systems)


def _adapted(config: Any, settings: Settings, tick_rate_hz: int) -> Any:
    """The Config with rates that nobody stated moved to where they divide the tick rate."""
    changes = {}
    for item in fields(config) if is_dataclass(config) else ():
        rate_hz = getattr(config, item.name)
        if not item.name.endswith("rate_hz") or item.name in settings.values:
            continue
        if isinstance(rate_hz, (int, float)) and rate_hz > 0.0:
            fitting_hz = nearest_rate_hz(rate_hz, tick_rate_hz)
            if fitting_hz != rate_hz:
                changes[item.name] = fitting_hz
    return replace(config, **changes) if changes else config


def _check_rates(config: Any, tick_rate_hz: int) -> None:
    for item in fields(config) if is_dataclass(config) else ():
        rate_hz = getattr(config, item.name)
        if not item.name.endswith("rate_hz") or rate_hz is None:
            continue
        # A rate so small that its period has no number is no rate.
        if not tick_rate_hz / MAX_PERIOD_TICKS <= rate_hz <= tick_rate_hz:
            raise ValueError(f"{item.name} is {rate_hz:g}: write a number from 1 to {tick_rate_hz}")
        period_ticks(rate_hz, tick_rate_hz, item.name)
