"""Joins the serial lines of vehicles, which are topics, with ports."""

from collections.abc import Sequence
from contextlib import suppress

from simloop.links.mavlink.endpoint import Endpoint
from simloop.links.mavlink.first_words import FirstWords, booting
from simloop.links.mavlink.station import Seat
from simloop.links.mavlink.switchboard import Switchboard
from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.firmware_links import MAILBOX, SERIAL_IN, SERIAL_OUT
from simloop.sitl.vehicle_id import LEAST_MAVLINK_ID
from simloop.sitl.vehicle_roster import SYSTEM as VEHICLE_IDS
from simloop.sitl.vehicle_roster import VEHICLE_ID
from simloop.transport.errors import BusError
from simloop.transport.inbox import Inbox
from simloop.transport.topic import Publisher
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of

SYSTEM = "mavlink lines"
# What one line may have waiting for the world.
MOST_WAITING_BYTES = 4_000_000


class VehicleLines:
    """The lines of one vehicle; the endpoint's number is the channel of its board."""

    def __init__(
        self,
        app: App,
        record: Record,
        board: Switchboard,
        endpoints: Sequence[tuple[int, Endpoint]],
    ) -> None:
        self.entity: Entity = record.entity
        self._board = board
        self._seats: dict[int, tuple[Endpoint, Seat]] = {}
        prefix = prefix_of(app.world, record.name, always=False)
        self._inward: Publisher[SerialData] = app.bus.advertise(
            prefix + SERIAL_IN, SerialData, "bytes to the board", by="mavlink", external=True
        )
        try:
            for channel, endpoint in endpoints:
                receive = Receiver(app.bus.inbox, self._inward, channel)
                seat = board.join(endpoint, receive)
                self._seats[channel] = endpoint, seat
        except OSError:
            self._leave()
            raise
        self._outward = app.bus.subscribe(prefix + SERIAL_OUT, SerialData, self._send, by="mavlink")
        self.greeted = False
        self.has_spoken = False
        self._first_word, self._words = booting(app.world, record), 0

    def greet(self) -> None:
        """Tell the vehicle, as soon as its board listens, on which lines it talks first."""
        if self._inward.has_subscribers:
            self.greeted = True
            for channel, (endpoint, _) in self._seats.items():
                if not endpoint.waits:
                    self._inward.publish(SerialData(channel))

    def speak_first(self) -> None:
        """Say on all lines that the vehicle is there, in place of a board that does not run yet."""
        word = self._first_word(self._words)
        self._words += 1
        for _, seat in list(self._seats.values()):
            seat.send(word)

    def close(self) -> None:
        """Give all lines back."""
        self._outward.close()
        self._leave()

    def _send(self, message: SerialData) -> None:
        self.has_spoken = True
        line = self._seats.get(message.channel)
        if line is not None:
            line[1].send(message.data)

    def _leave(self) -> None:
        for endpoint, seat in self._seats.values():
            self._board.leave(endpoint, seat)
        self._seats = {}
        self._inward.close()


class SerialBridge:
    """The lines of all vehicles, also of those that come and go while the world runs."""

    def __init__(self, app: App, endpoints: Sequence[Endpoint]) -> None:
        self._app = app
        self._endpoints = endpoints
        self._board = Switchboard()
        self._lines: dict[str, VehicleLines] = {}
        self._population = -1
        # Is there a vehicle whose board does not listen yet?
        self._greets = False
        self._first_words = FirstWords(self._speak_first)

    def open(self) -> None:
        """Open all lines and follow the population; a port that is taken is an error."""
        try:
            self._follow()
        except (OSError, ValueError):
            self.close()
            raise
        self._app.add_system(
            PythonSystem(
                name=SYSTEM,
                stage=Stage.COMMANDS,
                run=self._run,
                active=self._has_work,
                # A newcomer has its id before it gets the ports that go with it.
                after=(VEHICLE_IDS,),
            )
        )
        self._first_words.start()

    def close(self) -> None:
        """Close all lines."""
        self._first_words.close()
        for lines in self._lines.values():
            lines.close()
        self._lines = {}
        self._board.close()

    def _speak_first(self) -> bool:
        silent = [lines for lines in list(self._lines.values()) if not lines.has_spoken]
        for lines in silent:
            lines.speak_first()
        return bool(silent)

    def _has_work(self) -> bool:
        return self._greets or self._population != self._app.world.population_version

    def _run(self, info: TickInfo) -> None:
        self._follow()

    def _follow(self) -> None:
        world = self._app.world
        self._population = world.population_version
        there = {r.name: r for r, table in world.each() if MAILBOX in table.layout.places}
        for name, lines in list(self._lines.items()):
            if name not in there or there[name].entity != lines.entity:
                self._lines.pop(name).close()
        for number, (name, record) in enumerate(there.items()):
            if name not in self._lines:
                self._lines[name] = self._lines_of(record, vehicle_number(record, number))
            if not self._lines[name].greeted:
                self._lines[name].greet()
        self._greets = not all(lines.greeted for lines in self._lines.values())

    def _lines_of(self, record: Record, number: int) -> VehicleLines:
        own = ((i, each.of_vehicle(number)) for i, each in enumerate(self._endpoints))
        reached = [(channel, endpoint) for channel, endpoint in own if endpoint is not None]
        return VehicleLines(self._app, record, self._board, reached)


def vehicle_number(record: Record, otherwise: int) -> int:
    """Which vehicle this is, counted from 0: by its id, so that it keeps its ports."""
    identity = record.facts.get(VEHICLE_ID)
    return otherwise if identity is None else max(0, int(identity) - LEAST_MAVLINK_ID)


class Receiver:
    """Hands bytes of one line in, as many as the world can be expected to read."""

    def __init__(self, inbox: Inbox, inward: Publisher[SerialData], channel: int) -> None:
        self._inbox = inbox
        self._inward = inward
        self._channel = channel
        self._waiting = 0

    def __call__(self, data: bytes) -> None:
        """Take bytes; what finds no room is lost, as on a full line."""
        if not len(self._inbox):
            self._waiting = 0
        if self._waiting > MOST_WAITING_BYTES:
            return
        self._waiting += len(data)
        with suppress(BusError):
            self._inward.publish(SerialData(self._channel, data))
