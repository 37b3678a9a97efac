"""Sees to the program of one line: started, missed, started again, and what to do about it."""

from simloop.links.autopilot_process import OUTPUT_FILE, AutopilotProcess
from simloop.sitl.time_coordinator import TimeCoordinator
from simloop.timing.wall import WallClock

# A program that dies again and again is given more time from start to start.
_FIRST_REST_S, _LONGEST_REST_S = 1.0, 30.0
_NS_PER_S = 1e9


class AutopilotKeeper:
    """Starts a program in the first tick, and again if it dies while the run holds for it.

    Without a program of ours it only knows how the user starts one.
    """

    def __init__(
        self,
        process: AutopilotProcess | None,
        coordinator: TimeCoordinator,
        start: str,
        wall: WallClock | None = None,
    ) -> None:
        self._process = process
        self._coordinator = coordinator
        self._start = start
        self._wall = wall or WallClock()
        self._rest_s = _FIRST_REST_S
        self._started_ns: int | None = None

    @property
    def running(self) -> bool:
        """Is there a program of ours, and does it run?"""
        return self._process is not None and self._process.running

    def attend(self) -> None:
        """Start it the first time, notice its end, and start it anew if the run holds for it."""
        process = self._process
        if process is None:
            return
        if process.check() is None:
            if process.pid is None:
                self._begin(process)
        elif self._coordinator.policy == "hold" and not process.was_killed:
            self._begin_again(process)

    def restart(self) -> None:
        """End it and start it anew."""
        if self._process is not None:
            self._process.restart()

    def fix(self) -> str:
        """What helps now: to start it, or to look why ours has not come or has gone."""
        process = self._process
        if process is None:
            return self._start
        return process.ended or f"its console is in {process.directory}/{OUTPUT_FILE}"

    def close(self) -> None:
        """End it, and leave nothing of it behind."""
        if self._process is not None:
            self._process.clean()

    def _begin(self, process: AutopilotProcess) -> None:
        self._started_ns = self._wall.monotonic_ns()
        process.start()

    def _begin_again(self, process: AutopilotProcess) -> None:
        ran_s = (self._wall.monotonic_ns() - (self._started_ns or 0)) / _NS_PER_S
        if ran_s < self._rest_s:
            return
        # One that has run for long starts at once, and so it will the next time.
        doubled = min(2.0 * self._rest_s, _LONGEST_REST_S)
        self._rest_s = _FIRST_REST_S if ran_s > _LONGEST_REST_S else doubled
        self._begin(process)
        self._coordinator.tell(process.name, "started again", process.launch.command)
