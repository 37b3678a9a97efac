"""The simulators of a scenario: made from its files, ready to be connected."""

from simloop.server.files.mistake import FileMistake
from simloop.server.files.parts import configure_adapter
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.settings import Settings
from simloop.server.plugins import Registry
from simloop.sitl.adapter_registry import AdapterRegistry
from simloop.sitl.simulator_adapter import SimulatorAdapter, SimulatorError, check_methods


def make_adapters(scenario: ResolvedScenario, registry: Registry, into: AdapterRegistry) -> None:
    """Make every adapter that the scenario lists, and those that only its vehicles name."""
    asked = dict(scenario.adapters)
    for vehicle in scenario.vehicles:
        asked.setdefault(vehicle.adapter, Settings.of({}, f"adapter '{vehicle.adapter}'"))
    for name in sorted(asked):
        into.register(make_adapter(registry, name, asked[name], scenario.tick_rate_hz))


def make_adapter(
    registry: Registry, name: str, settings: Settings, tick_rate_hz: int
) -> SimulatorAdapter:
    """One adapter; what it refuses is told with the line of the file."""
    plugin, config = configure_adapter(registry, name, settings, tick_rate_hz=tick_rate_hz)
    try:
        adapter: SimulatorAdapter = plugin.make(name, config)
        check_methods(adapter)
    except SimulatorError as error:
        raise FileMistake(settings.node.mark, error.cause, error.remedy) from None
    except ValueError as error:
        raise settings.mistake(error) from None
    return adapter
