"""Lights, actors and obstacles as they are now, in plain values that can be kept and compared."""

from dataclasses import dataclass
from typing import Any

from simloop.world.commands import THINGS
from simloop.world.world import World

_PLAIN = (bool, int, float, str)


@dataclass(frozen=True, slots=True)
class ThingCopy:
    """What stands in the world and is no vehicle."""

    name: str
    kind: str
    facts: dict[str, Any]
    """Those that are plain values: place, shape, colour."""


def copy_things(world: World) -> tuple[ThingCopy, ...]:
    """All of them, in the order of arrival."""
    return tuple(
        ThingCopy(record.name, record.kind.value, _plain_facts(record.facts))
        for record in world.entities
        if record.kind in THINGS
    )


def _plain_facts(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return isinstance(value, _PLAIN)
