"""One vehicle's numbers in the arenas of its table, as kernels see them when Python runs them.

Kernels read and write fields all the time. So every component gets a class for its place in the
arenas: a number is a double that C reads and writes, a vector is unpacked from its place, and a row
is a view that the component holds.
"""

import ctypes
from collections.abc import Callable, Mapping
from functools import cache
from struct import Struct
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simloop.world.kernel_columns import Parameter
from simloop.world.table import Table

_DOUBLE_BYTES = 8


class VehicleView:
    """What the kernels of one vehicle get."""

    def __init__(self, table: Table, row: int) -> None:
        block, self._lane = divmod(row, table.lanes)
        self._table, self._row = table, row
        self._doubles = table.arenas["f8"][block]
        self._parts: dict[tuple[Any, ...], Any] = {}

    def column(self, name: str) -> Any:
        """The elements of a column, to read and, but for shared parameters, to write."""
        return as_python_numbers(self._table.look(self._row, name))

    def component(self, parameter: Parameter, bind: Mapping[str, str]) -> Any:
        """A component, with other columns in the place of some."""
        assert parameter.fields is not None and parameter.make is not None
        columns = {
            name: bind.get(field.column.name, field.column.name)
            for name, field in parameter.fields.items()
        }
        key = (parameter.make, tuple(columns.values()))
        if key not in self._parts:
            self._parts[key] = self._component(parameter, columns)
        return self._parts[key]

    def _component(self, parameter: Parameter, columns: Mapping[str, str]) -> Any:
        places, cls = self._table.layout.places, parameter.make.__self__  # type: ignore[union-attr]
        # A kernel that uses some fields of a component runs where only those are.
        found = {name: column for name, column in columns.items() if column in places}
        spots = tuple(
            _Spot(name, places[column].field, places[column].arena)
            for name, column in found.items()
        )
        made = _class_at(cls, self._table.lanes, spots)
        part = made.from_buffer(self._doubles, self._lane * _DOUBLE_BYTES)
        for name, slot in made._views.items():
            setattr(part, slot, self.column(found[name]))
        return part


def as_python_numbers(array: NDArray[Any]) -> Any:
    """An array whose doubles are Python's own, several times as fast as numpy's.

    Whole numbers stay numpy's: theirs wrap around.
    """
    return memoryview(array) if array.dtype == np.float64 else array  # type: ignore[arg-type]


class _Spot(NamedTuple):
    """Where a field's first number is in an arena."""

    name: str
    field: int
    arena: str


@cache
def _class_at(cls: Any, lanes: int, spots: tuple[_Spot, ...]) -> Any:
    """A component's class for these places, with the component's own methods."""
    doubles = [spot for spot in spots if spot.arena == "f8" and not cls.fields[spot.name].is_row]
    numbers = _numbers_at({at for spot in doubles for at in _fields_of(cls, spot)}, lanes)
    # A row is the attribute itself; whole numbers and parameters are read by way of a view of them.
    views = {
        spot.name: spot.name if cls.fields[spot.name].is_row else f"view_of_{spot.name}"
        for spot in spots
        if spot not in doubles
    }
    space: dict[str, Any] = {"__slots__": tuple(views.values()), "_views": views}
    space |= {name: thing for name, thing in vars(cls).items() if isinstance(thing, FunctionType)}
    for spot in doubles:
        record = cls.fields[spot.name].record
        plain = getattr(numbers, _number(spot.field))
        space[spot.name] = plain if record is None else _vector(record, spot.field, lanes)
    for name, slot in views.items():
        if slot != name:
            record = cls.fields[name].record
            space[name] = _viewed(slot) if record is None else _viewed_vector(slot, record)
    space |= {"_names": tuple(spot.name for spot in spots), "__repr__": _told}
    return type(cls.__name__, (numbers,), space)


def _fields_of(cls: Any, spot: _Spot) -> range:
    record = cls.fields[spot.name].record
    return range(spot.field, spot.field + (1 if record is None else len(record._fields)))


def _number(field: int) -> str:
    return f"number_{field}"


def _numbers_at(fields: set[int], lanes: int) -> type[ctypes.Structure]:
    """Doubles that lie in these fields of a lane."""
    members: list[tuple[str, Any]] = []
    end = 0
    for field in sorted(fields):
        begin = field * lanes * _DOUBLE_BYTES
        if begin > end:
            members.append((f"other_{end}", ctypes.c_char * (begin - end)))
        members.append((_number(field), ctypes.c_double))
        end = begin + _DOUBLE_BYTES
    return type("Numbers", (ctypes.Structure,), {"__slots__": (), "_fields_": members})


def _vector(record: Any, field: int, lanes: int) -> property:
    """A NamedTuple of doubles; a delayed sensor's newest sample comes first in its line."""
    count = len(record._fields)
    gap = f"{(lanes - 1) * _DOUBLE_BYTES}x"
    numbers = Struct("=" + gap.join("d" * count))
    offset = field * lanes * _DOUBLE_BYTES
    new, unpack = tuple.__new__, numbers.unpack_from

    def read(part: Any) -> Any:
        return new(record, unpack(part, offset))

    return property(read, _packing(numbers, offset) if lanes == 1 else _putting(field, count))


def _packing(numbers: Struct, offset: int) -> Callable[[Any, Any], None]:
    pack = numbers.pack_into

    def write(part: Any, value: Any) -> None:
        pack(part, offset, *value)

    return write


def _putting(field: int, count: int) -> Callable[[Any, Any], None]:
    # Packing would write the other lanes, too.
    names = [_number(field + k) for k in range(count)]

    def write(part: Any, value: Any) -> None:
        for name, number in zip(names, value, strict=True):
            setattr(part, name, number)

    return write


def _viewed(slot: str) -> property:
    def read(part: Any) -> Any:
        return getattr(part, slot)[0]

    def write(part: Any, value: Any) -> None:
        getattr(part, slot)[0] = value

    return property(read, write)


def _viewed_vector(slot: str, record: Any) -> property:
    new = tuple.__new__

    def read(part: Any) -> Any:
        return new(record, getattr(part, slot))

    def write(part: Any, value: Any) -> None:
        view = getattr(part, slot)
        for k, number in enumerate(value):
            view[k] = number

    return property(read, write)


def _told(part: Any) -> str:
    cls = type(part)
    fields = (f"{name}={getattr(part, name)}" for name in cls._names)
    return f"{cls.__name__}({', '.join(fields)})"
