"""Which vehicles drive."""

from simloop.world.entities import Record
from simloop.world.world import World

DRIVE_COLUMN = "drive_commanded_tick"


def drivers(world: World) -> dict[str, Record]:
    """The ground vehicles, by name."""
    return {
        record.name: record for record, table in world.each() if DRIVE_COLUMN in table.layout.places
    }
