"""Loads and stores: columns of the vehicle, arrays, tables of constants.

An index that is the same for all lanes is one vector load or store; one of its own in each lane is
a gather or scatter. What is stored where only some lanes came is blended with what was there. A
negative index counts from the end, as in Python. Beyond the ends is an error of the kernel, which
the interpreter reports; compiled code takes the nearest element, so it never leaves its memory.
"""

import ast
from dataclasses import dataclass, replace

from simloop.compiler.arithmetic import Arithmetic
from simloop.compiler.ir_text import SCALAR
from simloop.compiler.refusal import Unsupported
from simloop.compiler.values import (
    ONE,
    TRUE,
    ZERO,
    Array,
    Column,
    Kind,
    Number,
    Part,
    Place,
    Record,
    Value,
    most_of,
    number_of,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a number is: a pointer, or one for each lane; and what LLVM may assume of it."""

    kind: Kind
    pointer: str
    scattered: bool
    varying: bool
    note: str
    column: Column | None = None


class Memory(Arithmetic):
    """Lines that read and write. `mask` are the lanes that came here, None for all."""

    guards_indices = True

    def __init__(self, lanes: int, gang: int) -> None:
        super().__init__(gang)
        self.lanes = lanes
        self.mask: Number | None = None
        # Counts stores, and loads that only some lanes or cases may do.
        self.risks = 0
        self.columns: dict[str, Column] = {}
        self.written: set[str] = set()

    def column(self, name: str, kind: Kind, size: int, *, is_param: bool = False) -> Column:
        """A column by its name in the table; the same one for the same name."""
        known = self.columns.get(name)
        if known is None:
            known = self.columns[name] = Column(len(self.columns), name, kind, size, is_param)
        return known

    def load(self, spot: Spot) -> Number:
        """The number at a spot."""
        kind = self.type_of(spot.kind, spot.varying)
        if spot.scattered:
            return Number(spot.kind, True, self.op(self._gather(spot)))
        line = f"load {kind}, ptr {spot.pointer}, align 8{spot.note}"
        return Number(spot.kind, spot.varying, self.op(line))

    def store(self, spot: Spot, number: Number) -> None:
        """Write a number to a spot, in the lanes of the mask."""
        self.risks += 1
        if spot.column is not None:
            self._note_writing(spot.column)
        number = self.cast(number, spot.kind)
        if spot.scattered:
            self._scatter(spot, number)
            return
        if number.varying and not spot.varying:
            raise Unsupported("a vehicle's own number into what all share; collect it in a column")
        if self.mask is not None:
            if not spot.varying:
                raise Unsupported("a store that depends on the vehicle into what all share")
            number = self.select(self.mask, number, self.load(spot))
        kind, text = self.type_of(spot.kind, spot.varying), self.operand(number, spot.varying)
        self.lines.append(f"store {kind} {text}, ptr {spot.pointer}, align 8{spot.note}")

    def _note_writing(self, column: Column) -> None:
        if column.is_read_only:
            raise Unsupported(f"a store into {column.name}; annotate its component as Mut[...]")
        if column.is_param:
            raise Unsupported(f"a store into {column.name}, a parameter: vehicles may share it")
        self.written.add(column.name)

    def field(self, part: Part, name: str) -> Column | Record | Number:
        """A field of a component: its number or vector; the column itself if kernels index it."""
        place = self._place(part, name)
        column = self._column_of(part, place)
        if place.is_row:
            return column
        if place.record is None:
            return self.load(self.spot_in_column(column, ZERO))
        count = len(place.record._fields)  # type: ignore[attr-defined]
        spots = [self.spot_in_column(column, number_of(k)) for k in range(count)]
        return Record([self.load(spot) for spot in spots], place.record)

    def element_of_field(self, part: Part, name: str, index: Number) -> Number:
        """One element of a vector or row."""
        place = self._place(part, name)
        if place.record is None and not place.is_row:
            raise Unsupported(f"an element of {name}, which is one number")
        return self.load(self.spot_in_column(self._column_of(part, place), index))

    def set_field(self, part: Part, name: str, value: Value) -> None:
        """Write a number or a vector to a field."""
        place = self._place(part, name)
        column = self._column_of(part, place)
        items = value.items if isinstance(value, Record) else [value]
        count = 1 if place.record is None else len(place.record._fields)  # type: ignore[attr-defined]
        if place.is_row or len(items) != count or not all(isinstance(n, Number) for n in items):
            raise Unsupported(f"{name} takes {_wanted(place)}")
        for k, number in enumerate(items):
            self.store(self.spot_in_column(column, number_of(k)), number)

    def _place(self, part: Part, name: str) -> Place:
        if name not in part.places:
            raise Unsupported(f"{name} is no field of {part.cls}")
        return part.places[name]

    def _column_of(self, part: Part, place: Place) -> Column:
        column = self.column(place.column, place.kind, place.size, is_param=place.is_param)
        return column if part.is_writable else replace(column, is_read_only=True)

    def spot_in_column(self, column: Column, index: Number) -> Spot:
        """An element of a column."""
        index = self.within(self.cast(index, "i8"), Number("i8", False, column.size))
        if index.is_constant and not 0 <= int(index.ref) < column.size:
            raise Unsupported(f"element {index.ref} of {column.name}, which has {column.size}")
        base, note = f"%c{column.number}", f", !tbaa !{column_tag(column.number)}"
        offset = self.operate(ast.Mult, index, Number("i8", False, self.lanes))
        if index.varying:
            own = ", ".join(f"i64 {lane}" for lane in range(self.gang))
            kind = self.type_of("i8", True)
            each = self.op(f"add {kind} {offset.ref}, <{own}>")
            line = f"getelementptr {SCALAR[column.kind]}, ptr {base}, {kind} {each}"
            return Spot(column.kind, self.op(line), True, True, note, column)
        pointer = base
        self.risks += not offset.is_constant
        if not (offset.is_constant and offset.ref == 0):
            text = self.operand(offset, False)
            pointer = self.op(
                f"getelementptr inbounds {SCALAR[column.kind]}, ptr {base}, i64 {text}"
            )
        return Spot(column.kind, pointer, False, self.gang > 1, note, column)

    def spot_in_array(self, array: Array, indices: list[Number]) -> Spot:
        """An element of an array."""
        place = ZERO
        for given, extent in zip(indices, array.extents, strict=True):
            index = self.within(self.cast(given, "i8"), extent)
            place = self.operate(ast.Add, self.operate(ast.Mult, place, extent), index)
        note = ", !invariant.load !0" if array.is_read_only else ""
        return self._spot_at(array.kind, array.data, place, note)

    def row_of_array(self, array: Array, index: Number) -> Array:
        """A row of an array of two axes."""
        if index.varying:
            raise Unsupported("a row that depends on the vehicle; give both indices at once")
        index = self.within(self.cast(index, "i8"), array.extents[0])
        place = self.operate(ast.Mult, index, array.extents[1])
        spot = self._spot_at(array.kind, array.data, place, "")
        return Array(array.kind, spot.pointer, array.extents[1:], array.is_read_only)

    def rows_of_array(self, array: Array, first: Number, last: Number) -> Array:
        """Rows `first` to `last` of an array, in place."""
        place = first
        for extent in array.extents[1:]:
            place = self.operate(ast.Mult, place, extent)
        spot = self._spot_at(array.kind, array.data, place, "")
        count = self.operate(ast.Sub, last, first)
        return Array(array.kind, spot.pointer, [count, *array.extents[1:]], array.is_read_only)

    def spot_in_table(self, constants: tuple[float, ...], index: Number) -> Spot:
        """An element of a tuple of constants."""
        kind: Kind = "f8" if any(isinstance(one, float) for one in constants) else "i8"
        index = self.within(self.cast(index, "i8"), Number("i8", False, len(constants)))
        return self._spot_at(kind, self.table(constants, kind), index, ", !invariant.load !0")

    def within(self, index: Number, size: Number) -> Number:
        """An index as Python counts; one that turns out beyond an end is that end."""
        found = self.from_the_end(index, size)
        if found.is_constant or not self.guards_indices:
            return found
        if not found.natural:
            found = self.select(self.compare(ast.Lt, found, ZERO), ZERO, found)
        most = most_of(found)
        if most is not None and size.is_constant and most < int(size.ref):
            return found
        last = self.operate(ast.Sub, size, ONE)
        bounded: Number = self.select(self.compare(ast.Lt, last, found), last, found)
        return bounded

    def from_the_end(self, index: Number, size: Number) -> Number:
        """An index as Python counts: below zero from the end."""
        if index.is_constant:
            return index if int(index.ref) >= 0 else self.operate(ast.Add, index, size)
        if index.natural:
            return index
        below = self.compare(ast.Lt, index, ZERO)
        found: Number = self.select(below, self.operate(ast.Add, index, size), index)
        return found

    def _spot_at(self, kind: Kind, base: str, place: Number, note: str) -> Spot:
        if place.varying:
            each = self.type_of("i8", True)
            line = f"getelementptr {SCALAR[kind]}, ptr {base}, {each} {place.ref}"
            return Spot(kind, self.op(line), True, True, note)
        self.risks += 1
        text = self.operand(place, False)
        pointer = self.op(f"getelementptr inbounds {SCALAR[kind]}, ptr {base}, i64 {text}")
        return Spot(kind, pointer, False, False, note)

    def _gather(self, spot: Spot) -> str:
        kind = self.type_of(spot.kind, True)
        name = f"masked.gather.{self.suffix(spot.kind, True)}.v{self.gang}p0"
        given = [
            (f"<{self.gang} x ptr>", spot.pointer),
            ("i32", "8"),
            (self.type_of("b1", True), self._mask_operand()),
            (kind, "zeroinitializer"),
        ]
        return self.intrinsic(name, kind, given, spot.note.replace(", !invariant.load !0", ""))

    def _scatter(self, spot: Spot, number: Number) -> None:
        name = f"masked.scatter.{self.suffix(spot.kind, True)}.v{self.gang}p0"
        given = [
            (self.type_of(spot.kind, True), self.operand(number, True)),
            (f"<{self.gang} x ptr>", spot.pointer),
            ("i32", "8"),
            (self.type_of("b1", True), self._mask_operand()),
        ]
        self.lines.append(self.intrinsic(name, "void", given, spot.note))

    def _mask_operand(self) -> str:
        return self.operand(TRUE if self.mask is None else self.mask, True)


def column_tag(number: int) -> int:
    """The metadata that says: this is that column, and no other."""
    return 3 + 2 * number


def column_metadata(count: int) -> list[str]:
    """What LLVM needs to know that columns do not overlap."""
    lines = ["!0 = !{}", '!1 = !{!"columns"}']
    for number in range(count):
        tag = column_tag(number)
        lines.append(f'!{tag - 1} = !{{!"column {number}", !1, i64 0}}')
        lines.append(f"!{tag} = !{{!{tag - 1}, !{tag - 1}, i64 0}}")
    return lines


def _wanted(place: Place) -> str:
    if place.is_row:
        return "no whole value; write its elements"
    return "one number" if place.record is None else f"a {place.record.__name__}"
