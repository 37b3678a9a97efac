"""A block function as compiled code that tests call with rows of columns."""

import ctypes
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simloop.compiler.linker import process_linker
from simloop.compiler.target import digest_of, host_target, make_object
from simloop.compiler.unit import NAME, Argument, translate
from simloop.compiler.values import Kind
from simloop.world.kernel_copy import KernelCopies

_KINDS: dict[str, Kind] = {"f": "f8", "i": "i8", "u": "u8"}
_SIGNATURE = ctypes.CFUNCTYPE(
    None, ctypes.c_int64, ctypes.c_double, ctypes.c_double, *[ctypes.c_void_p] * 5
)
CLOCK = ("tick", "dt_s", "period_s")


def compile_block(
    block: Callable[..., None], width: int, constants: Mapping[str, int]
) -> Callable[..., None]:
    """Compile a block function for so many lanes, when it is first called."""
    names = list(inspect.signature(block).parameters)
    made: list[Any] = []

    def step(*arguments: Any) -> None:
        given = dict(zip(names, arguments, strict=True))
        rows = {name: row for name, row in given.items() if name not in CLOCK}
        if not made:
            made.append(_make(block, width, constants, rows, names))
        _run(*made[0], given, rows)

    return step


def _make(
    block: Callable[..., None],
    width: int,
    constants: Mapping[str, int],
    rows: Mapping[str, Any],
    names: list[str],
) -> tuple[Any, tuple[str, ...]]:
    kernel = KernelCopies({**constants, "W": 1}).function(block, None)
    arguments = [
        Argument(name, "clock")
        if name in CLOCK
        else Argument(name, "column", _KINDS[rows[name].dtype.kind], rows[name].size // width)
        for name in names
    ]
    target = host_target()
    unit = translate(kernel, arguments, lanes=width, gang=min(width, target.gang))
    symbol = f"test_{digest_of(unit.text, target)}"
    text = unit.text.replace(f"@{NAME}(", f"@{symbol}(", 1)
    process_linker().link({symbol: make_object(text, target)})
    return _SIGNATURE(process_linker().address_of(symbol)), unit.columns


def _run(
    call: Any, columns: tuple[str, ...], given: Mapping[str, Any], rows: Mapping[str, Any]
) -> None:
    """Put the rows side by side into arenas, run, and take them back."""
    arenas: dict[str, list[Any]] = {"f": [], "i": [], "u": []}
    places: dict[str, tuple[str, int]] = {}
    for name in columns:
        kind = rows[name].dtype.kind
        places[name] = kind, sum(part.size for part in arenas[kind])
        arenas[kind].append(rows[name])
    flat = {kind: np.concatenate(parts) if parts else np.zeros(1) for kind, parts in arenas.items()}
    offsets = np.array([8 * places[name][1] for name in columns] or [0], dtype=np.int32)
    clock = given.get("tick", 0), given.get("dt_s", 0.0), given.get("period_s", 0.0)
    pointers = [flat[kind].ctypes.data for kind in ("f", "i", "u")]
    call(*clock, *pointers, offsets.ctypes.data, 0)
    for name in columns:
        kind, start = places[name]
        rows[name][:] = flat[kind][start : start + rows[name].size]
