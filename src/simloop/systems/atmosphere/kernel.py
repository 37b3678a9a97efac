"""The air at each vehicle: pressure, temperature and density by its height."""

from simloop.component import Mut
from simloop.math.atmosphere import SEA_LEVEL_PRESSURE_PA, air_at
from simloop.world.body import Air, Body, Origin, Weather


def atmosphere(origin: Origin, weather: Weather, body: Body, air: Mut[Air]) -> None:
    """Standard air at the vehicle's height, scaled to the sea-level pressure of the day."""
    height_m = origin.llh.height_m - body.position_ned_m.z
    pressure_pa, temperature_k, density = air_at(height_m, weather.temperature_offset_k)
    scale = weather.qnh_pa * (1.0 / SEA_LEVEL_PRESSURE_PA)
    air.density_kgpm3 = scale * density
    air.pressure_pa = scale * pressure_pa
    air.temperature_k = temperature_k
