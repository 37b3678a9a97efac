"""The serial line of one vehicle: topics carry its bytes, a link of the firmware speaks on it."""

from dataclasses import dataclass
from typing import Any

from simloop.firmware.link.comm_link import CommLink
from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.vehicle_link import VehicleLink
from simloop.transport.bus import Bus
from simloop.transport.topic import Publisher, Subscription

SERIAL_IN, SERIAL_OUT = "serial_in", "serial_out"
MOST_CHANNELS = 16


@dataclass(frozen=True, slots=True)
class Send:
    """Publishes the bytes of one channel."""

    out: Publisher[SerialData]
    channel: int

    def __call__(self, data: bytes) -> None:
        """Send them."""
        self.out.publish(SerialData(self.channel, data))


class Wire:
    """The two topics of a line, and what has come over them and waits."""

    def __init__(self, bus: Bus, name: str, prefix: str) -> None:
        self.waiting: list[SerialData] = []
        self.out: Publisher[SerialData] = bus.advertise(
            prefix + SERIAL_OUT, SerialData, "bytes from the board", by=name
        )
        self._in: Subscription[SerialData] = bus.subscribe(
            prefix + SERIAL_IN, SerialData, self.waiting.append, by=name, doc="bytes to the board"
        )

    def take(self) -> list[SerialData]:
        """What has come since the last call, on channels that a board can have."""
        taken, self.waiting[:] = list(self.waiting), []
        return [message for message in taken if message.channel < MOST_CHANNELS]

    def close(self) -> None:
        """Leave the topics."""
        self._in.close()
        self.out.close()


class SerialPort:
    """A line whose link works on the vehicle's columns, once somebody listens.

    Every peer has a channel of its own.
    """

    def __init__(self, wire: Wire, vehicle: VehicleLink) -> None:
        self._wire = wire
        self.vehicle = vehicle
        self._channels = 0

    @property
    def in_use(self) -> bool:
        """Does anybody send or listen?"""
        return bool(self._wire.waiting) or (
            self.vehicle.link is not None and self._wire.out.has_subscribers
        )

    def run(self, now_us: int) -> None:
        """Telemetry out, then what was received."""
        if self.vehicle.link is not None:
            self.vehicle.link.stream(now_us)
        for message in self._wire.take():
            link = self._open(message.channel + 1)
            if message.data:
                link.receive(message.data, now_us, message.channel)

    def forget(self) -> None:
        """Begin anew, as after a reset of the world; peers are still there."""
        self.vehicle.close()
        self._reopen()

    def close(self) -> None:
        """Leave the topics."""
        self._wire.close()

    def save(self) -> Any:
        """A copy of the link and of what waits."""
        return self.vehicle.save((self._wire.out,)), list(self._wire.waiting)

    def load(self, saved: Any) -> None:
        """Back to what was saved; peers that came since then are still there."""
        state, self._wire.waiting[:] = saved
        self.vehicle.load(state, (self._wire.out,))
        self._reopen()

    def _reopen(self) -> None:
        if self._channels:
            self._open(self._channels)

    def _open(self, channels: int) -> CommLink:
        link = self.vehicle.open(Send(self._wire.out, 0))
        while len(link.channels) < channels:
            link.open(Send(self._wire.out, len(link.channels)), safe=True)
        self._channels = len(link.channels)
        return link
