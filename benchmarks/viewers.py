"""What people who look cost a run: step times and lateness without viewers and with a crowd.

One run at real time; windows without viewers and windows with 200 of them, of which 20 never
read, take turns, so both see the same machine. Medians over the windows.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from select import select
from statistics import median
from time import perf_counter, perf_counter_ns, thread_time_ns
from typing import Any

from benchmarks.process import environment

COUNTS = (1, 100)
CROWD, NEVER = 200, 20
ROUNDS, SETTLE_S, WINDOW_S = 6, 1.5, 4.0
_HERTZ = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Window:
    """One stretch of a run."""

    p50_us: float
    p99_us: float
    cpu_p99_us: float
    """The same in processor time, which other programs do not lengthen."""
    late_p99_us: float
    """How long after its time a tick began."""
    simulator_cores: float
    studio_cores: float
    frames_per_s: float
    pose_kbps: float
    """Of one browser."""


@dataclass(frozen=True, slots=True)
class ViewerCost:
    """Medians of the windows with a number of vehicles."""

    vehicles: int
    alone: Window
    one: Window
    crowd: Window

    @property
    def p99_ratio(self) -> float:
        """Step p99 with the crowd against without."""
        return self.crowd.p99_us / self.alone.p99_us

    @property
    def server_percent(self) -> float:
        """Of one core: the studio, and what the simulator does more, for one browser."""
        more = self.one.simulator_cores - self.alone.simulator_cores
        return 100.0 * (self.one.studio_cores + more)


class PacedRun:
    """A run at real time with a page, advanced here so that its steps can be timed."""

    def __init__(self, vehicles: int) -> None:
        from simloop.cli.watching import Watching
        from simloop.server.simulation import Simulation

        laps = "vehicles[0].mission.laps=100"
        self._sim = Simulation.load("square", count=vehicles, sets=("duration_s=20000", laps))
        self._watching = Watching(self._sim)
        (line, *_) = self._watching.open(page_port=0)
        address = line.split()[1]
        self.port = int(address.split(":")[2].split("/")[0])
        self.token = address.split("token=")[1]
        self._sim.prepare()
        self._begin_ns: list[tuple[int, int]] = []
        self._steps_ns: list[int] = []
        self._cpu_ns: list[int] = []
        self._cpu_begin_ns = 0
        self._frames = 0
        port: Any = self._watching.port
        show = port.show

        def counted(poses: bytes) -> None:
            self._frames += 1
            show(poses)

        port.show = counted

    def run_until(self, reached: Callable[[], bool]) -> None:
        """Go on at real time until something holds."""
        sim = self._sim
        sim.time.restart_schedule()
        while not reached():
            ticks = sim.time.permit()
            if ticks > 0:
                self._begin_ns.append((sim.world.tick, perf_counter_ns()))
                sim.step_times.record = self._note  # type: ignore[method-assign]
                self._cpu_begin_ns = thread_time_ns()
                sim.advance(ticks)
            else:
                sim.time.wait()

    def _note(self, wall_ns: int, ticks: int = 1) -> None:
        self._steps_ns.append(wall_ns // ticks)
        self._cpu_ns.append((thread_time_ns() - self._cpu_begin_ns) // ticks)

    def window(self) -> Window:
        """Measure for a while."""
        sim = self._sim
        self._steps_ns, self._cpu_ns, self._begin_ns, self._frames = [], [], [], 0
        own, studio = os.times(), self._studio_s()
        begin = perf_counter()
        self.run_until(lambda: perf_counter() - begin > WINDOW_S)
        took = perf_counter() - begin
        period_ns = 1e9 / sim.tick_rate_hz
        offsets = sorted(at - tick * period_ns for tick, at in self._begin_ns)
        now = os.times()
        return Window(
            _share(sorted(self._steps_ns), 0.5) / 1e3,
            _share(sorted(self._steps_ns), 0.99) / 1e3,
            _share(sorted(self._cpu_ns), 0.99) / 1e3,
            (_share(offsets, 0.99) - offsets[0]) / 1e3,
            (now.user + now.system - own.user - own.system) / took,
            (self._studio_s() - studio) / took,
            self._frames / took,
            self._frames * (32 + 40 * len(sim.world.models())) / took / 1e3,
        )

    def _studio_s(self) -> float:
        assert self._watching.studio is not None
        about = Path(f"/proc/{self._watching.studio.pid}/stat").read_text()
        fields = about.rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / _HERTZ

    def close(self) -> None:
        """End it."""
        self._watching.close()
        self._sim.close()


@contextmanager
def _crowd() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.crowd"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as crowd:
        yield crowd
        assert crowd.stdin
        crowd.stdin.close()


def measure(vehicles: int, rounds: int = ROUNDS) -> ViewerCost:
    """Windows in turn: nobody, one browser, the crowd."""
    found: dict[tuple[int, int], list[Window]] = {(0, 0): [], (1, 0): [], (CROWD, NEVER): []}
    run = PacedRun(vehicles)
    with _crowd() as crowd:
        assert crowd.stdin and crowd.stdout
        answer = crowd.stdout
        for number in range(rounds):
            kinds = list(found) if number % 2 == 0 else list(reversed(found))
            for count, never in kinds:
                crowd.stdin.write(f"{run.port} {run.token} {count} {never}\n")
                crowd.stdin.flush()
                run.run_until(lambda: bool(select([answer], [], [], 0.0)[0]))
                answer.readline()
                begin = perf_counter()
                run.run_until(lambda begin=begin: perf_counter() - begin > SETTLE_S)  # type: ignore[misc]
                found[count, never].append(run.window())
    run.close()
    return ViewerCost(vehicles, *(_middle(windows) for windows in found.values()))


def _middle(windows: list[Window]) -> Window:
    rows = [asdict(each) for each in windows]
    return Window(**{name: median(row[name] for row in rows) for name in rows[0]})


def _share(ordered: list[Any], share: float) -> float:
    return float(ordered[min(len(ordered) - 1, int(share * len(ordered)))])


def measure_viewers(say: Callable[[str], None]) -> list[ViewerCost]:
    """Each number of vehicles in a process of its own."""
    found = []
    for count in COUNTS:
        say(f"{count} vehicles with {CROWD} viewers")
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.viewers", str(count)],
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        for line in done.stdout.splitlines():
            told = json.loads(line)
            windows = {name: Window(**told[name]) for name in ("alone", "one", "crowd")}
            found.append(ViewerCost(told["vehicles"], **windows))
    return found


def main() -> int:
    """One JSON object per number of vehicles."""
    for count in map(int, sys.argv[1:] or COUNTS):
        print(json.dumps(asdict(measure(count))), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
