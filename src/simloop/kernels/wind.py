"""How wind changes with height, and with time in a gust; thermals and microbursts.

Those are places where the air goes up or down, with the flow that feeds them: exact solutions of
continuity for air of constant density. What rises or falls comes in or goes out at the sides, so
that no height gains or loses air.
"""

from simloop.math.scalar import clamp, cos, exp, log, pow_positive

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


# Vicroy's constants of the microburst's vertical profile.
OUTFLOW_FADE = -0.15
OUTFLOW_GRIP = -3.2175
# Peak outflow is (exp(-0.15) - exp(-3.2175)) exp(1/4) times the scale.
PEAK_OUTFLOW = 1.0537391890113679


def thermal_flow(
    north_m: float,
    east_m: float,
    height_m: float,
    radius_m: float,
    strength_mps: float,
    top_m: float,
) -> tuple[float, float, float]:
    """North, east and upward wind at a place counted from a thermal's foot.

    Gedeon's profile (1 - x) exp(-x), x = (r/R)^2, times a cubic of the height which is 0 at the
    ground, 1 at a third of the top and 0 from there on.
    """
    part = clamp(height_m / top_m, 0.0, 1.0)
    gap = 1.0 - part
    profile = 6.75 * part * gap * gap
    inside = 1.0 if (height_m >= 0.0) & (part < 1.0) else 0.0
    growth = inside * 6.75 * gap * (gap - 2.0 * part) / top_m
    x = (north_m * north_m + east_m * east_m) / (radius_m * radius_m)
    bell = strength_mps * exp(-x)
    inflow = -0.5 * growth * bell
    return inflow * north_m, inflow * east_m, profile * bell * (1.0 - x)


def microburst_flow(
    north_m: float,
    east_m: float,
    height_m: float,
    radius_m: float,
    outflow_mps: float,
    outflow_height_m: float,
) -> tuple[float, float, float]:
    """North, east and upward wind at a place counted from a microburst's foot (Vicroy, alpha 2).

    The outflow is strongest at `radius_m` and `outflow_height_m`, where it is `outflow_mps`.
    """
    level = clamp(height_m / outflow_height_m, 0.0, 1e3)
    fade = exp(OUTFLOW_FADE * level)
    grip = exp(OUTFLOW_GRIP * level)
    x = (north_m * north_m + east_m * east_m) / (radius_m * radius_m)
    square = x * x
    bell = exp(0.5 - 0.25 * square)
    # Half the rate at which the air spreads below the core.
    spread = outflow_mps / (radius_m * PEAK_OUTFLOW)
    outward = spread * (fade - grip) * bell
    sunk = (fade - 1.0) * (1.0 / OUTFLOW_FADE) - (grip - 1.0) * (1.0 / OUTFLOW_GRIP)
    upward = -2.0 * spread * outflow_height_m * sunk * (1.0 - 0.5 * square) * bell
    return outward * north_m, outward * east_m, upward
