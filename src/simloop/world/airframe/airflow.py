"""How the air meets a wing, from any direction of flow, and what becomes of its coefficients."""

from math import sqrt
from typing import NamedTuple

from simloop.math.scalar import atan2, clamp
from simloop.math.vector import Vec3
from simloop.world.airframe.components import SurfaceAngles, WingSize
from simloop.world.motion.motion import Motion, Wrench

# Fins follow the flow up to the first of these sideslips and have stalled at the second, rad.
FINS_HOLD_RAD = 0.4
FINS_STALLED_RAD = 0.8
# A surface of low aspect ratio lifts with about 2.5 per radian and drags with 1.2 when it stands
# across the flow: about half of its slope.
BROADSIDE_PER_SLOPE = 0.5


class Airflow(NamedTuple):
    """Speed and direction of the air.

    The angle of attack is in [-pi, pi], so that flying backwards has one; sideslip is in
    [-pi/2, pi/2]. Without flow all angles are zero, and so is all that is multiplied by airspeed.
    """

    airspeed_mps: float
    cosine: float
    """Of the angle of attack."""
    sine: float
    alpha_rad: float
    beta_rad: float
    across: float
    """Share of the airspeed that comes from the right."""

    def in_body(self, side: float, lift: float, drag: float) -> Vec3:
        """Force in FRD of a lift and a drag in the plane of symmetry, and one to the right."""
        return Vec3(
            lift * self.sine - drag * self.cosine, side, -lift * self.cosine - drag * self.sine
        )


class WingCoefficients(NamedTuple):
    """Airspeed times the coefficients of a wing: forces, moments per span and chord."""

    lift: float
    drag: float
    side: float
    roll: float
    pitch: float
    yaw: float


def airflow(velocity: Vec3) -> Airflow:
    """The flow at a velocity through the air, FRD."""
    in_plane = velocity.x * velocity.x + velocity.z * velocity.z
    plane = sqrt(in_plane)
    airspeed = sqrt(in_plane + velocity.y * velocity.y)
    per_plane = 1.0 / (plane if plane > 0.0 else 1.0)
    return Airflow(
        airspeed_mps=airspeed,
        cosine=velocity.x * per_plane,
        sine=velocity.z * per_plane,
        alpha_rad=atan2(velocity.z, velocity.x),
        beta_rad=atan2(velocity.y, plane),
        across=velocity.y / (airspeed if airspeed > 0.0 else 1.0),
    )


def fins_attached(beta: float) -> float:
    """How much of the flow follows fins and body: 1 before they stall, 0 after it."""
    near = clamp((FINS_STALLED_RAD - abs(beta)) / (FINS_STALLED_RAD - FINS_HOLD_RAD), 0.0, 1.0)
    return near * near * (3.0 - 2.0 * near)


def lateral_beta(attached: float, beta: float, sine: float) -> float:
    """The sideslip that derivatives see: that of plates across the flow when fins have stalled."""
    return attached * beta + (1.0 - attached) * BROADSIDE_PER_SLOPE * sine


def wing_pressure(attached: float, sine: float) -> float:
    """Share of the dynamic pressure that bears: of flow along the span, only the part across it."""
    return attached + (1.0 - attached) * (1.0 - sine * sine)


def felt_angles(surfaces: SurfaceAngles, bearing: float) -> SurfaceAngles:
    """What surfaces are worth in flow of which only a share bears."""
    return SurfaceAngles(
        bearing * surfaces.aileron, bearing * surfaces.elevator, bearing * surfaces.rudder
    )


def tip_speeds(size: WingSize, rate: Vec3) -> Vec3:
    """Rates times half of span or chord, m/s: so far rates are made dimensionless by airspeed."""
    return Vec3(0.5 * size.span_m * rate.x, 0.5 * size.chord_m * rate.y, 0.5 * size.span_m * rate.z)


def wing_wrench(motion: Motion, size: WingSize, air: Airflow, wing: WingCoefficients) -> Wrench:
    """What a wing does to the body."""
    # Dynamic pressure times area, over airspeed: the coefficients have the other airspeed in them.
    scale = 0.5 * motion.air_density_kgpm3 * air.airspeed_mps * size.area_m2
    span, chord = scale * size.span_m, scale * size.chord_m
    return Wrench(
        scale * air.in_body(wing.side, wing.lift, wing.drag),
        Vec3(span * wing.roll, chord * wing.pitch, span * wing.yaw),
    )
