"""Views: rows of arrays under the names of their fields, for programs on many things at once.

A row of an array holds what a program knows of one body or one contact. A view names the places in
it: `Contact(contacts[k]).normal` reads three numbers as a Vec3, an assignment writes them. Programs
are compiled, and then a view is nothing but addresses.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from simloop.component.component import Slotted


class Span:
    """A field of a view: which of the fields it is, its first place, its record and its size."""

    def __init__(self, number: int, first: int, record: type | None) -> None:
        self.number = number
        self.first = first
        self.record = record
        """The NamedTuple class, None for one number."""
        self.size = 1 if record is None else _size(record)

    def __get__(self, view: "View | None", owner: type) -> Any:
        if view is None:
            return self
        numbers = view.cells(self).tolist()
        return numbers[0] if self.record is None else _built(self.record, iter(numbers))

    def __set__(self, view: "View", value: Any) -> None:
        view.cells(self)[:] = value if self.record is None else list(_numbers(value))


class View(metaclass=Slotted):
    """A row under the names of its fields, which follow each other in the row."""

    __slots__ = ("row",)
    spans: ClassVar[Mapping[str, Span]] = MappingProxyType({})
    width: ClassVar[int] = 0
    """How many numbers it names."""

    def __init_subclass__(cls) -> None:
        spans = dict(cls.spans)
        for name, annotation in vars(cls).get("__annotations__", {}).items():
            record = annotation if hasattr(annotation, "_fields") else None
            spans[name] = Span(len(spans), cls.width, record)
            cls.width += spans[name].size
            setattr(cls, name, spans[name])
        cls.spans = MappingProxyType(spans)

    def __init__(self, row: NDArray[Any]) -> None:
        self.row = row

    def cells(self, span: Span) -> NDArray[Any]:
        """The numbers of a field, to be read and written."""
        return self.row[span.first : span.first + span.size]


class ColumnView(View):
    """A row of a table's block as one of its vehicles has it, under the names of columns.

    `first` says where each column begins; element k of a column stands at
    (first + k) * lanes + lane.
    """

    __slots__ = ("first", "lane", "lanes")

    def __init__(self, row: NDArray[Any], first: NDArray[np.int64], lanes: int, lane: int) -> None:
        super().__init__(row)
        self.first = first
        self.lanes = lanes
        self.lane = lane

    def cells(self, span: Span) -> NDArray[Any]:
        """The numbers of a column, to be read and written."""
        at = int(self.first[span.number]) * self.lanes + self.lane
        return self.row[at : at + span.size * self.lanes : self.lanes]


def _parts(record: type) -> Sequence[Any]:
    return [record.__annotations__[name] for name in record._fields]  # type: ignore[attr-defined]


def _size(record: type) -> int:
    return len(_places(record))


def _places(record: type) -> list[type]:
    """The type of each number, those of records in it too."""
    found: list[type] = []
    for part in _parts(record):
        found += _places(part) if hasattr(part, "_fields") else [part]
    return found


def _built(record: Any, numbers: Iterator[Any]) -> Any:
    """A record, of records too, from its numbers in order."""
    nested = (hasattr(part, "_fields") for part in _parts(record))
    return record._make(
        _built(part, numbers) if is_record else next(numbers)
        for part, is_record in zip(_parts(record), nested, strict=True)
    )


def _numbers(value: Any) -> Iterator[Any]:
    for part in value:
        if isinstance(part, tuple):
            yield from _numbers(part)
        else:
            yield part
