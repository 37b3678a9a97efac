"""The entity-component world: entities, tables, queries, change marks, snapshots and the hash."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from simloop.component.column import Change, ColumnGroup
from simloop.math.address import address_key
from simloop.world.arena import Arena
from simloop.world.commands import CommandQueue
from simloop.world.entities import NOBODY, Entity, EntityKind, EntityTable, Record
from simloop.world.plugin import Value, VehicleClass
from simloop.world.table import Table, Template

# Below this many vehicles of a class, scalar code beats half-empty vectors.
FLEET_FROM = 6
FLEET_LANES = 16


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A vehicle to spawn: structure and values shared by its kind, and what is its own."""

    vehicle_class: VehicleClass
    values: Mapping[str, Value]
    links: tuple[str, ...] = ("base_link",)
    sensors: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of what hangs on it."""
        return (*self.links, *self.sensors)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A copy of everything the world holds at one tick."""

    tick: int
    tables: tuple[dict[str, Any], ...]
    entities: dict[str, Any]
    changes: dict[tuple[Entity, str], int]
    parts: dict[str, Any]


class World:
    """Everything that exists and its numbers. Systems change it; it never acts by itself."""

    def __init__(self, *, seed: int, tick_rate_hz: int) -> None:
        self.seed = seed
        self.tick_rate_hz = tick_rate_hz
        self.tick = 0
        self.entities = EntityTable()
        self.tables: list[Table] = []
        self.commands = CommandQueue(self)
        self.structure_version = 0
        self.population_version = 0
        self._changes: dict[tuple[Entity, str], int] = {}
        self._templates: dict[int, tuple[ModelSpec, Template]] = {}
        self.root = self.entities.add(EntityKind.WORLD, "world", NOBODY, 0).entity

    def spawn(self, name: str, spec: ModelSpec, own: Mapping[str, Value]) -> Entity:
        """Create a model with its links and sensors. Outside a tick only: see `commands`.

        Raises:
            ValueError: its name, or that of one of its parts, is taken; nothing was created.
        """
        self.entities.check_free([name, *(f"{name}::{part}" for part in spec.parts)])
        number = self._table_for(spec.vehicle_class)
        table = self.tables[number]
        record = self.entities.add(EntityKind.MODEL, name, self.root, self.tick)
        row = table.add_row(self._template(number, spec))
        record.table, record.row = number, row
        record.facts = {**spec.facts, "spec": spec}
        table.set_value(row, "noise_key", [int(address_key(self.seed, name))])
        for column, value in own.items():
            table.set_value(row, column, value)
        self._add_parts(record, spec)
        self._widen_if_fleet(table)
        self.population_version += 1
        return record.entity

    def remove(self, entity: Entity) -> None:
        """Remove an entity and all below it. Outside a tick only: see `commands`."""
        for record in self.entities.remove(entity, self.tick):
            if record.kind is EntityKind.MODEL:
                self.tables[record.table].remove_row(record.row)
        self.population_version += 1

    def rename(self, entity: Entity, name: str) -> None:
        """Give an entity another name. Outside a tick only: see `commands`."""
        self.entities.rename(entity, name)
        self.population_version += 1

    def add_light(self, name: str, facts: Mapping[str, Any]) -> Entity:
        """Create a light."""
        return self.add_thing(EntityKind.LIGHT, name, facts)

    def add_actor(self, name: str, facts: Mapping[str, Any]) -> Entity:
        """Create an actor: something that follows a script, such as a path."""
        return self.add_thing(EntityKind.ACTOR, name, facts)

    def add_obstacle(self, name: str, facts: Mapping[str, Any]) -> Entity:
        """Create something that stands still and is in the way."""
        return self.add_thing(EntityKind.OBSTACLE, name, facts)

    def add_thing(self, kind: EntityKind, name: str, facts: Mapping[str, Any]) -> Entity:
        """Create something that has facts and no numbers."""
        record = self.entities.add(kind, name, self.root, self.tick)
        record.facts = dict(facts)
        self.population_version += 1
        return record.entity

    def set_facts(self, entity: Entity, facts: Mapping[str, Any]) -> None:
        """Give such a thing other facts. Outside a tick only: see `commands`."""
        self.entities.get(entity).facts = dict(facts)
        self.population_version += 1

    def reserve(self, spec: ModelSpec, count: int) -> None:
        """Make the table of a class wide enough for a fleet before it is spawned."""
        table = self.tables[self._table_for(spec.vehicle_class)]
        if count >= FLEET_FROM:
            table.set_lanes(FLEET_LANES)
        table.make_room(count)

    def vector(self, entity: Entity, column: str) -> Arena:
        """A writable view of an entity's numbers; links and sensors share their model's row."""
        table, row = self._row_of(entity)
        return table.vector(row, column)

    def numbers(self, entity: Entity, column: str) -> Arena:
        """The same, only to read: a parameter may be one that all vehicles of a class share."""
        table, row = self._row_of(entity)
        return table.numbers(row, column)

    def _row_of(self, entity: Entity) -> tuple[Table, int]:
        record = self.entities.get(entity)
        if record.table < 0:
            raise KeyError(f"{record.kind.value} {record.name!r} has no numeric columns")
        return self.tables[record.table], record.row

    def set(self, entity: Entity, column: str, value: Value) -> None:
        """Set an entity's column and mark the change."""
        record = self.entities.get(entity)
        table = self.tables[record.table]
        table.set_value(record.row, column, value)
        self.mark_changed(entity, table.layout.place(column).component)

    def has(self, entity: Entity, component: ColumnGroup | str) -> bool:
        """Does the entity carry this component?"""
        record = self.entities.get(entity)
        name = component if isinstance(component, str) else component.name
        return record.table >= 0 and any(
            part.name == name for part in self.tables[record.table].vehicle_class.components
        )

    def each(self, *components: ColumnGroup | str) -> Iterator[tuple[Record, Table]]:
        """Every model that carries all these components, in order of creation."""
        wanted = {c if isinstance(c, str) else c.name for c in components}
        fitting = {
            number
            for number, table in enumerate(self.tables)
            if wanted <= {part.name for part in table.vehicle_class.components}
        }
        for record in self.entities.models:
            if record.table in fitting:
                yield record, self.tables[record.table]

    def by_name(self, name: str) -> Entity:
        """The entity of this name; an unknown one is an error that suggests the nearest."""
        entity = self.entities.by_name(name)
        if entity is None:
            near = get_close_matches(name, self.entities.names(), 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise KeyError(f"no entity named {name!r}{hint}")
        return entity

    def models(self) -> list[Record]:
        """All models, in order of creation."""
        return self.entities.models

    def mark_changed(self, entity: Entity, component: ColumnGroup) -> None:
        """Note that a command changed a component."""
        self._changes[entity, component.name] = self.tick

    def changed_since(self, tick: int, change: Change | None = None) -> list[tuple[Entity, str]]:
        """What changed in a tick after this one.

        One-time changes were marked; periodic components of a moving world always count.
        """
        found = []
        for record, table in self.each():
            for part in table.vehicle_class.components:
                if change is not None and part.change is not change:
                    continue
                marked = self._changes.get((record.entity, part.name), -1) > tick
                if marked or (part.change is Change.PERIODIC and self.tick > tick):
                    found.append((record.entity, part.name))
        return found

    def snapshot(self, parts: Mapping[str, Any] | None = None) -> Snapshot:
        """A bit-exact copy of now; `parts` carries what systems hold beside the columns."""
        return Snapshot(
            self.tick,
            tuple(table.save() for table in self.tables),
            self.entities.save(),
            dict(self._changes),
            dict(parts or {}),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Back to a snapshot."""
        self.tick = snapshot.tick
        if not self._has_structure_of(snapshot):
            self.structure_version += 1
        del self.tables[len(snapshot.tables) :]
        while len(self.tables) < len(snapshot.tables):
            saved = snapshot.tables[len(self.tables)]
            self.tables.append(Table(saved["class"], saved["lanes"], self._note_move))
        for table, saved in zip(self.tables, snapshot.tables, strict=True):
            table.load(saved)
        self.entities.load(snapshot.entities)
        self._changes = dict(snapshot.changes)
        self._templates = {}
        self.commands.clear()
        self.population_version += 1

    def _note_move(self) -> None:
        """Let everybody look again where columns are."""
        self.population_version += 1

    def _has_structure_of(self, snapshot: Snapshot) -> bool:
        """Would a snapshot leave the tables as they are? Then no tick has to be planned anew."""
        return len(self.tables) == len(snapshot.tables) and all(
            table.has_shape_of(saved)
            for table, saved in zip(self.tables, snapshot.tables, strict=True)
        )

    def fork(self) -> "World":
        """A second world that continues from here on its own."""
        twin = World(seed=self.seed, tick_rate_hz=self.tick_rate_hz)
        twin.restore(self.snapshot())
        return twin

    def model_hash(self, entity: Entity) -> str:
        """A digest of one model's numbers; the same in any batch."""
        record = self.entities.get(entity)
        digest = hashlib.blake2b(record.name.encode(), digest_size=16)
        digest.update(self.tables[record.table].row_bytes(record.row))
        return digest.hexdigest()

    def state_hash(self) -> str:
        """A digest of the tick and every model's numbers, whatever the order of creation."""
        digest = hashlib.blake2b(self.tick.to_bytes(8, "little"), digest_size=16)
        for record in sorted(self.models(), key=lambda record: record.name):
            digest.update(self.model_hash(record.entity).encode())
        return digest.hexdigest()

    def _table_for(self, vehicle_class: VehicleClass) -> int:
        for number, table in enumerate(self.tables):
            if table.vehicle_class is vehicle_class or table.vehicle_class == vehicle_class:
                return number
        self.tables.append(Table(vehicle_class, 1, self._note_move))
        self.structure_version += 1
        return len(self.tables) - 1

    def _template(self, number: int, spec: ModelSpec) -> Template:
        cached = self._templates.get(id(spec))
        if cached is None or cached[0] is not spec:
            cached = (spec, self.tables[number].template(spec.values))
            self._templates[id(spec)] = cached
        return cached[1]

    def _add_parts(self, model: Record, spec: ModelSpec) -> None:
        parts: Sequence[tuple[EntityKind, tuple[str, ...]]] = (
            (EntityKind.LINK, spec.links),
            (EntityKind.SENSOR, spec.sensors),
        )
        for kind, names in parts:
            for name in names:
                part = self.entities.add(kind, f"{model.name}::{name}", model.entity, self.tick)
                part.table, part.row = model.table, model.row

    def _widen_if_fleet(self, table: Table) -> None:
        if table.lanes == 1 and table.count >= FLEET_FROM:
            table.set_lanes(FLEET_LANES)
            self.structure_version += 1
