"""A ground station without people: its heartbeat reaches a vehicle's serial line until it stops.

It lives in simulated time and speaks over the same topic as a link to the outside, so what happens
when a ground station goes silent can be rehearsed at any speed, with the same bits.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simloop.messages.simloop_msgs import SerialData
from simloop.sitl.firmware_links import MAILBOX, SERIAL_IN
from simloop.timing.rates import highest_rate_hz
from simloop.transport.topic import Publisher
from simloop.world.activity import Activity
from simloop.world.commands import Command, CommandRefused, find
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of
from simloop.world.world import World

HEARTBEAT_RATE_HZ = 1
STATION_SYSTEM, STATION_COMPONENT = 255, 190
GROUND_STATION, NO_AUTOPILOT, ACTIVE, PROTOCOL = 6, 8, 4, 3


class SimulatedStations:
    """Who is heard by which vehicle; part of a snapshot."""

    def __init__(self, app: App) -> None:
        self._app = app
        # Vehicles that hear their station, with the number of heartbeats so far.
        self._sending: dict[str, int] = {}
        self._activity = Activity(lambda: bool(self._sending))
        self._lines: dict[str, Publisher[SerialData]] = {}

    def join(self) -> None:
        """Enter the schedule; asleep until somebody switches a station on."""
        self._app.add_system(
            PythonSystem(
                name="simulated stations",
                stage=Stage.COMMANDS,
                run=self._beat,
                rate_hz=highest_rate_hz(HEARTBEAT_RATE_HZ, self._app.tick_rate_hz),
                active=self._activity,
                reset=self._sending.clear,
                save=lambda: dict(self._sending),
                load=self._load,
            )
        )

    def is_heard(self, vehicle: str) -> bool:
        """Does the vehicle's station send?"""
        return vehicle in self._sending

    def set_heard(self, vehicle: str, heard: bool) -> None:
        """Let the vehicle's station send, or fall silent."""
        if heard:
            self._sending.setdefault(vehicle, 0)
            self._activity.stir()
        else:
            self._sending.pop(vehicle, None)

    def make_command(self, arguments: Mapping[str, Any]) -> Command:
        """The user command `ground_station` with arguments `name` and `heard`."""
        name, heard = arguments.get("name"), arguments.get("heard")
        if not isinstance(name, str) or not name:
            raise CommandRefused("argument 'name' is missing: write a name")
        if not isinstance(heard, bool):
            raise CommandRefused("argument 'heard' is true or false")
        return _Hear(self, name, heard)

    def _beat(self, info: TickInfo) -> None:
        world = self._app.world
        for name, count in list(self._sending.items()):
            if world.entities.by_name(name) is None:
                del self._sending[name]
                continue
            self._line_of(name).publish(SerialData(0, heartbeat(count)))
            self._sending[name] = count + 1

    def _line_of(self, name: str) -> Publisher[SerialData]:
        topic = prefix_of(self._app.world, name, always=False) + SERIAL_IN
        if topic not in self._lines:
            self._lines[topic] = self._app.bus.advertise(
                topic, SerialData, "bytes to the board", by="simulated station"
            )
        return self._lines[topic]

    def _load(self, saved: Mapping[str, int]) -> None:
        self._sending.clear()
        self._sending.update(saved)


@dataclass(frozen=True, slots=True)
class _Hear:
    """Change whether one vehicle hears its ground station."""

    stations: SimulatedStations = field(repr=False)
    vehicle: str
    heard: bool

    def apply(self, world: World) -> Command:
        """Change it; undone by what it was before."""
        record = world.entities.get(find(world, self.vehicle))
        if MAILBOX not in world.tables[record.table].layout.places:
            raise CommandRefused(f"'{self.vehicle}' has no serial line: give it an autopilot")
        before = self.stations.is_heard(self.vehicle)
        self.stations.set_heard(self.vehicle, self.heard)
        return _Hear(self.stations, self.vehicle, before)


def heartbeat(count: int) -> bytes:
    """The frame that a ground station sends once a second."""
    # Most stations are silent: the codec waits for the first that speaks.
    from simloop.firmware.mavlink.frame import encode
    from simloop.firmware.mavlink.messages import BY_NAME

    message = BY_NAME["HEARTBEAT"]
    fields = {
        "type": GROUND_STATION,
        "autopilot": NO_AUTOPILOT,
        "system_status": ACTIVE,
        "mavlink_version": PROTOCOL,
    }
    return encode(message, message.values(fields), count & 0xFF, STATION_SYSTEM, STATION_COMPONENT)
