"""Rotors and their motors: what firmware, vibration, recordings and other autopilots see of them.

Defaults are harmless numbers of a small vehicle, so that an unused lane computes nothing odd.
"""

from typing import NamedTuple

from simloop.component import Component, FloatRow, intent, param, truth


class LagGains(NamedTuple):
    """Shares of a speed difference made up in one tick, speeding up and slowing down."""

    end_up: float
    end_down: float
    mean_up: float
    mean_down: float
    square_up: float
    square_down: float


class MotorGains(NamedTuple):
    """A motor by its torque: lost per speed, won per volt, lost always; and what it conducts."""

    loss_nms: float
    torque_nmpv: float
    no_load_nm: float
    conductance_s: float


class Rotors(Component, prefix="rotor"):
    """Rotors: where each is, how fast it turns, and what it does over the tick."""

    forward_m: FloatRow = param("m", "hub position, forward", frame="FRD", size="ROTORS")
    right_m: FloatRow = param("m", "hub position, right", frame="FRD", size="ROTORS")
    direction: FloatRow = param(
        "1", "+1 turns clockwise seen from above", frame="FRD", size="ROTORS"
    )
    thrust_share: FloatRow = param(
        "1", "share of thrust kept at its place", size="ROTORS", default=1.0
    )
    torque_share: FloatRow = param(
        "1", "share of torque kept at its place", size="ROTORS", default=1.0
    )
    inertia_kgm2: float = param("kg m^2", "inertia of one rotor about its axis")
    climb_mps: float = truth("m/s", "flow from above at the centre of mass", frame="FRD")
    drive: FloatRow = truth("1", "command that arrives, 0 to 1", size="ROTORS")
    target_radps: FloatRow = truth("rad/s", "speed of balance at this command", size="ROTORS")
    speed_radps: FloatRow = truth("rad/s", "rotor speed, never negative", size="ROTORS")
    thrust: FloatRow = truth(
        "N, N s/m, N s^2/m^2",
        "thrust of each rotor: its coefficients of 1, then of inflow, then of inflow^2",
        frame="FRD",
        size="3*ROTORS",
    )
    torque: FloatRow = truth(
        "N m, N s, N s^2/m", "drag torque of each rotor, likewise", frame="FRD", size="3*ROTORS"
    )
    momentum_nms: float = truth("N m s", "angular momentum of all rotors, down", frame="FRD")
    reaction_nm: float = truth("N m", "yaw torque of rotors that change speed", frame="FRD")


class Motors(Component, prefix="motor"):
    """The motors of rotors, all of one make: how they follow, and what they are asked for."""

    lag_gain: LagGains = param(
        "1",
        "share of the speed difference made up in one tick, speeding up and slowing down; the "
        "same on average over the tick; the mean of its square",
        default=1.0,
        column="rotor_lag_gain",
    )
    gain: MotorGains = param(
        "N m s, N m/V, N m, 1/Ohm",
        "torque lost per speed, torque per volt, no-load torque, one over the resistance",
        default=(0.01, 0.1, 0.0, 1.0),
    )
    effectiveness: FloatRow = param(
        "1", "fault: share of the command that arrives, 0 = dead", size="ROTORS", default=1.0
    )
    command: FloatRow = intent("1", "share of full voltage, 0 to 1", size="ROTORS")
