"""Turns plain kernel modules into compiled ones: copies with constants set, kept in a cache.

A kernel module is ordinary Python. A copy of it is a real file, named after the hash of all it
depends on, in which `W` and the class constants have their values, imports lead to other copies,
a motion model may replace imported functions, and every function is wrapped for Numba. Without
compilation the same copies run interpreted, from memory and under the name of their source file:
they give the same bits, are the tests' oracle, and count in coverage.
"""

import ast
import hashlib
import importlib
import os
import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

from simloop.world.kernel_memo import Stamp, recall, remember, stamp_of
from simloop.world.motion_model import HOOKED, MotionModel

PACKAGE = "simloop_compiled"

# forceinline lets a whole tick become one function; without the numpy error model, checks for
# division by zero would stop vectorisation. Nobody calls these from Python: no wrappers.
_WRAP = (
    '_njit(cache=True, error_model="numpy", forceinline=True, nogil=True, '
    "no_cpython_wrapper=True, no_cfunc_wrapper=True, no_rewrites=True)"
)
# How copies are written: another number forgets which copy was made of which source.
_RULES = 2
_PLAIN_MODULES = frozenset({"math", "numpy", "numpy.typing", "typing", "__future__"})


@dataclass
class KernelCopies:
    """Copies for one set of class constants, compiled or interpreted."""

    directory: Path
    constants: Mapping[str, int]
    compiled: bool
    _made: dict[tuple[str, str], tuple[str, dict[str, Stamp]]] = field(default_factory=dict)

    def module_of(self, function: Callable[..., Any], hook: MotionModel | None) -> str:
        """The dotted name of the copy that holds `function`."""
        return f"{PACKAGE}.{self._copy(function.__module__, hook)[0]}"

    def write_step(self, name: str, source: str) -> types.ModuleType:
        """Store a generated step as a file beside the copies and import it."""
        if not self.compiled:
            return _load_plain(f"plain_{name}_{_digest(source)}", source, f"<{name}>")
        stem = _step_stem(name, source)
        _write_once(self.directory / f"{stem}.py", source)
        return import_copy(self.directory, stem)

    def step_module(self, name: str, source: str) -> str:
        """The dotted name of a generated step."""
        return f"{PACKAGE}.{_step_stem(name, source)}"

    def has_step(self, name: str, source: str) -> bool:
        """Has this step been compiled before, by this or another process?"""
        stem = _step_stem(name, source)
        return any((self.directory / "__pycache__").glob(f"{stem}.step-*.nbi"))

    def _copy(self, module: str, hook: MotionModel | None) -> tuple[str, dict[str, Stamp]]:
        """The copy's file stem, and every module it was made from."""
        key = (module, "" if hook is None else hook.source())
        if key not in self._made:
            settings = repr((key, sorted(self.constants.items()), _foundation(), _RULES))
            memo = self.directory / f"memo_{_digest(settings)}.json"
            known = recall(memo) if self.compiled else None
            self._made[key] = known or self._make(module, hook, memo)
        return self._made[key]

    def _make(
        self, module: str, hook: MotionModel | None, memo: Path
    ) -> tuple[str, dict[str, Stamp]]:
        sources = {module: stamp_of(module)}
        text = self._rewrite(_source_of(module), hook, sources)
        stem = self._store(module.replace(".", "_"), text, _path_of(module))
        if self.compiled:
            remember(memo, stem, sources)
        return stem, sources

    def _hook_copy(self, hook: MotionModel, sources: dict[str, Stamp]) -> str:
        """The stem of the copy of a motion model's generated module."""
        text = self._rewrite(hook.source(), None, sources)
        return self._store("motion_model", text, "<motion model>")

    def _store(self, name: str, text: str, path: str) -> str:
        """Keep a copy under a name that tells its content."""
        stem = f"{name}_{_digest(text)}"
        if self.compiled:
            _write_once(self.directory / f"{stem}.py", text)
            return stem
        _load_plain(f"plain_{stem}", text, path)
        return f"plain_{stem}"

    def _rewrite(self, source: str, hook: MotionModel | None, sources: dict[str, Stamp]) -> str:
        tree = ast.parse(source)
        lines = source.splitlines()
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module not in _PLAIN_MODULES:
                text = self._rewrite_import(node, hook, sources)
                span = node.end_lineno or node.lineno
                # The same number of lines keeps error positions true.
                lines[node.lineno - 1 : span] = [text] + [""] * (span - node.lineno)
        text = "\n".join(lines)
        if self.compiled:
            text = without_branches(text)
        for name, value in self.constants.items():
            text = re.sub(rf"(?m)^{name} = \d+", f"{name} = {value}", text)
        functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        return text + "\n" + (_wrapping(functions) if self.compiled else "")

    def _rewrite_import(
        self, node: ast.ImportFrom, hook: MotionModel | None, sources: dict[str, Stamp]
    ) -> str:
        parts = []
        origin = str(node.module)
        for alias in node.names:
            name = alias.asname or alias.name
            if hook is not None and name in HOOKED:
                stem = self._hook_copy(hook, sources)
                parts.append(f"from {PACKAGE}.{stem} import {name}")
            elif _has_functions(origin):
                stem, below = self._copy(origin, None)
                sources |= below
                parts.append(f"from {PACKAGE}.{stem} import {alias.name} as {name}")
            else:
                sources[origin] = stamp_of(origin)
                parts.append(_constant(origin, alias.name, name))
        return "; ".join(parts)


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


def _package() -> types.ModuleType:
    package = sys.modules.get(PACKAGE)
    if package is None:
        package = types.ModuleType(PACKAGE)
        package.__path__ = []
        sys.modules[PACKAGE] = package
    return package


def _load_plain(stem: str, text: str, path: str) -> types.ModuleType:
    """Run a copy from memory; its lines count as lines of the source file."""
    name = f"{_package().__name__}.{stem}"
    if name not in sys.modules:
        module = types.ModuleType(name)
        exec(compile(text, path, "exec"), module.__dict__)
        sys.modules[name] = module
    return sys.modules[name]


def import_copy(directory: Path, stem: str) -> types.ModuleType:
    """Import a copy through a package whose search path is the cache directory."""
    package = _package()
    if str(directory) not in package.__path__:
        package.__path__.append(str(directory))
    importlib.invalidate_caches()
    return importlib.import_module(f"{PACKAGE}.{stem}")


def cache_root() -> Path:
    """Where compiled steps are kept: SIMLOOP_CACHE_DIR, or the user's cache directory."""
    chosen = os.environ.get("SIMLOOP_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "simloop"


class _Select(ast.NodeTransformer):
    """Conditional expressions become calls of `select`."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        arguments = [node.test, node.body, node.orelse]
        return ast.Call(ast.Name("_select", ast.Load()), arguments, [])


def without_branches(source: str) -> str:
    """The same module with conditional expressions written as `select`."""
    tree = ast.fix_missing_locations(_Select().visit(ast.parse(source)))
    return ast.unparse(tree)


@cache
def _foundation() -> str:
    """What else decides the compiled code: how it is wrapped, and the intrinsics it uses."""
    return _digest(_WRAP, _source_of("simloop.world.lane_intrinsics"))


def _wrapping(functions: list[str]) -> str:
    wraps = [f"{name} = {_WRAP}({name})" for name in functions]
    imports = [
        f"# made with {_foundation()}",
        "from numba import njit as _njit",
        "from simloop.world.lane_intrinsics import select as _select",
    ]
    return "\n".join([*imports, *wraps, ""])


def _path_of(module: str) -> str:
    path = importlib.import_module(module).__file__
    assert path is not None
    return path


def _source_of(module: str) -> str:
    return Path(_path_of(module)).read_text(encoding="utf-8")


@cache
def _has_functions(module: str) -> bool:
    return any(isinstance(node, ast.FunctionDef) for node in ast.parse(_source_of(module)).body)


def _step_stem(name: str, source: str) -> str:
    return f"{name}_{_digest(source, _foundation())}"


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()


def _write_once(path: Path, text: str) -> None:
    """Write a file unless it exists; two processes may try at once."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.draft")
    draft.write_text(text, encoding="utf-8")
    try:
        # A link fails when the file is there: a rename would change its time and void the cache.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
