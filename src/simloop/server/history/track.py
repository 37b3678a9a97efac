"""What a track is made of: moments at even distances, and the modes that vehicles flew in."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from simloop.studio.questions.timeline_answers import ModeChange
from simloop.systems.scene.messages import VehicleStatus

T = TypeVar("T")


def evenly(things: Sequence[T], most: int) -> list[T]:
    """At most so many of them, evenly; the first and the last are always among them."""
    count = len(things)
    if count <= most:
        return list(things)
    return [things[round(number * (count - 1) / (most - 1))] for number in range(most)]


def modes_of(moments: Iterable[tuple[int, Iterable[VehicleStatus]]]) -> tuple[ModeChange, ...]:
    """The mode of each vehicle when it is first seen, and every change."""
    known: dict[int, str] = {}
    changes = []
    before: Iterable[VehicleStatus] = ()
    for tick, statuses in moments:
        # While nothing changes, moments share what they tell.
        if statuses is before:
            continue
        before = statuses
        for status in statuses:
            if known.get(status.index) != status.mode:
                known[status.index] = status.mode
                changes.append(ModeChange(tick, status.index, status.mode))
    return tuple(changes)
