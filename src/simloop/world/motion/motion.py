"""What force and inertia models are told, and what they answer."""

from typing import NamedTuple

from simloop.math.vector import Quaternion, Vec3


class Motion(NamedTuple):
    """How a body moves at a stage of the integrator."""

    position_ned_m: Vec3
    attitude_wxyz: Quaternion
    velocity_frd_mps: Vec3
    """Over ground."""
    air_velocity_frd_mps: Vec3
    """Through the air: what wings and rotors meet comes from where it points."""
    rate_frd_radps: Vec3
    air_density_kgpm3: float


class Wrench(NamedTuple):
    """A force, and a torque about the centre of mass; gravity and contact are no part of it."""

    force_frd_n: Vec3
    torque_frd_nm: Vec3

    def __add__(self, other: "Wrench") -> "Wrench":  # type: ignore[override]
        return Wrench(
            self.force_frd_n + other.force_frd_n, self.torque_frd_nm + other.torque_frd_nm
        )


class Held(NamedTuple):
    """What gravity, pushes and contact do to a body of its mass, the same over the whole tick."""

    acceleration_ned_mps2: Vec3
    torque_frd_nm: Vec3


class Acceleration(NamedTuple):
    """How a body answers."""

    velocity_ned_mps2: Vec3
    """How its velocity in NED changes."""
    rate_frd_radps2: Vec3
    turning_frd_mps2: Vec3
    """The part that is not held: it turns with the body, and an accelerometer averages it."""
