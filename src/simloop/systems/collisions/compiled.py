"""The kernels of collisions, compiled once per machine and kept in simloop's cache."""

from collections.abc import Callable
from typing import Any

from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.broad_phase import search
from simloop.kernels.collision.tick import glance, meet, settle, whole_tick
from simloop.world.array_program import ArrayProgram

WHOLE_TICK = ArrayProgram(whole_tick)  # type: ignore[arg-type]
"""A tick of collisions over all tables."""
GLANCE = ArrayProgram(glance)  # type: ignore[arg-type]
"""A look at whether a tick of collisions has anything to do."""


class Kernels:
    """The functions of a tick, compiled or plain: the same bits."""

    def __init__(self, *, compiled: bool) -> None:
        self.compiled = compiled
        self.locate = _door(locate, compiled)
        self.search = _door(search, compiled)
        self.gather = _door(gather, compiled)
        self.meet = _door(meet, compiled)
        self.settle = _door(settle, compiled)
        self.scatter = _door(scatter, compiled)

    @property
    def programs(self) -> tuple[ArrayProgram, ...]:
        """Those that are compiled."""
        found = (self.locate, self.search, self.gather, self.meet, self.settle, self.scatter)
        return tuple(door for door in found if isinstance(door, ArrayProgram))


def _door(function: Callable[..., Any], compiled: bool) -> Callable[..., Any]:
    return ArrayProgram(function) if compiled else function  # type: ignore[arg-type]
