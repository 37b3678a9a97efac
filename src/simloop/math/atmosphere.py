"""The International Standard Atmosphere: troposphere and lower stratosphere, up to 20 km.

Row functions. A temperature offset shifts the whole profile and stays in hydrostatic balance.
"""

from simloop.math.scalar import exp, log, pow_positive

SEA_LEVEL_PRESSURE_PA = 101325.0
SEA_LEVEL_TEMPERATURE_K = 288.15
LAPSE_RATE_KPM = 0.0065
TROPOPAUSE_M = 11000.0
GAS_CONSTANT_JPKGK = 287.05287
STANDARD_GRAVITY_MPS2 = 9.80665
# The radius that the standard uses to turn geometric into geopotential height.
GEOPOTENTIAL_RADIUS_M = 6356766.0

PRESSURE_EXPONENT = STANDARD_GRAVITY_MPS2 / (GAS_CONSTANT_JPKGK * LAPSE_RATE_KPM)
TROPOPAUSE_TEMPERATURE_K = SEA_LEVEL_TEMPERATURE_K - LAPSE_RATE_KPM * TROPOPAUSE_M
TROPOPAUSE_PRESSURE_PA = 22632.04009500781


def geopotential_height(height_msl_m: float) -> float:
    """Geopotential height in metres of a geometric height above mean sea level."""
    return GEOPOTENTIAL_RADIUS_M * height_msl_m / (GEOPOTENTIAL_RADIUS_M + height_msl_m)


def air_at(height_msl_m: float, temperature_offset_k: float) -> tuple[float, float, float]:
    """Pressure (Pa), temperature (K) and density (kg/m^3) at a geometric height."""
    return air_at_geopotential(geopotential_height(height_msl_m), temperature_offset_k)


def air_at_geopotential(
    geopotential_m: float, temperature_offset_k: float
) -> tuple[float, float, float]:
    """Pressure (Pa), temperature (K) and density (kg/m^3) at a geopotential height."""
    below = TROPOPAUSE_M if geopotential_m > TROPOPAUSE_M else geopotential_m
    above = geopotential_m - below
    sea_level_k = SEA_LEVEL_TEMPERATURE_K + temperature_offset_k
    temperature = sea_level_k - LAPSE_RATE_KPM * below
    scale = 1.0 / (GAS_CONSTANT_JPKGK * temperature)
    # One exponential serves both layers: their logarithms add.
    fall = PRESSURE_EXPONENT * log(temperature / sea_level_k)
    pressure = SEA_LEVEL_PRESSURE_PA * exp(fall - STANDARD_GRAVITY_MPS2 * above * scale)
    return pressure, temperature, pressure * scale


def pressure_altitude(pressure_pa: float) -> float:
    """The geopotential height in metres that has this pressure in the standard atmosphere."""
    ratio = pow_positive(pressure_pa / SEA_LEVEL_PRESSURE_PA, 1.0 / PRESSURE_EXPONENT)
    below = SEA_LEVEL_TEMPERATURE_K * (1.0 - ratio) / LAPSE_RATE_KPM
    scale_height = GAS_CONSTANT_JPKGK * TROPOPAUSE_TEMPERATURE_K / STANDARD_GRAVITY_MPS2
    above = TROPOPAUSE_M - scale_height * log(pressure_pa / TROPOPAUSE_PRESSURE_PA)
    return below if pressure_pa >= TROPOPAUSE_PRESSURE_PA else above
