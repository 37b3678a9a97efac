"""The wire between a vehicle's serial line and its peers: two topics, and the bad line between."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.impaired_line import ImpairedLine
from simloop.transport.bus import Bus
from simloop.transport.inbox import TopicInput
from simloop.transport.topic import Publisher, Subscription

SERIAL_IN, SERIAL_OUT = "serial_in", "serial_out"
MOST_CHANNELS = 16

Bytes = tuple[int, bytes]
"""A channel, and what came over it."""


class Wire:
    """What peers have sent waits here; both ways lead through `line` while it is bad.

    `tick` is the time of the pass under way; `ring` is called when something comes.
    """

    def __init__(
        self, bus: Bus, name: str, prefix: str, line: ImpairedLine, ring: Callable[[], None]
    ) -> None:
        self.line = line
        self._inbox = bus.inbox
        self._ring = ring
        self.tick = 0
        self._waiting: list[SerialData] = []
        self._straight: list[Bytes] = []
        self._beside = False
        self._is_greeted = False
        self.out: Publisher[SerialData] = bus.advertise(
            prefix + SERIAL_OUT, SerialData, "bytes from the board", by=name
        )
        self._in: Subscription[SerialData] = bus.subscribe(
            prefix + SERIAL_IN, SerialData, self._receive, by=name, doc="bytes to the board"
        )

    def _receive(self, message: SerialData) -> None:
        self._waiting.append(message)
        self._ring()

    @property
    def has_mail(self) -> bool:
        """Has a peer sent something?"""
        return bool(self._waiting)

    def greet_for_listeners(self) -> None:
        """Say the first word for those who listen and never speak: a line opens by being spoken to.

        It comes in as all input does, so that a repeated run has it in the same tick.
        """
        if self._is_greeted or self._inbox.repeats:
            return
        silent = self.out.listeners - self._in.senders
        if silent:
            self._is_greeted = True
            self._inbox.push(min(silent), TopicInput(self._in.topic, SerialData(0)))

    @property
    def in_use(self) -> bool:
        """Is anything on its way?"""
        return bool(self._waiting) or self.line.holds

    def take(self) -> list[Bytes]:
        """What peers have sent since the last call, on channels that a board can have."""
        taken, self._waiting[:] = list(self._waiting), []
        return [(m.channel, m.data) for m in taken if m.channel < MOST_CHANNELS]

    def carry(self, channel: int, data: bytes) -> None:
        """Let a peer's bytes go to the vehicle."""
        if not data:
            return
        if self.line.in_use:
            self.line.pass_on(channel, data, "in", self.tick)
        else:
            self._straight.append((channel, data))

    def carried(self) -> list[Bytes]:
        """What has reached the vehicle."""
        straight, self._straight = self._straight, []
        return straight + self.line.arrived("in", self.tick) if self.line.in_use else straight

    def send(self, channel: int, data: bytes) -> None:
        """Let the vehicle's bytes go to a peer."""
        if self.line.in_use and not self._beside:
            self.line.pass_on(channel, data, "out", self.tick)
        else:
            self.out.publish(SerialData(channel, data))

    def deliver(self) -> None:
        """Hand the vehicle's bytes that have come through the line to their peers."""
        if self.line.in_use:
            for channel, data in self.line.arrived("out", self.tick):
                self.out.publish(SerialData(channel, data))

    @contextmanager
    def beside_the_line(self) -> Iterator[None]:
        """What is sent now does not go over the radio: it is the simulator that speaks."""
        self._beside = True
        try:
            yield
        finally:
            self._beside = False

    def close(self) -> None:
        """Leave the topics."""
        self._in.close()
        self.out.close()

    def save(self) -> Any:
        """What is on its way."""
        return list(self._waiting), self.line.save()

    def load(self, saved: Any) -> None:
        """Back to what was saved."""
        self._waiting[:], line = saved
        self.line.load(line)
