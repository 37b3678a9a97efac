"""How command tasks answer a request, and tell the pilot what happened."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.command import EVENTS_KEPT, Notices, Requests


def is_open(requests: Requests) -> bool:
    """Does the last request wait for its answer?"""
    return requests.request_id != requests.answer_id


def is_asked(requests: Requests, kind: float) -> bool:
    """Is there a request of this kind?"""
    return is_open(requests) and requests.request.kind == kind


def answer(requests: Mut[Requests], how: float, reason: float) -> None:
    """Answer the last request, see codes.py, and say why."""
    requests.answer = how
    requests.answer_reason = reason
    requests.answer_id = requests.request_id


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
