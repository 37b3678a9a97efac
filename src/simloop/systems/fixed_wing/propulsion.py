"""The propeller turned round: which speed gives a thrust, which throttle holds a speed."""

from math import sqrt

from simloop.world.propeller import Propeller, thrust_gains, torque_gains


def speed_for_thrust(
    propeller: Propeller, thrust_n: float, inflow_mps: float, air_density_kgpm3: float
) -> float:
    """The rotor speed that gives a thrust, rad/s; the slowest there is for too much braking."""
    square, mixed, steady = thrust_gains(propeller)
    b = mixed * inflow_mps
    c = steady * inflow_mps * inflow_mps - thrust_n / air_density_kgpm3
    inside = max(0.0, b * b - 4.0 * square * c)
    return max(0.0, (sqrt(inside) - b) / (2.0 * square))


def throttle_for_speed(
    propeller: Propeller, speed_radps: float, inflow_mps: float, air_density_kgpm3: float
) -> float:
    """The throttle at which the motor holds a rotor speed; above 1 it is too weak."""
    square, mixed, steady = torque_gains(propeller)
    torque = air_density_kgpm3 * (
        square * speed_radps * speed_radps
        + mixed * speed_radps * inflow_mps
        + steady * inflow_mps * inflow_mps
    )
    current = torque / propeller.K_Q + propeller.I_0
    voltage = propeller.R_motor * current + propeller.K_Q * speed_radps
    return max(0.0, voltage / propeller.V_max)
