"""A propeller with an electric motor that pulls or pushes along x."""

from typing import NamedTuple

from simloop.component import Component, param, truth


class InflowGains(NamedTuple):
    """What a propeller does per air density: of speed^2, speed * inflow, inflow^2."""

    constant: float
    linear: float
    square: float


class PropMotor(NamedTuple):
    """The motor: torque constant, conductance of the winding, no-load current."""

    constant_nmpa: float
    conductance_s: float
    no_load_a: float


class Prop(Component, prefix="prop"):
    """A propeller and its motor: computed from the vehicle file, and how it turns."""

    thrust_gain: InflowGains = param(
        "m^4, m^3, m^2",
        "thrust per air density: of speed^2, speed * inflow, inflow^2",
        default=(1e-5, 0.0, 0.0),
    )
    torque_gain: InflowGains = param(
        "m^5, m^4, m^3", "drag torque per air density: the same three", default=(1e-7, 0.0, 0.0)
    )
    inflow_limit_m: float = param(
        "m", "inflow per rotor speed beyond which thrust and torque coefficients stay", default=1e9
    )
    motor_gain: PropMotor = param(
        "N m/A, 1/Ohm, A",
        "torque constant, conductance of the winding, no-load current",
        default=(0.01, 10.0, 1.0),
    )
    lag_gain: float = param("1", "share of the speed made up in one tick", default=1.0)
    effectiveness: float = param("1", "fault: share of thrust and torque left", default=1.0)
    speed_radps: float = truth("rad/s", "rotor speed, never negative")
    current_a: float = truth("A", "what the motor draws from the bus")
