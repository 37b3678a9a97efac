"""Hands a vehicle that is in motion already to its autopilot, if that can take over."""

from collections.abc import Mapping
from typing import Any

from simloop.sitl.row_reading import Read
from simloop.world.commands import SetColumns
from simloop.world.entities import Record
from simloop.world.plugin import Value
from simloop.world.world import World

AIR_START_FACT = "air_start"
"""An autopilot's function from a reader of a row and the vehicle's facts to columns."""


def start_in_motion(
    world: World, record: Record, state: Mapping[str, list[float]] | None = None
) -> bool:
    """Let a vehicle's autopilot take over the motion it is in; False if it has none that can.

    `state` has columns that the vehicle is about to get, over those that it has.
    """
    start = record.facts.get(AIR_START_FACT)
    if start is None:
        return False
    read, ahead = world.tables[record.table].reader(record.row), state or {}
    told = start(lambda column: ahead.get(column) or read(column), record.facts)
    SetColumns(record.name, told).apply(world)
    return True


def air_start(read: Read, facts: Mapping[str, Any]) -> dict[str, Value]:
    """The firmware's columns for the motion and the outputs that `read` finds in the row."""
    # Most vehicles start at rest: what each airframe knows in motion is loaded for the first.
    from simloop.sitl.firmware_air_start import FirmwareStart

    return FirmwareStart(read, facts).columns()
