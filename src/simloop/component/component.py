"""Components: classes whose fields are columns, and the right of a kernel to write them."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from simloop.component.column import Change, ColumnGroup, Kind
from simloop.component.field import Declared, Field

_T = TypeVar("_T")
_WRITES = "a kernel may write it"

Mut = Annotated[_T, _WRITES]
"""`Mut[Barometer]`: an argument whose fields a kernel may write."""


class Slotted(type):
    """Instances hold cells and nothing else, so that a wrong field name is an error."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **told: Any) -> Any:
        space.setdefault("__slots__", ())
        return super().__new__(cls, name, bases, space, **told)


class Component(metaclass=Slotted):
    """Columns that belong together; an instance is one vehicle's.

    Kernels take components as arguments. `prefix` begins the names of its columns in tables and
    files: field `pressure_pa` of prefix `baro` is the column `baro_pressure_pa`. `frame` and `size`
    hold for all fields, and all rows, that do not tell their own.
    """

    __slots__ = ("cells",)
    fields: ClassVar[Mapping[str, Field]] = MappingProxyType({})
    prefix: ClassVar[str] = ""
    cells: Sequence[NDArray[Any]]

    def __init_subclass__(
        cls, *, prefix: str = "", frame: str = "-", size: int | str | None = None
    ) -> None:
        fields: dict[str, Field] = {}
        for name, annotation in vars(cls).get("__annotations__", {}).items():
            declared = vars(cls).get(name)
            if not isinstance(declared, Declared):
                raise TypeError(f"{cls.__name__}.{name}: say what it is, as in param('Pa', ...)")
            fields[name] = declared.field(name, annotation, prefix, len(fields), frame, size)
            setattr(cls, name, fields[name])
        cls.fields = MappingProxyType(fields)
        cls.prefix = prefix

    def __init__(self, *, sizes: Mapping[str, int] = MappingProxyType({}), **values: Any) -> None:
        """One that stands alone, for tests: defaults, and what is given.

        `sizes` are the class constants that sizes of fields name.
        """
        self.cells = [_cell(field, sizes) for field in self.fields.values()]
        for name, value in values.items():
            setattr(self, name, value)

    @classmethod
    def over(cls, cells: Sequence[NDArray[Any]]) -> Self:
        """One vehicle's, in the memory of a table: a row of numbers for each field in order."""
        part = cls.__new__(cls)
        part.cells = cells
        return part

    @classmethod
    def groups(cls) -> tuple[ColumnGroup, ...]:
        """Its columns by kind."""
        return _groups(cls)

    @classmethod
    def group(cls, kind: Kind) -> ColumnGroup:
        """Its columns of one kind."""
        return next(group for group in cls.groups() if group.kind is kind)

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={getattr(self, name)}" for name in self.fields)
        return f"{type(self).__name__}({told})"


def component_of(annotation: Any) -> tuple[Any, bool] | None:
    """The component that a parameter's annotation names, and whether it may be written."""
    is_writable = get_origin(annotation) is Annotated and _WRITES in annotation.__metadata__
    found = get_args(annotation)[0] if is_writable else annotation
    return (found, is_writable) if hasattr(found, "fields") else None


def words_of(name: str) -> str:
    """A class name as a column's would be: `BodyShape` is `body_shape`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


@cache
def _groups(cls: type[Component]) -> tuple[ColumnGroup, ...]:
    kinds = dict.fromkeys(field.kind for field in cls.fields.values())
    return tuple(_group(cls, kind, set(kinds)) for kind in kinds)


def _group(cls: type[Component], kind: Kind, kinds: set[Kind]) -> ColumnGroup:
    name = cls.prefix or words_of(cls.__name__)
    # The bare name is for what changes as it moves, or for what is seen of it.
    bare = Kind.SAMPLE if Kind.SAMPLE in kinds else Kind.TRUTH
    if len(kinds) > 1 and kind is not bare:
        name = f"{name}_{_PARTS[kind]}"
    columns = tuple(field.column for field in cls.fields.values() if field.kind is kind)
    change = Change.ONE_TIME if kind is Kind.PARAM else Change.PERIODIC
    meaning = (cls.__doc__ or "").partition("\n")[0]
    return ColumnGroup(name, kind, meaning, columns, change)


_PARTS = {Kind.PARAM: "model", Kind.INTENT: "intent", Kind.TRUTH: "state"}


def _cell(field: Field, sizes: Mapping[str, int]) -> NDArray[Any]:
    column = field.column
    total = 1
    for factor in str(column.size).split("*"):
        word = factor.strip()
        total *= int(word) if word.isdigit() else sizes[word]
    cell = np.zeros(total, dtype=column.dtype)
    cell[:] = column.default
    return cell
