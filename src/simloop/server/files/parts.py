"""Joins what files say with the plugins that are installed: settings become typed Configs."""

from collections.abc import Mapping
from typing import Any

from simloop.server.files.convert import mapping_of
from simloop.server.files.mistake import FileMistake
from simloop.server.files.rates import check_rates, fit_rates, moved_rates
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
from simloop.world.plugin import VehicleKit

# Physics comes last: it moves what the vehicle's dynamics brought.
_LAST = "physics"
# The fact of a vehicle that tells rates of its files which were moved: as written, and as used.
MOVED_RATES = "moved_rates"


def configure(
    registry: Registry, name: str, settings: Settings, *, tick_rate_hz: int, group: str = SYSTEMS
) -> tuple[Any, Any]:
    """A plugin and its Config; every rate that a user states must divide the tick rate.

    A system's rate that only the library states, or nobody, moves to the nearest that divides it.
    Autopilots and links have peers that expect theirs; those of an adapter are of its own world.
    """
    plugin, config = configured(registry, name, settings, group)
    if config is None or group == ADAPTERS:
        return plugin, config
    if group == SYSTEMS:
        config = fit_rates(config, settings, tick_rate_hz)
    try:
        check_rates(config, tick_rate_hz)
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
    for rate, moved in moved_rates(config, settings).items():
        who = name if rate == "rate_hz" else f"{name}.{rate}"
        kit.facts.setdefault(MOVED_RATES, {})[who] = moved
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
