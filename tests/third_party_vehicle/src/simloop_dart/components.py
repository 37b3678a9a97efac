"""What a delta wing is: its size, and its coefficients under names."""

from typing import NamedTuple

from simloop.component import Component, param


class Lift(NamedTuple):
    """What Polhamus' theory has, and what it has not."""

    potential: float
    vortex: float
    drag: float


class Moments(NamedTuple):
    """How the wing turns into the wind, and what slows that down."""

    stability: float
    damping: float
    weathercock: float
    side_force: float


class Elevons(NamedTuple):
    """What full elevons do."""

    roll: float
    pitch: float


class Delta(Component, prefix="delta"):
    """Shape and coefficients of a delta wing."""

    area_m2: float = param("m^2", "wing area", default=0.1)
    root_m: float = param("m", "root chord", default=0.5)
    lift: Lift = param("1", "potential lift, vortex lift, drag at zero lift")
    moment: Moments = param("1", "pitch stability, damping, weathercock, side force")
    elevon: Elevons = param("1", "roll and pitch moment of full elevons")
