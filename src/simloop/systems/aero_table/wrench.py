"""Aerodynamics of a fixed wing by tables, evaluated at every integrator stage.

Coefficients stand over the angle of attack or over sideslip on equally spaced grids, and straight
lines join them. Outside a grid its end holds. Rates act by derivatives, as in `fixed_wing`, and so
does air from the side on wing and surfaces; what it does to fins is in the tables over sideslip.
Looking up at a place that depends on the vehicle does not vectorise: a tick costs about four times
that of a wing by derivatives.
"""

from typing import NamedTuple

from simloop.component import FloatRow
from simloop.math.vector import Vec3
from simloop.systems.aero_table.components import AeroTable, GridPlace, RateDerivatives
from simloop.world.airframe.airflow import (
    WingCoefficients,
    airflow,
    felt_angles,
    fins_attached,
    tip_speeds,
    wing_pressure,
    wing_wrench,
)
from simloop.world.airframe.components import Surfaces, WingSize
from simloop.world.motion.motion import Motion, Wrench


class Spot(NamedTuple):
    """A place on a grid: the cell, and where in it, 0 to 1."""

    cell: int
    share: float


def wrench(motion: Motion, size: WingSize, table: AeroTable, surfaces: Surfaces) -> Wrench:
    """Force and torque of wing, tail and surfaces."""
    air = airflow(motion.air_velocity_frd_mps)
    rates = tip_speeds(size, motion.rate_frd_radps)
    bearing = wing_pressure(fins_attached(air.beta_rad), air.across)
    felt = felt_angles(surfaces.angles_rad, bearing)

    a = grid_spot(air.alpha_rad, table.alpha_grid, len(table.C_L_alpha))
    lift = bearing * at(table.C_L_alpha, a) + at(table.C_L_elevator, a) * felt.elevator
    drag = bearing * at(table.C_D_alpha, a) + at(table.C_D_elevator, a) * felt.elevator
    pitch = bearing * at(table.C_m_alpha, a) + at(table.C_m_elevator, a) * felt.elevator
    side = at(table.C_Y_aileron, a) * felt.aileron + at(table.C_Y_rudder, a) * felt.rudder
    roll = at(table.C_ell_aileron, a) * felt.aileron + at(table.C_ell_rudder, a) * felt.rudder
    yaw = at(table.C_n_aileron, a) * felt.aileron + at(table.C_n_rudder, a) * felt.rudder

    b = grid_spot(air.beta_rad, table.beta_grid, len(table.C_Y_beta))
    side = side + at(table.C_Y_beta, b)
    roll = roll + at(table.C_ell_beta, b)
    yaw = yaw + at(table.C_n_beta, b)

    airspeed = air.airspeed_mps
    drag = airspeed * drag + turning(table.C_D_rates, rates)
    coefficients = WingCoefficients(
        lift=airspeed * lift + turning(table.C_L_rates, rates),
        drag=drag if drag > 0.0 else 0.0,
        side=airspeed * side + turning(table.C_Y_rates, rates),
        roll=airspeed * roll + turning(table.C_ell_rates, rates),
        pitch=airspeed * pitch + turning(table.C_m_rates, rates),
        yaw=airspeed * yaw + turning(table.C_n_rates, rates),
    )
    return wing_wrench(motion, size, air, coefficients)


def grid_spot(angle: float, grid: GridPlace, points: int) -> Spot:
    """Where an angle is on a grid of so many points."""
    # A number that is none compares false, and is put at the start.
    place = (angle - grid.first_rad) * grid.points_prad
    place = place if place > 0.0 else 0.0
    last = float(points - 1)
    place = place if place < last else last
    cell = int(place if place < last - 1.0 else last - 1.0)
    return Spot(cell, place - float(cell))


def at(table: FloatRow, spot: Spot) -> float:
    """A table there: on the line between its points `cell` and `cell` + 1."""
    low: float = table[spot.cell]
    high: float = table[spot.cell + 1]
    return low + spot.share * (high - low)


def turning(c: RateDerivatives, rates: Vec3) -> float:
    """Airspeed times what rates add to a coefficient."""
    return c.p * rates.x + c.q * rates.y + c.r * rates.z
