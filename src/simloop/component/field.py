"""Fields of components: how each is declared, and how Python reads and writes one vehicle's.

The annotation says what a field is: `float`, `int` or `np.uint64` for one number, a NamedTuple of
floats for a vector, `FloatRow` with a `size` for any number of elements.
"""

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np

from simloop.component.column import Column, Kind
from simloop.component.rows import FloatRow

if TYPE_CHECKING:
    from simloop.component.component import Component

_DTYPES: dict[Any, str] = {float: "f8", int: "i8", np.uint64: "u8"}


class Field:
    """One field: a column, and which of a component's cells hold it."""

    record: type | None = None
    """The NamedTuple class of a vector."""
    is_row = False
    """Has it any number of elements?"""

    def __init__(self, kind: Kind, column: Column, number: int, *, waits: bool) -> None:
        self.kind = kind
        self.column = column
        self.number = number
        self.waits = waits
        """Is it part of a sensor's sample, which may be shown late?"""

    def __get__(self, part: "Component | None", owner: type) -> Any:
        return self if part is None else part.cells[self.number][0]

    def __set__(self, part: "Component", value: Any) -> None:
        part.cells[self.number][0] = value


class VectorField(Field):
    """A field that reads as a NamedTuple."""

    def __init__(
        self, kind: Kind, column: Column, number: int, *, waits: bool, record: type
    ) -> None:
        super().__init__(kind, column, number, waits=waits)
        self.record = record
        self._make: Any = record._make  # type: ignore[attr-defined]
        self._count = len(record._fields)  # type: ignore[attr-defined]

    def __get__(self, part: "Component | None", owner: type) -> Any:
        if part is None:
            return self
        cells = part.cells[self.number]
        # The line of a delayed sensor is longer: its newest sample comes first.
        return self._make((cells if len(cells) == self._count else cells[: self._count]).tolist())

    def __set__(self, part: "Component", value: Any) -> None:
        cells = part.cells[self.number]
        for k, number in enumerate(value):
            cells[k] = number


class RowField(Field):
    """A field of many elements, which kernels index."""

    is_row = True

    def __get__(self, part: "Component | None", owner: type) -> Any:
        return self if part is None else part.cells[self.number]

    def __set__(self, part: "Component", value: Any) -> None:
        part.cells[self.number][:] = value


class Told(TypedDict, total=False):
    """What a declaration may add: the rest has its usual value."""

    frame: str
    size: int | str
    default: float | tuple[float, ...]
    scratch: bool
    by_row: bool
    column: str


class Declared:
    """What an author wrote behind a field's `=`, until its class is there."""

    def __init__(self, kind: Kind, unit: str, meaning: str, *, waits: bool, told: Told) -> None:
        self._kind = kind
        self._unit = unit
        self._meaning = meaning
        self._waits = waits
        self._told = told

    def field(
        self,
        name: str,
        annotation: Any,
        prefix: str,
        number: int,
        frame: str,
        row_size: int | str | None,
    ) -> Field:
        """The field of this name and type; frame and size of rows are those of its class."""
        told = self._told
        size = told.get("size", row_size if annotation is FloatRow else None)
        record = annotation if hasattr(annotation, "_fields") else None
        if record is not None and size is None:
            size = len(record._fields)
        column = Column(
            told.get("column") or (f"{prefix}_{name}" if prefix else name),
            1 if size is None else size,
            self._unit,
            told.get("frame", frame),
            self._meaning,
            told.get("default", 0.0),
            _DTYPES.get(annotation, "f8"),
            told.get("scratch", False),
            told.get("by_row", False),
        )
        if record is not None:
            return VectorField(self._kind, column, number, waits=self._waits, record=record)
        if annotation is FloatRow:
            if size is None:
                raise TypeError(f"field {name}: a row needs its size, such as size='ROTORS'")
            return RowField(self._kind, column, number, waits=self._waits)
        if annotation not in _DTYPES:
            raise TypeError(f"field {name}: {annotation} is no number, NamedTuple or FloatRow")
        return Field(self._kind, column, number, waits=self._waits)


def param(unit: str, meaning: str, **told: Unpack[Told]) -> Any:
    """What a thing is: set at spawn or by a command."""
    return Declared(Kind.PARAM, unit, meaning, waits=False, told=told)


def intent(unit: str, meaning: str, **told: Unpack[Told]) -> Any:
    """What someone would like: written in COMMANDS, ESTIMATE, CONTROL."""
    return Declared(Kind.INTENT, unit, meaning, waits=False, told=told)


def truth(unit: str, meaning: str, **told: Unpack[Told]) -> Any:
    """What happens: written in ENVIRONMENT, ACTUATION, MOTION, CONTACT."""
    return Declared(Kind.TRUTH, unit, meaning, waits=False, told=told)


def sample(unit: str, meaning: str, **told: Unpack[Told]) -> Any:
    """What a sensor shows: written in SENSE; a delayed sensor shows it late."""
    return Declared(Kind.SAMPLE, unit, meaning, waits=True, told=told)


def held(unit: str, meaning: str, **told: Unpack[Told]) -> Any:
    """What a sensor keeps for itself, such as its bias: written in SENSE, never shown late."""
    return Declared(Kind.SAMPLE, unit, meaning, waits=False, told=told)
