"""Kernel modules for one class of vehicles: copies in which the class's constants are set.

A kernel module is ordinary Python. In a copy, `W` and the class constants have their values,
imports lead to other copies, and a motion model may replace imported functions. Copies run from
memory under the name of their source file, so that they show in tracebacks and count in coverage;
the compiler translates these same functions. A copy is named after its text and all it depends on.
"""

import ast
import hashlib
import importlib
import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from types import FunctionType
from typing import Any, get_origin

from simloop.compiler.syntax import is_generated, remember_source, source_of
from simloop.world.kernel_memo import Notes, recall, remember
from simloop.world.motion.motion_model import HOOKED, MotionModel
from simloop.world.plain_code import plain_code
from simloop.world.source_stamp import Stamp, imported_below, stamp_of, stamp_of_file

PACKAGE = "simloop_kernels"

# Other Pythons have other sources of these.
_PLAIN_PACKAGES = sys.stdlib_module_names | {"numpy"}


_WHOLE_NUMBER = re.compile(r"^(\w+) = \d+", re.MULTILINE)

Key = tuple[str, str]
"""A module, and the text of the motion model that it is copied with."""


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy that this process has made."""

    name: str
    sources: Mapping[str, Stamp]
    """Every module it was made from."""
    constants: Mapping[str, int | None]
    """Whole numbers that it and those below it have a name for, if the class sets them."""

    def fits(self, constants: Mapping[str, int]) -> bool:
        """Would a copy for another class be the same?"""
        return all(constants.get(name) == value for name, value in self.constants.items()) and all(
            stamp_of(module) == stamp for module, stamp in self.sources.items()
        )


# Few modules have a name for a constant: most copies serve every class.
_known: dict[Key, list[_Copy]] = {}


@dataclass
class KernelCopies:
    """Copies for one set of class constants; `memory` remembers their names between processes."""

    constants: Mapping[str, int]
    memory: Notes | None = None
    _named: dict[Key, str] = field(default_factory=dict)
    _made: dict[Key, _Copy] = field(default_factory=dict)

    def name_of(self, function: Callable[..., Any], hook: MotionModel | None) -> str:
        """The name of the copy that holds a function; it tells all that the function depends on."""
        key = _key(function.__module__, hook)
        if key not in self._named:
            memory, memo = self.memory, self._memo(key)
            name = recall(memory, memo) if memory is not None else None
            if name is None:
                copy = self._copy(function.__module__, hook)
                name = copy.name
                if memory is not None:
                    remember(memory, memo, name, copy.sources)
            self._named[key] = name
        return self._named[key]

    def function(self, function: Callable[..., Any], hook: MotionModel | None) -> FunctionType:
        """The function as it is in its copy."""
        name = self._copy(function.__module__, hook).name
        found: FunctionType = getattr(sys.modules[f"{PACKAGE}.{name}"], function.__name__)
        return found

    def load(self, name: str, source: str) -> types.ModuleType:
        """Run a generated module that imports copies."""
        return _load(f"{name}_{_digest(source)}", source, f"<{name} {_digest(source)}>")

    def module_of(self, function: Callable[..., Any], hook: MotionModel | None) -> str:
        """The dotted name of the copy that holds `function`, loaded."""
        return f"{PACKAGE}.{self._copy(function.__module__, hook).name}"

    def _memo(self, key: Key) -> str:
        # How copies are written stands in this very file.
        settings = repr((key, sorted(self.constants.items()), stamp_of_file(__file__)))
        return f"copy_{_digest(settings)}"

    def _copy(self, module: str, hook: MotionModel | None) -> _Copy:
        key = _key(module, hook)
        if key not in self._made:
            known = _known.setdefault(key, [])
            copy = next((each for each in known if each.fits(self.constants)), None)
            if copy is None:
                copy = self._new_copy(module, hook)
                known.append(copy)
            self._made[key] = copy
        return self._made[key]

    def _new_copy(self, module: str, hook: MotionModel | None) -> _Copy:
        writing = _Writing(self, hook, {module: stamp_of(module)})
        text = writing.rewrite(_source_of(module))
        name = f"{module.replace('.', '_')}_{_digest(text)}"
        _load(name, text, _path_of(module))
        return _Copy(name, writing.sources, writing.constants)


@dataclass
class _Writing:
    """Writes one copy, and collects what it is made from."""

    copies: KernelCopies
    hook: MotionModel | None
    sources: dict[str, Stamp]
    constants: dict[str, int | None] = field(default_factory=dict)

    def rewrite(self, source: str) -> str:
        """The text of a copy."""
        lines = source.splitlines()
        for node in _imports_of(source):
            text = self._rewrite_import(node)
            span = node.end_lineno or node.lineno
            # The same number of lines keeps error positions true.
            lines[node.lineno - 1 : span] = [text] + [""] * (span - node.lineno)
        return _WHOLE_NUMBER.sub(self._number, "\n".join(lines)) + "\n"

    def _number(self, found: re.Match[str]) -> str:
        """A whole number of the module, as the class has it."""
        name = found[1]
        value = self.constants[name] = self.copies.constants.get(name)
        return found[0] if value is None else f"{name} = {value}"

    def _rewrite_import(self, node: ast.ImportFrom) -> str:
        parts, classes = [], []
        origin = str(node.module)
        for alias in node.names:
            name = alias.asname or alias.name
            thing = getattr(importlib.import_module(origin), alias.name, None)
            if _is_kept(thing):
                stamps = {module: stamp_of(module) for module in imported_below(origin)}
                self.sources |= stamps
                parts.append(f"from {origin} import {alias.name} as {name}")
                classes.append(_digest(*(stamps[module] for module in sorted(stamps))))
            elif self.hook is not None and name in HOOKED:
                parts.append(f"from {PACKAGE}.{self._hook_copy(self.hook)} import {name}")
            elif _has_functions(origin, stamp_of(origin)):
                copy = self.copies._copy(origin, None)
                self.sources |= copy.sources
                self.constants |= copy.constants
                parts.append(f"from {PACKAGE}.{copy.name} import {alias.name} as {name}")
            else:
                self.sources |= {module: stamp_of(module) for module in imported_below(origin)}
                parts.append(_constant(origin, alias.name, name))
        # A class of values is not copied; what its methods do is part of the copy's name.
        note = f"  # {' '.join(dict.fromkeys(classes))}" if classes else ""
        return "; ".join(parts) + note

    def _hook_copy(self, hook: MotionModel) -> str:
        """The name of the copy of a motion model's generated module."""
        text = _Writing(self.copies, None, self.sources, self.constants).rewrite(hook.source())
        name = f"motion_model_{_digest(text)}"
        _load(name, text, f"<{name}>")
        return name


@cache
def _imports_of(source: str) -> tuple[ast.ImportFrom, ...]:
    """What a module imports of others that may be copied; every class asks it again."""
    found = (node for node in ast.parse(source).body if isinstance(node, ast.ImportFrom))
    return tuple(
        node for node in found if str(node.module).partition(".")[0] not in _PLAIN_PACKAGES
    )


def _key(module: str, hook: MotionModel | None) -> tuple[str, str]:
    return module, "" if hook is None else hook.source()


def _constant(origin: str, name: str, local: str) -> str:
    """A number of a module without functions as its value, anything else as an import.

    The value is part of the copy's text, and so of its name: a copy made for another value is
    another copy, also if nothing else of it changed.
    """
    value = getattr(importlib.import_module(origin), name)
    if _is_literal(value):
        return f"{local} = {value!r}"
    return f"from {origin} import {name} as {local}"


def _is_literal(value: object) -> bool:
    """Is it a finite number, or a tuple of such?"""
    if isinstance(value, tuple):
        return all(_is_literal(one) for one in value)
    return isinstance(value, int | float) and isfinite(value)


def _load(name: str, text: str, path: str) -> types.ModuleType:
    """Run a copy from memory; its lines count as lines of the source file."""
    package = sys.modules.setdefault(PACKAGE, types.ModuleType(PACKAGE))
    package.__path__ = []
    dotted = f"{PACKAGE}.{name}"
    if dotted not in sys.modules:
        if is_generated(path):
            remember_source(path, text)
        module = types.ModuleType(dotted)
        exec(compile(plain_code(text, path), path, "exec"), module.__dict__)
        sys.modules[dotted] = module
    return sys.modules[dotted]


def _path_of(module: str) -> str:
    path = importlib.import_module(module).__file__
    assert path is not None
    return path


def _source_of(module: str) -> str:
    return source_of(_path_of(module))


def _is_kept(thing: object) -> bool:
    """A class, a record or an annotation is the same for every class of vehicles."""
    is_value = isinstance(thing, type) or hasattr(thing, "_fields")
    return is_value or get_origin(thing) is not None


@cache
def _has_functions(module: str, _stamp: Stamp) -> bool:
    """Is it a module of kernels? Asked again when its source says something else."""
    return any(isinstance(node, ast.FunctionDef) for node in ast.parse(_source_of(module)).body)


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()
