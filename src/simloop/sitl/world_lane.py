"""One vehicle of the world as the firmware's links and parameters see it: by its columns."""

from collections.abc import Sequence

from simloop.world.entities import Entity
from simloop.world.table import Arena, Table
from simloop.world.world import World


class WorldLane:
    """Implements the firmware's Lane for a vehicle whose flight stack is part of the schedule."""

    def __init__(self, world: World, entity: Entity) -> None:
        self._world = world
        self._entity = entity
        self._seen = (-1, -1)
        self._table: Table
        self._row = -1

    def read(self, column: str) -> list[float]:
        """All elements of a column."""
        numbers: list[float] = self._vector(column).tolist()
        return numbers

    def write(self, column: str, values: float | Sequence[float]) -> None:
        """Set all elements of a column, to one number or to one each."""
        self._vector(column)[:] = values

    def has(self, column: str) -> bool:
        """Does this vehicle have the column?"""
        self._find()
        return column in self._table.layout.places

    def _vector(self, column: str) -> Arena:
        self._find()
        return self._table.vector(self._row, column)

    def _find(self) -> None:
        """Look where the vehicle is, unless nothing has changed: telemetry reads all the time."""
        world = self._world
        now = (world.structure_version, world.population_version)
        if now != self._seen:
            record = world.entities.get(self._entity)
            self._table, self._row = world.tables[record.table], record.row
            self._seen = now
