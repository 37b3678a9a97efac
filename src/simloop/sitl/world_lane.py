"""One vehicle of the world as the firmware's links and parameters see it: by its columns."""

from collections.abc import Sequence

from simloop.world.entities import Entity
from simloop.world.world import World


class WorldLane:
    """Implements the firmware's Lane for a vehicle whose flight stack is part of the schedule."""

    def __init__(self, world: World, entity: Entity) -> None:
        self._world = world
        self._entity = entity

    def read(self, column: str) -> list[float]:
        """All elements of a column."""
        numbers: list[float] = self._world.vector(self._entity, column).tolist()
        return numbers

    def write(self, column: str, values: float | Sequence[float]) -> None:
        """Set all elements of a column, to one number or to one each."""
        self._world.vector(self._entity, column)[:] = values

    def has(self, column: str) -> bool:
        """Does this vehicle have the column?"""
        record = self._world.entities.get(self._entity)
        return column in self._world.tables[record.table].layout.places
