"""The serial line of one vehicle: topics carry its bytes, a link of the firmware speaks on it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simloop.sitl.impaired_line import ImpairedLine
from simloop.sitl.serial_wire import SERIAL_IN, SERIAL_OUT, Wire
from simloop.sitl.vehicle_link import VehicleLink

if TYPE_CHECKING:
    from simloop.firmware.link.comm_link import CommLink
    from simloop.sitl.failure_commands import FailureCommands

__all__ = ["SERIAL_IN", "SERIAL_OUT", "Send", "SerialPort"]


@dataclass(frozen=True, slots=True)
class Send:
    """Sends the bytes of one channel."""

    wire: Wire
    channel: int

    def __call__(self, data: bytes) -> None:
        """Send them."""
        self.wire.send(self.channel, data)


class SerialPort:
    """A line whose link works on the vehicle's columns, once somebody listens.

    Every peer has a channel of its own. Commands for the simulator are answered by what
    `make_failures` makes for the first one.
    """

    def __init__(
        self,
        wire: Wire,
        vehicle: VehicleLink,
        make_failures: "Callable[[], FailureCommands] | None" = None,
    ) -> None:
        self._wire = wire
        self.vehicle = vehicle
        self._make_failures = make_failures
        self._failures: FailureCommands | None = None
        self._channels = 0

    @property
    def in_use(self) -> bool:
        """Does anybody send or listen?"""
        return self._wire.in_use or (
            self.vehicle.link is not None and self._wire.out.has_subscribers
        )

    def meet_listeners(self) -> None:
        """Open the line for those who only listen."""
        if self.vehicle.link is None:
            self._wire.greet_for_listeners()

    @property
    def line(self) -> ImpairedLine:
        """What the bytes go through while it is bad."""
        return self._wire.line

    def run(self, now_us: int, tick: int) -> None:
        """Telemetry out, then what was received."""
        wire = self._wire
        wire.tick = tick
        if self.vehicle.link is not None:
            self.vehicle.link.stream(now_us)
        # Mostly nothing has come, and the line is well.
        if wire.has_mail or wire.line.in_use or (self._failures and self._failures.holds):
            self._receive(now_us)
            wire.deliver()

    def _receive(self, now_us: int) -> None:
        for channel, data in self._wire.take():
            link = self._open(channel + 1)
            self._wire.carry(channel, self._admitted(link, data, now_us, channel))
        self._give_up_waiting(now_us)
        for channel, data in self._wire.carried():
            self._open(channel + 1).receive(data, now_us, channel)

    def _admitted(self, link: "CommLink", data: bytes, now_us: int, channel: int) -> bytes:
        """What is for the vehicle; the simulator answers what is for it."""
        if self._make_failures is None:
            return data
        if self._failures is None:
            self._failures = self._make_failures()
        with self._wire.beside_the_line():
            return self._failures.admit(data, link, now_us, channel, channel)

    def _give_up_waiting(self, now_us: int) -> None:
        link = self.vehicle.link
        if link is None or self._failures is None or not self._failures.holds:
            return
        with self._wire.beside_the_line():
            overdue = self._failures.overdue(link, now_us)
        for channel, data in overdue:
            self._wire.carry(channel, data)

    def forget(self) -> None:
        """Begin anew, as after a reset of the world; peers are still there."""
        self._wire.line.forget()
        if self._failures is not None:
            self._failures.forget()
        self.vehicle.close()
        self._reopen()

    def close(self) -> None:
        """Leave the topics."""
        self._wire.close()

    def save(self) -> Any:
        """A copy of the link and of what waits."""
        failures = None if self._failures is None else self._failures.save()
        return self.vehicle.save((self._wire,)), self._wire.save(), failures

    def load(self, saved: Any) -> None:
        """Back to what was saved; peers that came since then are still there."""
        state, wire, failures = saved
        self._wire.load(wire)
        self.vehicle.load(state, (self._wire,))
        self._load_failures(failures)
        self._reopen()

    def _load_failures(self, saved: Any) -> None:
        if saved is None:
            self._failures = None
        elif self._make_failures is not None:
            self._failures = self._failures or self._make_failures()
            self._failures.load(saved)

    def _reopen(self) -> None:
        if self._channels:
            self._open(self._channels)

    def _open(self, channels: int) -> "CommLink":
        keys = self.vehicle.key_lines
        link = self.vehicle.open(Send(self._wire, 0), safe=0 in keys)
        while len(link.channels) < channels:
            number = len(link.channels)
            link.open(Send(self._wire, number), safe=number in keys)
        self._channels = len(link.channels)
        return link
