"""Heartbeats for vehicles whose boards do not run yet: a fleet may be compiled for a minute.

A ground station that hears nothing gives up. So until a board has spoken itself, its lines say once
a second that it is there and boots. Nothing of the world takes part in it.
"""

from collections.abc import Callable
from threading import Event, Thread

from simloop.firmware.link.identity import AUTOPILOT, COMPONENT, vehicle_type
from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.sitl.vehicle_id import LEAST_MAVLINK_ID
from simloop.sitl.vehicle_roster import VEHICLE_ID
from simloop.sitl.world_lane import WorldLane
from simloop.world.entities import Record
from simloop.world.world import World

PERIOD_S = 1.0
_CUSTOM_MODE, _BOOT, _PROTOCOL = 1, 1, 3


class FirstWords:
    """A thread that speaks for the silent, and ends when all speak for themselves.

    `speak` sends what is to be said and tells whether anybody is still silent; `wait` waits a
    while and is True once it should stop.
    """

    def __init__(
        self, speak: Callable[[], bool], wait: Callable[[float], bool] | None = None
    ) -> None:
        self._speak = speak
        self._stop = Event()
        self._wait = wait or self._stop.wait
        self._thread = Thread(target=self._run, name="mavlink first words", daemon=True)

    def start(self) -> None:
        """Begin; a run that starts at once needs no words for it."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._wait(PERIOD_S) and self._speak():
            pass


def booting(world: World, record: Record) -> Callable[[int], bytes]:
    """Makes the n-th heartbeat of a vehicle whose board has not begun."""
    lane = WorldLane(world, record.entity)

    def number(column: str) -> float:
        return lane.read(column)[0] if lane.has(column) else 0.0

    rotors = len(lane.read("motor_command")) if lane.has("motor_command") else 0
    message = BY_NAME["HEARTBEAT"]
    fields = {
        "type": vehicle_type(number("fw_airframe"), rotors, int(number("fw_vtol_type"))),
        "autopilot": AUTOPILOT,
        "base_mode": _CUSTOM_MODE,
        "system_status": _BOOT,
        "mavlink_version": _PROTOCOL,
    }
    values = message.values(fields)
    system = record.facts.get(VEHICLE_ID)
    system = LEAST_MAVLINK_ID if system is None else int(system)
    return lambda count: encode(message, values, count & 0xFF, system, COMPONENT)
