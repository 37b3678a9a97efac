"""The kernels of collisions, compiled once per machine and kept in simloop's cache."""

from collections.abc import Callable
from functools import cache
from typing import Any

from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.broad_phase import search
from simloop.kernels.collision.tick import meet, settle
from simloop.world.array_program import ArrayProgram
from simloop.world.kernel_copy import KernelCopies


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


@cache
def whole_tick(tables: int) -> ArrayProgram:
    """A tick of collisions over this many tables."""
    return ArrayProgram(
        KernelCopies({}).load("collision_tick", _TICK_HEAD + _tick_body(tables)).step
    )


@cache
def whole_glance(tables: int) -> ArrayProgram:
    """A look at whether a tick of collisions has anything to do."""
    own = [f"floats_{n}, lanes_{n}, where_{n}" for n in range(tables)]
    lines = [
        '"""Generated: a look at whether bodies may touch."""',
        "from simloop.kernels.collision.elbow_room import count_out",
        "",
        "",
        f"def step(state, {', '.join(own)}):",
        f"    busy = state[{DIRTY}] + state[{REMEMBERED}]",
        *(f"    busy += count_out({table})" for table in own),
        "    return busy",
        "",
    ]
    return ArrayProgram(KernelCopies({}).load("collision_glance", "\n".join(lines)).step)


_TICK_HEAD = '''"""Generated: one tick of collisions, called from fused runs."""
from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.elbow_room import find_crowded, pairs_of_crowded, store_balls
from simloop.kernels.collision.tick import meet, settle
'''

# What the tick shares with systems/collisions/collider.py: see Collider.fused.
COMMON = (
    "dt_s", "skin_m", "first_ground", "state", "safe", "settings", "meets_ground", "grid", "cells",
    "still", "planes", "visited", "crowded", "is_crowded", "near", "places", "bodies", "body_codes",
    "shape_codes", "shape_sizes", "shape_poses", "vertices", "faces", "face_loops", "loops",
    "edges", "directions", "heights", "scratch", "pairs", "margins", "codes", "contacts",
    "parents", "starts", "sequence", "memory_codes", "memory", "last_touch", "results",
    "begun_codes", "begun", "first_still",
)  # fmt: skip

# Places in the array `state`
REMEMBERED = 0
DIRTY = 1
BEGUN = 2

# What the tick answers: nothing to tell, arrays too small so that nothing was done, touches began
FINE = 0
TOO_SMALL = 1
TOUCHED = 2


def _tick_body(tables: int) -> str:
    own = [f"floats_{n}, lanes_{n}, where_{n}, owned_{n}" for n in range(tables)]
    at = [f"floats_{n}, lanes_{n}, where_{n}" for n in range(tables)]
    lines = [
        "",
        "",
        f"def step(tick, {', '.join(own)}, {', '.join(COMMON)}):",
        "    held = 0",
        *(f"    held += locate({table}, dt_s, skin_m, places)" for table in at),
        f"    rest = held == 0 and state[{DIRTY}] == 0",
        "    many = find_crowded(safe, places, meets_ground, grid, cells, still, planes,",
        "                        crowded, is_crowded)",
        *(f"    store_balls({table}, safe)" for table in at),
        "    found = 0",
        "    if many > 0:",
        "        found = pairs_of_crowded(crowded, many, is_crowded, places, first_ground,",
        "                                 first_still, meets_ground, grid, cells, still, planes,",
        "                                 visited, near)",
        "    if found > near.shape[0]:",
        f"        return {TOO_SMALL}",
        "    if found == 0 and rest:",
        f"        state[{REMEMBERED}] = 0",
        f"        return {FINE}",
        *(
            f"    gather({table}, owned_{n}, dt_s, first_ground, shape_poses, places, bodies)"
            for n, table in enumerate(at)
        ),
        "    count = 0",
        "    if found > 0:",
        "        count = meet(near, found, places, bodies, body_codes, shape_codes, shape_sizes,",
        "                     shape_poses, vertices, faces, face_loops, loops, edges, directions,",
        "                     heights, scratch, pairs, margins, codes, contacts)",
        "    if count < 0 or count > codes.shape[0]:",
        f"        return {TOO_SMALL}",
        "    if count == 0 and rest:",
        f"        state[{REMEMBERED}] = 0",
        f"        return {FINE}",
        "    fresh = settle(tick, dt_s, settings, codes, contacts, count, shape_sizes, bodies,",
        f"                   parents, starts, sequence, memory_codes, memory, state[{REMEMBERED}],",
        "                   last_touch, results, begun_codes, begun)",
        f"    state[{REMEMBERED}] = count",
        *(
            f"    scatter({table}, owned_{n}, tick, dt_s, places, bodies, results)"
            for n, table in enumerate(at)
        ),
        f"    state[{DIRTY}] = 1 if count > 0 or held > 0 else 0",
        f"    state[{BEGUN}] = fresh",
        f"    return {TOUCHED} if fresh > 0 else {FINE}",
        "",
    ]
    return "\n".join(lines)


def _door(function: Callable[..., Any], compiled: bool) -> Callable[..., Any]:
    return ArrayProgram(function) if compiled else function  # type: ignore[arg-type]
