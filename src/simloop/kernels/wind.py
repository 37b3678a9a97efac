"""How wind changes with height, and with time in a gust."""

from simloop.math.scalar import clamp, cos, log, pow_positive

# Laws of the shear
POWER_LAW = 1
LOG_LAW = 2
LINEAR_LAW = 3

TWO_PI = 6.283185307179586


def power_law(height_m: float, reference_height_m: float, exponent: float) -> float:
    """Wind at a height over wind at the reference height."""
    return pow_positive(height_m / reference_height_m, exponent)


def log_law(height_m: float, reference_height_m: float, roughness_m: float) -> float:
    """Wind at a height over wind at the reference height; it is zero at the roughness length."""
    return log(height_m / roughness_m) / log(reference_height_m / roughness_m)


def gust_factor(time_s: float, start_s: float, duration_s: float) -> float:
    """The 1-cos shape: from 0 to 1 and back to 0 within the duration, 0 outside."""
    part = (time_s - start_s) / (duration_s if duration_s > 0.0 else 1.0)
    inside = clamp(part, 0.0, 1.0)
    return 0.5 - 0.5 * cos(TWO_PI * inside)
