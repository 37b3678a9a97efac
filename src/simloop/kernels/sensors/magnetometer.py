"""The magnetometer: the Earth's field in body axes, with hard iron and slow drift."""

from simloop.kernels.noise import STREAM_MAG, STREAM_MAG_BIAS, gauss_pair
from simloop.kernels.sensors.delay_line import push
from simloop.kernels.sensors.error_model import turn_on, wander
from simloop.math.quaternion import rotate_to_body
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
MAG_SLOTS = 1


def take_magnetometer(
    tick: int,
    noise_key: KeyRow,
    mag_world_field_ned_t: Row,
    mag_sigma_t: Row,
    mag_bias_range_t: Row,
    mag_bias_decay: Row,
    mag_bias_kick_t: Row,
    mag_limit_t: Row,
    attitude_wxyz: Row,
    mag_bias_frd_t: Row,
    mag_field_frd_t: Row,
    mag_sequence: Row,
) -> None:
    """Sample the field."""
    push(mag_field_frd_t, 3, MAG_SLOTS)
    push(mag_sequence, 1, MAG_SLOTS)
    for j in range(W):
        key = noise_key[j]
        field = rotate_to_body(
            attitude_wxyz[j],
            attitude_wxyz[W + j],
            attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
            mag_world_field_ned_t[j],
            mag_world_field_ned_t[W + j],
            mag_world_field_ned_t[2 * W + j],
        )
        first = mag_sequence[j] == 0.0
        limit = mag_limit_t[j]
        for axis in range(3):
            i = axis * W + j
            white, step = gauss_pair(key, STREAM_MAG, tick, axis)
            iron = turn_on(key, STREAM_MAG_BIAS, axis, mag_bias_range_t[j])
            before = iron if first else mag_bias_frd_t[i]
            bias = wander(before, iron, mag_bias_decay[j], mag_bias_kick_t[j], step)
            mag_bias_frd_t[i] = bias
            mag_field_frd_t[i] = clamp(field[axis] + bias + mag_sigma_t[j] * white, -limit, limit)
        mag_sequence[j] = mag_sequence[j] + 1.0
