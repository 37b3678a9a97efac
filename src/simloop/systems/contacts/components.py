"""What touches the ground, and what the feet remember."""

from typing import NamedTuple

from simloop.component import Component, FloatRow, param, truth


class Spring(NamedTuple):
    """A spring and its damper, per kilogram carried."""

    stiffness: float
    damping: float
    compliance: float


class Feet(Component, size="CONTACT_POINTS"):
    """Contact points: how they hold on to the ground, and what they do not survive."""

    x_m: FloatRow = param("m", "points, forward", frame="FRD", column="contact_point_x_m")
    y_m: FloatRow = param("m", "points, right", frame="FRD", column="contact_point_y_m")
    z_m: FloatRow = param("m", "points, down", frame="FRD", column="contact_point_z_m")
    reach_m: float = param(
        "m", "no point is farther from the centre of mass", column="contact_reach_m"
    )
    spring: Spring = param(
        "1/s^2, 1/s, s^2",
        "spring and damper per kilogram carried, and the inverse of the spring",
        default=(1.0, 1.0, 1.0),
        column="contact_stiffness_gain",
    )
    friction: float = param("1", "Coulomb's coefficient", column="contact_friction")
    crash_speed_mps: float = param("m/s", "a harder impact is a crash", default=1e9)
    crash_tilt_cosine: float = param("1", "touching with less is a crash", default=-2.0)
    stretch_n_m: FloatRow = truth(
        "m", "displacement to the north", frame="NED", column="contact_anchor_n_m"
    )
    stretch_e_m: FloatRow = truth(
        "m", "displacement to the east", frame="NED", column="contact_anchor_e_m"
    )
    depth_m: FloatRow = truth("m", "depth below the ground", scratch=True, column="contact_depth_m")
