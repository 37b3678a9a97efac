"""The Earth's field in body axes, with hard iron and slow drift."""

from simloop.component import Mut
from simloop.kernels.noise import STREAM_MAG, STREAM_MAG_BIAS, gauss_vectors
from simloop.kernels.sensors.error_model import turn_on_vector, wander_vector
from simloop.systems.magnetometer.components import Magnetometer
from simloop.world.body import Body, NoiseKey


def magnetometer(tick: int, key: NoiseKey, body: Body, mag: Mut[Magnetometer]) -> None:
    """Sample the field."""
    white, step = gauss_vectors(key.value, STREAM_MAG, tick)
    iron = turn_on_vector(key.value, STREAM_MAG_BIAS, 0, mag.bias_range_t)
    before = iron if mag.sequence == 0.0 else mag.bias_frd_t
    mag.bias_frd_t = wander_vector(before, iron, mag.bias_decay, mag.bias_kick_t, step)
    field = body.attitude_wxyz.to_body(mag.world_field_ned_t)
    mag.field_frd_t = (field + mag.bias_frd_t + mag.sigma_t * white).clamped(mag.limit_t)
    mag.sequence += 1.0
