"""A watch on every body's ball of room, lane by lane: cheap enough for every tick of a fused run.

What it compares with are balls that kernels/collision/elbow_room.py has measured. As long as no
body is out, nobody has to look at all bodies together.
"""

from math import sqrt

from simloop.kernels.collision.bodies import LOOK_AHEAD
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def collision_guard(
    dt_s: float,
    position_ned_m: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    collision_ball: Row,
    collision_out: Row,
) -> None:
    """Note who may leave its ball in the next ticks, or meet the ground.

    A ball is middle, radius, reach of the body, skin, and 1 for a body that meets the ground.
    """
    for j in range(W):
        u = velocity_frd_mps[j]
        v = velocity_frd_mps[W + j]
        w = velocity_frd_mps[2 * W + j]
        p = rate_frd_radps[j]
        q = rate_frd_radps[W + j]
        r = rate_frd_radps[2 * W + j]
        reach = collision_ball[4 * W + j]
        speed = sqrt(u * u + v * v + w * w) + sqrt(p * p + q * q + r * r) * reach
        around = reach + (LOOK_AHEAD * dt_s * speed + collision_ball[5 * W + j])

        x = position_ned_m[j] - collision_ball[j]
        y = position_ned_m[W + j] - collision_ball[W + j]
        z = position_ned_m[2 * W + j] - collision_ball[2 * W + j]
        left = collision_ball[3 * W + j] - around
        inside = (left > 0.0) & (x * x + y * y + z * z < left * left)

        sn = ground_slope_ne[j]
        se = ground_slope_ne[W + j]
        height = ground_down_m[j] - position_ned_m[2 * W + j]
        low = height <= around * sqrt(1.0 + sn * sn + se * se)
        grounded = low & (collision_ball[6 * W + j] != 0.0)
        out = 0.0 if inside else 1.0
        collision_out[j] = 1.0 if grounded else out
