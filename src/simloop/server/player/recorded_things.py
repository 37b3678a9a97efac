"""Lights, actors and obstacles of a recording: which there were at any moment, and where."""

import json
from collections.abc import Callable
from typing import Any

from simloop.messages.simloop_msgs import RunThings
from simloop.server.player.step_values import StepValues
from simloop.systems.scene.looks import thing_item
from simloop.systems.scene.messages import Item
from simloop.world.entities import EntityKind

Things = tuple[Item, ...]
# Above all that worlds and vehicles without a world are numbered by.
_FIRST_INDEX = 2_000_000


class RecordedThings:
    """Things over ticks; a recording that does not tell of them has those of the start."""

    def __init__(self, at_start: Things, index_of: Callable[[str], int | None]) -> None:
        """`index_of` gives the number of what was there at the start, by its name."""
        self._index_of = index_of
        self._later: dict[str, int] = {}
        self._known: StepValues[Things] = StepValues()
        self._known.add(0, at_start)

    def add(self, told: RunThings) -> None:
        """Take what a recording tells."""
        things = (self._item(name, kind, facts) for name, kind, facts in json.loads(told.things))
        self._known.add(told.tick, tuple(things))

    def at(self, tick: float) -> Things:
        """Those of a moment; the same object while nothing changes."""
        return self._known.at(tick) or ()

    def _item(self, name: str, kind: str, facts: dict[str, Any]) -> Item:
        index = self._index_of(name)
        if index is None:
            index = self._later.setdefault(name, _FIRST_INDEX + len(self._later))
        plain = {key: _as_told(value) for key, value in facts.items()}
        return thing_item(index, name, EntityKind(kind), plain)


def _as_told(value: Any) -> Any:
    """JSON makes lists of what worlds keep in tuples."""
    return tuple(map(_as_told, value)) if isinstance(value, list) else value
