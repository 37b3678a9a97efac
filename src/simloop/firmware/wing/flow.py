"""How a wing lies in the air: bank and pitch, angle of attack, sideslip."""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.wing import Wing
from simloop.firmware.fields.wing_settings import RollPitch
from simloop.firmware.maths import GRAVITY_MPS2, atan2, clamp, larger, sin_cos
from simloop.firmware.vector import Quaternion
from simloop.firmware.wing.air import air_velocity_ned, true_per_design

# Gains grow no further below this share of the design speed, and fall no further above.
LEAST_SPEED_SHARE = 0.5
GREATEST_SPEED_SHARE = 2.5
# Banks steeper than this turn no faster: the tangent runs away.
STEEPEST_TURN_RAD = 1.1
# A wing that has stalled bears little: then the path tells. It knows nothing of air that rises or
# sinks, so it is believed from this angle beyond the limit on.
PATH_MARGIN_RAD = 0.09
# How fast the wind triangle corrects sideslip, and the most that is believed.
SLIP_FOLLOW_PER_S = 0.4
MOST_SLIP_RAD = 0.5


class Bank(NamedTuple):
    """Bank and pitch, with what a coordinated turn needs of them."""

    roll_rad: float
    pitch_rad: float
    sine: float
    cosine: float
    sine_pitch: float
    cosine_pitch: float


class Flow(NamedTuple):
    """The air as the wing meets it.

    `ratio` is the design speed over the airspeed: gains fall with dynamic pressure. `alpha_rad` is
    the angle of attack as lift tells it, `steep_rad` the one that must not become too high.
    """

    airspeed_mps: float
    ratio: float
    alpha_rad: float
    steep_rad: float
    across_mps: float


def roll_pitch(attitude: Quaternion) -> RollPitch:
    """Bank and pitch of an attitude."""
    w, x, y, z = attitude
    sine = clamp(2.0 * (w * y - z * x), -1.0, 1.0)
    roll = atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    return RollPitch(roll, atan2(sine, sqrt(1.0 - sine * sine)))


def bank_of(attitude: Quaternion) -> Bank:
    """How it leans."""
    roll, pitch = roll_pitch(attitude)
    sine, cosine = sin_cos(clamp(roll, -STEEPEST_TURN_RAD, STEEPEST_TURN_RAD))
    sine_pitch, cosine_pitch = sin_cos(pitch)
    return Bank(roll, pitch, sine, cosine, sine_pitch, cosine_pitch)


def flow_over(wing: Wing, craft: Craft, density_kgpm3: float, by_path: bool) -> Flow:
    """Lift, as felt, tells the angle of attack; the path has a say where the wing must carry."""
    design = wing.design_speed_mps * true_per_design(density_kgpm3)
    least, most = LEAST_SPEED_SHARE * design, GREATEST_SPEED_SHARE * design
    airspeed = clamp(craft.airspeed_mps, least, most)
    ratio = design / airspeed
    _, across, below = craft.attitude_wxyz.to_frd(air_velocity_ned(craft))
    felt_load = -craft.acceleration_frd_mps2.z / GRAVITY_MPS2
    alpha = wing.alpha_curve_rad.at_load(felt_load, ratio)
    steep = larger(alpha, below / airspeed - PATH_MARGIN_RAD) if by_path else alpha
    return Flow(airspeed, ratio, alpha, steep, across)


def followed_slip(period_s: float, craft: Craft, flow: Flow, bank: Bank, slip_rad: float) -> float:
    """Sideslip one step on: by rates and forces for the moment, by the wind triangle in time."""
    rate, felt = craft.rate_frd_radps, craft.acceleration_frd_mps2
    pushed = felt.y + GRAVITY_MPS2 * bank.sine * bank.cosine_pitch
    slip_rate = pushed / flow.airspeed_mps + rate.x * flow.alpha_rad - rate.z
    seen_rad = flow.across_mps / flow.airspeed_mps
    slip = slip_rad + period_s * (slip_rate + SLIP_FOLLOW_PER_S * (seen_rad - slip_rad))
    return clamp(slip, -MOST_SLIP_RAD, MOST_SLIP_RAD)
