"""Wheel encoders: speeds of the two sides, and the place they add up to.

The place is what a robot believes who only counts wheel turns: it drifts where wheels slip, where
their size is not known exactly, and with noise. Forward and right count from the start, with the
heading of the start as zero.
"""

from math import sqrt

from simloop.component import Mut
from simloop.kernels.ground_plane import chord_share
from simloop.kernels.noise import STREAM_ODOMETRY, gauss_pair
from simloop.kernels.sensors.error_model import quantise
from simloop.math.scalar import sin_cos
from simloop.math.vector import Vec2
from simloop.world.body import Body, NoiseKey
from simloop.world.drive.components import Course, Encoders, RunningGear, Sides


def wheel_odometry(
    tick: int,
    period_s: float,
    key: NoiseKey,
    body: Body,
    gear: RunningGear,
    encoders: Mut[Encoders],
) -> None:
    """Read both encoders, and add the arc they tell of to the place."""
    per_s = 1.0 / period_s
    rolled, scale, step_m = gear.side_travel_m, encoders.scale, encoders.step_m
    counted = Sides(
        quantise(rolled.left * scale.left, step_m), quantise(rolled.right * scale.right, step_m)
    )
    moved = counted - encoders.seen_m
    encoders.speed_mps = per_s * moved
    encoders.seen_m = counted
    encoders.gyro_radps = body.rate_frd_radps.z

    white_left, white_right = gauss_pair(key.value, STREAM_ODOMETRY, tick, 0)
    left = noisy(moved.left, encoders.noise, white_left)
    right = noisy(moved.right, encoders.noise, white_right)
    way = 0.5 * (left + right)
    turned = (left - right) / encoders.track_m
    s, c = sin_cos(encoders.heading_rad + 0.5 * turned)
    chord = way * chord_share(0.5 * turned)
    encoders.place_m = encoders.place_m + chord * Vec2(c, s)
    encoders.heading_rad += turned
    encoders.twist = Course(way * per_s, turned * per_s)


def noisy(moved_m: float, noise: float, white: float) -> float:
    """Noise grows with the root of the distance, so its effect does not depend on the rate."""
    return moved_m + noise * sqrt(abs(moved_m)) * white
