"""Joins the serial lines of vehicles, which are topics, with sockets."""

from collections.abc import Sequence
from contextlib import suppress

from simloop.links.mavlink.endpoint import Endpoint
from simloop.links.mavlink.sockets import Line, Receive, open_line
from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.firmware_links import MAILBOX, SERIAL_IN, SERIAL_OUT
from simloop.transport.errors import BusError
from simloop.transport.topic import Publisher, Subscription
from simloop.world.plugin import App
from simloop.world.topic_prefix import prefix_of


class SerialBridge:
    """One line per endpoint and vehicle; the endpoint's number is the channel of the board."""

    def __init__(self, app: App, endpoints: Sequence[Endpoint]) -> None:
        self._app = app
        self._endpoints = endpoints
        self._lines: list[Line] = []
        self._subscriptions: list[Subscription[SerialData]] = []

    def open(self) -> None:
        """Open all lines; a port that is taken is an error that names it."""
        world = self._app.world
        vehicles = [record.name for record, table in world.each() if MAILBOX in table.layout.places]
        try:
            for number, name in enumerate(vehicles):
                self._open_vehicle(number, name, prefix_of(world, name, always=False))
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Close all lines."""
        for subscription in self._subscriptions:
            subscription.close()
        for line in self._lines:
            line.close()
        self._lines = []
        self._subscriptions = []

    def _open_vehicle(self, number: int, name: str, prefix: str) -> None:
        inward = self._app.bus.advertise(
            prefix + SERIAL_IN, SerialData, "bytes to the board", by="mavlink", external=True
        )
        lines = [
            open_line(endpoint.of_vehicle(number), _receiver(inward, channel))
            for channel, endpoint in enumerate(self._endpoints)
        ]
        self._lines += lines
        # The vehicle talks first: an empty message tells it that somebody listens there.
        for channel in range(len(lines)):
            inward.publish(SerialData(channel))

        def send(message: SerialData) -> None:
            if message.channel < len(lines):
                lines[message.channel].send(message.data)

        subscription = self._app.bus.subscribe(prefix + SERIAL_OUT, SerialData, send, by="mavlink")
        self._subscriptions.append(subscription)


def _receiver(inward: Publisher[SerialData], channel: int) -> Receive:
    def receive(data: bytes) -> None:
        # A full inbox loses bytes, as a full line does.
        with suppress(BusError):
            inward.publish(SerialData(channel, data))

    return receive
