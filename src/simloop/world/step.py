"""Generates one `step` for a run of block systems of a class: literal offsets, one call a tick."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from simloop.timing.rates import period_ticks
from simloop.world.kernel_copy import KernelCopies
from simloop.world.layout import Layout
from simloop.world.system import BlockSystem

Step = Callable[..., None]

SCALARS = ("tick", "dt_s", "period_s")
_ARENA_NAMES = {"f8": "floats", "i8": "integers", "u8": "keys"}
_STEP_ARGUMENTS = (
    "first_tick", "ticks", "first_block", "last_block", "floats", "integers", "keys",
)  # fmt: skip
_COMPILED_HEAD = (
    "from numba import njit",
    "from simloop.world.lane_intrinsics import column, stay_apart",
)
_DECORATOR = "@njit(cache=True, error_model='numpy', nogil=True)"
# Nobody calls a part from Python: no wrappers.
_DECORATOR_OF_PART = (
    "@njit(cache=True, error_model='numpy', nogil=True, no_cpython_wrapper=True, "
    "no_cfunc_wrapper=True)"
)
_INTERPRETED_HEAD = (
    "def column(arena, block, start, size):",
    "    return arena[block, start : start + size]",
)


@dataclass(frozen=True, slots=True)
class Timing:
    """When a block system runs: every `period` ticks, `delay` ticks late."""

    period: int
    delay: int

    @classmethod
    def of(cls, system: BlockSystem, tick_rate_hz: int) -> "Timing":
        """Turn a rate and a delay into ticks; a rate that does not fit is an error."""
        rate = float(tick_rate_hz if system.rate_hz is None else system.rate_hz)
        period = period_ticks(rate, tick_rate_hz, system.name)
        return cls(period, round(system.delay_s * tick_rate_hz))


def column_arguments(system: BlockSystem) -> tuple[str, ...]:
    """The columns and shared arrays a block system's function and hook work on, in call order."""
    names = [
        system.bind.get(name, name) for name in parameter_names(system.block) if name not in SCALARS
    ]
    return (*names, *hook_arguments(system))


@cache
def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """A function's parameters in order, without a last `*rest`; asked at every new plan."""
    parameters = inspect.signature(function).parameters.values()
    return tuple(p.name for p in parameters if p.kind is not inspect.Parameter.VAR_POSITIONAL)


def hook_arguments(system: BlockSystem) -> tuple[str, ...]:
    """The columns a hook asks for."""
    if system.hook is None:
        return ()
    return tuple(system.bind.get(name, name) for name in system.hook.columns)


def generate(
    systems: Sequence[BlockSystem],
    *,
    layout: Layout,
    lanes: int,
    tick_rate_hz: int,
    copies: KernelCopies,
    shared: Sequence[str] = (),
) -> str:
    """The source of `step(first_tick, ticks, first_block, last_block, arenas..., shared...)`.

    The arenas are `floats, integers, keys`; then come the class's shared arrays by name.
    """
    imports = []
    for number, system in enumerate(systems):
        module = copies.module_of(system.block, system.hook)
        imports.append(f"from {module} import {system.block.__name__} as system_{number}")
    numbers = range(len(systems))
    apart = [n for n in numbers if copies.compiled and _is_seldom(systems[n], tick_rate_hz)]
    inline = [n for n in numbers if n not in apart]
    writer = _Writer(systems, layout, lanes, tick_rate_hz, shared)
    calls = [line for n in numbers for line in writer.call(n, apart=n in apart)]
    decorator = [_DECORATOR] if copies.compiled else []
    return "\n".join(
        [
            f'"""Generated: {len(systems)} systems, {lanes} lanes, {tick_rate_hz} Hz."""',
            *(_COMPILED_HEAD if copies.compiled else _INTERPRETED_HEAD),
            *imports,
            *(line for number in apart for line in writer.part(number)),
            "",
            *decorator,
            f"def step({', '.join((*_STEP_ARGUMENTS, *shared))}):",
            "    for block in range(first_block, last_block):",
            *_indented(writer.slices(inline), 8),
            "        for tick in range(first_tick, first_tick + ticks):",
            *_indented(calls or ["pass"], 12),
            "",
        ]
    )


def _is_seldom(system: BlockSystem, tick_rate_hz: int) -> bool:
    """Does it stay out of line?

    Inlining pays for what runs in every tick. For the rest it costs minutes: LLVM's work grows
    faster than the function.
    """
    return Timing.of(system, tick_rate_hz).period > 1 and system.hook is None


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the lines of one step."""

    systems: Sequence[BlockSystem]
    layout: Layout
    lanes: int
    tick_rate_hz: int
    shared: Sequence[str]

    def slices(self, numbers: Sequence[int]) -> list[str]:
        """The columns that these systems work on."""
        names = (name for number in numbers for name in column_arguments(self.systems[number]))
        used = dict.fromkeys(name for name in names if name not in self.shared)
        return [f"{name} = {_slice(self.layout, name, self.lanes)}" for name in used]

    def call(self, number: int, *, apart: bool) -> list[str]:
        """The call of one system, in the ticks in which it is due."""
        call = f"part_{number}({', '.join(self._part_arguments)})"
        return self._when_due(number, call if apart else self._bare_call(number))

    def part(self, number: int) -> list[str]:
        """The function of a system that stays out of line."""
        return [
            "",
            _DECORATOR_OF_PART,
            f"def part_{number}({', '.join(self._part_arguments)}):",
            "    stay_apart()",
            *_indented(self.slices([number]), 4),
            f"    {self._bare_call(number)}",
        ]

    @property
    def _part_arguments(self) -> tuple[str, ...]:
        return ("tick", "block", *_ARENA_NAMES.values(), *self.shared)

    def _bare_call(self, number: int) -> str:
        system = self.systems[number]
        timing = Timing.of(system, self.tick_rate_hz)
        scalars = {
            "tick": "tick",
            "dt_s": repr(1.0 / self.tick_rate_hz),
            "period_s": repr(timing.period / self.tick_rate_hz),
        }
        arguments = [
            scalars.get(name) or system.bind.get(name, name)
            for name in parameter_names(system.block)
        ]
        return f"system_{number}({', '.join([*arguments, *hook_arguments(system)])})"

    def _when_due(self, number: int, call: str) -> list[str]:
        timing = Timing.of(self.systems[number], self.tick_rate_hz)
        due = []
        if timing.delay:
            due.append(f"tick > {timing.delay}")
        if timing.period > 1:
            due.append(f"(tick - {timing.delay}) % {timing.period} == 0")
        return [f"if {' and '.join(due)}:", f"    {call}"] if due else [call]


def _indented(lines: Sequence[str], width: int) -> list[str]:
    return [" " * width + line for line in lines]


def _slice(layout: Layout, name: str, lanes: int) -> str:
    part = layout.slice(name, lanes)
    arena = _ARENA_NAMES[layout.place(name).dtype]
    return f"column({arena}, block, {part.start}, {part.stop - part.start})"


def load_step(source: str, name: str, copies: KernelCopies) -> Step:
    """Write the source into the cache and import its `step`."""
    module: Any = copies.write_step(name, source)
    step: Step = module.step
    return step
