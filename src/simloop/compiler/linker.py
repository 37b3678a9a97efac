"""Brings objects into this process and tells the addresses of their functions."""

import ctypes
from collections.abc import Mapping
from typing import Any

# What objects call: of Python, to be called from it, and of the C library.
_PYTHON = (
    "PyLong_AsLongLong", "PyLong_FromLongLong", "PyEval_SaveThread", "PyEval_RestoreThread",
    "Py_IncRef",
)  # fmt: skip


class Linker:
    """All objects of this process; once linked they stay."""

    def __init__(self) -> None:
        import llvmlite.binding as llvm

        self._llvm = llvm
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        for name in _PYTHON:
            llvm.add_symbol(name, _address(getattr(ctypes.pythonapi, name)))
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self._engine: Any = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._addresses: dict[str, int] = {}

    def has(self, symbol: str) -> bool:
        """Is its object here?"""
        return symbol in self._addresses

    def link(self, objects: Mapping[str, bytes]) -> None:
        """Take in objects, each under the name of its one function."""
        fresh = {name: code for name, code in objects.items() if name not in self._addresses}
        for code in fresh.values():
            self._engine.add_object_file(self._llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        for name in fresh:
            self._addresses[name] = self._engine.get_function_address(name)

    def address_of(self, symbol: str) -> int:
        """Where the function is that an object was taken in for."""
        return self._addresses[symbol]

    def find(self, symbol: str) -> int:
        """Where any function of an object is."""
        address: int = self._engine.get_function_address(symbol)
        return address


class IdleLinker(Linker):
    """Takes objects in and forgets them: they may be for another processor."""

    def __init__(self) -> None:
        self._addresses = {}

    def link(self, objects: Mapping[str, bytes]) -> None:
        """Know their names."""
        self._addresses |= dict.fromkeys(objects, 0)

    def find(self, symbol: str) -> int:
        """Nowhere."""
        return 0


_linkers: list[Linker] = []


def process_linker() -> Linker:
    """The one linker of this process."""
    if not _linkers:
        _linkers.append(Linker())
    return _linkers[0]


def link_nothing() -> None:
    """Only make objects in this process, from its beginning on; a step then does nothing."""
    _linkers[:] = [IdleLinker()]


def _address(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address
