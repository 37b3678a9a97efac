"""What the translators are told of the arguments of kernels and programs.

Apart from them, so that who only looks whether something is made already need not load them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from simloop.compiler.values import Kind, Place


@dataclass(frozen=True, slots=True)
class Argument:
    """What a kernel's parameter is bound to: the clock, a component, a column or a shared array."""

    name: str
    source: Literal["clock", "component", "column", "shared"]
    kind: Kind = "f8"
    size: int = 1
    """Elements of a column, axes of a shared array."""
    cls: str = ""
    """The class of a component."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """Where the fields of a component are."""
    is_writable: bool = False
    """May the kernel write the component?"""
    is_param: bool = False
    """Is it a column that all vehicles of a class may share?"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a program is given at one place: a number, or an array of so many axes."""

    kind: Kind
    axes: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Several parameters under one name: a tuple, or an instance of a NamedTuple class."""

    cls: type
    parts: "tuple[Given, ...]"

    def __repr__(self) -> str:
        # What is made of it is remembered under this text, which must not tell addresses.
        return f"{self.cls.__module__}.{self.cls.__qualname__}{self.parts}"


Given = Parameter | Group
