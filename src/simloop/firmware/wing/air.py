"""The air that a wing flies in: how thin it is, and the way through it."""

from math import sqrt

from simloop.firmware.fields.craft import Craft
from simloop.firmware.maths import larger
from simloop.firmware.vector import Vec3

# Speeds of the design are those of dense air.
DESIGN_DENSITY_KGPM3 = 1.225
# Thinner air than this is no air to fly in.
LEAST_DENSITY_KGPM3 = 0.2


def true_per_design(density_kgpm3: float) -> float:
    """True airspeed over the airspeed that has the same dynamic pressure in dense air."""
    return sqrt(DESIGN_DENSITY_KGPM3 / larger(density_kgpm3, LEAST_DENSITY_KGPM3))


def air_velocity_ned(craft: Craft) -> Vec3:
    """Velocity through the air."""
    wind = craft.wind_ned_mps
    return craft.velocity_ned_mps - Vec3(wind.x, wind.y, 0.0)
