"""The clock of a run, from what its scenario says about time."""

from collections.abc import Callable
from math import inf

from simloop.messages.rosgraph_msgs import Clock
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.timing.mode import TimeMode
from simloop.timing.time_manager import TimeManager
from simloop.timing.wall import WallClock
from simloop.transport.bus import Bus
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage


def time_manager_of(scenario: ResolvedScenario, wall: WallClock | None = None) -> TimeManager:
    """The clock, paced as the scenario says."""
    try:
        return TimeManager(
            scenario.tick_rate_hz,
            _mode_of(scenario),
            real_time_multiplier=scenario.real_time_multiplier,
            default_pub_rate_us=scenario.default_pub_rate_us,
            wall=wall,
        )
    except ValueError as error:
        raise FileMistake(None, f"step_size_us: {error}") from None


def _mode_of(scenario: ResolvedScenario) -> TimeMode:
    if scenario.time_mode == "lockstep" and scenario.step_size_us is not None:
        return TimeMode.Lockstep(step_size_us=scenario.step_size_us)
    if scenario.time_mode == "free_running":
        return TimeMode.FreeRunning()
    return TimeMode.Scaled(factor=inf if scenario.speed == "max" else scenario.speed)


def publish_clock(time: TimeManager, bus: Bus, add_system: Callable[[PythonSystem], None]) -> None:
    """Publish simulated time while somebody listens."""
    clock = bus.advertise("clock", Clock, "simulated time", by="time_manager")

    def publish(info: TickInfo) -> None:
        if time.clock_is_due(info.tick):
            clock.publish(time.clock_message(info.tick))

    add_system(
        PythonSystem(
            name="topic clock",
            stage=Stage.OBSERVE,
            run=publish,
            active=lambda: clock.has_subscribers,
        )
    )
