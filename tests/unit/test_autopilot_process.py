"""Autopilots that are programs of their own: started, told of, and never left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simloop.links.autopilot_process import PROCESSES, AutopilotProcess, autopilot_process
from simloop.links.group_watchdog import GroupWatchdog
from simloop.links.launch import RUN_DIRECTORY, AutopilotProcessError, Launch, find_program
from simloop.testing.plain_app import PlainApp
from simloop.world.world import World

SAY_AND_WAIT = "import sys, time; print('ready', *sys.argv[1:], flush=True); time.sleep(600)"
IGNORE_TERM = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SAY_AND_WAIT}"
PARENT_OF_ONE = (
    "import subprocess, sys, time;"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    "print(child.pid, flush=True); time.sleep(600)"
)


def _python(code: str, *arguments: str, **settings: object) -> Launch:
    return Launch(command=sys.executable, arguments=("-c", code, *arguments), **settings)  # type: ignore[arg-type]


def _state(pid: int) -> str:
    """The letter of a process in /proc, '' if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def _until(text: str, process: AutopilotProcess) -> None:
    while text not in process.last_line():
        assert process.check() is None


@pytest.fixture
def started() -> Iterator[list[AutopilotProcess]]:
    processes: list[AutopilotProcess] = []
    yield processes
    for process in processes:
        process.clean()


def _start(started: list[AutopilotProcess], launch: Launch, **options: object) -> AutopilotProcess:
    places = {"port": 4562, "instance": 2, "vehicle_id": 3}
    process = AutopilotProcess("quad_3", launch, places=places, **options)  # type: ignore[arg-type]
    started.append(process)
    process.start()
    return process


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux stretches sleeps")
def test_its_sleeps_last_as_long_as_it_asks(started: list[AutopilotProcess]) -> None:
    """A loop of 8 kHz that sleeps 50 us would else take 100 us for that, and fall behind."""
    code = "import ctypes, time; print('slack', ctypes.CDLL(None).prctl(30), flush=True);"
    process = _start(started, _python(f"{code} time.sleep(600)"))
    _until("slack 1000", process)


def test_places_are_filled_in_and_output_goes_to_the_run(
    started: list[AutopilotProcess], tmp_path: Path
) -> None:
    launch = _python(
        SAY_AND_WAIT, "{port}", "-i{instance}", "{vehicle_id}", environment={"PX4_ID": "{port}"}
    )
    process = _start(started, launch, run_directory=lambda: tmp_path)
    _until("ready 4562 -i2 3", process)
    assert process.directory == tmp_path / "quad_3"
    assert (tmp_path / "quad_3" / "autopilot.log").read_text().startswith("ready")
    assert process.pid is not None
    assert os.getpgid(process.pid) == process.pid


def test_an_exit_is_told_with_its_code_and_last_words(started: list[AutopilotProcess]) -> None:
    told: list[tuple[str, str, str]] = []
    code = "print('params missing'); raise SystemExit(3)"
    process = _start(started, _python(code), tell=lambda *words: told.append(words))
    while process.running:
        pass
    assert process.check() == f"'{sys.executable}' ended with code 3: params missing"
    assert told == [("quad_3", "exited", process.ended)]
    assert process.check() == process.ended
    assert len(told) == 1


def test_stop_go_on_kill_restart(started: list[AutopilotProcess]) -> None:
    process = _start(started, _python(SAY_AND_WAIT))
    _until("ready", process)
    pid = process.pid
    assert pid is not None
    process.stop()
    while _state(pid) != "T":
        pass
    process.go_on()
    while _state(pid) == "T":
        pass
    process.kill()
    assert not process.running
    assert process.ended is not None
    assert "was killed with signal SIGKILL" in process.ended
    process.restart()
    assert process.running
    assert process.check() is None
    assert process.pid != pid


def test_closing_ends_the_whole_group_even_if_it_will_not_hear(
    started: list[AutopilotProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simloop.links.autopilot_process.GRACE_S", 0.05)
    stubborn = _start(started, _python(IGNORE_TERM))
    _until("ready", stubborn)
    family = _start(started, _python(PARENT_OF_ONE))
    while not family.last_line():
        pass
    child = int(family.last_line())
    pids = [stubborn.pid, family.pid, child]
    stubborn.close()
    family.close()
    # A killed process goes when the system gets round to it.
    while any(_state(pid or 0) not in ("", "Z") for pid in pids):
        pass
    stubborn.close()


def test_a_stopped_one_is_closed_too(started: list[AutopilotProcess]) -> None:
    process = _start(started, _python(SAY_AND_WAIT))
    _until("ready", process)
    pid = process.pid or 0
    process.stop()
    process.clean()
    assert _state(pid) == ""
    assert process.directory is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux alone offers that")
def test_it_dies_with_its_parent() -> None:
    code = (
        "from simloop.links.autopilot_process import AutopilotProcess; import os, sys;"
        "from simloop.links.launch import Launch;"
        "p = AutopilotProcess('q', Launch(command=sys.executable, arguments=('-c',"
        "'import time; time.sleep(600)')), places={}); p.start();"
        "print(p.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    while _state(int(done.stdout)) not in ("", "Z"):
        pass


WRAPPER = (
    "import subprocess, sys, time;"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    "print(child.pid, flush=True); time.sleep(600)"
)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL, signal.SIGTERM])
def test_what_a_wrapper_started_dies_with_simloop(number: signal.Signals, tmp_path: Path) -> None:
    code = (
        "from simloop.links.autopilot_process import AutopilotProcess; import sys, time;"
        "from simloop.links.launch import Launch;"
        # Whoever started the tests may have let them ignore it.
        f"import signal; {int(number)} == 9 or signal.signal({int(number)}, signal.SIG_DFL);"
        f"p = AutopilotProcess('q', Launch(command=sys.executable, arguments=('-c', {WRAPPER!r}),"
        f"directory={str(tmp_path)!r}), places={{}}); p.start();"
        "print(p.pid, flush=True); time.sleep(600)"
    )
    simloop = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert simloop.stdout is not None
    wrapper = int(simloop.stdout.readline())
    log = tmp_path / "autopilot.log"
    while not (log.exists() and log.read_text().strip()):
        pass
    child = int(log.read_text())
    simloop.send_signal(number)
    simloop.wait(timeout=60)
    simloop.stdout.close()
    for pid in (wrapper, child):
        while _state(pid) not in ("", "Z"):
            pass


def test_a_group_that_ended_by_itself_is_forgotten(
    started: list[AutopilotProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(GroupWatchdog, "_tell", lambda self, line: told.append(line))
    process = _start(started, _python("pass"))
    pid = process.pid
    while process.check() is None:
        pass
    assert told == [f"watch {pid}", f"forget {pid}"]


def test_mistakes_are_one_line_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(AutopilotProcessError, match="no such program; give its path as 'command:'"):
        find_program("px4_that_is_not_there")
    plain = tmp_path / "px4"
    plain.write_text("")
    with pytest.raises(AutopilotProcessError, match="may not be executed; make it executable"):
        find_program(str(plain))
    plain.write_text("no program")
    plain.chmod(0o755)
    broken = AutopilotProcess("q", Launch(command=str(plain)), places={})
    with pytest.raises(AutopilotProcessError, match="cannot be started: Exec format error"):
        broken.start()
    broken.clean()
    with pytest.raises(ValueError, match=r"names \{sysid\}: only \{port\}, \{instance\}"):
        Launch(command="px4", arguments=("-i", "{sysid}"))
    with pytest.raises(ValueError, match="single brace"):
        Launch(command="px4", arguments=("{",))


def test_a_run_knows_its_processes(tmp_path: Path) -> None:
    app = PlainApp(World(seed=1, tick_rate_hz=400))
    app.provide(RUN_DIRECTORY, tmp_path)
    first = autopilot_process(app, "a", _python(SAY_AND_WAIT), {})
    second = autopilot_process(app, "b", _python(SAY_AND_WAIT), {})
    assert app.provided[PROCESSES] == {"a": first, "b": second}
    assert not first.running
    first.start()
    first.clean()
    assert (tmp_path / "a" / "autopilot.log").exists()
