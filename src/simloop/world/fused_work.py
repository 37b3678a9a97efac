"""Cross-vehicle work that fused runs may call: compiled, once a tick, between two stages.

A Python system ends a fused run. One that also brings its work as a compiled function lets the run
go on: the function is called in every tick where the system stands, and says whether Python is
needed. So many ticks stay one call, and the system's `run` is asked only now and then.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simloop.world.runner import TickInfo

# What the compiled function answers; any other number goes to `ask` as well.
DONE = 0


@dataclass(frozen=True, slots=True)
class FusedWork:
    """`module` has a compiled `step(tick, *arguments)` that returns DONE, or a number for `ask`.

    `glance` has a `step(*seen)` that is quick to call: the work is only called where it is not 0.
    """

    module: str
    arguments: tuple[Any, ...]
    ask: Callable[["TickInfo", int], None]
    glance: str
    seen: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A table's share of a drive: modules of its steps before and after the work, if any."""

    before: str | None
    after: str | None
    shared: int


def drive_source(parts: Sequence[Part], work: FusedWork) -> str:
    """The source of `step(first_tick, ticks, tables..., seen..., work...)`: runs until asked.

    It returns how many ticks are done, and what the work answered in the tick after them: for that
    one the systems before the work have run, and those after it have not.
    """
    imports: list[str] = []
    before: list[str] = []
    after: list[str] = []
    names: list[str] = []
    for number, part in enumerate(parts):
        own = [f"{name}_{number}" for name in ("blocks", "floats", "integers", "keys")]
        own += [f"shared_{number}_{k}" for k in range(part.shared)]
        names += own
        call = f"(tick, 1, 0, {', '.join(own)})"
        for module, lines, word in (
            (part.before, before, "before"),
            (part.after, after, "after"),
        ):
            if module is not None:
                imports.append(f"from {module} import step as {word}_{number}")
                lines.append(f"        {word}_{number}{call}")
    seen = [f"seen_{k}" for k in range(len(work.seen))]
    given = [f"work_{k}" for k in range(len(work.arguments))]
    return "\n".join(
        [
            '"""Generated: ticks with cross-vehicle work in between."""',
            "from numba import njit",
            *imports,
            f"from {work.glance} import step as glance",
            f"from {work.module} import step as work",
            "",
            "@njit(cache=True, error_model='numpy', nogil=True)",
            f"def step({', '.join(('first_tick', 'ticks', *names, *seen, *given))}):",
            "    for tick in range(first_tick, first_tick + ticks):",
            *before,
            f"        if glance({', '.join(seen)}) != 0:",
            f"            answer = work({', '.join(('tick', *given))})",
            f"            if answer != {DONE}:",
            "                return tick - first_tick, answer",
            *after,
            f"    return ticks, {DONE}",
            "",
        ]
    )
