"""When block systems run, what they work on, and their tick as ordinary Python."""

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
_HEAD = (
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


def interpreted_step(
    systems: Sequence[BlockSystem],
    *,
    layout: Layout,
    lanes: int,
    tick_rate_hz: int,
    copies: KernelCopies,
    shared: Sequence[str] = (),
) -> Step:
    """`step(first_tick, ticks, first_block, last_block, arenas..., shared...)` in plain Python.

    The arenas are `floats, integers, keys`; then come the class's shared arrays by name.
    """
    imports = []
    for number, system in enumerate(systems):
        module = copies.module_of(system.block, system.hook)
        imports.append(f"from {module} import {system.block.__name__} as system_{number}")
    writer = _Writer(systems, layout, lanes, tick_rate_hz, shared)
    calls = [line for number in range(len(systems)) for line in writer.call(number)]
    source = "\n".join(
        [
            f'"""Generated: {len(systems)} systems, {lanes} lanes, {tick_rate_hz} Hz."""',
            *_HEAD,
            *imports,
            "",
            f"def step({', '.join((*_STEP_ARGUMENTS, *shared))}):",
            "    for block in range(first_block, last_block):",
            *_indented(writer.slices(), 8),
            "        for tick in range(first_tick, first_tick + ticks):",
            *_indented(calls or ["pass"], 12),
            "",
        ]
    )
    step: Step = copies.load("step", source).step
    return step


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the lines of one step."""

    systems: Sequence[BlockSystem]
    layout: Layout
    lanes: int
    tick_rate_hz: int
    shared: Sequence[str]

    def slices(self) -> list[str]:
        """The columns that the systems work on."""
        names = (name for system in self.systems for name in column_arguments(system))
        used = dict.fromkeys(name for name in names if name not in self.shared)
        return [f"{name} = {_slice(self.layout, name, self.lanes)}" for name in used]

    def call(self, number: int) -> list[str]:
        """The call of one system, in the ticks in which it is due."""
        return self._when_due(number, self._bare_call(number))

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
