"""What aircraft with wings share: the size of the wing, and control surfaces."""

from typing import NamedTuple

from simloop.component import Component, param, truth


class SurfaceAngles(NamedTuple):
    """Angles of the control surfaces."""

    aileron: float
    elevator: float
    rudder: float


class WingSize(Component):
    """The sizes that aerodynamic coefficients refer to."""

    area_m2: float = param("m^2", "wing area", default=1.0, column="wing_area_m2")
    span_m: float = param("m", "wing span", default=1.0, column="wing_span_m")
    chord_m: float = param("m", "mean aerodynamic chord", default=1.0, column="wing_chord_m")


class Surfaces(Component, prefix="surface"):
    """Control surfaces: how far they move, and where they are."""

    limit_rad: SurfaceAngles = param("rad", "full deflection: aileron, elevator, rudder")
    angles_rad: SurfaceAngles = truth(
        "rad", "aileron, elevator, rudder; positive as in Beard and McLain", column="surface_rad"
    )
