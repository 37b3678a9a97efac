"""What plugins find in a run before any of them has joined it."""

from typing import Any

from simloop.links.mavlink import DEFAULTS
from simloop.server.files.memory import vehicle_memories
from simloop.server.files.resolved import ResolvedScenario
from simloop.sitl.key_lines import KEY_LINES, key_lines_of
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.sitl.vehicle_memory import MEMORIES
from simloop.timing.time_manager import TIME_MANAGER, TimeManager


def first_things(
    scenario: ResolvedScenario, coordinator: TimeCoordinator, time: TimeManager
) -> dict[str, Any]:
    """By the names under which plugins look for them."""
    links = {name: settings.values for name, settings in scenario.links.items()}
    return {
        MEMORIES: vehicle_memories(scenario.memory),
        COORDINATOR: coordinator,
        TIME_MANAGER: time,
        KEY_LINES: key_lines_of(links, DEFAULTS),
    }
