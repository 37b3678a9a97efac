"""Columns: numbers of every vehicle, with their meaning, unit, frame, shape and kind."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """Who may write a column, and in which phase of the tick."""

    PARAM = "what a thing is: written at spawn or by a command"
    INTENT = "what someone would like: written in PreUpdate"
    TRUTH = "what happens: written in Update"
    SAMPLE = "what is seen: written in PostUpdate"


class Change(Enum):
    """How a change of a component travels to observers."""

    ONE_TIME = "must be delivered"
    PERIODIC = "may be dropped: a newer value replaces it"


@dataclass(frozen=True, slots=True)
class Column:
    """One numeric column of a component, `size` numbers per row.

    `size` is a number, or the name of a class constant such as "ROTORS".
    `default` is one number for every element, or one per element. A `scratch` column holds what can
    be worked out again and changes no result: the state hash leaves it out. A `by_row` one is read
    by programs over whole tables, so every row has its own even where all are equal.
    """

    name: str
    size: int | str
    unit: str
    frame: str
    meaning: str
    default: float | tuple[float, ...] = 0.0
    dtype: str = "f8"
    scratch: bool = False
    by_row: bool = False

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"column {self.name!r}: the name must be a Python identifier")
        for label in ("unit", "frame", "meaning"):
            if not getattr(self, label):
                raise ValueError(f'column {self.name}: {label} is missing (write "-" for none)')
        if self.dtype not in ("f8", "i8", "u8"):
            raise ValueError(f"column {self.name}: dtype {self.dtype!r} is not one of f8, i8, u8")


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """Columns of one kind under one name, as tables keep them."""

    name: str
    kind: Kind
    meaning: str
    columns: tuple[Column, ...]
    change: Change = Change.PERIODIC

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        if len(set(names)) != len(names):
            raise ValueError(f"component {self.name}: a column name appears twice in {names}")
