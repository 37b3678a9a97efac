"""Starts autopilots that are programs of their own, watches them, and leaves none behind."""

import atexit
import ctypes
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from simloop.links.group_watchdog import WATCHDOG
from simloop.links.launch import PLACES, RUN_DIRECTORY, Launch, cannot_start, find_program
from simloop.sitl.time_coordinator import COORDINATOR, Listener, TimeCoordinator
from simloop.world.plugin import App

PROCESSES = "autopilot_processes"
"""Under this name programs find all of them, by the names of their vehicles."""

OUTPUT_FILE = "autopilot.log"
GRACE_S = 2.0
_LOOK_AGAIN_S = 0.01
_TAIL_BYTES = 4096
_PR_SET_PDEATHSIG, _PR_SET_TIMERSLACK = 1, 29
# Linux lets a sleep last 50 us longer than asked, as much as the whole sleep in a loop of 8 kHz.
_TIMER_SLACK_NS = 1000


class AutopilotProcess:
    """One program in a process group of its own, with its output in a file of its directory."""

    def __init__(
        self,
        name: str,
        launch: Launch,
        *,
        places: Mapping[str, int],
        run_directory: Callable[[], Path | None] = lambda: None,
        tell: Listener | None = None,
    ) -> None:
        self.name = name
        self.launch = launch
        self.ended: str | None = None
        """How it ended, in one sentence, unless it runs or was never started."""
        self.was_killed = False
        """Did it end because somebody here wanted it to?"""
        self._places = dict(places)
        self._run_directory = run_directory
        self._tell = tell
        self._directory: Path | None = None
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Is it there? A stopped one is."""
        return self._process is not None and not self._has_exited()

    @property
    def pid(self) -> int | None:
        """The number of the process; None unless it runs."""
        return self._process.pid if self._process is not None else None

    @property
    def directory(self) -> Path | None:
        """Where it runs; None before the first start."""
        return self._directory

    def start(self) -> None:
        """Start it, unless it runs already.

        Raises:
            AutopilotProcessError: there is no such program, or it cannot be run.
        """
        if self.running:
            return
        self.check()
        directory = self._own_directory()
        program = find_program(self.launch.command)
        arguments = [_filled(text, self._places) for text in self.launch.arguments]
        added = {k: _filled(v, self._places) for k, v in self.launch.environment.items()}
        try:
            with (directory / OUTPUT_FILE).open("ab") as output:
                self._process = subprocess.Popen(
                    [program, *arguments],
                    cwd=directory,
                    env={**os.environ, **added},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    process_group=0,
                    preexec_fn=_first_of_all(),  # noqa: PLW1509 - two system calls, no lock
                )
        except OSError as error:
            raise cannot_start(self.launch.command, error.strerror or str(error)) from None
        WATCHDOG.watch(self._process.pid)
        self.ended, self.was_killed = None, False
        atexit.register(self.close)

    def check(self) -> str | None:
        """Notice whether it has ended by itself; the sentence that says how, if so."""
        if self._process is not None and self._has_exited():
            self._bury("ended")
        return self.ended

    def stop(self) -> None:
        """Let it stand still; `go_on` lets it run again."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a stopped one run again."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is not None:
            self.was_killed = True
            self._signal(signal.SIGKILL)
            self._bury("was killed")

    def restart(self) -> None:
        """End it and start it anew."""
        self.close()
        self.start()

    def close(self) -> None:
        """Ask it to end, make it end after a grace, and wait until it has."""
        if self._process is None:
            return
        self._signal(signal.SIGTERM)
        # One that stands still would not hear it.
        self._signal(signal.SIGCONT)
        deadline = time.monotonic() + GRACE_S
        while not self._has_exited() and time.monotonic() < deadline:
            time.sleep(_LOOK_AGAIN_S)
        self._signal(signal.SIGKILL)
        WATCHDOG.forget(self._process.pid)
        self._process.wait()
        self._process = None
        atexit.unregister(self.close)

    def clean(self) -> None:
        """Close it and remove a temporary directory."""
        self.close()
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = self._directory = None

    def last_line(self) -> str:
        """The last line it wrote."""
        if self._directory is None:
            return ""
        try:
            with (self._directory / OUTPUT_FILE).open("rb") as file:
                file.seek(0, os.SEEK_END)
                file.seek(max(0, file.tell() - _TAIL_BYTES))
                lines = file.read().decode("utf-8", "replace").split("\n")
        except OSError:
            return ""
        return next((" ".join(line.split()) for line in reversed(lines) if line.strip()), "")

    def _has_exited(self) -> bool:
        """Look without burying it: its number stays taken until its group is gone, too."""
        process = self._process
        if process is None:
            return False
        if not hasattr(os, "waitid"):
            return process.poll() is not None
        try:
            look = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, process.pid, look) is not None
        except ChildProcessError:
            return True

    def _bury(self, how: str) -> None:
        process = self._process
        if process is None:
            return
        # What it has started goes with it.
        self._signal(signal.SIGKILL)
        WATCHDOG.forget(process.pid)
        code = process.wait()
        self._process = None
        atexit.unregister(self.close)
        line = self.last_line()
        told = f"'{self.launch.command}' {how} with {_code(code)}"
        self.ended = f"{told}: {line}" if line else told
        if self._tell is not None:
            self._tell(self.name, "exited", self.ended)

    def _signal(self, number: int) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    def _own_directory(self) -> Path:
        if self._directory is None:
            self._directory = self._choose_directory()
        self._directory.mkdir(parents=True, exist_ok=True)
        return self._directory

    def _choose_directory(self) -> Path:
        if self.launch.directory is not None:
            return Path(self.launch.directory).expanduser().absolute()
        plain = re.sub(r"[^\w.-]", "_", self.name).lstrip(".") or "vehicle"
        run = self._run_directory()
        if run is not None:
            return (run / plain).absolute()
        self._temporary = tempfile.TemporaryDirectory(prefix=f"simloop_{plain}_")
        return Path(self._temporary.name)


def autopilot_process(
    app: App, name: str, launch: Launch, places: Mapping[str, int]
) -> AutopilotProcess:
    """A vehicle's autopilot, known to the run and closed with it; start it in the first tick."""
    find_program(launch.command)
    processes: dict[str, AutopilotProcess] = app.provided.get(PROCESSES, {})
    if PROCESSES not in app.provided:
        app.provide(PROCESSES, processes)
    coordinator = app.provided.get(COORDINATOR)
    process = AutopilotProcess(
        name,
        launch,
        places=places,
        run_directory=lambda: _run_directory(app),
        tell=coordinator.tell if isinstance(coordinator, TimeCoordinator) else None,
    )
    processes[name] = process
    app.at_close(process.clean)
    return process


def _run_directory(app: App) -> Path | None:
    found = app.provided.get(RUN_DIRECTORY)
    return found if isinstance(found, Path) else None


def _filled(text: str, places: Mapping[str, int]) -> str:
    return text.format(**{name: places.get(name, "") for name in PLACES})


def _code(code: int) -> str:
    if code >= 0:
        return f"code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _first_of_all() -> Callable[[], None] | None:
    """What a child does first, where the system offers it: it ends with us, and sleeps exactly.

    To Linux "us" is the thread that starts it, so that has to be one that stays: the loop's.
    """
    if not sys.platform.startswith("linux"):
        return None
    # Looked up before the fork: a child may not import.
    prctl = ctypes.CDLL(None).prctl

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        prctl(_PR_SET_TIMERSLACK, _TIMER_SLACK_NS)

    return prepare
