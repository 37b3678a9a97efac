"""What names stand for while a kernel is translated: numbers, records, columns, arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["b1", "i8", "u8", "f8"]
"""A flag, a signed integer, an unsigned one (keys of chance), a double: as numpy spells them."""

RANK: dict[Kind, int] = {"b1": 0, "i8": 1, "u8": 2, "f8": 3}


class Number:
    """A number: the same for all vehicles, or one in each lane; a constant, or an SSA value.

    One that counts up from zero is `natural`: as an index it never counts from the end. `most` is
    the largest that it can be, if that is known too.
    """

    __slots__ = ("kind", "most", "natural", "ref", "varying")

    def __init__(
        self,
        kind: Kind,
        varying: bool,
        ref: str | float,
        natural: bool = False,
        most: int | None = None,
    ) -> None:
        self.kind: Kind = kind
        self.varying = varying
        self.ref = ref
        self.natural = natural
        self.most = most

    @property
    def is_constant(self) -> bool:
        """Is its value known now?"""
        return not isinstance(self.ref, str)


class Record:
    """Several values: a tuple, or an instance of a NamedTuple class."""

    __slots__ = ("cls", "items")

    def __init__(self, items: Sequence["Value"], cls: type = tuple) -> None:
        self.items = list(items)
        self.cls = cls


@dataclass(slots=True, eq=False)
class Column:
    """A column of the vehicle; `number` is its place among those of the unit."""

    number: int
    name: str
    kind: Kind
    size: int
    is_param: bool = False
    is_read_only: bool = False


@dataclass(slots=True, eq=False)
class Array:
    """An array of any number of rows: a pointer to its data, and its extents."""

    kind: Kind
    data: str
    extents: list[Number]
    is_read_only: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a component's field is: its column, and the NamedTuple class of a vector."""

    column: str
    kind: Kind
    size: int
    record: type | None = None
    is_row: bool = False
    is_param: bool = False
    """Is it one that all vehicles of a class may share?"""


@dataclass(slots=True, eq=False)
class Part:
    """A component of the vehicle, with the places of its fields by name."""

    cls: str
    places: Mapping[str, Place]
    is_writable: bool


@dataclass(slots=True, eq=False)
class View:
    """A row of an array under the names of its fields; `given` is what its class is made with."""

    cls: Any
    given: list["Value"]


Value = Any
"""Any of these, or what only the translation knows: a function, a class, a tuple of constants."""

TRUE = Number("b1", False, True)
FALSE = Number("b1", False, False)
ZERO = Number("i8", False, 0)
ONE = Number("i8", False, 1)


def number_of(constant: bool | int | float) -> Number:
    """A Python number as a value."""
    if isinstance(constant, bool):
        return TRUE if constant else FALSE
    return Number("i8" if isinstance(constant, int) else "f8", False, constant)


def is_natural(number: Number) -> bool:
    """Is it surely an integer from zero on?"""
    return number.natural or (number.is_constant and number.kind != "f8" and number.ref >= 0)  # type: ignore[operator]


def most_of(number: Number) -> int | None:
    """The largest that an integer can be, None if nobody knows."""
    if number.is_constant:
        return int(number.ref)
    return number.most


def larger_most(*numbers: Number) -> int | None:
    """The largest that one of several can be."""
    found = [most_of(number) for number in numbers]
    return None if None in found else max(found)  # type: ignore[type-var]


def wider(a: Kind, b: Kind) -> Kind:
    """The kind that can hold both."""
    return a if RANK[a] >= RANK[b] else b
