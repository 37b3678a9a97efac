"""A task of the firmware as compiled code that tests call with the columns of a block."""

import ctypes
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from simloop.compiler.linker import process_linker
from simloop.compiler.target import digest_of, host_target, make_object
from simloop.compiler.unit import NAME, Argument, translate
from simloop.compiler.values import Kind, Place
from simloop.world.kernel_columns import Parameter, parameters_of
from simloop.world.kernel_copy import KernelCopies

_KINDS: dict[str, Kind] = {"f": "f8", "i": "i8", "u": "u8"}
_SIGNATURE = ctypes.CFUNCTYPE(
    None, ctypes.c_int64, ctypes.c_double, ctypes.c_double, *[ctypes.c_void_p] * 7
)


def compile_block(
    block: FunctionType, width: int, constants: Mapping[str, int]
) -> Callable[[float, Mapping[str, Any]], None]:
    """Compile a task for so many lanes, when it is first called with the columns of a block."""
    made: list[Any] = []

    def step(period_s: float, columns: Mapping[str, Any]) -> None:
        if not made:
            made.append(_make(block, width, constants, columns))
        _run(*made[0], period_s, columns)

    return step


def _make(
    block: FunctionType, width: int, constants: Mapping[str, int], columns: Mapping[str, Any]
) -> tuple[Any, tuple[str, ...]]:
    kernel = KernelCopies(constants).function(block, None)
    arguments = [_argument(parameter, columns, width) for parameter in parameters_of(block)]
    target = host_target()
    unit = translate(kernel, arguments, lanes=width, gang=min(width, target.gang))
    symbol = f"test_{digest_of(unit.text, target)}"
    text = unit.text.replace(f"@{NAME}(", f"@{symbol}(", 1)
    process_linker().link({symbol: make_object(text, target)})
    return _SIGNATURE(process_linker().address_of(symbol)), unit.columns


def _argument(parameter: Parameter, columns: Mapping[str, Any], width: int) -> Argument:
    if parameter.is_clock:
        return Argument(parameter.name, "clock")
    if parameter.fields is None:
        kind, size = _shape(columns[parameter.name], width)
        return Argument(parameter.name, "column", kind, size)
    places = {
        name: Place(
            field.column.name,
            *_shape(columns[field.column.name], width),
            field.record,
            field.is_row,
        )
        for name, field in parameter.fields.items()
        if field.column.name in columns
    }
    return Argument(
        parameter.name,
        "component",
        cls=parameter.cls,
        places=places,
        is_writable=parameter.is_writable,
    )


def _shape(row: Any, width: int) -> tuple[Kind, int]:
    return _KINDS[row.dtype.kind], row.size // width


def _run(call: Any, columns: tuple[str, ...], period_s: float, rows: Mapping[str, Any]) -> None:
    """Put the rows side by side into arenas, run, and take them back."""
    arenas: dict[str, list[Any]] = {"f": [], "i": [], "u": []}
    places: dict[str, tuple[str, int]] = {}
    for name in columns:
        kind = rows[name].dtype.kind
        places[name] = kind, sum(part.size for part in arenas[kind])
        arenas[kind].append(rows[name])
    flat = {kind: np.concatenate(parts) if parts else np.zeros(1) for kind, parts in arenas.items()}
    offsets = np.array([8 * places[name][1] for name in columns] or [0], dtype=np.int32)
    pointers = [flat[kind].ctypes.data for kind in ("f", "i", "u")]
    call(0, 0.0, period_s, *pointers, offsets.ctypes.data, 0, 0, 0)
    for name in columns:
        kind, start = places[name]
        rows[name][:] = flat[kind][start : start + rows[name].size]
