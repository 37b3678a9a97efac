"""One vehicle of the world as the firmware's links and parameters see it: by its columns."""

from collections.abc import Sequence

from simloop.world.arena import Arena
from simloop.world.entities import Entity
from simloop.world.table import Table
from simloop.world.world import World


class WorldLane:
    """Implements the firmware's Lane for a vehicle whose flight stack is part of the schedule.

    Telemetry reads all the time, so it remembers where columns lie until the world changes.
    """

    def __init__(self, world: World, entity: Entity) -> None:
        self._world = world
        self._entity = entity
        self._structure = self._population = -1
        self._table: Table
        self._row = -1
        self._views: dict[str, Arena] = {}

    def read(self, column: str) -> list[float]:
        """All elements of a column."""
        numbers: list[float] = self._view(column).tolist()
        return numbers

    def write(self, column: str, values: float | Sequence[float]) -> None:
        """Set all elements of a column, to one number or to one each."""
        view = self._view(column)
        if view.flags.writeable:
            view[:] = values
        else:
            self._table.set_value(self._row, column, values)

    def has(self, column: str) -> bool:
        """Does this vehicle have the column?"""
        self._follow()
        return column in self._table.layout.places

    def _view(self, column: str) -> Arena:
        self._follow()
        view = self._views.get(column)
        if view is None:
            view = self._views[column] = self._table.numbers(self._row, column)
        return view

    def _follow(self) -> None:
        """Look again where the vehicle is, after tables or vehicles have come or gone."""
        world = self._world
        if (
            world.population_version != self._population
            or world.structure_version != self._structure
        ):
            record = world.entities.get(self._entity)
            self._table, self._row = world.tables[record.table], record.row
            self._population, self._structure = world.population_version, world.structure_version
            self._views = {}
