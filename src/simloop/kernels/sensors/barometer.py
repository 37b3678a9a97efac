"""The barometer: static pressure of the shared atmosphere, with a wandering offset."""

from simloop.kernels.noise import STREAM_BARO, STREAM_BARO_BIAS, gauss_pair
from simloop.kernels.sensors.delay_line import push
from simloop.kernels.sensors.error_model import quantise, turn_on, wander
from simloop.math.atmosphere import SEA_LEVEL_PRESSURE_PA, air_at
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
BARO_SLOTS = 1


def take_barometer(
    tick: int,
    noise_key: KeyRow,
    origin_llh: Row,
    air_qnh_pa: Row,
    air_temperature_offset_k: Row,
    baro_sigma_pa: Row,
    baro_bias_range_pa: Row,
    baro_bias_decay: Row,
    baro_bias_kick_pa: Row,
    baro_limits_pa: Row,
    baro_resolution_pa: Row,
    baro_heating_k: Row,
    position_ned_m: Row,
    baro_bias_pa: Row,
    baro_pressure_pa: Row,
    baro_temperature_k: Row,
    baro_sequence: Row,
) -> None:
    """Sample pressure and the sensor's own temperature."""
    push(baro_pressure_pa, 1, BARO_SLOTS)
    push(baro_temperature_k, 1, BARO_SLOTS)
    push(baro_sequence, 1, BARO_SLOTS)
    for j in range(W):
        white, step = gauss_pair(noise_key[j], STREAM_BARO, tick, 0)
        centre = turn_on(noise_key[j], STREAM_BARO_BIAS, 0, baro_bias_range_pa[j])
        before = centre if baro_sequence[j] == 0.0 else baro_bias_pa[j]
        bias = wander(before, centre, baro_bias_decay[j], baro_bias_kick_pa[j], step)
        height = origin_llh[2 * W + j] - position_ned_m[2 * W + j]
        # The air columns are held between updates; pressure changes too fast with height for that.
        standard, temperature, _ = air_at(height, air_temperature_offset_k[j])
        pressure = standard * (air_qnh_pa[j] * (1.0 / SEA_LEVEL_PRESSURE_PA))
        reading = pressure + bias + baro_sigma_pa[j] * white
        held = clamp(reading, baro_limits_pa[j], baro_limits_pa[W + j])
        baro_bias_pa[j] = bias
        baro_pressure_pa[j] = quantise(held, baro_resolution_pa[j])
        baro_temperature_k[j] = temperature + baro_heating_k[j]
        baro_sequence[j] = baro_sequence[j] + 1.0
