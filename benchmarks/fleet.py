"""Fleets with and without ground stations: the same flights, many vehicles in one process."""

import atexit
import subprocess
import sys
from time import sleep
from typing import Any

from benchmarks.case import Case, Step

SCENARIO = "fleet"
TICK_HZ = 400
FROM_S, TO_S = 12, 26
# A ground station beats once per second of the wall: too seldom for a run this fast.
UNWATCHED = "vehicles[0].initial={fw_gcs_watched: 0.0}"
PATIENCE_S = 120.0
_FAREWELL_S = 10.0

FLEET = "simloop fleet"
STREAMING = "simloop fleet + MAVSDK"
STATION = "simloop fleet + station"


class Listener:
    """A process that hears vehicles, and ends with this one."""

    def __init__(self, module: str, *arguments: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self.close)

    def first_line(self) -> str:
        """What it says first: a port, or that all are there."""
        assert self._process.stdout
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError("the listener ended: is it installed?")
        return line

    def check(self) -> None:
        """Fail if nobody listens any more."""
        if self._process.poll() is not None:
            raise RuntimeError("the listener has ended")

    def close(self) -> None:
        """End it: it waits for the end of its input."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=_FAREWELL_S)
        except subprocess.TimeoutExpired:
            self._process.kill()


def make_fleet(count: int) -> Step:
    """Nobody listens."""
    return _flight(_load(count))


def make_streaming(count: int) -> Step:
    """Every vehicle streams to a MAVSDK server of its own, whose client takes positions."""
    clients = Listener("benchmarks.mavsdk_clients", count)
    first = int(clients.first_line())
    sim = _load(count, f"udpout:127.0.0.1:{first}-{first + count - 1}")
    connected: list[str] = []
    from threading import Thread

    waiting = Thread(target=lambda: connected.append(clients.first_line()), daemon=True)
    waiting.start()
    # Servers look for vehicles at the pace of the wall clock.
    for _ in range(round(PATIENCE_S / 0.05)):
        if connected or sim.seconds > 0.9 * FROM_S:
            break
        sim.advance(4)
        sleep(0.05)
    if not connected:
        raise RuntimeError("not all clients have met their vehicles")
    return _flight(sim, clients)


def make_station(count: int) -> Step:
    """All vehicles stream to one port."""
    station = Listener("benchmarks.station")
    return _flight(_load(count, f"udpout:127.0.0.1:{station.first_line()}"), station)


def _load(count: int, *endpoints: str) -> Any:
    from simloop.server.simulation import Simulation

    quoted = ", ".join(f'"{endpoint}"' for endpoint in endpoints)
    links = [f'links.mavlink={{"endpoints": [{quoted}]}}'] if endpoints else []
    sim = Simulation.load(SCENARIO, count=count, seed=1, sets=[UNWATCHED, *links])
    sim.prepare()
    return sim


def _flight(sim: Any, listener: Listener | None = None) -> Step:
    """The mission in the air, again and again."""
    sim.advance(max(0, FROM_S * TICK_HZ - sim.world.tick))
    start = sim.snapshot()

    def step(n: int) -> None:
        if listener is not None:
            listener.check()
        while n:
            ran = sim.advance(min(n, TO_S * TICK_HZ - sim.world.tick))
            if not ran:
                raise RuntimeError("the flight is over before its time")
            n -= ran
            if sim.world.tick >= TO_S * TICK_HZ:
                sim.restore(start)

    return step


CASES = (
    Case(
        name=FLEET,
        step_hz=TICK_HZ,
        does="full loop of a fleet, no link",
        counts=(10, 254),
        make=make_fleet,
        least_chunk=100,
    ),
    Case(
        name=STREAMING,
        step_hz=TICK_HZ,
        does="the same, every vehicle streams MAVLink to a MAVSDK server of its own",
        counts=(10,),
        make=make_streaming,
        least_chunk=100,
    ),
    Case(
        name=STATION,
        step_hz=TICK_HZ,
        does="the same, all vehicles stream MAVLink to one ground station",
        counts=(10, 254),
        make=make_station,
        least_chunk=100,
    ),
)
