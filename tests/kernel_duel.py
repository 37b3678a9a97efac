"""A kernel, interpreted and compiled at several widths, from the same numbers."""

import ctypes
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from simloop.compiler.linker import process_linker
from simloop.compiler.target import digest_of, host_target, make_object
from simloop.compiler.unit import NAME, Argument, translate

Columns = dict[str, Any]
_SIGNATURE = ctypes.CFUNCTYPE(
    None, ctypes.c_int64, ctypes.c_double, ctypes.c_double, *[ctypes.c_void_p] * 7
)


def interpreted(kernel: FunctionType, columns: Mapping[str, Any]) -> Columns:
    """The columns, shaped (elements, lanes), after the kernel ran as Python, lane by lane."""
    found = {name: column.copy() for name, column in columns.items()}
    lanes = next(iter(found.values())).shape[1]
    with np.errstate(all="ignore"):
        for lane in range(lanes):
            own = [np.ascontiguousarray(column[:, lane]) for column in found.values()]
            kernel(*own)
            for column, row in zip(found.values(), own, strict=True):
                column[:, lane] = row
    return found


def compiled(kernel: FunctionType, columns: Mapping[str, Any], gang: int) -> Columns:
    """The same after it ran as machine code, so many lanes at a time."""
    lanes = next(iter(columns.values())).shape[1]
    arguments = [
        Argument(name, "column", "f8" if column.dtype.kind == "f" else "i8", column.shape[0])
        for name, column in columns.items()
    ]
    target = host_target()
    unit = translate(kernel, arguments, lanes=lanes, gang=gang)
    symbol = f"duel_{digest_of(unit.text, target)}"
    if not process_linker().has(symbol):
        text = unit.text.replace(f"@{NAME}(", f"@{symbol}(", 1)
        process_linker().link({symbol: make_object(text, target)})
    floats, integers = _arena(columns, "f"), _arena(columns, "i")
    offsets = _offsets(columns, unit.columns)
    call = _SIGNATURE(process_linker().address_of(symbol))
    call(1, 0.0, 0.0, floats.ctypes.data, integers.ctypes.data, 0, offsets.ctypes.data, 0, 0, 0)
    return _taken_apart(columns, {"f": floats, "i": integers})


def differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """Columns whose bits differ; any NaN is as good as another."""
    names = []
    for name, column in expected.items():
        same = column.view(np.int64) == found[name].view(np.int64)
        if column.dtype.kind == "f":
            same |= np.isnan(column) & np.isnan(found[name])
        if not same.all():
            places = np.argwhere(~same)[0].tolist()
            at = tuple(places)
            names.append(
                f"{name}{places}: {column[at]!r} interpreted, {found[name][at]!r} compiled"
            )
    return names


def _arena(columns: Mapping[str, Any], kind: str) -> Any:
    rows = [column.ravel() for column in columns.values() if column.dtype.kind == kind]
    return np.concatenate(rows) if rows else np.zeros(1)


def _offsets(columns: Mapping[str, Any], wanted: Sequence[str]) -> Any:
    places: dict[str, int] = {}
    sizes = {"f": 0, "i": 0}
    for name, column in columns.items():
        places[name] = 8 * sizes[column.dtype.kind]
        sizes[column.dtype.kind] += column.size
    return np.array([places[name] for name in wanted] or [0], dtype=np.int32)


def _taken_apart(columns: Mapping[str, Any], arenas: Mapping[str, Any]) -> Columns:
    found: Columns = {}
    starts = {"f": 0, "i": 0}
    for name, column in columns.items():
        kind = column.dtype.kind
        part = arenas[kind][starts[kind] : starts[kind] + column.size]
        found[name] = part.reshape(column.shape)
        starts[kind] += column.size
    return found
