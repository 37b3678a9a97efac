"""What a bluff body has: drag and damping."""

from simloop.component import Component, param
from simloop.math.vector import Vec3


class BluffBody(Component, prefix="bluff"):
    """How the air holds a body back."""

    drag_area_m2: float = param("m^2", "reference area times drag coefficient")
    damping_m4: Vec3 = param("m^4", "S l^2 C / 2 for roll, pitch, yaw", frame="FRD")
