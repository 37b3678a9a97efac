"""Wheel encoders: speeds of the two sides, and the place they add up to.

The place is what a robot believes who only counts wheel turns: it drifts where wheels slip, where
their size is not known exactly, and with noise. Forward and right count from the start, with the
heading of the start as zero.
"""

from math import sqrt

from simloop.kernels.ground_plane import chord_share
from simloop.kernels.noise import STREAM_ODOMETRY, gauss_pair
from simloop.kernels.sensors.error_model import quantise
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import sin_cos

# Lanes per block; compiled copies set it
W = 1


def wheel_odometry(
    tick: int,
    period_s: float,
    noise_key: KeyRow,
    odometry_track_m: Row,
    odometry_scale: Row,
    odometry_step_m: Row,
    odometry_noise: Row,
    rate_frd_radps: Row,
    side_travel_m: Row,
    odometry_seen_m: Row,
    odometry_place_m: Row,
    odometry_heading_rad: Row,
    odometry_twist: Row,
    encoder_speed_mps: Row,
    drive_gyro_radps: Row,
) -> None:
    """Read both encoders, and add the arc they tell of to the place."""
    per_s = 1.0 / period_s
    for j in range(W):
        noise_left, noise_right = gauss_pair(noise_key[j], STREAM_ODOMETRY, tick, 0)
        step = odometry_step_m[j]
        left = quantise(side_travel_m[j] * odometry_scale[j], step)
        right = quantise(side_travel_m[W + j] * odometry_scale[W + j], step)
        left_moved = left - odometry_seen_m[j]
        right_moved = right - odometry_seen_m[W + j]
        encoder_speed_mps[j] = left_moved * per_s
        encoder_speed_mps[W + j] = right_moved * per_s
        odometry_seen_m[j] = left
        odometry_seen_m[W + j] = right

        # Noise per square root of distance: its effect does not depend on the rate.
        left_moved = left_moved + odometry_noise[j] * sqrt(abs(left_moved)) * noise_left
        right_moved = right_moved + odometry_noise[j] * sqrt(abs(right_moved)) * noise_right
        moved = 0.5 * (left_moved + right_moved)
        turned = (left_moved - right_moved) / odometry_track_m[j]
        s, c = sin_cos(odometry_heading_rad[j] + 0.5 * turned)
        chord = moved * chord_share(0.5 * turned)
        odometry_place_m[j] = odometry_place_m[j] + chord * c
        odometry_place_m[W + j] = odometry_place_m[W + j] + chord * s
        odometry_heading_rad[j] = odometry_heading_rad[j] + turned
        odometry_twist[j] = moved * per_s
        odometry_twist[W + j] = turned * per_s
        drive_gyro_radps[j] = rate_frd_radps[2 * W + j]
