"""Requests and answers: is there one of this kind, and what becomes of it."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests


def is_open(requests: Requests) -> bool:
    """Does the last request wait for its answer?"""
    return requests.request_id != requests.answer_id


def is_asked(requests: Requests, kind: float) -> bool:
    """Is there a request of this kind?"""
    return is_open(requests) and requests.request.kind == kind


def answer(requests: Mut[Requests], how: float, reason: float) -> None:
    """Answer the last request, see requests.py, and say why."""
    requests.answer = how
    requests.answer_reason = reason
    requests.answer_id = requests.request_id
