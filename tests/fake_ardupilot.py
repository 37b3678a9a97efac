"""A scripted ArduPilot (`--model JSON`): asks, waits, repeats, counts and tells time as it does.

No flight code is in it: `fly` makes pulses of what its reader found. Everything about the protocol
is the real one's: an unbound port of its own, one packet per state, the same packet again after a
while without an answer, the count up by one per state that was accepted, time from timestamps only.
"""

import socket
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Event, Thread
from typing import Any

from ardupilot_reader import Reader
from simloop.wire.ardupilot_json import ServoPacket, encode_servos

Pulses = tuple[int, ...]
Fly = Callable[[dict[str, Any]], Pulses]

SIM_RATE_HZ = 1200
REPEAT_S = 1.1


def at_rest(state: dict[str, Any]) -> Pulses:
    """Disarmed: motors at 1000 us."""
    return (1000,) * 4


class FakeArduPilot:
    """One boot: run it in a thread with `start`, or in place with `run`."""

    def __init__(
        self,
        port: int,
        *,
        fly: Fly = at_rest,
        frames: int,
        channels: int = 16,
        repeat_s: float = REPEAT_S,
        keep: bool = True,
    ) -> None:
        self._port, self._fly, self._frames = port, fly, frames
        self._channels, self._repeat_s, self._keep = channels, repeat_s, keep
        self._reader = Reader()
        self.frame_count = 0
        self.repeats = 0
        self.resets = 0
        self.own_steps = 0
        self.clock_s = 0.0
        self.frame_rate_hz = SIM_RATE_HZ
        self.states: list[dict[str, Any]] = []
        self.rates: list[int] = []
        self._last_s = 0.0
        self._stop = Event()
        self._thread = Thread(target=self.run, name="fake ArduPilot", daemon=True)

    def start(self) -> "FakeArduPilot":
        """Boot it."""
        self._thread.start()
        return self

    def join(self, wait_s: float = 60.0) -> None:
        """Wait until it has seen all its frames."""
        self._thread.join(wait_s)
        assert not self._thread.is_alive(), f"it still waits for frame {self.frame_count}"

    def stop(self) -> None:
        """Kill it."""
        self._stop.set()
        self._thread.join(60.0)

    def run(self) -> None:
        """Ask for one state after the other."""
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as link:
            link.settimeout(self._repeat_s)
            while self.frame_count < self._frames and not self._stop.is_set():
                link.sendto(self._packet(), ("127.0.0.1", self._port))
                self._take(link)

    def _packet(self) -> bytes:
        # Before the first state outputs are not set up: all of them are 0.
        pulses = self._fly(self._reader.state) if self._reader.state else ()
        padded = (*pulses, *(0,) * (self._channels - len(pulses)))
        return encode_servos(ServoPacket(self.frame_rate_hz, self.frame_count, padded))

    def _take(self, link: socket.socket) -> None:
        received = b""
        with suppress(TimeoutError):
            received = link.recv(65000)
        if not received:
            self.repeats += 1
            if self._reader.state.get("no_lockstep"):
                self._run_on()
        # What it cannot read it asks for again, at once.
        elif self._reader.take(received):
            self.frame_count += 1
            self._tell_time(self._reader.state["timestamp"][0])
            if self._keep:
                self.states.append(dict(self._reader.state))

    def _run_on(self) -> None:
        """Without lockstep it takes a step of its own when none comes."""
        self.own_steps += 1
        self.frame_count += 1
        self.clock_s += 1.0 / SIM_RATE_HZ

    def _tell_time(self, now_s: float) -> None:
        dt_s = now_s - self._last_s
        self._last_s = now_s
        if dt_s < 0.0:
            self.resets += 1
            return
        self.clock_s += dt_s
        if 0.0 < dt_s < 0.1:
            rate = round(1.0 / dt_s)
            self.frame_rate_hz = rate + (rate < SIM_RATE_HZ) - (rate > SIM_RATE_HZ)
            self.rates.append(self.frame_rate_hz)
