"""Inputs of a run as messages, and back: enough to hand every one of them in again."""

import json
from typing import Any

import numpy as np

from simloop.messages import ros_type
from simloop.messages.cdr import from_cdr, to_cdr
from simloop.messages.simloop_msgs import InboxEntry
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.bus import Bus
from simloop.transport.inbox import ServiceInput, Stamped, TopicInput

Payload = TopicInput | ServiceInput | UserCommand


def entry_of(
    tick: int, item: Stamped, *, round_number: int, paused: bool, at_once: bool
) -> InboxEntry:
    """One input as a message."""
    kind, name, type_name, data = _described(item.payload)
    return InboxEntry(
        tick=tick,
        round=round_number,
        kind=kind,
        paused=paused,
        at_once=at_once,
        count=1,
        source=item.source,
        name=name,
        type=type_name,
        data=data,
    )


def payload_of(entry: InboxEntry, bus: Bus) -> Payload:
    """The input again; topics and services know the types that they carry.

    Raises:
        ValueError: nobody would take such an input here.
    """
    if entry.kind == "topic":
        return TopicInput(entry.name, from_cdr(entry.data, bus.message_type(entry.name)))
    if entry.kind == "service":
        return ServiceInput(entry.name, from_cdr(entry.data, bus.request_type(entry.name)))
    if entry.kind == "command":
        arguments = json.loads(entry.data)
        if not isinstance(arguments, dict):
            raise ValueError(f"a command of {entry.source} has no arguments by name")
        return UserCommand(entry.name, arguments)
    raise ValueError(f"an input of {entry.source} is a {entry.type}, which cannot be replayed")


def _described(payload: Any) -> tuple[str, str, str, bytes]:
    if isinstance(payload, TopicInput):
        message = payload.message
        return "topic", payload.topic, ros_type(type(message)), to_cdr(message)
    if isinstance(payload, ServiceInput):
        request = payload.request
        return "service", payload.service, ros_type(type(request)), to_cdr(request)
    if isinstance(payload, UserCommand):
        arguments = json.dumps(dict(payload.arguments), default=_plain)
        return "command", payload.verb, "", arguments.encode()
    return "unknown", "", type(payload).__name__, b""


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} in a command cannot be recorded: use plain values")
