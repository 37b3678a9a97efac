"""Components whose fields read one vehicle's columns where they are, and refuse to be set."""

from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np

from simloop.component import Component, FloatRow
from simloop.firmware.component import Component as FirmwareComponent
from simloop.sitl.vehicle_row import VehicleRow
from simloop.world.set_state import STATE_COLUMNS

AnyComponent = TypeVar("AnyComponent", bound=Component | FirmwareComponent)

_PUSH = {"external_force_ned_n": "force_ned_n", "external_torque_frd_nm": "torque_frd_nm"}


def reading_of(component: type[AnyComponent], row: VehicleRow) -> AnyComponent:
    """A component of this class that reads one vehicle's columns."""
    kind: Any = component
    part: Any = object.__new__(_reading_class(kind))
    part.row = row
    found: AnyComponent = part
    return found


class _Reading:
    """What all such components have beside their fields."""

    __slots__ = ()

    if TYPE_CHECKING:
        row: VehicleRow
        fields: dict[str, Any]

    def __repr__(self) -> str:
        carried = self.row.columns
        there = (name for name, field in self.fields.items() if field.column.name in carried)
        told = ", ".join(f"{name}={getattr(self, name)}" for name in there)
        return f"{type(self).__name__}({told})"

    def __getattr__(self, name: str) -> NoReturn:
        if name in self.fields:
            column, vehicle = self.fields[name].column.name, self.row.record.name
            raise AttributeError(f"vehicle '{vehicle}' has no column '{column}'")
        near = get_close_matches(name, self.fields, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(self.fields)}"
        raise AttributeError(f"{type(self).__name__} has no field '{name}': {hint}")


class _Number:
    """A field of one number, as Python's own."""

    def __init__(self, column: str) -> None:
        self.column = column

    def __get__(self, part: Any, owner: type) -> Any:
        return part.row.cell(self.column)[0]

    def __set__(self, part: Any, value: object) -> NoReturn:
        name = part.row.record.name
        raise AttributeError(
            f"{name}: {self.column} is only read here; {_how_to_set(name, self.column)} sets it"
        )


class _Vector(_Number):
    """A field that reads as a NamedTuple."""

    def __init__(self, column: str, record: Any) -> None:
        super().__init__(column)
        self._make = record._make
        self._count = len(record._fields)

    def __get__(self, part: Any, owner: type) -> Any:
        numbers = part.row.cell(self.column).tolist()
        return self._make(numbers if len(numbers) == self._count else numbers[: self._count])


class _Row(_Number):
    """A field of many elements: a copy, as it is at this moment."""

    def __get__(self, part: Any, owner: type) -> FloatRow:
        numbers: FloatRow = np.array(part.row.cell(self.column))
        numbers.flags.writeable = False
        return numbers


@cache
def _reading_class(component: Any) -> Any:
    """A subclass for reading, under the same name."""
    told = {name: getattr(_Reading, name) for name in ("__repr__", "__getattr__")}
    about = {"__doc__": component.__doc__, "__module__": component.__module__}
    cls: Any = type(component)(
        component.__name__, (component,), {"__slots__": ("row",), **about, **told}
    )
    for name, field in component.fields.items():
        setattr(cls, name, _reader(field))
    # A subclass declares no fields of its own.
    for name in ("fields", "columns", "prefix"):
        if hasattr(component, name):
            setattr(cls, name, getattr(component, name))
    return cls


def _reader(field: Any) -> _Number:
    if field.is_row:
        return _Row(field.column.name)
    if field.record is not None:
        return _Vector(field.column.name, field.record)
    return _Number(field.column.name)


def _how_to_set(vehicle: str, column: str) -> str:
    """The command that sets a column, as a program writes it."""
    if column in STATE_COLUMNS:
        return f"sim.command('set_state', name='{vehicle}', {column}=...)"
    if column in _PUSH:
        return f"sim.command('push', name='{vehicle}', {_PUSH[column]}=...)"
    return f"sim.command('set', name='{vehicle}', values={{'{column}': ...}})"
