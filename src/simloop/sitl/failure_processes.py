"""Failures of the autopilot itself: a program of its own, or our firmware on its board."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from simloop.sitl.board_lane import BoardLane, board_lane
from simloop.sitl.failure_time import MissingPasses
from simloop.sitl.firmware_links import LINES, FirmwareLinks
from simloop.sitl.time_coordinator import COORDINATOR, TimeCoordinator
from simloop.systems.failures import Effect, FailureDesk, FailureRequest, UnsupportedError
from simloop.systems.failures.chance import Chance
from simloop.world.plugin import App

AUTOPILOT = "autopilot"
PROCESSES = "autopilot_processes"
BY_ITSELF = "betaflight"


class Process(Protocol):
    """An autopilot that is a program."""

    def stop(self) -> None:
        """Let it stand still."""

    def go_on(self) -> None:
        """Let a stopped one run again."""

    def kill(self) -> None:
        """End it at once."""

    def restart(self) -> None:
        """End it and start it anew."""


class StoppedProcess(Effect):
    """It stands still, and goes on at the end."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def begin(self) -> None:
        """Stop it."""
        self._process.stop()

    def end(self) -> None:
        """Let it go on."""
        self._process.go_on()

    def drop(self) -> None:
        """A program cannot go back in time, but it must not stand still for ever."""
        self._process.go_on()

    def load(self, saved: Any) -> None:
        """It stood still at that time."""
        self._process.stop()


class KilledProcess(Effect):
    """It dies, and is started anew at the end."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def begin(self) -> None:
        """Kill it."""
        self._process.kill()

    def end(self) -> None:
        """Start it anew."""
        self._process.restart()


class SlowProcess(Effect):
    """It stands still for a share of every period of simulated time."""

    steady = False
    PERIOD_S = 0.1

    def __init__(self, app: App, process: Process, missing: float) -> None:
        self._app, self._process, self._missing = app, process, missing
        self._stopped = False

    def update(self, share: float) -> None:
        """Stop it, or let it go on, by where in the period this tick is."""
        period = max(round(self.PERIOD_S * self._app.tick_rate_hz), 2)
        stopped = self._app.world.tick % period < share * self._missing * period
        if stopped != self._stopped:
            self._stopped = stopped
            (self._process.stop if stopped else self._process.go_on)()

    def end(self) -> None:
        """Let it go on."""
        self.drop()

    def drop(self) -> None:
        """The same."""
        self._process.go_on()
        self._stopped = False


class Once(Effect):
    """Something that is done at the onset, and once."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do

    def begin(self) -> None:
        """Do it."""
        self._do()


class DeadFirmware(MissingPasses):
    """The firmware dies: outputs rest until it starts anew at the end."""

    def __init__(self, place: BoardLane, restart: Callable[[], object], chance: Chance) -> None:
        super().__init__(place, 1.0, chance)
        self._restart = restart

    def begin(self) -> None:
        """Die."""
        super().begin()
        self._place.crew.board.rest_outputs(self._place.lane)

    def end(self) -> None:
        """Run again, from the start."""
        super().end()
        self._restart()


class AutopilotFailures:
    """Makes the failures of whatever flies a vehicle."""

    def __init__(self, app: App) -> None:
        self._app = app

    def stop(self, request: FailureRequest) -> Effect:
        """The autopilot stands still."""
        process = self._process(request.vehicle)
        return StoppedProcess(process) if process is not None else self._missing(request, 1.0)

    def kill(self, request: FailureRequest) -> Effect:
        """The autopilot dies, and starts anew at the end."""
        process = self._process(request.vehicle)
        if process is not None:
            return KilledProcess(process)
        place, chance = board_lane(self._app, request.vehicle), self._chance(request)
        return DeadFirmware(place, self._restart_of(request.vehicle), chance)

    def restart(self, request: FailureRequest) -> Effect:
        """The autopilot starts anew at the onset."""
        process = self._process(request.vehicle)
        return Once(process.restart if process is not None else self._restart_of(request.vehicle))

    def slow(self, request: FailureRequest) -> Effect:
        """The autopilot does a share of its work."""
        missing = request.strength["share"]
        if not 0.0 < missing < 1.0:
            raise ValueError(f"share is {missing:g}: use more than 0 and less than 1")
        process = self._process(request.vehicle)
        if process is None:
            return self._missing(request, missing)
        if self._in_lockstep(request.vehicle):
            raise UnsupportedError(
                f"'{request.vehicle}' flies in lockstep: time waits for a slow autopilot"
            )
        return SlowProcess(self._app, process, missing)

    def _in_lockstep(self, vehicle: str) -> bool:
        """Does the run wait for this vehicle's autopilot in every tick?"""
        coordinator = self._app.provided.get(COORDINATOR)
        parties = coordinator.parties if isinstance(coordinator, TimeCoordinator) else ()
        waited_for = [party.split() for party in parties if vehicle in party.split()]
        # One that keeps time by itself is a party too, but only waited for when it falls silent.
        return any(BY_ITSELF not in words for words in waited_for)

    def _missing(self, request: FailureRequest, missing: float) -> Effect:
        place = board_lane(self._app, request.vehicle)
        return MissingPasses(place, missing, self._chance(request))

    def _process(self, vehicle: str) -> Process | None:
        processes = self._app.provided.get(PROCESSES)
        return processes.get(vehicle) if isinstance(processes, Mapping) else None

    def _restart_of(self, vehicle: str) -> Callable[[], object]:
        links = self._app.provided.get(LINES)
        if not isinstance(links, FirmwareLinks) or links.line_of(vehicle) is None:
            raise UnsupportedError(f"'{vehicle}' has no autopilot that simloop could restart")
        return lambda: links.restart(vehicle)

    def _chance(self, request: FailureRequest) -> Chance:
        world = self._app.world
        key = world.vector(world.by_name(request.vehicle), "noise_key")[0]
        return Chance(key, AUTOPILOT, request.kind)


def offer_autopilot_failures(app: App, desk: FailureDesk) -> None:
    """Let autopilots fail."""
    failures = AutopilotFailures(app)
    still = "the autopilot stands still and goes on at the end; outputs hold"
    desk.offer(AUTOPILOT, "off", failures.stop, meaning=still)
    desk.offer(AUTOPILOT, "stop", failures.stop, meaning=still)
    desk.offer(
        AUTOPILOT,
        "kill",
        failures.kill,
        meaning="the autopilot dies and outputs rest; it starts anew at the end",
    )
    desk.offer(
        AUTOPILOT, "restart", failures.restart, meaning="the autopilot starts anew at the onset"
    )
    desk.offer(
        AUTOPILOT,
        "slow",
        failures.slow,
        meaning="the autopilot misses a share of its work",
        strength={"share": 0.5},
    )
