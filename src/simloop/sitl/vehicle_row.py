"""Where one vehicle's numbers lie, looked up again after tables or vehicles have come or gone."""

from collections.abc import Mapping

from simloop.world.arena import Arena
from simloop.world.entities import Entity, Record
from simloop.world.world import World


class VehicleGone(LookupError):
    """A vehicle that was looked at has left the world."""


class VehicleRow:
    """One vehicle's numbers, as Python reads them."""

    __slots__ = (
        "_arenas",
        "_cells",
        "_name",
        "_names",
        "_population",
        "_record",
        "_table",
        "entity",
        "world",
    )

    def __init__(self, world: World, entity: Entity) -> None:
        self.world = world
        self.entity = entity
        self._record = world.entities.get(entity)
        self._names: tuple[str, ...] = ()
        self._settle(self._record)

    @property
    def record(self) -> Record:
        """Its name and facts; VehicleGone if there is no such vehicle any more."""
        if self.world.population_version != self._population:
            self._follow()
        return self._record

    @property
    def name(self) -> str:
        """Its name, or the last that it had."""
        return self._name

    @property
    def is_there(self) -> bool:
        """Is it in the world?"""
        try:
            return self.record is not None
        except VehicleGone:
            return False

    @property
    def columns(self) -> Mapping[str, object]:
        """The names of the columns that it has."""
        number = self.record.table
        return self.world.tables[number].layout.places

    def cell(self, column: str) -> memoryview:
        """A column's numbers, live and for reading only; good until the next tick."""
        if (
            self.world.population_version != self._population
            or self._table.arenas is not self._arenas
        ):
            self._follow()
        cell = self._cells.get(column)
        if cell is None:
            cell = self._cells[column] = self._view(column).data.toreadonly()
        return cell

    def _view(self, column: str) -> Arena:
        if column not in self._table.layout.places:
            raise AttributeError(f"vehicle '{self._name}' has no column '{column}'")
        return self._table.numbers(self._record.row, column)

    def _follow(self) -> None:
        """Find it again; a snapshot may have given its place to another."""
        if self.entity not in self.world.entities:
            raise self._gone()
        record = self.world.entities.get(self.entity)
        if record is not self._record and record.name not in self._names:
            raise self._gone()
        self._settle(record)

    def _settle(self, record: Record) -> None:
        self._record = record
        self._name = record.name
        if record.name not in self._names:
            self._names = (*self._names, record.name)
        self._table = self.world.tables[record.table]
        self._arenas = self._table.arenas
        self._population = self.world.population_version
        self._cells: dict[str, memoryview] = {}

    def _gone(self) -> VehicleGone:
        # Whoever has the name now came later.
        taken = self.world.entities.by_name(self._name) is not None
        hint = f"another has its name: take sim['{self._name}'] anew" if taken else "it was removed"
        return VehicleGone(f"vehicle '{self._name}' is no longer in the world: {hint}")
