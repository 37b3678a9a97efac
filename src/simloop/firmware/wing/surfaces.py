"""How far ailerons, elevator and rudder move for the rates asked for."""

from typing import NamedTuple

from simloop.firmware.fields.wing import Wing
from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.vector import Vec3
from simloop.firmware.wing.flow import Bank, Flow

# The most that an integral may hold, as a share of the surface.
INTEGRAL_LIMIT = 0.5
# Above the limit the elevator has this share more than what would hold the limit.
ELEVATOR_RESERVE = 0.1
# On the ground steering is this much quicker.
GROUND_STEERING = 3.0


class Footing(NamedTuple):
    """What of the flight matters to surfaces.

    `idle`: rotors carry. `grounded`: not yet clear of the ground, or down on it. `rolling`: its
    wheels carry. `leans`: its ailerons balance it; `level`: they would, but it is next to ground.
    """

    idle: bool
    grounded: bool
    rolling: bool
    leans: bool
    level: bool


def axis_share(
    rate_wanted: float, rate: float, gain: float, integral: float, forward: float, ratio: float
) -> float:
    """The surface that gives a rate: against damping with 1/V, against inertia with 1/V^2."""
    square = ratio * ratio
    return forward * ratio * rate_wanted + square * (gain * (rate_wanted - rate) + integral)


def grown(integral: float, gain: float, error: float, share: float, period_s: float) -> float:
    """The integral one step on; it stands still while the surface is at the stop it pushes to."""
    stopped = abs(share) > 1.0 and share * error > 0.0
    step = 0.0 if stopped else gain * error * period_s
    return clamp(integral + step, -INTEGRAL_LIMIT, INTEGRAL_LIMIT)


def aileron_share(wing: Wing, flow: Flow, rate_wanted: float, rate: float) -> float:
    """The ailerons that give a roll rate."""
    gain, forward = wing.rate_gain_s.roll, wing.rate_forward_s.roll
    return axis_share(rate_wanted, rate, gain, wing.rate_integral.roll, forward, flow.ratio)


def leaning_share(
    wing: Wing, flow: Flow, bank: Bank, slip_rad: float, rate: Vec3, roll_rad: float
) -> float:
    """The ailerons that balance a wing without rudder about the bank asked for."""
    gains = wing.lean_gains
    share = gains.forward * roll_rad - (
        gains.slip * slip_rad
        + gains.roll_rate_s * rate.x
        + gains.yaw_rate_s * rate.z
        + gains.bank * bank.roll_rad
    )
    return share * flow.ratio * flow.ratio


def elevator_share(
    wing: Wing, footing: Footing, flow: Flow, bank: Bank, rate_wanted: float, rate: float
) -> float:
    """The elevator that gives a pitch rate.

    Level flight needs one of its own at every speed, and a turn needs more of it. Pulled beyond
    the highest angle of attack, it would only hold the stall.
    """
    load = 1.0 / larger(bank.cosine, 0.5)
    carried = 1.0 if footing.rolling else load * flow.ratio * flow.ratio
    level = wing.elevator_curve.at(carried)
    gain, forward = wing.rate_gain_s.pitch, wing.rate_forward_s.pitch
    integral = wing.rate_integral.pitch
    share = level + axis_share(rate_wanted, rate, gain, integral, forward, flow.ratio)
    alpha = wing.alpha_curve_rad
    held = (wing.alpha_limit_rad - alpha.no_lift) / larger(alpha.lift, 0.01)
    stop = larger(wing.elevator_curve.at(held), level) + ELEVATOR_RESERVE
    stalling = flow.steep_rad > wing.alpha_limit_rad and not (footing.grounded or footing.idle)
    return smaller(share, stop) if stalling else share


def rudder_share(
    wing: Wing, footing: Footing, flow: Flow, aileron: float, rate_wanted: float, rate: Vec3
) -> float:
    """The rudder that gives a yaw rate, and more by what has centred the ball.

    Ailerons and the roll they make pull the nose to the outside: the rudder holds against.
    """
    against = wing.coordination
    turned = against.aileron * clamp(aileron, -1.0, 1.0) + against.roll_rate_s * flow.ratio * rate.x
    turned = 0.0 if footing.grounded else turned
    quick = GROUND_STEERING if footing.grounded else 1.0
    gain, forward = quick * wing.rate_gain_s.yaw, wing.rate_forward_s.yaw
    integral = wing.rate_integral.yaw
    return (
        turned
        + wing.ball_integral * flow.ratio * flow.ratio
        + axis_share(rate_wanted, rate.z, gain, integral, forward, flow.ratio)
    )
