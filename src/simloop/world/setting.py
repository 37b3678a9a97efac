"""Settings: what a user may write about a plugin, each with its default, meaning and range."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Within:
    """A range; what is no number lies in none."""

    least: float = -inf
    most: float = inf
    is_open: bool = False
    """Does the least lie outside?"""
    instead: str = ""
    """What to write instead, as the message ends."""

    def __contains__(self, value: float) -> bool:
        over: bool = value > self.least if self.is_open else value >= self.least
        return over and value <= self.most

    @property
    def words(self) -> str:
        """What it asks for."""
        if self.most == inf:
            if self.least == 0.0:
                return "be positive" if self.is_open else "not be negative"
            return f"be {'above' if self.is_open else 'at least'} {self.least:g}"
        if self.least == -inf:
            return "not be positive" if self.most == 0.0 else f"be at most {self.most:g}"
        return f"be {'above' if self.is_open else 'from'} {self.least:g} to {self.most:g}"


Positive = Annotated[float, Within(0.0, is_open=True)]
NotNegative = Annotated[float, Within(0.0)]
NotPositive = Annotated[float, Within(most=0.0)]
Share = Annotated[float, Within(0.0, 1.0)]
Count = Annotated[int, Within(1)]


def setting(default: T, meaning: str) -> T:
    """A setting that a user may leave out; a longer meaning stands below the field instead."""
    told: T = field(default=default, metadata={"meaning": meaning})
    return told


def required(meaning: str) -> Any:
    """A setting that a user must write."""
    return field(metadata={"meaning": meaning})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(required,))
def settings(cls: type[T]) -> type[T]:
    """Make a class one of settings: frozen, by keyword, refused where one is out of its range."""
    cls.__post_init__ = check_ranges  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


def check_ranges(config: object) -> None:
    """Refuse a value that lies outside the range of its type, naming plugin and field.

    Raises:
        ValueError: one does.
    """
    for name, hint in get_type_hints(type(config), include_extras=True).items():
        value = getattr(config, name)
        for bounds, number in _bounded(hint, value):
            if number not in bounds:
                raise ValueError(
                    f"{_plugin(config)}: {name} must {bounds.words}, not {value}{bounds.instead}"
                )
        words = get_args(hint) if get_origin(hint) is Literal else (value,)
        if value not in words:
            choice = ", ".join(str(word) for word in words)
            raise ValueError(f"{_plugin(config)}: {name} is {value!r}; choose one of {choice}")


def _plugin(config: object) -> str:
    """The name of the package that a class of settings is in."""
    return (sys.modules[type(config).__module__].__package__ or "").rpartition(".")[2]


def _bounded(hint: Any, value: Any) -> Iterator[tuple[Within, Any]]:
    """Every number of a value that a type gives a range, with that range."""
    ranges = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Within)]
    if value is not None:
        yield from ((bounds, value) for bounds in ranges)
    kinds = [kind for kind in get_args(hint) if kind not in (Ellipsis, type(None))]
    if isinstance(value, tuple) and kinds:
        each = kinds if len(kinds) == len(value) else kinds[:1] * len(value)
        for kind, entry in zip(each, value, strict=True):
            yield from _bounded(kind, entry)
    elif kinds and not ranges:
        yield from _bounded(kinds[0], value)
