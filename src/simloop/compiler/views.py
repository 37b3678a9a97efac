"""Fields of views: loads from rows of arrays and stores into them, at places known by name."""

import ast
from collections.abc import Iterator
from typing import Any

from simloop.compiler.memory import Memory, Spot
from simloop.compiler.refusal import Unsupported
from simloop.compiler.values import ONE, Array, Number, Record, Value, View, number_of


class Views(Memory):
    """Lines that read and write fields of views."""

    def view(self, cls: Any, given: list[Value]) -> View:
        """A row of an array as a view of this class."""
        if self.guards_indices:
            raise Unsupported(f"{cls.__name__}, a view; only programs on arrays have views")
        if not (isinstance(given[0], Array) and len(given[0].extents) == 1):
            raise Unsupported(f"{cls.__name__} of what is no row of an array")
        return View(cls, given)

    def field_of_view(self, view: View, name: str) -> Value:
        """The number or record of a field."""
        record = self._span(view, name).record
        numbers = iter([self.load(spot) for spot in self._spots(view, name)])
        return next(numbers) if record is None else _built(record, numbers)

    def set_field_of_view(self, view: View, name: str, value: Value) -> None:
        """Write the number or record of a field."""
        numbers, spots = list(_numbers(value)), self._spots(view, name)
        if len(numbers) != len(spots):
            raise Unsupported(f"{name} takes {len(spots)} numbers, not {len(numbers)}")
        for spot, number in zip(spots, numbers, strict=True):
            self.store(spot, number)

    def _span(self, view: View, name: str) -> Any:
        span = view.cls.spans.get(name)
        if span is None:
            raise Unsupported(f"{name} is no field of {view.cls.__name__}")
        return span

    def _spots(self, view: View, name: str) -> list[Spot]:
        span, (row, *where) = self._span(view, name), view.given
        first, stride = number_of(span.first), ONE
        if where:
            starts, stride, lane = where
            start = self.load(self.spot_in_array(starts, [number_of(span.number)]))
            first = self.operate(ast.Add, self.operate(ast.Mult, start, stride), lane)
        places = [
            self.operate(ast.Add, first, self.operate(ast.Mult, number_of(k), stride))
            for k in range(span.size)
        ]
        return [self._spot_at(row.kind, row.data, place, "") for place in places]


def _built(record: Any, numbers: Iterator[Number]) -> Record:
    """A record, of records too, from its numbers in order."""
    parts = [record.__annotations__[name] for name in record._fields]
    return Record(
        [_built(part, numbers) if hasattr(part, "_fields") else next(numbers) for part in parts],
        record,
    )


def _numbers(value: Value) -> Iterator[Number]:
    if isinstance(value, Record):
        for item in value.items:
            yield from _numbers(item)
    elif isinstance(value, Number):
        yield value
    else:
        raise Unsupported("only numbers and records of numbers go into a field")
