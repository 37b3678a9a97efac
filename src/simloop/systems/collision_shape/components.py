"""What a body can take, and what it met."""

from typing import NamedTuple

from simloop.component import Component, param, truth
from simloop.math.vector import Vec3


class Ball(NamedTuple):
    """A ball of room, and the body in it."""

    x: float
    y: float
    z: float
    radius_m: float
    reach_m: float
    skin_m: float
    meets_ground: float


class Collision(Component, prefix="collision"):
    """What an impact does to the body, and its last touch of something else than the ground."""

    crash_speed_mps: float = param("m/s", "a harder impact is a crash", default=1e9, by_row=True)
    after_crash: float = param("1", "1 stays where it crashed, 0 goes on", by_row=True)
    count: float = truth("1", "touches that began so far")
    impulse_ns: float = truth("N s", "impulse of the last one, along the normal")
    speed_mps: float = truth("m/s", "its speed, along the normal")
    tick: float = truth("tick", "when it began, -1 if never", default=-1.0)
    point_ned_m: Vec3 = truth("m", "where it was", frame="NED")
    held: float = truth("1", "1 after a crash that holds the body in its place")


class CollisionRoom(Component):
    """A ball around the body with nothing else in it, measured when it leaves the last one."""

    ball: Ball = truth(
        "m, m, m, m, m, m, 1",
        "middle, radius, reach of the body, skin, 1 if it meets the ground",
        frame="NED",
        # A row without a body has all the room there is.
        default=(0.0, 0.0, 0.0, 1e30, 0.0, 0.0, 0.0),
        scratch=True,
        column="collision_ball",
    )
    out: float = truth("1", "1 if it may leave its ball", scratch=True, column="collision_out")
