"""Sends RC frames from a thread: 50 times a second, for as long as there is a pilot."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread

from simloop.messages.rosflight_msgs import RCRaw
from simloop.sitl.pilot_view import RECEIVER_COLUMN, Pilot, pilot_of
from simloop.transport.errors import BusError
from simloop.world.plugin import App
from simloop.world.topic_prefix import prefix_of

TOPIC = "sim/RC"
PERIOD_S = 0.02


class RcSender:
    """Calls `frame` with the seconds since the last call; None means that there is no frame."""

    def __init__(
        self, app: App, vehicle: str, frame: Callable[[float], Sequence[int] | None], by: str
    ) -> None:
        topic = prefix_of(app.world, vehicle, always=False) + TOPIC
        self._publisher = app.bus.advertise(topic, RCRaw, by=by, external=True)
        self._frame = frame
        self._stop = Event()
        self._thread = Thread(target=self._send, name=f"rc {by}", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def close(self) -> None:
        """Stop sending."""
        self._stop.set()
        self._thread.join(timeout=1.0)

    def _send(self) -> None:
        last = time.monotonic()
        while not self._stop.wait(PERIOD_S):
            now = time.monotonic()
            values = self._frame(now - last)
            last = now
            if values is not None:
                with suppress(BusError):
                    self._publisher.publish(RCRaw(values=tuple(values)))


def flown_vehicle(app: App, wanted: str) -> str:
    """The vehicle to fly: the one that is named, else the first with a receiver."""
    there = [r.name for r, table in app.world.each() if RECEIVER_COLUMN in table.layout.places]
    if wanted and wanted not in there:
        raise ValueError(f"no vehicle '{wanted}' has an RC receiver: use {', '.join(there)}")
    if not there:
        raise ValueError("no vehicle here has an RC receiver: give one an autopilot")
    return wanted or there[0]


def look_at(app: App, vehicle: str) -> Callable[[], Pilot | None]:
    """A look at how the vehicle is flown now; None while there is no such vehicle."""

    def look() -> Pilot | None:
        try:
            return pilot_of(app.world, vehicle)
        except LookupError:
            return None

    return look
