"""Things to tell the pilot: how command tasks put an event into the ring of the last eight."""

from simloop.firmware.fields.command import EVENTS_KEPT
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def post(fw_event: Row, fw_event_count: Row, j: int, code: float, value: float) -> None:
    """Append an event of lane j: its code, see the tables of reasons, and a number with it."""
    place = int(fw_event_count[j]) % EVENTS_KEPT
    fw_event[2 * place * W + j] = code
    fw_event[(2 * place + 1) * W + j] = value
    fw_event_count[j] = fw_event_count[j] + 1.0


def stamp(
    fw_event_count: Row, fw_event_time_s: Row, fw_event_stamped: Row, j: int, time_s: float
) -> None:
    """Give the events of lane j that have none the time of the pass that told them."""
    first = fw_event_stamped[j]
    if first == fw_event_count[j]:
        return
    fresh = fw_event_count[j] - first
    for place in range(EVENTS_KEPT):
        if (float(place) - first) % EVENTS_KEPT < fresh:
            fw_event_time_s[place * W + j] = time_s
    fw_event_stamped[j] = fw_event_count[j]
