"""A scripted Gazebo with ardupilot_gazebo plugins, which waits, drains, repeats as theirs does.

Models only move up and down: four motors push, weight pulls, the ground holds. The plugin is the
real one's behaviour: it binds its port, answers whoever sent last, keeps the newest of the packets
that wait, in lockstep waits for ever once it has been contacted, says its last state again after a
number of misses or upon a packet of the same number, and compares numbers in 16 bits.
"""

import json
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

from simloop.wire.ardupilot_json import Malformed, ServoPacket, decode_servos

Address = tuple[str, int]
GRAVITY_MPS2 = 9.80665
OFFLINE_WAIT_S, ONLINE_WAIT_S = 0.001, 0.01


@dataclass
class Model:
    """A lift: where it is, how it moves, and what its motors are asked for."""

    position_ned_m: tuple[float, float, float] = (0.0, 0.0, 0.0)
    quaternion: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)
    weightless_at: float = 0.5
    """Share of full thrust that carries it."""
    floor_down_m: float = 0.0
    climb_mps: float = 0.0
    accel_down_mps2: float = 0.0
    commands: list[float] = field(default_factory=lambda: [0.0] * 4)

    def step(self, dt_s: float) -> None:
        push = sum(self.commands) / 4.0 / self.weightless_at
        up = GRAVITY_MPS2 * (push - 1.0)
        north, east, down = self.position_ned_m
        if down >= self.floor_down_m and up <= 0.0 and self.climb_mps <= 0.0:
            up, self.climb_mps, down = 0.0, 0.0, self.floor_down_m
        self.climb_mps += up * dt_s
        self.accel_down_mps2 = -up
        self.position_ned_m = (north, east, min(down - self.climb_mps * dt_s, self.floor_down_m))


class Plugin:
    """One model's plugin."""

    def __init__(
        self,
        model: Model,
        *,
        port: int = 0,
        lock_step: bool = True,
        max_count: int = 10,
        have_32_channels: bool = False,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.model = model
        self.lock_step, self._max_count = lock_step, max_count
        self._channels = 32 if have_32_channels else 16
        self._extra = extra or {}
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        self.online = False
        self.counts: list[int] = []
        self.pulses: tuple[int, ...] = ()
        self.resends = 0
        self.duplicates = 0
        self.resets = 0
        self.wrong_magic = 0
        self._misses = 0
        self._frame_count = 0
        self._peer: Address | None = None
        self._last_json = b""

    def pre_update(self, stop: Event) -> None:
        """Wait for a packet by the plugin's rules, and apply it."""
        while not self._receive() and self.lock_step and self.online:
            if stop.is_set():
                return
        low, high = 1000.0, 2000.0
        shares = [min(max((p - low) / (high - low), 0.0), 1.0) for p in self.pulses[:4]]
        self.model.commands = shares if self.online and shares else [0.0] * 4

    def post_update(self, now_s: float) -> None:
        """Tell the state, once there is somebody to tell it to."""
        if self.online:
            self._last_json = self._state(now_s)
            self._send(self._last_json)

    def say(self, data: bytes) -> None:
        """Send anything to who talked last."""
        self._send(data)

    def close(self) -> None:
        self._socket.close()

    def _receive(self) -> bool:
        packet = self._newest()
        if packet is None:
            self._miss()
            return False
        self._misses = 0
        if self.online and packet.frame_count & 0xFFFF == self._frame_count & 0xFFFF:
            self.duplicates += 1
            if self.lock_step:
                self._resend()
            return False
        if packet.frame_count & 0xFFFF < self._frame_count & 0xFFFF:
            self.resets += 1
        self._frame_count, self.online = packet.frame_count, True
        self.counts.append(packet.frame_count)
        self.pulses = packet.pulses_us
        return True

    def _newest(self) -> ServoPacket | None:
        newest: ServoPacket | None = None
        wait_s = ONLINE_WAIT_S if self.online else OFFLINE_WAIT_S
        while True:
            self._socket.settimeout(wait_s)
            try:
                data, self._peer = self._socket.recvfrom(4096)
            except (TimeoutError, BlockingIOError):
                return newest
            wait_s = 0.0
            with suppress(Malformed):
                packet = decode_servos(data)
                if len(packet.pulses_us) == self._channels:
                    newest = packet
                else:
                    self.wrong_magic += 1

    def _miss(self) -> None:
        if not self.online:
            return
        self._misses += 1
        if self._misses <= self._max_count:
            return
        self._misses = 0
        if self.lock_step:
            self._resend()
        else:
            self.online = False
            self.pulses = ()

    def _resend(self) -> None:
        if self._last_json:
            self.resends += 1
            self._send(self._last_json)

    def _send(self, data: bytes) -> None:
        if self._peer is not None:
            with suppress(OSError):
                self._socket.sendto(data, self._peer)

    def _state(self, now_s: float) -> bytes:
        model = self.model
        force = model.accel_down_mps2 - GRAVITY_MPS2
        fields = {
            "timestamp": now_s,
            "imu": {"gyro": [0.0, 0.0, 0.0], "accel_body": [0.0, 0.0, force]},
            "position": list(model.position_ned_m),
            "quaternion": list(model.quaternion),
            "velocity": [0.0, 0.0, -model.climb_mps],
            **self._extra,
            "no_time_sync": True,
            "no_lockstep": not self.lock_step,
        }
        return b"\n" + json.dumps(fields, separators=(",", ":")).encode() + b"\n"


class FakeGazebo:
    """The update loop of a world: all models wait, all move, all tell."""

    def __init__(self, *plugins: Plugin, step_s: float = 0.0025, begin_steps: int = 0) -> None:
        self.plugins = plugins
        self.steps = begin_steps
        self._step_s = step_s
        self._stop = Event()
        self._thread = Thread(target=self._run, name="fake Gazebo", daemon=True)

    def start(self) -> "FakeGazebo":
        self._thread.start()
        return self

    def update(self) -> None:
        """One physics step."""
        for plugin in self.plugins:
            plugin.pre_update(self._stop)
        if self._stop.is_set():
            return
        self.steps += 1
        for plugin in self.plugins:
            plugin.model.step(self._step_s)
        for plugin in self.plugins:
            plugin.post_update(self.steps * self._step_s)

    def stop(self) -> None:
        """Quit Gazebo."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(30.0)
        for plugin in self.plugins:
            plugin.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.update()
