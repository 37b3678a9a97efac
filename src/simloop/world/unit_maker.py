"""Makes the units of a class from its block systems, or finds them in the cache."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from simloop.compiler.arguments import Argument
from simloop.compiler.linker import process_linker
from simloop.compiler.refusal import Refused
from simloop.compiler.target import Target, compiler_digest, digest_of, host_target, make_object
from simloop.compiler.values import Kind, Place
from simloop.world.code_cache import notes, object_store
from simloop.world.kernel_columns import Parameter
from simloop.world.kernel_copy import KernelCopies
from simloop.world.layout import Layout
from simloop.world.system import BlockSystem

_KINDS: dict[str, Kind] = {"f": "f8", "i": "i8", "u": "u8"}


@dataclass(frozen=True, slots=True)
class MadeUnit:
    """A unit by its object's digest, with the columns and shared arrays it takes, in order."""

    digest: str
    columns: tuple[str, ...]
    shared: tuple[str, ...]

    @property
    def symbol(self) -> str:
        """The name of its function."""
        return f"unit_{self.digest}"


class UnitMaker:
    """Makes units for one class and block width."""

    def __init__(
        self,
        layout: Layout,
        lanes: int,
        constants: Mapping[str, int],
        shared: Mapping[str, NDArray[Any]],
    ) -> None:
        self._layout = layout
        self._lanes = lanes
        self._shared = shared
        self._store = object_store()
        self._notes = notes()
        self._copies = KernelCopies(constants, self._notes)
        self._known: dict[str, MadeUnit] = {}
        self._memos: dict[str, str] = {}

    def is_made(self, system: BlockSystem) -> bool:
        """Is its code here or in the cache?"""
        unit = self._recall(system)
        if unit is None:
            return False
        return process_linker().has(unit.symbol) or self._store.has(unit.digest)

    def make(self, systems: Sequence[BlockSystem]) -> list[MadeUnit]:
        """Units of these systems, linked into this process."""
        objects: dict[str, bytes] = {}
        units = [self._made(system, objects) for system in systems]
        process_linker().link(objects)
        return units

    def _made(self, system: BlockSystem, objects: dict[str, bytes]) -> MadeUnit:
        """A system's unit; its object is put to the others unless it is linked already."""
        unit = self._recall(system)
        if unit is not None:
            if process_linker().has(unit.symbol) or unit.symbol in objects:
                return unit
            code = self._store.find(unit.digest)
            if code is not None:
                objects[unit.symbol] = code
                return unit
        unit, text = self._translate(system)
        objects[unit.symbol] = self._store.find(unit.digest) or self._compile(unit, text)
        return unit

    def assembly(self, system: BlockSystem) -> str:
        """LLVM's assembly of a system's unit."""
        return self._translate(system)[1]

    def _recall(self, system: BlockSystem) -> MadeUnit | None:
        if system.name not in self._known:
            try:
                note = next(self._notes.find(self._memo(system)))
                columns, shared = tuple(note["columns"]), tuple(note["shared"])
                self._known[system.name] = MadeUnit(str(note["digest"]), columns, shared)
            except (StopIteration, KeyError, TypeError):
                return None
        return self._known[system.name]

    def _memo(self, system: BlockSystem) -> str:
        # Asked again and again while units are made.
        if system.name not in self._memos:
            self._memos[system.name] = self._new_memo(system)
        return self._memos[system.name]

    def _new_memo(self, system: BlockSystem) -> str:
        target = host_target()
        copy = self._copies.name_of(system.block, system.hook)
        gang, made_by = gang_of(self._lanes, target), digest_of(compiler_digest(), target)
        given = self._arguments(system), self._lanes, gang, made_by
        settings = repr((copy, system.block.__name__, *given))
        return f"unit_{_digest(settings)}"

    def _translate(self, system: BlockSystem) -> tuple[MadeUnit, str]:
        # A warm start translates nothing.
        from simloop.compiler.unit import NAME, translate

        target = host_target()
        kernel = self._copies.function(system.block, system.hook)
        gang = gang_of(self._lanes, target)
        made = translate(kernel, self._arguments(system), lanes=self._lanes, gang=gang)
        unseen = made.written - set(system.writes)
        if unseen:
            raise Refused(
                f"{system.name} writes {', '.join(sorted(unseen))} by a way that its source hides: "
                "name the field where it is written"
            )
        digest = digest_of(made.text, target)
        unit = MadeUnit(digest, made.columns, made.shared)
        note = {"digest": digest, "columns": made.columns, "shared": made.shared}
        self._notes.keep(self._memo(system), note)
        self._known[system.name] = unit
        return unit, made.text.replace(f"@{NAME}(", f"@{unit.symbol}(", 1)

    def _compile(self, unit: MadeUnit, text: str) -> bytes:
        code = make_object(text, host_target())
        self._store.keep(unit.digest, code)
        return code

    def _arguments(self, system: BlockSystem) -> list[Argument]:
        """What each parameter of a kernel is bound to."""
        used = frozenset(system.columns)
        return [self._bound(parameter, system.bind, used) for parameter in system.parameters]

    def _bound(
        self, parameter: Parameter, bind: Mapping[str, str], used: frozenset[str]
    ) -> Argument:
        if parameter.is_clock:
            return Argument(parameter.name, "clock")
        if parameter.fields is None:
            return self._argument(bind.get(parameter.name, parameter.name))
        places = {}
        for name, field in parameter.fields.items():
            column = bind.get(field.column.name, field.column.name)
            if column in used:
                place = self._layout.place(column)
                kind = _KINDS[place.dtype[0]]
                places[name] = Place(
                    column, kind, place.size, field.record, field.is_row, place.is_param
                )
        return Argument(
            parameter.name,
            "component",
            cls=parameter.cls,
            places=places,
            is_writable=parameter.is_writable,
        )

    def _argument(self, name: str) -> Argument:
        if name in self._shared:
            array = self._shared[name]
            return Argument(name, "shared", _KINDS[array.dtype.kind], array.ndim)
        place = self._layout.place(name)
        kind = _KINDS[place.dtype[0]]
        return Argument(name, "column", kind, place.size, is_param=place.is_param)


def gang_of(lanes: int, target: Target) -> int:
    """How many lanes are worked on at a time."""
    return min(lanes, target.gang)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
