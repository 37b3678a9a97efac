"""Cross-vehicle work that fused runs may call: compiled, once a tick, between two stages.

A Python system ends a fused run. One that also brings its work as a compiled program lets the run
go on: the program is called in every tick where the system stands, and says whether Python is
needed. So many ticks stay one call, and the system's `run` is asked only now and then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simloop.world.array_program import ArrayProgram

if TYPE_CHECKING:
    from simloop.world.runner import TickInfo

# What the work answers; any other number goes to `ask` as well.
DONE = 0


@dataclass(frozen=True, slots=True)
class FusedWork:
    """`work(tick, *arguments)` returns DONE, or a number for `ask`.

    `glance(*seen)` is quick to call: the work is only called where it is not 0.
    """

    work: ArrayProgram
    arguments: tuple[Any, ...]
    ask: Callable[["TickInfo", int], None]
    glance: ArrayProgram
    seen: tuple[Any, ...]
    parts: tuple[ArrayProgram, ...] = ()
    """Programs that the system's `run` calls; kernels whose arguments are annotated."""
