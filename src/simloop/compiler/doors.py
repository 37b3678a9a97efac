"""Doors from Python into the driver: built-in functions that the compiler made.

A call through ctypes takes ten times as long as one through such a door.
"""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simloop.compiler.driver import DRIVER
from simloop.compiler.linker import process_linker
from simloop.compiler.objects import ObjectStore
from simloop.compiler.target import digest_of, host_target, make_object

_FAST_CALL = 0x80


class _Method(ctypes.Structure):
    """How Python describes a built-in function."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@dataclass(frozen=True, slots=True)
class Doors:
    """The driver's functions, to be called with integers only."""

    drive: Callable[[int, int, int, int, int, int, int], None]
    """Plan, first tick, ticks, first block, last block, first entry, last entry."""
    drive_around: Callable[[int, int, int, int, int], int]
    """Stages, tables, work, first tick, ticks; how many ticks were done."""
    call_program: Callable[[int, int, int], None]
    """Program, arguments, results."""


_held: list[Any] = []


_open: list[Doors] = []


def open_doors(store: ObjectStore) -> Doors:
    """The driver, made or found in the store, and linked once."""
    if not _open:
        _open.append(_link_driver(store))
    return _open[0]


def _link_driver(store: ObjectStore) -> Doors:
    target = host_target()
    digest = digest_of(DRIVER, target)
    code = store.find(digest)
    if code is None:
        code = make_object(DRIVER, target)
        store.keep(digest, code)
    linker = process_linker()
    linker.link({"drive": code})
    names = ("drive", "drive_around", "call_program")
    return Doors(*(_door(name, linker.find(name)) for name in names))


def _door(name: str, address: int) -> Callable[..., Any]:
    if not address:
        return _shut
    method = _Method(name.encode(), address, _FAST_CALL, b"a door into compiled code")
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = (
        ctypes.py_object,
        [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p],
    )
    # Python keeps a pointer to the description.
    _held.append(method)
    door: Callable[..., Any] = make(ctypes.addressof(method), None, None)
    return door


def _shut(*numbers: int) -> int:
    """A door where nothing was linked."""
    return 0
