"""Which vehicles drive, and what their topics are called."""

from simloop.world.entities import Record
from simloop.world.world import World

DRIVE_COLUMN = "drive_commanded_tick"


def drivers(world: World) -> dict[str, Record]:
    """The ground vehicles, by name."""
    return {
        record.name: record for record, table in world.each() if DRIVE_COLUMN in table.layout.places
    }


def prefix_of(world: World, name: str, *, always: bool) -> str:
    """What stands before the topics of a vehicle: nothing while it is alone."""
    return f"{name}/" if always or len(world.models()) > 1 else ""
