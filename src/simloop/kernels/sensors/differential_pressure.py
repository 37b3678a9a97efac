"""The differential pressure sensor: what air that flows onto the nose adds to the pressure."""

from simloop.kernels.noise import STREAM_PITOT, STREAM_PITOT_BIAS, gauss_pair
from simloop.kernels.sensors.delay_line import push
from simloop.kernels.sensors.error_model import quantise, turn_on, wander
from simloop.math.quaternion import rotate_to_body
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
DIFF_PRESSURE_SLOTS = 1


def take_differential_pressure(
    tick: int,
    noise_key: KeyRow,
    diff_pressure_sigma_pa: Row,
    diff_pressure_bias_range_pa: Row,
    diff_pressure_bias_decay: Row,
    diff_pressure_bias_kick_pa: Row,
    diff_pressure_limit_pa: Row,
    diff_pressure_resolution_pa: Row,
    diff_pressure_heating_k: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    air_temperature_k: Row,
    diff_pressure_bias_pa: Row,
    diff_pressure_pa: Row,
    diff_pressure_temperature_k: Row,
    diff_pressure_sequence: Row,
) -> None:
    """Sample the dynamic pressure along the nose, negative in flow from behind."""
    push(diff_pressure_pa, 1, DIFF_PRESSURE_SLOTS)
    push(diff_pressure_temperature_k, 1, DIFF_PRESSURE_SLOTS)
    push(diff_pressure_sequence, 1, DIFF_PRESSURE_SLOTS)
    for j in range(W):
        white, step = gauss_pair(noise_key[j], STREAM_PITOT, tick, 0)
        centre = turn_on(noise_key[j], STREAM_PITOT_BIAS, 0, diff_pressure_bias_range_pa[j])
        before = centre if diff_pressure_sequence[j] == 0.0 else diff_pressure_bias_pa[j]
        bias = wander(
            before, centre, diff_pressure_bias_decay[j], diff_pressure_bias_kick_pa[j], step
        )
        wind_forward, _, _ = rotate_to_body(
            attitude_wxyz[j],
            attitude_wxyz[W + j],
            attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
            wind_ned_mps[j],
            wind_ned_mps[W + j],
            wind_ned_mps[2 * W + j],
        )
        pressure = dynamic_pressure(air_density_kgpm3[j], velocity_frd_mps[j] - wind_forward)
        reading = pressure + bias + diff_pressure_sigma_pa[j] * white
        limit = diff_pressure_limit_pa[j]
        diff_pressure_bias_pa[j] = bias
        diff_pressure_pa[j] = quantise(
            clamp(reading, -limit, limit), diff_pressure_resolution_pa[j]
        )
        diff_pressure_temperature_k[j] = air_temperature_k[j] + diff_pressure_heating_k[j]
        diff_pressure_sequence[j] = diff_pressure_sequence[j] + 1.0


def dynamic_pressure(density_kgpm3: float, air_forward_mps: float) -> float:
    """Half density times speed squared in Pa, with the sign of the speed along the nose."""
    return 0.5 * density_kgpm3 * air_forward_mps * abs(air_forward_mps)
