"""The clock of a run, from what its scenario says about time, and how others reach it."""

from math import inf

from simloop.messages.rosgraph_msgs import Clock
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.server.files.mistake import FileMistake
from simloop.server.files.resolved import ResolvedScenario
from simloop.timing.mode import TimeMode
from simloop.timing.time_manager import TimeManager
from simloop.timing.wall import WallClock
from simloop.transport.bus import Bus
from simloop.world.activity import Activity
from simloop.world.runner import Runner, TickInfo
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


def serve_time(time: TimeManager, bus: Bus, runner: Runner) -> None:
    """Let others pause the run, and publish simulated time while somebody listens."""

    def toggle_pause(request: TriggerRequest) -> TriggerResponse:
        response = time.toggle_pause(request)
        if time.paused:
            runner.hold()
        return response

    bus.serve(
        "time_manager/toggle_pause",
        TriggerRequest,
        TriggerResponse,
        toggle_pause,
        doc="pause or play",
        by="time_manager",
    )
    _publish_clock(time, bus, runner)


def _publish_clock(time: TimeManager, bus: Bus, runner: Runner) -> None:
    clock = bus.advertise("clock", Clock, "simulated time", by="time_manager")

    def publish(info: TickInfo) -> None:
        if time.clock_is_due(info.tick):
            clock.publish(time.clock_message(info.tick))

    runner.add_system(
        PythonSystem(
            name="topic clock",
            stage=Stage.OBSERVE,
            run=publish,
            active=Activity(lambda: clock.has_subscribers),
        )
    )
