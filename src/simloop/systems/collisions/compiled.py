"""The kernels of collisions, compiled once per machine and kept in simloop's cache."""

from types import FunctionType

from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.broad_phase import search
from simloop.kernels.collision.tick import glance, meet, settle, whole_tick
from simloop.world.array_program import ArrayProgram


def _program(function: object) -> ArrayProgram:
    assert isinstance(function, FunctionType)
    return ArrayProgram(function)


WHOLE_TICK = _program(whole_tick)
"""A tick over all tables in one call."""
GLANCE = _program(glance)
"""A look at whether such a tick has anything to do."""
PARTS = {each: _program(each) for each in (locate, search, gather, meet, settle, scatter)}
"""The parts of a tick that Python calls one by one."""
