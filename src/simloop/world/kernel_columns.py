"""Which columns a kernel works on: read off its signature and its source.

A parameter is the clock (`tick`, `dt_s`, `period_s`), a component by its annotation, or a shared
array or single column by its name.
"""

import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

from simloop.compiler.access import ELEMENTS, Access, accesses_of, modules_below
from simloop.compiler.syntax import is_generated
from simloop.component.component import component_of
from simloop.component.field import Field
from simloop.world.code_cache import notes
from simloop.world.source_stamp import joined, stamp_of

CLOCK = ("tick", "dt_s", "period_s")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a kernel; its fields if it is a component."""

    name: str
    fields: Mapping[str, Field] | None = None
    cls: str = ""
    make: Callable[[Any], Any] | None = None
    """Makes one vehicle's component of cells."""
    is_writable: bool = False

    @property
    def is_clock(self) -> bool:
        """Is it one of the numbers that tell the time?"""
        return self.name in CLOCK


@dataclass(frozen=True, slots=True)
class KernelColumns:
    """The columns and shared arrays that a kernel works on, by the names of its own declarations.

    What is written does not count as read, though kernels may look at it.
    """

    used: tuple[str, ...]
    written: tuple[str, ...]


@cache
def parameters_of(kernel: Callable[..., Any]) -> tuple[Parameter, ...]:
    """The parameters in order, without a last `*rest`."""
    found = []
    for name, parameter in inspect.signature(kernel).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            continue
        part = component_of(parameter.annotation)
        if part is None:
            found.append(Parameter(name))
        else:
            cls, is_writable = part
            found.append(Parameter(name, cls.fields, cls.__name__, cls.over, is_writable))
    return tuple(found)


@cache
def columns_of(kernel: Callable[..., None]) -> KernelColumns:
    """What a kernel works on."""
    if not isinstance(kernel, FunctionType):
        raise ValueError(
            f"{_place(kernel)}, a {type(kernel).__name__}, is no kernel: "
            "define a function at the top of a module, and name that"
        )
    accesses = _recalled_accesses(kernel)
    used: list[str] = []
    written: list[str] = []
    for parameter in parameters_of(kernel):
        if parameter.is_clock:
            continue
        if parameter.name not in accesses:
            raise ValueError(
                f"{_place(kernel)}: {parameter.name} is given by keyword only, and kernels are "
                "called by position: take it before the '*'"
            )
        access = accesses[parameter.name]
        if parameter.fields is None:
            used.append(parameter.name)
            written += [parameter.name] if ELEMENTS in access.writes else []
            continue
        _check_fields(kernel, parameter, access)
        _check_writing(kernel, parameter, access)
        for name, field in parameter.fields.items():
            if name in access.reads or name in access.writes:
                used.append(field.column.name)
            if name in access.writes:
                written.append(field.column.name)
    return KernelColumns(tuple(dict.fromkeys(used)), tuple(dict.fromkeys(written)))


@cache
def columns_read(function: FunctionType) -> tuple[str, ...]:
    """The columns of components that a function reads which kernels call, and which may not write.

    Its other parameters are the caller's affair.
    """
    accesses = _recalled_accesses(function)
    read: list[str] = []
    for parameter in parameters_of(function):
        if parameter.fields is None:
            continue
        access = accesses[parameter.name]
        _check_fields(function, parameter, access)
        if access.writes or parameter.is_writable:
            raise ValueError(
                f"{_place(function)} writes {parameter.name}: the kernel that calls it only lends "
                f"{parameter.cls}; leave it alone, and write in a system of an earlier stage"
            )
        read += [f.column.name for name, f in parameter.fields.items() if name in access.reads]
    return tuple(read)


def _check_fields(kernel: FunctionType, parameter: Parameter, access: Access) -> None:
    """Refuse fields that are not there."""
    assert parameter.fields is not None
    unknown = sorted((access.reads | access.writes) - set(parameter.fields) - {ELEMENTS})
    if unknown:
        raise ValueError(f"{_place(kernel)}: {parameter.cls} has no field {', '.join(unknown)}")


def _check_writing(kernel: FunctionType, parameter: Parameter, access: Access) -> None:
    """Refuse writing what is only lent."""
    if access.writes and not parameter.is_writable:
        names = ", ".join(sorted(access.writes))
        raise ValueError(
            f"{_place(kernel)} writes {names} of {parameter.name}: "
            f"annotate it as Mut[{parameter.cls}], or leave it alone"
        )


def _place(kernel: Callable[..., Any]) -> str:
    # What is made of a function, as by `partial`, has no name of its own.
    function = kernel if hasattr(kernel, "__name__") else getattr(kernel, "func", type(kernel))
    return f"{function.__module__}.{function.__name__}"


def _recalled_accesses(kernel: FunctionType) -> dict[str, Access]:
    """The accesses as noted with the stamp of the sources, or read anew."""
    if is_generated(kernel.__code__.co_filename):
        return accesses_of(kernel)
    name = f"{kernel.__module__}.{kernel.__qualname__}"
    note_name = f"access_{hashlib.blake2b(name.encode(), digest_size=8).hexdigest()}"
    for note in notes().find(note_name):
        try:
            if note["stamp"] == joined(stamp_of(module) for module in note["sources"]):
                return {
                    parameter: Access(set(reads), set(writes))
                    for parameter, (reads, writes) in note["accesses"].items()
                }
        except (OSError, KeyError, TypeError, AttributeError, ImportError):
            continue
    found = accesses_of(kernel)
    sources = sorted(modules_below(kernel))
    listed = {
        parameter: (sorted(one.reads), sorted(one.writes)) for parameter, one in found.items()
    }
    stamp = joined(stamp_of(module) for module in sources)
    notes().keep(note_name, {"sources": sources, "stamp": stamp, "accesses": listed})
    return found
