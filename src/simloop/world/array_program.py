"""Work on arrays across vehicles: a plain function, compiled for the kinds of its arguments."""

import hashlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from simloop.compiler.arguments import Given, Group, Parameter
from simloop.compiler.doors import open_doors
from simloop.compiler.linker import process_linker
from simloop.compiler.target import compiler_digest, digest_of, host_target, make_object
from simloop.compiler.values import Kind
from simloop.world.code_cache import describe, notes, object_store
from simloop.world.kernel_memo import Notes
from simloop.world.source_stamp import joined, located, portable, stamp_of_file

_KINDS: dict[str, Kind] = {"f": "f8", "i": "i8", "u": "u8"}
_BACK: dict[Kind, Any] = {"f8": float, "i8": int, "u8": int, "b1": bool}


class ArrayProgram:
    """A function of numbers and arrays, called as it is written; the same bits, compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function: Any = function
        self._made: dict[tuple[Given, ...], BoundProgram] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        return self.bind(arguments).call()

    def bind(self, arguments: Sequence[Any]) -> "BoundProgram":
        """The compiled program with its arguments in place, for whoever calls it often."""
        kinds = tuple(_parameter(argument) for argument in arguments)
        program = self._made.get(kinds)
        if program is None:
            program = self._made[kinds] = BoundProgram(*_make(self._function, kinds), kinds)
        program.put(arguments)
        return program

    def make(self) -> None:
        """Make it ahead of its first call, for arguments as its annotations have them."""
        hints = get_type_hints(self._function, include_extras=True)
        names = inspect.signature(self._function).parameters
        _make(self._function, tuple(_annotated(hints[name]) for name in names))


class BoundProgram:
    """A compiled program, and the slots that its arguments and results go through."""

    def __init__(self, address: int, results: tuple[Kind, ...], kinds: Sequence[Given]) -> None:
        self.address = address
        self._results = results
        self._kinds = [kind for given in kinds for kind in _leaves(given)]
        self._slots = np.zeros(max(len(self._kinds), 1), dtype=np.int64)
        self._floats = self._slots.view(np.float64)
        self._keys = self._slots.view(np.uint64)
        self._told = np.zeros(max(len(results), 1), dtype=np.int64)
        self._arrays: list[Any] = [None] * len(self._kinds)
        self._described: list[NDArray[np.int64] | None] = [None] * len(self._kinds)
        self.arguments_at: int = self._slots.ctypes.data
        self.results_at: int = self._told.ctypes.data
        self._call = open_doors(object_store()).call_program

    def put(self, arguments: Sequence[Any]) -> None:
        """Set the arguments; an array that is there already costs nothing."""
        for number, (kind, argument) in enumerate(zip(self._kinds, _flat(arguments), strict=True)):
            if kind.axes:
                if self._arrays[number] is not argument:
                    described = describe(argument)
                    self._arrays[number], self._described[number] = argument, described
                    self._slots[number] = described.ctypes.data
            elif kind.kind == "f8":
                self._floats[number] = argument
            elif kind.kind == "u8":
                self._keys[number] = argument
            else:
                self._slots[number] = argument

    def call(self) -> Any:
        """Run it with the arguments that are set."""
        self._call(self.address, self.arguments_at, self.results_at)
        found = tuple(self._result(number) for number in range(len(self._results)))
        return found[0] if len(found) == 1 else found or None

    def answer(self) -> int:
        """The first result, as it was told last."""
        return int(self._told[0])

    def _result(self, number: int) -> Any:
        kind = self._results[number]
        numbers = self._told.view(np.float64) if kind == "f8" else self._told
        return _BACK[kind](numbers[number])


def _parameter(argument: Any) -> Given:
    if isinstance(argument, tuple):
        return Group(type(argument), tuple(_parameter(part) for part in argument))
    if isinstance(argument, np.ndarray):
        if not argument.flags.c_contiguous:
            raise ValueError("a program takes arrays whose numbers lie side by side")
        return Parameter(_KINDS[argument.dtype.kind], argument.ndim)
    if isinstance(argument, np.uint64):
        return Parameter("u8")
    return Parameter("f8" if isinstance(argument, float) else "i8")


def _annotated(hint: Any) -> Given:
    """What an annotation stands for: a number, an array with its number of axes, or a group."""
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True)
        return Group(hint, tuple(_annotated(hints[name]) for name in hint._fields))
    if hint in (float, int):
        return Parameter("f8" if hint is float else "i8")
    array, axes = get_args(hint) if get_origin(hint) is Annotated else (hint, 1)
    number = get_args(get_args(array)[1])[0]
    return Parameter(_KINDS[np.dtype(number).kind], axes)


def _leaves(given: Given) -> Iterator[Parameter]:
    """The numbers and arrays of a parameter in order."""
    if isinstance(given, Group):
        for part in given.parts:
            yield from _leaves(part)
    else:
        yield given


def _flat(arguments: Iterable[Any]) -> Iterator[Any]:
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from _flat(argument)
        else:
            yield argument


def _make(function: FunctionType, kinds: tuple[Given, ...]) -> tuple[int, tuple[Kind, ...]]:
    """The address of a compiled program and the kinds of its results."""
    target, store, linker, memory = host_target(), object_store(), process_linker(), notes()
    settings = (
        function.__module__,
        function.__qualname__,
        portable(function.__code__.co_filename),
        kinds,
        digest_of(compiler_digest(), target),
    )
    memo = f"program_{_digest(repr(settings))}"
    note = _recall(memory, memo)
    code = store.find(note["digest"]) if note else None
    if note is None or code is None:
        # A warm start translates nothing.
        from simloop.compiler.program import NAME, translate_program

        made = translate_program(function, kinds)
        note = {"digest": digest_of(made.text, target), "results": made.results}
        symbol = f"program_{note['digest']}"
        code = make_object(made.text.replace(f"@{NAME}(", f"@{symbol}(", 1), target)
        store.keep(note["digest"], code)
        note["sources"] = [portable(path) for path in made.sources]
        note["stamp"] = joined(map(stamp_of_file, made.sources))
        memory.keep(memo, note)
    symbol = f"program_{note['digest']}"
    linker.link({symbol: code})
    return linker.address_of(symbol), tuple(note["results"])


def _recall(memory: Notes, memo: str) -> Any:
    """What is remembered of a program, if no source of it has changed since."""
    for note in memory.find(memo):
        try:
            stamp, sources = note["stamp"], [located(path) for path in note["sources"]]
            if joined(map(stamp_of_file, sources)) == stamp:
                return note
        except (OSError, KeyError, TypeError):
            continue
    return None


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
