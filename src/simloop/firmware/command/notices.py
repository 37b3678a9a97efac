"""Things to tell the pilot: how command tasks put an event into the ring of the last eight."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.command import EVENTS_KEPT, Notices


def post(notices: Mut[Notices], code: float, value: float) -> None:
    """Append an event: its code, see the tables of reasons, and a number with it."""
    place = int(notices.count) % EVENTS_KEPT
    notices.ring[2 * place] = code
    notices.ring[2 * place + 1] = value
    notices.count += 1.0


def stamp(notices: Mut[Notices], time_s: float) -> None:
    """Give the events that have none the time of the pass that told them."""
    first = notices.stamped
    if first == notices.count:
        return
    fresh = notices.count - first
    for place in range(EVENTS_KEPT):
        if (float(place) - first) % EVENTS_KEPT < fresh:
            notices.time_s[place] = time_s
    notices.stamped = notices.count
