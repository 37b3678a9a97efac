"""Who is in the world: identities with generations, kinds, names, parents and plain facts."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NewType

Entity = NewType("Entity", int)

_INDEX_BITS = 32
_REMOVED_KEPT = 4096
NOBODY = Entity(0)


class EntityKind(Enum):
    """What sort of thing an entity is."""

    WORLD = "world"
    MODEL = "model"
    LINK = "link"
    SENSOR = "sensor"
    LIGHT = "light"
    ACTOR = "actor"
    OBSTACLE = "obstacle"


@dataclass(slots=True)
class Record:
    """One entity's facts. `facts` holds what is not numeric: visuals, file names, plans."""

    entity: Entity
    kind: EntityKind
    name: str
    parent: Entity
    born_tick: int
    table: int = -1
    row: int = -1
    facts: dict[str, Any] = field(default_factory=dict)


class EntityTable:
    """All entities; an index is reused with a new generation, so an old id never lies."""

    def __init__(self) -> None:
        self._records: dict[Entity, Record] = {}
        self._generation: list[int] = [0]
        self._free: list[int] = []
        self._by_name: dict[str, Entity] = {}
        self._children: dict[Entity, list[Entity]] = {}
        self._counts: Counter[EntityKind] = Counter()
        self._models: dict[Entity, Record] = {}
        self.removed: deque[tuple[int, Record]] = deque(maxlen=_REMOVED_KEPT)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, entity: Entity) -> bool:
        return entity in self._records

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())

    @property
    def models(self) -> list[Record]:
        """All models, in order of creation; a fleet has many times as many parts."""
        return list(self._models.values())

    def count(self, kind: EntityKind) -> int:
        """How many of a kind there are."""
        return self._counts[kind]

    def add(self, kind: EntityKind, name: str, parent: Entity, tick: int) -> Record:
        """Create an entity; its scoped name (parent::name below models) must be free."""
        self.check_free([name])
        if self._free:
            index = self._free.pop()
        else:
            index = len(self._generation)
            self._generation.append(0)
        self._generation[index] += 1
        entity = Entity(self._generation[index] << _INDEX_BITS | index)
        record = Record(entity, kind, name, parent, tick)
        self._records[entity] = record
        self._by_name[name] = entity
        self._counts[kind] += 1
        if kind is EntityKind.MODEL:
            self._models[entity] = record
        self._children.setdefault(parent, []).append(entity)
        return record

    def remove(self, entity: Entity, tick: int) -> list[Record]:
        """Remove an entity and its descendants; the records come back, children first."""
        gone = [self.get(e) for e in reversed([entity, *self.descendants(entity)])]
        for record in gone:
            del self._records[record.entity]
            del self._by_name[record.name]
            self._counts[record.kind] -= 1
            self._models.pop(record.entity, None)
            self._children[record.parent].remove(record.entity)
            self._children.pop(record.entity, None)
            self._free.append(record.entity & ((1 << _INDEX_BITS) - 1))
            self.removed.append((tick, record))
        return gone

    def rename(self, entity: Entity, name: str) -> None:
        """Give an entity another name, by which its parts are called too."""
        record = self.get(entity)
        family = [record, *(self.get(part) for part in self.descendants(entity))]
        names = [name + member.name.removeprefix(record.name) for member in family]
        self.check_free(names)
        for member in family:
            del self._by_name[member.name]
        for member, new in zip(family, names, strict=True):
            member.name = new
            self._by_name[new] = member.entity

    def check_free(self, names: Iterable[str]) -> None:
        """ValueError says which of these names somebody has."""
        for name in names:
            if name in self._by_name:
                raise ValueError(f"an entity named {name!r} exists already; choose another name")

    def get(self, entity: Entity) -> Record:
        """An entity's facts; a stale id is an error that says so."""
        record = self._records.get(entity)
        if record is None:
            raise KeyError(f"entity {entity:#x} does not exist (any more)")
        return record

    def by_name(self, name: str) -> Entity | None:
        """Who has this name, if anyone."""
        return self._by_name.get(name)

    def names(self) -> list[str]:
        """All names in use."""
        return list(self._by_name)

    def children(self, entity: Entity) -> tuple[Entity, ...]:
        """The direct children, oldest first."""
        return tuple(self._children.get(entity, ()))

    def descendants(self, entity: Entity) -> list[Entity]:
        """All children and their children, parents first."""
        found: list[Entity] = []
        for child in self.children(entity):
            found += [child, *self.descendants(child)]
        return found

    def new_since(self, tick: int) -> list[Record]:
        """Entities created in a tick after this one."""
        return [record for record in self._records.values() if record.born_tick > tick]

    def removed_since(self, tick: int) -> list[Record]:
        """Entities removed in a tick after this one."""
        return [record for when, record in self.removed if when > tick]

    def save(self) -> dict[str, Any]:
        """Everything the table holds, as copies."""
        return {
            "records": [_copy(record) for record in self._records.values()],
            "generation": list(self._generation),
            "free": list(self._free),
            "children": {parent: list(kids) for parent, kids in self._children.items()},
            "removed": [(tick, _copy(record)) for tick, record in self.removed],
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Back to a saved state."""
        self._records = {record.entity: _copy(record) for record in saved["records"]}
        self._by_name = {record.name: record.entity for record in self._records.values()}
        self._counts = Counter(record.kind for record in self._records.values())
        self._models = {e: r for e, r in self._records.items() if r.kind is EntityKind.MODEL}
        self._generation = list(saved["generation"])
        self._free = list(saved["free"])
        self._children = {parent: list(kids) for parent, kids in saved["children"].items()}
        kept = [(tick, _copy(record)) for tick, record in saved["removed"]]
        self.removed = deque(kept, maxlen=_REMOVED_KEPT)


def _copy(record: Record) -> Record:
    return Record(
        record.entity,
        record.kind,
        record.name,
        record.parent,
        record.born_tick,
        record.table,
        record.row,
        dict(record.facts),
    )
