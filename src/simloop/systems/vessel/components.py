"""What a vessel has: drag, rudder, windage, thrusters, mass with water, and a hull.

Defaults are harmless numbers, so that an unused lane computes nothing odd.
"""

from math import sqrt
from typing import NamedTuple

from simloop.component import Component, FloatRow, param, truth
from simloop.math.vector import Vec2, Vec3


class HullDamping(NamedTuple):
    """Drag per speed and per speed squared; sway force per yaw rate, yaw torque per sway speed.

    Positive opposes the motion.
    """

    surge: float
    sway: float
    heave: float
    roll: float
    pitch: float
    yaw: float
    surge_squared: float
    sway_squared: float
    heave_squared: float
    roll_squared: float
    pitch_squared: float
    yaw_squared: float
    sway_per_yaw_rate: float
    yaw_per_sway: float


class RudderBlade(NamedTuple):
    """A rudder: half of lift slope times area, and its place."""

    gain_m2: float
    forward_m: float
    down_m: float


class RudderFlow(NamedTuple):
    """Angle of a rudder, and the square of the speed that propellers add to the flow along it."""

    sine: float
    cosine: float
    wash_m2ps2: float

    def force(self, gain_kgpm: float, u_mps: float, v_mps: float) -> Vec2:
        """Force forward and to the right of a rudder in a flow (u, v) at its place.

        A flat plate: its force is normal to it, and per density, area and lift slope half the speed
        times the speed normal to it. A positive angle turns the bow to the right.
        """
        # The wash adds its energy to the flow along the keel.
        squared = u_mps * abs(u_mps) + self.wash_m2ps2
        along = sqrt(abs(squared))
        along = along if squared >= 0.0 else -along
        speed = sqrt(abs(squared) + v_mps * v_mps)
        normal = -gain_kgpm * speed * (along * self.sine + v_mps * self.cosine)
        return Vec2(normal * self.sine, normal * self.cosine)


class Windage(NamedTuple):
    """Half of drag coefficient times area from ahead and from the side, and the place."""

    ahead_m2: float
    aside_m2: float
    forward_m: float
    down_m: float

    def drag(self, air_density_kgpm3: float, u_air_mps: float, v_air_mps: float) -> Vec2:
        """Force of the air forward and to the right, at a speed (u, v) through it."""
        push = -air_density_kgpm3 * sqrt(u_air_mps * u_air_mps + v_air_mps * v_air_mps)
        return Vec2(push * self.ahead_m2 * u_air_mps, push * self.aside_m2 * v_air_mps)


class ThrusterWrench(NamedTuple):
    """What thrusters do: a constant minus a symmetric matrix times the motion (u, q, r).

    Surge is forward force, pitch and yaw are torques; `loss_ur` is the loss of surge per yaw rate,
    and of yaw per forward speed.
    """

    surge: float
    loss_uu: float
    pitch: float
    loss_uq: float
    yaw: float
    loss_ur: float
    loss_qq: float
    loss_qr: float
    loss_rr: float

    def __add__(self, other: "ThrusterWrench") -> "ThrusterWrench":  # type: ignore[override]
        return ThrusterWrench(
            self.surge + other.surge,
            self.loss_uu + other.loss_uu,
            self.pitch + other.pitch,
            self.loss_uq + other.loss_uq,
            self.yaw + other.yaw,
            self.loss_ur + other.loss_ur,
            self.loss_qq + other.loss_qq,
            self.loss_qr + other.loss_qr,
            self.loss_rr + other.loss_rr,
        )

    def surge_at(self, u_mps: float, q_radps: float, r_radps: float) -> float:
        """Forward force at a speed through the water and body rates."""
        return self.surge - self.loss_uu * u_mps - self.loss_uq * q_radps - self.loss_ur * r_radps

    def pitch_at(self, u_mps: float, q_radps: float, r_radps: float) -> float:
        """Pitch torque, likewise."""
        return self.pitch - self.loss_uq * u_mps - self.loss_qq * q_radps - self.loss_qr * r_radps

    def yaw_at(self, u_mps: float, q_radps: float, r_radps: float) -> float:
        """Yaw torque, likewise."""
        return self.yaw - self.loss_ur * u_mps - self.loss_qr * q_radps - self.loss_rr * r_radps


NO_THRUST = ThrusterWrench(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Vessel(Component):
    """How water, air, rudder and thrusters hold or push a vessel, about its centre of mass."""

    damping: HullDamping = param(
        "N s/m, N m s, N s^2/m^2, N m s^2, N s",
        "six linear, six quadratic; sway force per yaw rate, yaw torque per sway speed",
        frame="FRD",
        column="hull_damping",
    )
    rudder: RudderBlade = param(
        "m^2, m, m",
        "half of lift slope times area; its place forward and down",
        frame="FRD",
        column="rudder_model",
    )
    windage: Windage = param(
        "m^2, m^2, m, m",
        "half of drag times area from ahead and from the side; its place forward and down",
        frame="FRD",
    )
    thrust: ThrusterWrench = truth(
        "N, N s/m, N m, N s, N m, N s, N m s, N m s, N m s",
        "constant and loss per forward speed of forward force, pitch and yaw torque; losses of "
        "pitch per pitch rate, of each per the other's rate, of yaw per yaw rate",
        frame="FRD",
        column="thruster_wrench",
    )
    rudder_flow: RudderFlow = truth(
        "1, 1, m^2/s^2",
        "sine and cosine of the angle; speed squared that propellers add to the flow",
        default=(0.0, 1.0, 0.0),
        column="rudder_state",
    )


class Thrusters(Component, prefix="thruster"):
    """Which output drives which thruster, what each can do, and what it does."""

    output: FloatRow = param("1", "1 where an output drives it", size="THRUSTERS*OUTPUTS")
    most_n: FloatRow = param("N", "pull at rest, ahead and astern", frame="FRD", size="2*THRUSTERS")
    loss_spm: FloatRow = param("s/m", "share of command lost per speed", size="THRUSTERS")
    right_m: FloatRow = param("m", "place, right", frame="FRD", size="THRUSTERS")
    down_m: FloatRow = param("m", "place, down", frame="FRD", size="THRUSTERS")
    command: FloatRow = truth("1", "-1 to 1, lag and faults included", size="THRUSTERS")


class SteeringGear(Component, prefix="rudder"):
    """What turns the rudder, and how much of the propellers' wash meets it."""

    output: FloatRow = param("rad", "largest angle, at the rudder's output", size="OUTPUTS")
    wash_gain: float = param("1/m^2", "flow energy per thrust over density")


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


class PlanarVessel(Component, prefix="planar"):
    """A vessel in the plane."""

    inertia: PlanarInertia = param(
        "kg, kg, kg m",
        "with added mass: surge, sway, sway and yaw",
        frame="FRD",
        default=(1.0, 1.0, 0.0),
    )
    inverse: PlanarInverse = param(
        "1/kg, 1/kg, 1/(kg m), 1/(kg m), 1/(kg m^2)",
        "inverse of the mass matrix: surge; sway and yaw, row by row",
        frame="FRD",
        default=(1.0, 1.0, 0.0, 0.0, 1.0),
    )
    ride: Ride = param(
        "1, 1/s^2, 1/s, m",
        "1 follows the surface; spring, damper; waterline below the centre of mass",
        frame="FRD",
    )
    noise: PlanarNoise = param(
        "m/s^2/sqrt(Hz), rad/s^2/sqrt(Hz)",
        "white acceleration in surge and sway, and in yaw",
        frame="FRD",
        column="vessel_noise",
    )


class SixBySix(NamedTuple):
    """A symmetric matrix over surge, sway, heave, roll, pitch and yaw: its upper half by rows."""

    m11: float
    m12: float
    m13: float
    m14: float
    m15: float
    m16: float
    m22: float
    m23: float
    m24: float
    m25: float
    m26: float
    m33: float
    m34: float
    m35: float
    m36: float
    m44: float
    m45: float
    m46: float
    m55: float
    m56: float
    m66: float


UNIT_MATRIX = tuple(1.0 if place in (0, 6, 11, 15, 18, 20) else 0.0 for place in range(21))


class HullMass(Component):
    """The mass of a floating body with the water's."""

    matrix: SixBySix = param(
        "kg, kg m, kg m^2",
        "rigid and added mass, upper half row by row",
        frame="FRD",
        default=UNIT_MATRIX,
        column="hull_mass_matrix",
    )
    inverse: SixBySix = param(
        "1/kg, 1/(kg m), 1/(kg m^2)",
        "its inverse, computed at spawn",
        frame="FRD",
        default=UNIT_MATRIX,
        column="hull_inverse_mass",
    )


class Hull(Component, prefix="hull"):
    """The boxes of a floating body that displace water."""

    cell_x_m: FloatRow = param("m", "centre of each box, forward", frame="FRD", size="HULL_CELLS")
    cell_y_m: FloatRow = param("m", "centre of each box, right", frame="FRD", size="HULL_CELLS")
    cell_bottom_m: FloatRow = param(
        "m", "lower face of each box, down", frame="FRD", size="HULL_CELLS"
    )
    cell_height_m: FloatRow = param(
        "m", "height of each box", frame="FRD", size="HULL_CELLS", default=1.0
    )
    cell_length_m: FloatRow = param(
        "m", "extent along the keel", frame="FRD", size="HULL_CELLS", default=1.0
    )
    cell_width_m: FloatRow = param(
        "m", "extent across", frame="FRD", size="HULL_CELLS", default=1.0
    )
    cell_area_m2: FloatRow = param(
        "m^2", "cross-section of each box", frame="FRD", size="HULL_CELLS"
    )
    wet_gain_pm3: float = param("1/m^3", "times displaced volume, at most 1: drag's share")
