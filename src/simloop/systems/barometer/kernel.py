"""Static pressure of the shared atmosphere, with a wandering offset."""

from simloop.component import Mut
from simloop.kernels.noise import STREAM_BARO, STREAM_BARO_BIAS, gauss_pair
from simloop.kernels.sensors.error_model import quantise, turn_on, wander
from simloop.math.atmosphere import SEA_LEVEL_PRESSURE_PA, air_at
from simloop.math.scalar import clamp
from simloop.systems.barometer.components import Barometer
from simloop.world.body import Body, NoiseKey, Origin, Weather


def barometer(
    tick: int, key: NoiseKey, origin: Origin, weather: Weather, body: Body, baro: Mut[Barometer]
) -> None:
    """Sample pressure and the sensor's own temperature."""
    white, step = gauss_pair(key.value, STREAM_BARO, tick, 0)
    centre = turn_on(key.value, STREAM_BARO_BIAS, 0, baro.bias_range_pa)
    before = centre if baro.sequence == 0.0 else baro.bias_pa
    baro.bias_pa = wander(before, centre, baro.bias_decay, baro.bias_kick_pa, step)
    height_m = origin.llh.height_m - body.position_ned_m.z
    # The air columns are held between updates; pressure changes too fast with height for that.
    standard_pa, temperature_k, _ = air_at(height_m, weather.temperature_offset_k)
    pressure_pa = standard_pa * (weather.qnh_pa * (1.0 / SEA_LEVEL_PRESSURE_PA))
    reading_pa = pressure_pa + baro.bias_pa + baro.sigma_pa * white
    baro.pressure_pa = quantise(clamp(reading_pa, *baro.limits_pa), baro.resolution_pa)
    baro.temperature_k = temperature_k + baro.heating_k
    baro.sequence += 1.0
