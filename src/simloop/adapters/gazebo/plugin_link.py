"""One vehicle's talk with its ardupilot_gazebo plugin, as an autopilot of ArduPilot would do it.

In lockstep a packet lets Gazebo take one step and brings one state back. The packet of a step has
a number that rises by one; without an answer the same packet is sent again, upon which the plugin
repeats the state that may have been lost. States that are known already are passed over.
"""

import socket
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from simloop.adapters.gazebo.config import GazeboConfig, GazeboVehicle
from simloop.adapters.gazebo.plugin_clock import PluginClock
from simloop.sitl.rare_events import RareEvents
from simloop.sitl.simulator_adapter import SimulatorError
from simloop.wire.ardupilot_json import (
    Malformed,
    ServoPacket,
    VehicleState,
    decode_state,
    encode_servos,
)

Tell = Callable[[str, str], None]

_READ_BYTES = 65535
# A plugin that has never answered may be about to start.
_KNOCK_S = 0.1
# Datagrams taken in one go: free-running plugins send a thousand per second.
_MOST_AT_ONCE = 4096
# In lockstep one is the answer; what else comes has to be read, too, but cannot hold a tick.
_MOST_ANSWERS = 64
# Angles that went round more often are none.
_MOST_ANGLE_RAD = 1e3
# Of these so many are kept, should the newest be broken.
_SPARE = 4


class PluginLink:
    """Socket, numbers and newest state of one vehicle."""

    def __init__(self, config: GazeboConfig, vehicle: GazeboVehicle, tell: Tell) -> None:
        self.vehicle = vehicle
        self.state: VehicleState | None = None
        self.malformed = 0
        """Datagrams that could not be read."""
        self.strays = 0
        """States of another time than was waited for."""
        self.clock = PluginClock(config.step_us, lockstep=config.lockstep)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.connect((config.host, vehicle.port))
        self._width = config.width
        self._lockstep, self._timeout_s = config.lockstep, config.timeout_s
        self._pulses: tuple[int, ...] = (0,) * config.width
        self._rate_hz = 0
        self._count = -1
        self._sent = b""
        self._silent_s = 0.0
        self._alive = False
        self._asked_again = False
        self._events = RareEvents(tell)
        self._noted: set[str] = set()
        self.waiting = False
        """Is a state of this tick still missing?"""

    @property
    def alive(self) -> bool:
        """Has the plugin answered lately?"""
        return self._alive and self._silent_s < self._timeout_s

    @property
    def there(self) -> bool:
        """Has this vehicle's tick come to its end?"""
        return not self.waiting and (self.clock.there or not self._lockstep)

    def drive(self, pulses_us: Sequence[int], reached_us: int, rate_hz: int) -> None:
        """Begin a tick with these pulses, in the order of the vehicle's outputs."""
        self._pulses = self._placed(pulses_us)
        self._rate_hz = rate_hz
        self.clock.aim(reached_us)

    def send_next(self) -> None:
        """Ask for one step."""
        self._count = (self._count + 1) & 0xFFFFFFFF
        self._sent = encode_servos(ServoPacket(self._rate_hz, self._count, self._pulses))
        self.waiting = True
        self._send(self._sent)

    def listen(self) -> None:
        """Take what has come: of several states the last is the one to go on from."""
        if not self._lockstep:
            self._take_newest()
            return
        for _ in range(_MOST_ANSWERS):
            data = self._receive()
            if data is None:
                return
            if self._understand(data):
                self.waiting = False

    def _take_newest(self) -> None:
        """Of all that waits in the queue only the last counts: what came before is old."""
        queue: deque[bytes] = deque(maxlen=_SPARE)
        for _ in range(_MOST_AT_ONCE):
            data = self._receive()
            if data is None:
                break
            queue.append(data)
        while queue:
            if self._understand(queue.pop()):
                self.waiting = False
                return

    def waited(self, seconds: float) -> bool:
        """So long nothing came: knock again, in time; True if that was now."""
        self._silent_s += seconds
        limit_s = min(_KNOCK_S, self._timeout_s) if self.state is None else self._timeout_s
        if self._silent_s < limit_s:
            return False
        self._note_silence()
        self._silent_s, self._alive = 0.0, False
        self.send_again()
        return True

    def send_again(self) -> None:
        """Ask for the same step once more; who has begun anew meanwhile may say so now."""
        if self._sent:
            self._asked_again = True
            self._send(self._sent)

    def close(self) -> None:
        """Let the socket go."""
        self.socket.close()

    def _understand(self, data: bytes) -> bool:
        """Take one datagram; True if it is a state of the future."""
        try:
            state = decode_state(data)
        except Malformed as reason:
            self._count_malformed(f"{reason}, {len(data)} bytes")
            return False
        if any(abs(angle) > _MOST_ANGLE_RAD for angle in state.attitude_rpy_rad or ()):
            self._count_malformed("'attitude' is no angle in radians")
            return False
        before_s = self.clock.now_s
        heard = self.clock.hear(state.timestamp_s, asked_again=self._asked_again)
        if heard == "refused":
            self._count_malformed(f"'timestamp' is {state.timestamp_s:g}, which is no time")
        elif heard == "stray":
            self.strays += 1
            found = f"a state of {state.timestamp_s:g} s came at {before_s:g} s: passed over"
            self._note("stray", found, first=1)
        if heard in ("refused", "stray"):
            return False
        self._note_life()
        if heard == "again":
            return False
        self._asked_again = False
        if heard == "reset":
            self._note("restarted", f"its time went from {before_s} s to {self.clock.now_s} s")
        if state.no_lockstep and self._lockstep:
            what = "the model has no <lock_step>: set it, or 'lockstep: false' here"
            self._note_once("free running", what)
        self.state = state
        return True

    def _count_malformed(self, reason: str) -> None:
        self.malformed += 1
        self._note("malformed", reason, first=1)

    def _note_life(self) -> None:
        if self.state is not None and not self._alive and not self._lockstep:
            self._note("back", "it tells its state again")
        self._silent_s, self._alive = 0.0, True

    def _note_silence(self) -> None:
        """In lockstep who waits for it says so; a run that does not wait would never know."""
        if self._alive and not self._lockstep:
            self._note("late", f"it has told nothing for {self._timeout_s:g} s")

    def _placed(self, pulses_us: Sequence[int]) -> tuple[int, ...]:
        """Pulses on their channels; channels of nobody are not active."""
        channels = self.vehicle.channels or range(1, len(pulses_us) + 1)
        if len(channels) != len(pulses_us) or len(pulses_us) > self._width:
            raise SimulatorError(
                f"{self._name()} has {len(pulses_us)} outputs",
                f"let 'channels' have as many entries, from 0 to {self._width}",
            )
        placed = [0] * (self._width + 1)
        for channel, pulse in zip(channels, pulses_us, strict=True):
            placed[channel] = pulse
        return tuple(placed[1:])

    def _send(self, data: bytes) -> None:
        """A refusal of an earlier packet comes up here, in place of this one."""
        for _ in range(2):
            with suppress(OSError):
                self.socket.send(data)
                return

    def _receive(self) -> bytes | None:
        for _ in range(2):
            try:
                return self.socket.recv(_READ_BYTES)
            except ConnectionRefusedError:
                continue
            except OSError:
                return None
        return None

    def _name(self) -> str:
        return f"vehicle {self.vehicle.id} (udp port {self.vehicle.port})"

    def _note(self, what: str, detail: str, *, first: int = 4) -> None:
        self._events.tell(what, f"{self._name()}: {detail}", first=first)

    def _note_once(self, what: str, detail: str) -> None:
        if what not in self._noted:
            self._noted.add(what)
            self._note(what, detail)
