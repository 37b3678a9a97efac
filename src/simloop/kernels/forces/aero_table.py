"""Aerodynamics of a fixed wing by tables, evaluated at every integrator stage.

Coefficients stand over the angle of attack or over sideslip on equally spaced grids, and straight
lines join them. Outside a grid its end holds. Rates act by derivatives, as in fixed_wing.py, and so
does air from the side on wing and surfaces; what it does to fins is in the tables over sideslip.
Looking up at a place that depends on the lane does not vectorise: a tick costs about four times
that of a wing by derivatives.
"""

from simloop.kernels.forces.airflow import airflow, fins_attached, to_body, wing_pressure
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Points of the grids of the vehicle class; compiled copies set them
ALPHA_POINTS = 2
BETA_POINTS = 2


def grid_place(angle: float, first: float, per_step: float, points: int) -> tuple[int, float]:
    """The cell of a grid that holds an angle, and where in it, 0 to 1."""
    # A number that is none compares false, and is put at the start.
    place = (angle - first) * per_step
    place = place if place > 0.0 else 0.0
    last = float(points - 1)
    place = place if place < last else last
    cell = int(place if place < last - 1.0 else last - 1.0)
    return cell, place - float(cell)


def looked_up(j: int, table: Row, cell: int, share: float) -> float:
    """A table between its points `cell` and `cell` + 1."""
    low: float = table[cell * W + j]
    high: float = table[(cell + 1) * W + j]
    return low + share * (high - low)


def damped(
    j: int, row: Row, airspeed: float, angles: float, roll_m: float, pitch_m: float, yaw_m: float
) -> float:
    """Airspeed times a coefficient: `angles` for all that is steady, and the rates."""
    rates: float = row[j] * roll_m + row[W + j] * pitch_m + row[2 * W + j] * yaw_m
    return airspeed * angles + rates


def table_wrench(
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
    alpha_grid: Row,
    beta_grid: Row,
    C_L_alpha: Row,
    C_D_alpha: Row,
    C_m_alpha: Row,
    C_Y_beta: Row,
    C_ell_beta: Row,
    C_n_beta: Row,
    C_Y_aileron: Row,
    C_ell_aileron: Row,
    C_n_aileron: Row,
    C_L_elevator: Row,
    C_D_elevator: Row,
    C_m_elevator: Row,
    C_Y_rudder: Row,
    C_ell_rudder: Row,
    C_n_rudder: Row,
    C_L_rates: Row,
    C_D_rates: Row,
    C_Y_rates: Row,
    C_ell_rates: Row,
    C_m_rates: Row,
    C_n_rates: Row,
    surface_rad: Row,
) -> tuple[float, float, float, float, float, float]:
    """Force and torque in FRD of wing, tail and surfaces."""
    airspeed, cosine, sine, alpha, beta = airflow(u_air_mps, v_air_mps, w_air_mps)
    span = wing_span_m[j]
    chord = wing_chord_m[j]
    roll_m = 0.5 * span * p
    pitch_m = 0.5 * chord * q
    yaw_m = 0.5 * span * r
    across = v_air_mps / (airspeed if airspeed > 0.0 else 1.0)
    bearing = wing_pressure(fins_attached(beta), across)
    da = bearing * surface_rad[j]
    de = bearing * surface_rad[W + j]
    dr = bearing * surface_rad[2 * W + j]

    a, at = grid_place(alpha, alpha_grid[j], alpha_grid[W + j], ALPHA_POINTS)
    lift = bearing * looked_up(j, C_L_alpha, a, at) + looked_up(j, C_L_elevator, a, at) * de
    drag = bearing * looked_up(j, C_D_alpha, a, at) + looked_up(j, C_D_elevator, a, at) * de
    pitch = bearing * looked_up(j, C_m_alpha, a, at) + looked_up(j, C_m_elevator, a, at) * de
    side = looked_up(j, C_Y_aileron, a, at) * da + looked_up(j, C_Y_rudder, a, at) * dr
    roll = looked_up(j, C_ell_aileron, a, at) * da + looked_up(j, C_ell_rudder, a, at) * dr
    yaw = looked_up(j, C_n_aileron, a, at) * da + looked_up(j, C_n_rudder, a, at) * dr

    b, bt = grid_place(beta, beta_grid[j], beta_grid[W + j], BETA_POINTS)
    side = side + looked_up(j, C_Y_beta, b, bt)
    roll = roll + looked_up(j, C_ell_beta, b, bt)
    yaw = yaw + looked_up(j, C_n_beta, b, bt)

    lift = damped(j, C_L_rates, airspeed, lift, roll_m, pitch_m, yaw_m)
    drag = damped(j, C_D_rates, airspeed, drag, roll_m, pitch_m, yaw_m)
    side = damped(j, C_Y_rates, airspeed, side, roll_m, pitch_m, yaw_m)
    roll = damped(j, C_ell_rates, airspeed, roll, roll_m, pitch_m, yaw_m)
    pitch = damped(j, C_m_rates, airspeed, pitch, roll_m, pitch_m, yaw_m)
    yaw = damped(j, C_n_rates, airspeed, yaw, roll_m, pitch_m, yaw_m)
    drag = drag if drag > 0.0 else 0.0

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
