"""Components of the firmware: classes whose fields are its columns.

Tasks take components as arguments; `Mut[...]` is the right to write one. The same annotations say
what a field is: `float` for one number, a NamedTuple of floats for a vector, `Row` with a `size`
for any number of elements.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from sys import modules
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from simloop.firmware.field import Field, size_of

_T = TypeVar("_T")

# The arrays that the firmware works on: elements of a column for one vehicle, or for many.
Row = NDArray[np.float64]
Block = NDArray[np.float64]

# Who compiles tasks looks for these words.
Mut = Annotated[_T, "a kernel may write it"]
"""`Mut[Estimate]`: an argument whose fields a task may write."""


def column(
    unit: str,
    meaning: str,
    frame: str = "-",
    default: float | tuple[float, ...] = 0.0,
    *,
    size: int | str = 0,
    scratch: bool = False,
    column: str = "",
) -> Any:
    """A column; `knob` and `flag` of what it returns let a user read and set its elements."""
    return Field(column, size, unit, frame, meaning, default, scratch=scratch)


class Cell:
    """A field: its column, and how Python reads and writes one vehicle's."""

    def __init__(self, column: Field, number: int, record: type | None, is_row: bool) -> None:
        self.column = column
        self.number = number
        self.record = record
        """The NamedTuple class of a vector."""
        self.is_row = is_row
        """Has it any number of elements?"""
        self._make: Any = getattr(record, "_make", None)

    def __get__(self, part: "Component | None", owner: type) -> Any:
        if part is None:
            return self
        cells = part.cells[self.number]
        if self.is_row:
            return cells
        if self.record is None:
            return cells[0]
        return self._make(cells.tolist())

    def __set__(self, part: "Component", value: Any) -> None:
        cells = part.cells[self.number]
        if self.is_row:
            cells[:] = value
        elif self.record is None:
            cells[0] = value
        else:
            for k, number in enumerate(value):
                cells[k] = number


class _Slotted(type):
    """Instances hold cells and nothing else, so that a wrong field name is an error."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **told: Any) -> Any:
        space.setdefault("__slots__", ())
        return super().__new__(cls, name, bases, space, **told)


class Component(metaclass=_Slotted):
    """Columns that belong together; an instance is one vehicle's.

    `prefix` begins the names of its columns: `armed` of prefix `fw` is the column `fw_armed`.
    A class of several components has the fields of all: tasks take it in place of them.
    """

    __slots__ = ("cells",)
    fields: ClassVar[Mapping[str, Cell]] = MappingProxyType({})
    columns: ClassVar[tuple[Field, ...]] = ()
    cells: Any

    def __init_subclass__(cls, *, prefix: str = "fw") -> None:
        fields: dict[str, Cell] = {}
        for name, cell in (pair for base in cls.__bases__ for pair in _fields_of(base)):
            if name in fields:
                raise TypeError(f"{cls.__name__}: two of its components have a field {name}")
            fields[name] = Cell(cell.column, len(fields), cell.record, cell.is_row)
            setattr(cls, name, fields[name])
        for name, annotation in vars(cls).get("__annotations__", {}).items():
            declared = vars(cls).get(name)
            if not isinstance(declared, Field):
                raise TypeError(f"{cls.__name__}.{name}: say what it is, as in column('m', ...)")
            fields[name] = _cell(f"{prefix}_{name}", declared, annotation, len(fields))
            setattr(cls, name, fields[name])
        cls.fields = MappingProxyType(fields)
        cls.columns = tuple(cell.column for cell in fields.values())

    def __init__(self, *, sizes: Mapping[str, int] = MappingProxyType({}), **values: Any) -> None:
        """One that stands alone, for tests: defaults, and what is given.

        `sizes` are the class constants that sizes of fields name.
        """
        self.cells = [
            np.zeros(size_of(field, dict(sizes))) + np.asarray(field.default)
            for field in self.columns
        ]
        for name, value in values.items():
            setattr(self, name, value)

    @classmethod
    def over(cls, cells: Sequence[Row] | Mapping[int, Row]) -> Self:
        """One vehicle's: the numbers of each field in order."""
        part = cls.__new__(cls)
        part.cells = cells
        return part


def columns_in(module: str) -> tuple[Field, ...]:
    """The columns of all components that a module declares, in its order."""
    named = [part for part in vars(modules[module]).values() if isinstance(part, type)]
    own = (part for part in named if part.__module__ == module)
    return columns_of(*(part for part in own if Component in part.__bases__))


def columns_of(*parts: type[Component]) -> tuple[Field, ...]:
    """The columns of components, one after the other."""
    return tuple(field for part in parts for field in part.columns)


def _fields_of(base: type) -> Iterable[tuple[str, Cell]]:
    return base.fields.items() if issubclass(base, Component) else ()


def component_of(annotation: Any) -> type[Component] | None:
    """The component that a parameter's annotation names."""
    found = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    return found if isinstance(found, type) and issubclass(found, Component) else None


def _cell(name: str, declared: Field, annotation: Any, number: int) -> Cell:
    record = annotation if hasattr(annotation, "_fields") else None
    is_row = annotation is Row
    if not (record or is_row or annotation is float):
        raise TypeError(f"field {name}: {annotation} is no float, NamedTuple or Row")
    if is_row and not declared.size:
        raise TypeError(f"field {name}: a row needs its size, such as size='ROTORS'")
    size = len(record._fields) if record is not None else declared.size or 1
    field = replace(declared, name=declared.name or name, size=size)
    return Cell(field, number, record, is_row)
