"""The kernels of collisions, compiled once per machine and kept in simloop's cache."""

import inspect
from collections.abc import Callable
from typing import Any

from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.broad_phase import search
from simloop.kernels.collision.tick import meet, settle
from simloop.world.kernel_copy import KernelCopies
from simloop.world.steps import cache_directory

_ENTRY = '''"""Generated: a door from Python to a kernel."""
from numba import njit
from {module} import {name} as work


@njit(cache=True, error_model='numpy', nogil=True)
def step({arguments}):
    return work({arguments})
'''


class Kernels:
    """The functions of a tick, compiled or plain: the same bits."""

    def __init__(self, *, compiled: bool) -> None:
        self.locate = _door(locate, compiled)
        self.search = _door(search, compiled)
        self.gather = _door(gather, compiled)
        self.meet = _door(meet, compiled)
        self.settle = _door(settle, compiled)
        self.scatter = _door(scatter, compiled)


def _door(function: Callable[..., Any], compiled: bool) -> Callable[..., Any]:
    if not compiled:
        return function
    copies = KernelCopies(cache_directory(), {}, compiled=True)
    source = _ENTRY.format(
        module=copies.module_of(function, None),
        name=function.__name__,
        arguments=", ".join(inspect.signature(function).parameters),
    )
    step: Callable[..., Any] = copies.write_step(f"collision_{function.__name__}", source).step
    return step
