"""Aerodynamics of a fixed wing by derivatives, with stall, evaluated at every integrator stage.

The model is chapter 4 of Beard and McLain, Small Unmanned Aircraft, with every derivative of every
coefficient. Rates are made dimensionless by c/(2V) and b/(2V), and the dynamic pressure has V^2: so
V times a coefficient is computed, where V only multiplies. Forces fade to zero with the airspeed.
The book's formulas hold while the sideslip is small. In air from the side fins stall, and wing and
surfaces bear by the flow that crosses them.
"""

from typing import NamedTuple

from simloop.math.vector import Vec3
from simloop.systems.fixed_wing.components import Derivatives, Wing
from simloop.systems.fixed_wing.stall import attached_share, drag_curve, lift_curve, moment_alpha
from simloop.world.airframe.airflow import (
    WingCoefficients,
    airflow,
    felt_angles,
    fins_attached,
    lateral_beta,
    tip_speeds,
    wing_pressure,
    wing_wrench,
)
from simloop.world.airframe.components import SurfaceAngles, Surfaces, WingSize
from simloop.world.motion.motion import Motion, Wrench


class Course(NamedTuple):
    """What derivatives multiply, the angle of attack excepted."""

    airspeed_mps: float
    beta_rad: float
    rates_mps: Vec3
    surfaces_rad: SurfaceAngles


def wrench(motion: Motion, size: WingSize, wing: Wing, surfaces: Surfaces) -> Wrench:
    """Force and torque of wing, tail and surfaces."""
    air = airflow(motion.air_velocity_frd_mps)
    alpha, sine = air.alpha_rad, air.sine
    attached = attached_share(alpha, *wing.stall)
    fins = fins_attached(air.beta_rad)
    bearing = wing_pressure(fins, air.across)
    course = Course(
        airspeed_mps=air.airspeed_mps,
        beta_rad=lateral_beta(fins, air.beta_rad, air.across),
        rates_mps=tip_speeds(size, motion.rate_frd_radps),
        surfaces_rad=felt_angles(surfaces.angles_rad, bearing),
    )

    line = wing.C_L.steady + wing.C_L.alpha * alpha
    bent = moment_alpha(attached, sine, alpha)
    lift = lift_curve(attached, air.cosine, sine, alpha, wing.C_L.steady, wing.C_L.alpha)
    drag = wing.C_D.steady + wing.C_D.alpha * bent
    drag = drag + drag_curve(attached, sine, line, wing.induced)
    drag = whole(wing.C_D, bearing * drag, course)
    coefficients = WingCoefficients(
        lift=whole(wing.C_L, bearing * lift, course),
        # A derivative of drag that is a straight line must not make the air push.
        drag=drag if drag > 0.0 else 0.0,
        side=along(wing.C_Y, bearing, bent, course),
        roll=along(wing.C_ell, bearing, bent, course),
        pitch=along(wing.C_m, bearing, bent, course),
        yaw=along(wing.C_n, bearing, bent, course),
    )
    return wing_wrench(motion, size, air, coefficients)


def along(c: Derivatives, bearing: float, alpha: float, course: Course) -> float:
    """Airspeed times a coefficient that is a straight line over the angle of attack."""
    return whole(c, bearing * (c.steady + c.alpha * alpha), course)


def whole(c: Derivatives, steady: float, course: Course) -> float:
    """Airspeed times a coefficient: `steady` for the angle of attack, and all other derivatives."""
    surfaces, rates = course.surfaces_rad, course.rates_mps
    angles = (
        steady
        + c.beta * course.beta_rad
        + c.aileron * surfaces.aileron
        + c.elevator * surfaces.elevator
        + c.rudder * surfaces.rudder
    )
    turning = c.p * rates.x + c.q * rates.y + c.r * rates.z
    return course.airspeed_mps * angles + turning
