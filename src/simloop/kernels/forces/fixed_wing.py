"""Aerodynamics of a fixed wing by derivatives, with stall, evaluated at every integrator stage.

The model is chapter 4 of Beard and McLain, Small Unmanned Aircraft, with every derivative of every
coefficient. Rates are made dimensionless by c/(2V) and b/(2V), and the dynamic pressure has V^2: so
V times a coefficient is computed, where V only multiplies. Forces fade to zero with the airspeed.
The book's formulas hold while the sideslip is small. In air from the side fins stall, and wing and
surfaces bear by the flow that crosses them.
"""

from simloop.kernels.forces.airflow import (
    airflow,
    fins_attached,
    lateral_beta,
    to_body,
    wing_pressure,
)
from simloop.math.row import Row
from simloop.math.scalar import clamp, exp

# Lanes per block; compiled copies set it
W = 1


def attached_share(alpha: float, sharpness: float, stall_alpha: float, residue: float) -> float:
    """How much of the flow follows the wing: 1 before the stall, 0 after it, 1/2 at `stall_alpha`.

    It is one minus the book's blending function
    sigma = (1 + e1 + e2) / ((1 + e1) (1 + e2)), e1 = exp(-M (a - a0)), e2 = exp(M (a + a0)),
    rewritten with x = exp(M (|a| - a0)) and residue = exp(-2 M a0): one exponential serves, and
    with the exponent held nothing overflows.
    """
    x = exp(clamp(sharpness * (abs(alpha) - stall_alpha), -300.0, 300.0))
    return x / (x * (1.0 + residue + x) + residue)


def lift_curve(
    attached: float, cosine: float, sine: float, alpha: float, zero: float, slope: float
) -> float:
    """The lift coefficient over the angle of attack: a straight line, then a flat plate."""
    plate = 2.0 * abs(sine) * sine * cosine
    return attached * (zero + slope * alpha) + (1.0 - attached) * plate


def drag_curve(attached: float, sine: float, line: float, induced: float) -> float:
    """Drag due to lift: induced by the `line` of lift, then that of a flat plate."""
    plate = 2.0 * abs(sine) * sine * sine
    return attached * induced * line * line + (1.0 - attached) * plate


def moment_alpha(attached: float, sine: float, alpha: float) -> float:
    """The angle of attack that moments see: its sine when stalled, so that they stay bounded."""
    return attached * alpha + (1.0 - attached) * sine


def others(
    j: int,
    row: Row,
    airspeed: float,
    steady: float,
    beta: float,
    roll_m: float,
    pitch_m: float,
    yaw_m: float,
    aileron: float,
    elevator: float,
    rudder: float,
) -> float:
    """Airspeed times a coefficient: `steady` for angle of attack, and the other seven columns.

    `roll_m`, `pitch_m` and `yaw_m` are rates times half of span or chord, m/s.
    """
    angles: float = (
        steady
        + row[2 * W + j] * beta
        + row[6 * W + j] * aileron
        + row[7 * W + j] * elevator
        + row[8 * W + j] * rudder
    )
    rates: float = row[3 * W + j] * roll_m + row[4 * W + j] * pitch_m + row[5 * W + j] * yaw_m
    return airspeed * angles + rates


def wrench(
    j: int,
    u_air_mps: float,
    v_air_mps: float,
    w_air_mps: float,
    p: float,
    q: float,
    r: float,
    air_density_kgpm3: float,
    wing_area_m2: Row,
    wing_span_m: Row,
    wing_chord_m: Row,
    wing_stall: Row,
    wing_induced: Row,
    C_L: Row,
    C_D: Row,
    C_Y: Row,
    C_ell: Row,
    C_m: Row,
    C_n: Row,
    surface_rad: Row,
) -> tuple[float, float, float, float, float, float]:
    """Force and torque in FRD of wing, tail and surfaces; columns of C_x are 1, alpha, beta, p, q,
    r, aileron, elevator, rudder.
    """
    airspeed, cosine, sine, alpha, beta = airflow(u_air_mps, v_air_mps, w_air_mps)
    attached = attached_share(alpha, wing_stall[j], wing_stall[W + j], wing_stall[2 * W + j])
    span = wing_span_m[j]
    chord = wing_chord_m[j]
    roll_m = 0.5 * span * p
    pitch_m = 0.5 * chord * q
    yaw_m = 0.5 * span * r
    across = v_air_mps / (airspeed if airspeed > 0.0 else 1.0)
    fins = fins_attached(beta)
    beta = lateral_beta(fins, beta, across)
    bearing = wing_pressure(fins, across)
    da = bearing * surface_rad[j]
    de = bearing * surface_rad[W + j]
    dr = bearing * surface_rad[2 * W + j]

    line = C_L[j] + C_L[W + j] * alpha
    bent = moment_alpha(attached, sine, alpha)
    steady_lift = lift_curve(attached, cosine, sine, alpha, C_L[j], C_L[W + j])
    steady_drag = C_D[j] + C_D[W + j] * bent
    steady_drag = steady_drag + drag_curve(attached, sine, line, wing_induced[j])
    lift = others(j, C_L, airspeed, bearing * steady_lift, beta, roll_m, pitch_m, yaw_m, da, de, dr)
    drag = others(j, C_D, airspeed, bearing * steady_drag, beta, roll_m, pitch_m, yaw_m, da, de, dr)
    # A derivative of drag that is a straight line must not make the air push.
    drag = drag if drag > 0.0 else 0.0

    side = bearing * (C_Y[j] + C_Y[W + j] * bent)
    roll = bearing * (C_ell[j] + C_ell[W + j] * bent)
    pitch = bearing * (C_m[j] + C_m[W + j] * bent)
    yaw = bearing * (C_n[j] + C_n[W + j] * bent)
    side = others(j, C_Y, airspeed, side, beta, roll_m, pitch_m, yaw_m, da, de, dr)
    roll = others(j, C_ell, airspeed, roll, beta, roll_m, pitch_m, yaw_m, da, de, dr)
    pitch = others(j, C_m, airspeed, pitch, beta, roll_m, pitch_m, yaw_m, da, de, dr)
    yaw = others(j, C_n, airspeed, yaw, beta, roll_m, pitch_m, yaw_m, da, de, dr)

    # Dynamic pressure times area, over airspeed: what is above has the other airspeed in it.
    scale = 0.5 * air_density_kgpm3 * airspeed * wing_area_m2[j]
    x, z = to_body(cosine, sine, lift, drag)
    return (
        scale * x,
        scale * side,
        scale * z,
        scale * span * roll,
        scale * chord * pitch,
        scale * span * yaw,
    )
