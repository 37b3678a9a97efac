"""The clock of a run, from what its scenario says about time."""

from math import inf

from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.timing.mode import TimeMode
from simloop.timing.time_manager import TimeManager
from simloop.timing.wall import WallClock


def time_manager_of(scenario: ResolvedScenario, wall: WallClock | None = None) -> TimeManager:
    """The clock, paced as the scenario says."""
    try:
        return TimeManager(scenario.tick_rate_hz, _mode_of(scenario), wall=wall)
    except ValueError as error:
        raise FileMistake(None, f"step_size_us: {error}") from None


def _mode_of(scenario: ResolvedScenario) -> TimeMode:
    if scenario.time_mode == "lockstep" and scenario.step_size_us is not None:
        return TimeMode.Lockstep(step_size_us=scenario.step_size_us)
    if scenario.time_mode == "free_running":
        return TimeMode.FreeRunning()
    return TimeMode.Scaled(factor=inf if scenario.speed == "max" else scenario.speed)
