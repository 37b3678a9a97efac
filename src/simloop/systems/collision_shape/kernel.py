"""A watch on every body's ball of room: cheap enough for every tick of a fused run.

What it compares with are balls that kernels/collision/elbow_room.py has measured. As long as no
body is out, nobody has to look at all bodies together.
"""

from math import sqrt

from simloop.component import Mut
from simloop.kernels.collision.bodies import LOOK_AHEAD
from simloop.math.vector import Vec3
from simloop.systems.collision_shape.components import CollisionRoom
from simloop.world.body import Body, Ground


def collision_guard(dt_s: float, body: Body, ground: Ground, room: Mut[CollisionRoom]) -> None:
    """Note who may leave its ball in the next ticks, or meet the ground."""
    ball = room.ball
    speed = body.velocity_frd_mps.norm() + body.rate_frd_radps.norm() * ball.reach_m
    around_m = ball.reach_m + (LOOK_AHEAD * dt_s * speed + ball.skin_m)

    away = body.position_ned_m - Vec3(ball.x, ball.y, ball.z)
    left_m = ball.radius_m - around_m
    inside = (left_m > 0.0) & (away.dot(away) < left_m * left_m)

    slope_n, slope_e = ground.slope_ne
    height_m = ground.down_m - body.position_ned_m.z
    low = height_m <= around_m * sqrt(1.0 + slope_n * slope_n + slope_e * slope_e)
    grounded = low & (ball.meets_ground != 0.0)
    room.out = 0.0 if inside and not grounded else 1.0
