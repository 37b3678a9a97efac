"""Speeds of the design are those of dense air: how much faster a flight is in thinner air."""

from math import sqrt

from simloop.firmware.maths import larger

DESIGN_DENSITY_KGPM3 = 1.225
# Thinner air than this is no air to fly in.
LEAST_DENSITY_KGPM3 = 0.2


def true_per_design(density_kgpm3: float) -> float:
    """True airspeed over the airspeed that has the same dynamic pressure in dense air."""
    return sqrt(DESIGN_DENSITY_KGPM3 / larger(density_kgpm3, LEAST_DENSITY_KGPM3))
