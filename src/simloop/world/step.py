"""Generates one `step` for a run of block systems of a class: literal offsets, one call a tick."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
_COMPILED_HEAD = ("from numba import njit", "from simloop.world.lane_intrinsics import column")
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
        system.bind.get(name, name)
        for name, parameter in inspect.signature(system.block).parameters.items()
        if name not in SCALARS and parameter.kind is not inspect.Parameter.VAR_POSITIONAL
    ]
    return (*names, *hook_arguments(system))


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
    imports, calls = [], []
    for number, system in enumerate(systems):
        module = copies.module_of(system.block, system.hook)
        imports.append(f"from {module} import {system.block.__name__} as system_{number}")
        calls += _call(number, system, tick_rate_hz)
    used = dict.fromkeys(
        name for system in systems for name in column_arguments(system) if name not in shared
    )
    slices = [f"        {name} = {_slice(layout, name, lanes)}" for name in used]
    decorator = ["@njit(cache=True, error_model='numpy', nogil=True)"] if copies.compiled else []
    return "\n".join(
        [
            f'"""Generated: {len(systems)} systems, {lanes} lanes, {tick_rate_hz} Hz."""',
            *(_COMPILED_HEAD if copies.compiled else _INTERPRETED_HEAD),
            *imports,
            "",
            *decorator,
            f"def step({', '.join((*_STEP_ARGUMENTS, *shared))}):",
            "    for block in range(first_block, last_block):",
            *slices,
            "        for tick in range(first_tick, first_tick + ticks):",
            *(calls or ["            pass"]),
            "",
        ]
    )


def _slice(layout: Layout, name: str, lanes: int) -> str:
    part = layout.slice(name, lanes)
    arena = _ARENA_NAMES[layout.place(name).dtype]
    return f"column({arena}, block, {part.start}, {part.stop - part.start})"


def _call(number: int, system: BlockSystem, tick_rate_hz: int) -> list[str]:
    timing = Timing.of(system, tick_rate_hz)
    scalars = {
        "tick": "tick",
        "dt_s": repr(1.0 / tick_rate_hz),
        "period_s": repr(timing.period / tick_rate_hz),
    }
    arguments = [
        scalars.get(name) or system.bind.get(name, name)
        for name, parameter in inspect.signature(system.block).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_POSITIONAL
    ]
    call = f"system_{number}({', '.join([*arguments, *hook_arguments(system)])})"
    due = []
    if timing.delay:
        due.append(f"tick > {timing.delay}")
    if timing.period > 1:
        due.append(f"(tick - {timing.delay}) % {timing.period} == 0")
    if not due:
        return [f"            {call}"]
    return [f"            if {' and '.join(due)}:", f"                {call}"]


def load_step(source: str, name: str, copies: KernelCopies) -> Step:
    """Write the source into the cache and import its `step`."""
    module: Any = copies.write_step(name, source)
    step: Step = module.step
    return step
