"""What air that flows onto the nose adds to the pressure."""

from simloop.component import Mut
from simloop.kernels.noise import STREAM_PITOT, STREAM_PITOT_BIAS, gauss_pair
from simloop.kernels.sensors.error_model import quantise, turn_on, wander
from simloop.math.scalar import clamp
from simloop.systems.airspeed.components import DifferentialPressure
from simloop.world.body import Air, Body, NoiseKey


def differential_pressure(
    tick: int, key: NoiseKey, air: Air, body: Body, pitot: Mut[DifferentialPressure]
) -> None:
    """Sample the dynamic pressure along the nose, negative in flow from behind."""
    white, step = gauss_pair(key.value, STREAM_PITOT, tick, 0)
    centre = turn_on(key.value, STREAM_PITOT_BIAS, 0, pitot.bias_range_pa)
    before = centre if pitot.sequence == 0.0 else pitot.bias_pa
    pitot.bias_pa = wander(before, centre, pitot.bias_decay, pitot.bias_kick_pa, step)
    wind_forward_mps = body.attitude_wxyz.to_body(air.wind_ned_mps).x
    flow_mps = body.velocity_frd_mps.x - wind_forward_mps
    pressure_pa = dynamic_pressure(air.density_kgpm3, flow_mps)
    reading_pa = pressure_pa + pitot.bias_pa + pitot.sigma_pa * white
    held_pa = clamp(reading_pa, -pitot.limit_pa, pitot.limit_pa)
    pitot.pressure_pa = quantise(held_pa, pitot.resolution_pa)
    pitot.temperature_k = air.temperature_k + pitot.heating_k
    pitot.sequence += 1.0


def dynamic_pressure(density_kgpm3: float, air_forward_mps: float) -> float:
    """Half density times speed squared in Pa, with the sign of the speed along the nose."""
    return 0.5 * density_kgpm3 * air_forward_mps * abs(air_forward_mps)
