"""From bank and pitch to surfaces: angle P, rate PI with feed-forward, all scaled by airspeed."""

from typing import NamedTuple

from simloop.firmware.codes import Axis, Level, Stage
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import OutputState
from simloop.firmware.fields.wing import Wing
from simloop.firmware.fields.wing_settings import Axes, RollPitch
from simloop.firmware.maths import GRAVITY_MPS2, clamp
from simloop.firmware.wing.flow import Bank, Flow, bank_of, flow_over, followed_slip
from simloop.firmware.wing.surfaces import (
    Footing,
    aileron_share,
    elevator_share,
    grown,
    leaning_share,
    rudder_share,
)

# How fast the nose may still rise below the highest angle of attack.
ALPHA_GAIN_PER_S = 5.0
# A wing that must balance is held level in a flare below this height.
UPRIGHT_BELOW_M = 2.5


class Hand(NamedTuple):
    """A pilot's hand on an axis: what it asks, and whether that is nothing, a rate, the output."""

    asked: float
    off: bool
    rate: bool
    direct: bool


class Hands(NamedTuple):
    """The pilot's hands on roll, pitch and yaw; they rule unless guidance flies."""

    rule: bool
    roll: Hand
    pitch: Hand
    yaw: Hand


def control_wing_attitude(
    period_s: float, wing: Mut[Wing], craft: Craft, output: Mut[OutputState]
) -> None:
    """One step of the inner loops, for pilots' axes as for set points of guidance."""
    hands = hands_on(craft)
    footing = footing_of(wing, craft)
    bank = bank_of(craft.attitude_wxyz)
    flow = flow_over(wing, craft, wing.air_density_kgpm3, not footing.idle)
    angles = wanted_angles(wing, hands, footing)
    wanted = wanted_rates(wing, hands, footing, flow, bank, angles)
    slip = followed_slip(period_s, craft, flow, bank, wing.slip_rad)

    rate = craft.rate_frd_radps
    leaning = leaning_share(wing, flow, bank, slip, rate, angles.roll)
    rolling = aileron_share(wing, flow, wanted.roll, rate.x)
    aileron = leaning if footing.leans else rolling
    elevator = elevator_share(wing, footing, flow, bank, wanted.pitch, rate.y)
    rudder = rudder_share(wing, footing, flow, aileron, wanted.yaw, rate)
    shares = in_hand(hands, Axes(aileron, elevator, rudder))

    live = craft.armed > 0.0 and craft.flying > 0.0
    held = not live or footing.idle
    hold_roll = held or footing.grounded or hands.roll.direct or footing.leans
    hold_pitch = held or footing.rolling or hands.pitch.direct
    hold_yaw = held or hands.yaw.direct
    now, gains = wing.rate_integral, wing.rate_integral_gain
    roll = grown(now.roll, gains.roll, wanted.roll - rate.x, shares.roll, period_s)
    pitch = grown(now.pitch, gains.pitch, wanted.pitch - rate.y, shares.pitch, period_s)
    yaw = grown(now.yaw, gains.yaw, wanted.yaw - rate.z, shares.yaw, period_s)
    # Sideslip is felt as a sideways force: the rudder learns to centre it.
    felt = -craft.acceleration_frd_mps2.y
    ball = grown(wing.ball_integral, wing.ball_gain, felt, shares.yaw, period_s)
    wing.rate_integral = Axes(
        0.0 if hold_roll else roll, 0.0 if hold_pitch else pitch, 0.0 if hold_yaw else yaw
    )
    wing.ball_integral = 0.0 if hold_yaw or footing.grounded or hands.yaw.rate else ball
    wing.slip_rad = slip if live else 0.0

    throttle = craft.command[0] if hands.rule else wing.throttle
    output.standard_command[0] = clamp(throttle, 0.0, 1.0) if live else 0.0
    output.standard_command[1] = 0.0
    output.standard_command[2] = 0.0
    output.standard_command[3] = clamp(shares.roll, -1.0, 1.0) if live else 0.0
    output.standard_command[4] = clamp(shares.pitch, -1.0, 1.0) if live else 0.0
    output.standard_command[5] = clamp(shares.yaw, -1.0, 1.0) if live else 0.0


def hands_on(craft: Craft) -> Hands:
    """What the pilot asks of bank, pitch and yaw."""
    rule = craft.control_level <= Level.ANGLE
    return Hands(rule, hand_on(craft, 3, rule), hand_on(craft, 4, rule), hand_on(craft, 5, rule))


def hand_on(craft: Craft, axis: int, rules: bool) -> Hand:
    """What the pilot asks of an axis."""
    meaning = craft.command_type[axis]
    return Hand(
        craft.command[axis],
        rules and meaning == Axis.NONE,
        rules and meaning == Axis.RATE,
        rules and meaning == Axis.PASS_THROUGH,
    )


def footing_of(wing: Wing, craft: Craft) -> Footing:
    """What the stage of an automatic flight means to surfaces."""
    stage, guided = wing.stage, craft.control_level > Level.CLIMB
    grounded = guided and (stage < Stage.CLIMB_OUT or stage == Stage.ROLL_OUT)
    rolling = grounded and (stage < Stage.ROTATE or stage == Stage.ROLL_OUT)
    # Next to the ground a wing that leans is held level: it yaws away, but not within seconds.
    low = guided and stage == Stage.FLARE and wing.clearance_m < UPRIGHT_BELOW_M
    balanced = abs(wing.lean_gains.yaw_rate_s) > 0.0
    level = balanced and (grounded or low)
    return Footing(wing.engaged <= 0.0, grounded, rolling, balanced and not level, level)


def wanted_angles(wing: Wing, hands: Hands, footing: Footing) -> RollPitch:
    """Bank and pitch to hold, within what the wing may."""
    roll = hands.roll.asked if hands.rule else wing.roll_setpoint_rad
    pitch = hands.pitch.asked if hands.rule else wing.pitch_setpoint_rad
    roll = 0.0 if hands.roll.off else roll
    pitch = 0.0 if hands.pitch.off else pitch
    most = wing.bank_limit_rad
    low, high = wing.pitch_limits_rad
    return RollPitch(0.0 if footing.level else clamp(roll, -most, most), clamp(pitch, low, high))


def wanted_rates(
    wing: Wing, hands: Hands, footing: Footing, flow: Flow, bank: Bank, angles: RollPitch
) -> Axes:
    """Body rates that lead to bank and pitch; those of a coordinated turn are fed forward."""
    gains, fastest = wing.angle_gain_per_s, wing.rate_limit_radps
    roll = clamp(gains.roll * (angles.roll - bank.roll_rad), -fastest.roll, fastest.roll)
    pitch = clamp(gains.pitch * (angles.pitch - bank.pitch_rad), -fastest.pitch, fastest.pitch)
    # The nose rises no further than the wing bears.
    bearable = ALPHA_GAIN_PER_S * (wing.alpha_limit_rad - flow.steep_rad)
    limited = pitch > bearable and not footing.grounded
    pitch = clamp(bearable, -fastest.pitch, pitch) if limited else pitch
    turn = GRAVITY_MPS2 * bank.sine / (bank.cosine * flow.airspeed_mps)
    turn = wing.turn_setpoint_radps if footing.grounded else turn
    p = roll - turn * bank.sine_pitch
    q = pitch * bank.cosine + turn * bank.sine * bank.cosine_pitch
    r = turn * bank.cosine * bank.cosine_pitch - pitch * bank.sine
    return Axes(
        hands.roll.asked if hands.roll.rate else p,
        hands.pitch.asked if hands.pitch.rate else q,
        hands.yaw.asked if hands.yaw.rate else r,
    )


def in_hand(hands: Hands, shares: Axes) -> Axes:
    """The same where the pilot moves surfaces himself.

    With roll in hand the rudder is in hand alone; with roll stabilised a hand on it adds.
    """
    rudder = 0.0 if hands.roll.direct and hands.yaw.direct else shares.yaw
    return Axes(
        hands.roll.asked if hands.roll.direct else shares.roll,
        hands.pitch.asked if hands.pitch.direct else shares.pitch,
        rudder + hands.yaw.asked if hands.yaw.direct else rudder,
    )
