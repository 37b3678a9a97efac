"""Reads the arguments of user commands; a wrong one is refused and named."""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Any

from simloop.transport.names import canonical_name
from simloop.world.command_arguments import text
from simloop.world.commands import CommandRefused
from simloop.world.set_state import LARGEST

Arguments = Mapping[str, Any]
_LONGEST_NAME = 64


def new_name(given: Arguments, key: str) -> str:
    """An argument by which somebody will be called."""
    name = text(given, key)
    if not name.isprintable() or len(name) > _LONGEST_NAME:
        raise CommandRefused(f"argument '{key}' is a name of at most {_LONGEST_NAME} signs")
    return name


def new_vehicle_name(given: Arguments, key: str) -> str:
    """The same for a vehicle, whose name is part of its topics."""
    name = new_name(given, key)
    try:
        canonical_name(name)
    except ValueError:
        name = ""
    if not name or "/" in name:
        raise CommandRefused(
            f"argument '{key}' names topics too: write letters, digits and single underscores, "
            "with a letter first"
        )
    return name


def number(given: Arguments, key: str) -> float:
    """An argument that is a number."""
    return numbers(given, key, 1)[0]


def numbers(given: Arguments, key: str, count: int) -> tuple[float, ...]:
    """An argument of so many numbers that a world can work with."""
    value = given.get(key)
    entries = [value] if isinstance(value, (int, float)) else value
    if not isinstance(entries, (list, tuple)) or len(entries) != count:
        raise CommandRefused(f"argument '{key}' takes {count} number{'s' * (count > 1)}")
    return tuple(_finite(key, entry) for entry in entries)


def _finite(key: str, entry: Any) -> float:
    if isinstance(entry, bool) or not isinstance(entry, (int, float)):
        raise CommandRefused(f"argument '{key}' takes numbers")
    if not -LARGEST <= entry <= LARGEST:
        raise CommandRefused(f"argument '{key}' has a number that is not finite, or beyond 1e9")
    return float(entry)


def place(given: Arguments, key: str) -> tuple[float, float, float]:
    """An argument that is a place."""
    north, east, down = numbers(given, key, 3)
    return north, east, down


def length(given: Arguments, key: str) -> float:
    """An argument that is a number above zero."""
    value = number(given, key)
    if not value > 0.0:
        raise CommandRefused(f"argument '{key}' is a number above 0")
    return value


def heading_wxyz(heading_deg: float) -> tuple[float, float, float, float]:
    """Level attitude with this heading, clockwise from north."""
    half = 0.5 * radians(heading_deg)
    return cos(half), 0.0, 0.0, sin(half)
