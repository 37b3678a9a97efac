"""The air at each vehicle: pressure, temperature and density by its height."""

from simloop.math.atmosphere import SEA_LEVEL_PRESSURE_PA, air_at
from simloop.math.row import Row

# Lanes per block; compiled copies set it.
W = 1


def air(
    origin_llh: Row,
    air_qnh_pa: Row,
    air_temperature_offset_k: Row,
    position_ned_m: Row,
    air_density_kgpm3: Row,
    air_pressure_pa: Row,
    air_temperature_k: Row,
) -> None:
    """Standard air at the vehicle's height, scaled to the sea-level pressure of the day."""
    for j in range(W):
        height = origin_llh[2 * W + j] - position_ned_m[2 * W + j]
        pressure, temperature, density = air_at(height, air_temperature_offset_k[j])
        scale = air_qnh_pa[j] * (1.0 / SEA_LEVEL_PRESSURE_PA)
        air_density_kgpm3[j] = scale * density
        air_pressure_pa[j] = scale * pressure
        air_temperature_k[j] = temperature
