"""What an entity is made of: its components and columns with their meaning, its numbers, its facts.

`inspect` tells what seldom changes, `columns` the numbers of those columns that somebody looks at.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from simloop.component.column import ColumnGroup, Kind
from simloop.studio.questions.timeline import HISTORY, PastRow
from simloop.systems.scene.questions import (
    Arguments,
    Question,
    QuestionRefused,
    entity_of,
    number_of,
    text_of,
)
from simloop.world.entities import EntityKind, Record
from simloop.world.layout import Place
from simloop.world.plugin import App, VehicleClass
from simloop.world.set_state import STATE_COLUMNS
from simloop.world.table import Table
from simloop.world.world import World

Edit = Literal["no", "set", "set_state"]

_MOST_COLUMNS = 400
_MOST_FACTS = 80
_FACT_DEPTH = 3
_HIDDEN_FACTS = ("spec", "model_key")
# What a part of a vehicle is about, by the names of components of the vehicle's row.
_LINK_PARTS = ("body_model", "body", "contact")
_SENSOR_WORDS = {
    "magnetometer": "mag",
    "barometer": "baro",
    "airspeed": "diff_pressure",
    "range": "sonar",
}


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """One column; `edit` is the verb that changes it."""

    name: str
    size: int
    unit: str
    frame: str
    meaning: str
    edit: Edit


@dataclass(frozen=True, slots=True)
class ComponentRow:
    """A group of columns of one kind."""

    name: str
    kind: Literal["param", "intent", "truth", "sample"]
    meaning: str
    columns: tuple[ColumnRow, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is no column."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class EntityDetail:
    """Answer to `inspect` (argument `name`)."""

    name: str
    kind: str
    parent: str
    facts: tuple[Fact, ...]
    components: tuple[ComponentRow, ...]


@dataclass(frozen=True, slots=True)
class ColumnValues:
    """The numbers of a column; those of 64 bits without a sign are texts, as JSON would round."""

    name: str
    values: tuple[float | str | None, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Answer to `columns` (`name`, and `columns` or `components`): numbers of one moment.

    With `tick` it is the nearest moment not after it of which there is a copy; without rows, the
    entity was not there.
    """

    tick: int
    rows: tuple[ColumnValues, ...]


def _entity(app: App) -> Callable[[Arguments], EntityDetail]:
    def answer(given: Arguments) -> EntityDetail:
        record = entity_of(app.world, given)
        entities = app.world.entities
        parent = entities.get(record.parent).name if record.parent in entities else ""
        return EntityDetail(
            record.name,
            record.kind.value,
            parent,
            tuple(_facts(record))[:_MOST_FACTS],
            tuple(_component_row(table, part) for table, part in _components(app.world, record)),
        )

    return answer


def _columns(app: App) -> Callable[[Arguments], Columns]:
    def answer(given: Arguments) -> Columns:
        row = _past_row(app, given) if "tick" in given else _row(app, given)
        if isinstance(row, int):
            return Columns(row, ())
        return Columns(row.tick, tuple(_values(row, name) for name in _wanted(row, given)))

    return answer


def _row(app: App, given: Arguments) -> PastRow | int:
    """Somebody's columns as they are now."""
    record = entity_of(app.world, given)
    if record.table < 0:
        return app.world.tick
    table, row = app.world.tables[record.table], record.row
    return PastRow(
        app.world.tick,
        record,
        table.vehicle_class,
        table.layout,
        lambda column: table.numbers(row, column),
    )


def _past_row(app: App, given: Arguments) -> PastRow | int:
    tick, keeper = int(number_of(given, "tick")), app.provided.get(HISTORY)
    # A recording has written the columns of the moment already.
    if keeper is None or tick >= app.world.tick:
        return _row(app, given)
    found: PastRow | int = keeper.row(tick, text_of(given, "name"))
    return found


def _components(world: World, record: Record) -> Iterator[tuple[Table, ColumnGroup]]:
    """The components of a model, or those of its row that a part of it is about."""
    if record.table < 0:
        return
    table = world.tables[record.table]
    for part in _parts(table.vehicle_class, record):
        yield table, part


def _parts(vehicle_class: VehicleClass, record: Record) -> list[ColumnGroup]:
    return [part for part in vehicle_class.components if _belongs(record, part.name)]


def _belongs(record: Record, component: str) -> bool:
    if record.kind is EntityKind.LINK:
        return component in _LINK_PARTS
    if record.kind is EntityKind.SENSOR:
        own = record.name.rpartition("::")[2]
        word = _SENSOR_WORDS.get(own, own)
        return component == word or component.startswith(f"{word}_")
    return True


def _component_row(table: Table, part: ColumnGroup) -> ComponentRow:
    rows = tuple(
        ColumnRow(
            column.name,
            table.layout.places[column.name].size,
            column.unit,
            column.frame,
            column.meaning,
            _edit(part, table.layout.places[column.name]),
        )
        for column in part.columns
    )
    return ComponentRow(part.name, part.kind.name.lower(), part.meaning, rows)  # type: ignore[arg-type]


def _edit(part: ColumnGroup, place: Place) -> Edit:
    if place.column.name in STATE_COLUMNS:
        return "set_state"
    # Samples are taken anew, and what can be worked out again is.
    computed = part.kind is Kind.SAMPLE or place.column.scratch
    return "no" if computed or place.dtype != "f8" else "set"


def _wanted(row: PastRow, given: Arguments) -> list[str]:
    columns, components = given.get("columns", ()), given.get("components", ())
    for key, names in (("columns", columns), ("components", components)):
        if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) for n in names):
            raise QuestionRefused(f"argument '{key}' is a list of names")
    for name in columns:
        if name not in row.layout.places:
            raise QuestionRefused(f"'{row.record.name}' has no column '{name}'")
    known = {part.name: part for part in _parts(row.vehicle_class, row.record)}
    for name in components:
        if name not in known:
            raise QuestionRefused(f"'{row.record.name}' has no component '{name}'")
    inner = [column.name for name in components for column in known[name].columns]
    return [*columns, *inner][:_MOST_COLUMNS]


def _values(row: PastRow, name: str) -> ColumnValues:
    numbers = row.read(name).tolist()
    if row.layout.places[name].dtype == "u8":
        return ColumnValues(name, tuple(f"{number:#018x}" for number in numbers))
    return ColumnValues(name, tuple(numbers))


def _facts(record: Record) -> Iterator[Fact]:
    for name, value in record.facts.items():
        if name not in _HIDDEN_FACTS:
            yield from _fact(name, value, _FACT_DEPTH)


def _fact(name: str, value: Any, depth: int) -> Iterator[Fact]:
    """A fact in words; what is made of parts is told part by part, and functions are left out."""
    if value is None or callable(value):
        return
    if is_dataclass(value):
        value = {part.name: getattr(value, part.name) for part in fields(value)}
    if isinstance(value, Mapping):
        for key, inner in value.items() if depth > 0 else ():
            yield from _fact(f"{name}.{key}", inner, depth - 1)
    elif isinstance(value, (tuple, list)):
        if all(isinstance(each, (int, float, str)) for each in value) and value:
            yield Fact(name, ", ".join(map(_word, value)))
        for number, inner in enumerate(value if depth > 0 else ()):
            if not isinstance(inner, (int, float, str)):
                yield from _fact(f"{name}[{number}]", inner, depth - 1)
    elif isinstance(value, (int, float, str)):
        yield Fact(name, _word(value))


def _word(value: float | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


QUESTIONS = (
    Question("inspect", "what an entity is: facts, components, columns", EntityDetail, _entity),
    Question("columns", "numbers of an entity's columns, now or at a `tick`", Columns, _columns),
)
