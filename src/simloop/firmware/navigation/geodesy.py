"""Places on the Earth and heights in the air, near enough to the origin."""

from math import sqrt

from simloop.firmware.maths import exp_small, log_moderate, sin_cos

EQUATOR_RADIUS_M = 6378137.0
ECCENTRICITY_SQUARED = 6.69437999014e-3
SEA_LEVEL_PRESSURE_PA = 101325.0
SEA_LEVEL_TEMPERATURE_K = 288.15
LAPSE_KPM = 0.0065
LAPSE_EXPONENT = 0.19026310540355994
GAS_CONSTANT = 287.05287


def pressure_altitude(pressure_pa: float) -> float:
    """Altitude of a pressure in the standard atmosphere below 11 km, in m."""
    log_ratio = log_moderate(pressure_pa * (1.0 / SEA_LEVEL_PRESSURE_PA))
    rest = 1.0 - exp_small(LAPSE_EXPONENT * log_ratio)
    return (SEA_LEVEL_TEMPERATURE_K / LAPSE_KPM) * rest


def density_at(pressure_pa: float, altitude_m: float) -> float:
    """Density of air of this pressure with the standard temperature of this altitude."""
    temperature = SEA_LEVEL_TEMPERATURE_K - LAPSE_KPM * altitude_m
    warm = temperature if temperature > 200.0 else 200.0
    return pressure_pa / (GAS_CONSTANT * warm)


def metres_per_radian(latitude: float, height_m: float) -> tuple[float, float]:
    """Metres north per rad of latitude and metres east per rad of longitude (WGS84)."""
    s, c = sin_cos(latitude)
    inside = 1.0 / (1.0 - ECCENTRICITY_SQUARED * s * s)
    prime = EQUATOR_RADIUS_M * sqrt(inside)
    meridian = prime * (1.0 - ECCENTRICITY_SQUARED) * inside
    return meridian + height_m, (prime + height_m) * c
