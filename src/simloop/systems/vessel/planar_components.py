"""What a vessel in the plane has: inertia with water, a way to ride waves, process noise."""

from typing import NamedTuple

from simloop.component import Component, param
from simloop.math.vector import Vec3


class PlanarInertia(NamedTuple):
    """Mass with the water's in surge and in sway, and what couples sway and yaw."""

    surge: float
    sway: float
    sway_yaw: float


class PlanarInverse(NamedTuple):
    """The inverse of the mass matrix of surge, sway and yaw."""

    surge: float
    sway: float
    sway_by_yaw: float
    yaw_by_sway: float
    yaw: float

    def times(self, wrench: Vec3) -> Vec3:
        """Acceleration in surge, sway and yaw."""
        return Vec3(
            self.surge * wrench.x,
            self.sway * wrench.y + self.sway_by_yaw * wrench.z,
            self.yaw_by_sway * wrench.y + self.yaw * wrench.z,
        )


class Ride(NamedTuple):
    """How a vessel in the plane follows the surface: 1 if it does, spring, damper, waterline."""

    share: float
    spring_ps2: float
    damper_ps: float
    waterline_m: float

    def follow(self, place: float, speed: float, target: float, dt_s: float) -> tuple[float, float]:
        """Place and speed after a tick of the spring: implicit, stable if ever so stiff."""
        pulled = speed + dt_s * self.spring_ps2 * (target - place)
        new = pulled / (1.0 + dt_s * (self.damper_ps + dt_s * self.spring_ps2))
        return place + dt_s * new, new


class PlanarNoise(NamedTuple):
    """White acceleration in surge and sway, and in yaw."""

    linear: float
    yaw: float


class PlanarVessel(Component, prefix="planar", frame="FRD"):
    """A vessel in the plane."""

    inertia: PlanarInertia = param(
        "kg, kg, kg m", "with added mass: surge, sway, sway and yaw", default=(1.0, 1.0, 0.0)
    )
    inverse: PlanarInverse = param(
        "1/kg, 1/kg, 1/(kg m), 1/(kg m), 1/(kg m^2)",
        "inverse of the mass matrix: surge; sway and yaw, row by row",
        default=(1.0, 1.0, 0.0, 0.0, 1.0),
    )
    ride: Ride = param(
        "1, 1/s^2, 1/s, m",
        "1 follows the surface; spring, damper; waterline below the centre of mass",
    )
    noise: PlanarNoise = param(
        "m/s^2/sqrt(Hz), rad/s^2/sqrt(Hz)",
        "white acceleration in surge and sway, and in yaw",
        column="vessel_noise",
    )
