"""What the firmware told its pilot, read from a vehicle's columns: each with time and words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simloop.firmware.command.reasons import Event, Reason, notice_words
from simloop.firmware.fields.command import EVENTS_KEPT

STAMPED_COLUMN = "fw_event_stamped"

# News that phases, waypoints and the landing tell already.
_ROUTINE = {
    Reason.ARMED,
    Reason.DISARMED,
    Reason.DISARMED_LANDED,
    Reason.READY,
    Event.MODE,
    Event.ITEM_REACHED,
    Event.MISSION_FINISHED,
    Event.TAKEOFF,
    Event.LANDED,
}


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing told to the pilot, and the board time at which it was."""

    time_s: float
    words: str


def notices_since(told: int, read: Callable[[str], Sequence[float]]) -> list[Notice]:
    """The notices after the first `told` ones, without routine; of more than eight the last."""
    count = int(read(STAMPED_COLUMN)[0])
    if count <= told:
        return []
    ring, times = read("fw_event"), read("fw_event_time_s")
    found = []
    for number in range(max(told, count - EVENTS_KEPT), count):
        place = number % EVENTS_KEPT
        code = ring[2 * place]
        if code not in _ROUTINE:
            found.append(Notice(times[place], notice_words(code, ring[2 * place + 1])))
    return found
