"""The kernels of collisions, compiled once per machine and kept in simloop's cache."""

from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.broad_phase import search
from simloop.kernels.collision.tick import glance, meet, settle, whole_tick
from simloop.world.array_program import ArrayProgram

WHOLE_TICK = ArrayProgram(whole_tick)
"""A tick over all tables in one call."""
GLANCE = ArrayProgram(glance)
"""A look at whether such a tick has anything to do."""
PARTS = (locate, search, gather, meet, settle, scatter)
"""The parts of a tick that Python calls one by one."""
