"""From attitude to torque: attitude P, thrust direction first, then a PID on the body rates."""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.codes import Axis, Level
from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.gyro_filter import GyroFilter
from simloop.firmware.fields.multirotor import Loops, Multirotor
from simloop.firmware.fields.multirotor_loops import AttitudeSetPoint, SetPoint, Wrench
from simloop.firmware.maths import GRAVITY_MPS2, clamp, larger
from simloop.firmware.vector import ZERO, Quaternion, Vec3

# Thrust kept while the body still points elsewhere, as a share of what was asked.
LEAST_THRUST_SHARE = 0.3
# With less thrust than this share of the weight it may stand on the ground: integrals wait.
LEAST_FLYING_SHARE = 0.1


class AxisKinds(NamedTuple):
    """What the commands about the three axes mean, see codes.py."""

    x: float
    y: float
    z: float


class AttitudeError(NamedTuple):
    """Twice the half-angle sines about the body axes, and the cosine of the tilt error."""

    angle: Vec3
    tilt_cosine: float


def control_attitude(
    period_s: float,
    model: Multirotor,
    craft: Craft,
    gyro: GyroFilter,
    setpoint: SetPoint,
    aim: AttitudeSetPoint,
    loops: Mut[Loops],
    wrench: Mut[Wrench],
) -> None:
    """One step of the inner loops; below level velocity each axis obeys the type of its command."""
    flying, steered = craft.flying > 0.0, setpoint.level >= Level.VELOCITY
    kinds = kinds_of(setpoint.level, craft.command_type)
    command = Vec3(craft.command[3], craft.command[4], craft.command[5])
    error = attitude_error(craft.attitude_wxyz, aim.wxyz)
    rate = gyro.rate_frd_radps
    off = wanted_rates(model, kinds, command, error.angle, setpoint.yaw_rate_radps) - rate

    # The rate behind a low pass; the distance to it is the filtered derivative.
    behind = rate - loops.smooth_rate_frd_radps
    cutoff = model.derivative_filter_per_s
    push = model.rate_gain_per_s.times(off)
    forward = setpoint.yaw_acceleration_radps2 if kinds.z == Axis.ANGLE else 0.0
    push = push.with_z(push.z + forward)
    acceleration = push - (model.rate_derivative_gain * cutoff).times(behind)

    lifted = aim.thrust_n > LEAST_FLYING_SHARE * (GRAVITY_MPS2 * model.mass_kg)
    growth = growth_of(period_s, model, off)
    integral = next_integral(model, loops, wrench, kinds, command, growth, lifted)
    torque = torque_of(model, kinds, command, integral, acceleration)
    # Rotors that speed up turn the body by themselves: only the rest is left to their drag.
    lead, spin = model.yaw_lead, loops.yaw_spin_nm
    rest = torque.z - spin
    torque = torque.with_z(spin + lead.at_once * rest)
    spin = spin + clamp(lead.rest_per_s * period_s, 0.0, 1.0) * rest

    follow = clamp(cutoff * period_s, 0.0, 1.0)
    loops.smooth_rate_frd_radps = loops.smooth_rate_frd_radps + follow * behind
    loops.yaw_spin_nm = spin if flying else 0.0
    loops.integral = integral if flying else ZERO
    wrench.torque_frd_nm = torque if flying else ZERO
    share = larger(error.tilt_cosine, LEAST_THRUST_SHARE)
    wrench.thrust_n = (share if steered else 1.0) * aim.thrust_n


def attitude_error(attitude: Quaternion, wanted: Quaternion) -> AttitudeError:
    """Error about body x, y (thrust direction) and z (heading).

    The rotation from attitude to set point is split into a tilt after a twist about body z, so a
    large heading error does not bend the way to the thrust direction.
    """
    w, x, y, z = attitude
    sw, sx, sy, sz = wanted
    ew = w * sw + x * sx + y * sy + z * sz
    ex = w * sx - x * sw - y * sz + z * sy
    ey = w * sy - y * sw - z * sx + x * sz
    ez = w * sz - z * sw - x * sy + y * sx
    n2 = ew * ew + ez * ez
    scale = 2.0 / sqrt(n2 + 1e-12)
    side = -scale if ew < 0.0 else scale
    angle = Vec3(scale * (ew * ex - ey * ez), scale * (ew * ey + ex * ez), side * ez)
    return AttitudeError(angle, 2.0 * n2 - 1.0)


def kinds_of(level: float, types: Row) -> AxisKinds:
    """What the loops make of each axis; steered ones have an attitude to hold."""
    steered = level >= Level.VELOCITY
    # From level angle upwards a heading is held, also when it is turned by a rate.
    holds_yaw = steered | ((level >= Level.ANGLE) & (types[5] == Axis.RATE))
    return AxisKinds(
        Axis.ANGLE if steered else types[3],
        Axis.ANGLE if steered else types[4],
        Axis.ANGLE if holds_yaw else types[5],
    )


def wanted_rates(
    model: Multirotor, kinds: AxisKinds, command: Vec3, error: Vec3, turn: float
) -> Vec3:
    """The body rates to have, while the heading set point turns."""
    by = model.attitude_gain_per_s.times(error)
    most, acro = model.rate_limit_radps, model.acro_limit_radps
    # A heading set point that turns fast does so by command: its speed is not an error's.
    return Vec3(
        wanted_rate(kinds.x, command.x, by.x, most.x, acro.x),
        wanted_rate(kinds.y, command.y, by.y, most.y, acro.y),
        wanted_rate(kinds.z, command.z, by.z + turn, most.z + abs(turn), acro.z),
    )


def wanted_rate(
    kind: float, command: float, by_angle: float, limit: float, acro_limit: float
) -> float:
    """The rate to turn at: by the attitude error, by command, or not at all."""
    angle = clamp(by_angle, -limit, limit)
    rate = clamp(command, -acro_limit, acro_limit)
    rate = rate if kind == Axis.RATE else 0.0
    return angle if kind == Axis.ANGLE else rate


def growth_of(period_s: float, model: Multirotor, off: Vec3) -> Vec3:
    """How far the integrals move in this step, as shares of full torque."""
    gained = (model.rate_integral_gain_per_s2 * period_s).times(off).times(model.inertia_kgm2)
    full = model.torque_full_nm
    return Vec3(gained.x / full.x, gained.y / full.y, gained.z / full.z)


def next_integral(
    model: Multirotor,
    loops: Loops,
    wrench: Wrench,
    kinds: AxisKinds,
    command: Vec3,
    growth: Vec3,
    lifted: bool,
) -> Vec3:
    """The integrals one step on; where the mixer gives less than asked they only move back."""
    old, limit, torque = loops.integral, model.rate_integral_limit, wrench.torque_frd_nm
    tilt_met, yaw_met = wrench.given.tilt >= 1.0, wrench.given.yaw >= 1.0
    free_x = lifted & (tilt_met | (growth.x * torque.x < 0.0))
    free_y = lifted & (tilt_met | (growth.y * torque.y < 0.0))
    free_z = lifted & (yaw_met | (growth.z * torque.z < 0.0))
    return Vec3(
        integrate(old.x, growth.x, limit.x, free_x, kinds.x, command.x),
        integrate(old.y, growth.y, limit.y, free_y, kinds.y, command.y),
        integrate(old.z, growth.z, limit.z, free_z, kinds.z, command.z),
    )


def integrate(
    integral: float, growth: float, limit: float, free: bool, kind: float, share: float
) -> float:
    """The integral one step later; it holds while it may not move, and follows a command given."""
    moved = integral + growth if free else integral
    return clamp(share if kind == Axis.PASS_THROUGH else moved, -limit, limit)


def torque_of(
    model: Multirotor, kinds: AxisKinds, command: Vec3, integral: Vec3, acceleration: Vec3
) -> Vec3:
    """What the rate loop wants, or the share of full torque that is asked for directly."""
    full = model.torque_full_nm
    share = command.clamped(1.0).times(full)
    wanted = model.inertia_kgm2.times(acceleration) + integral.times(full)
    chosen = Vec3(
        share.x if kinds.x == Axis.PASS_THROUGH else wanted.x,
        share.y if kinds.y == Axis.PASS_THROUGH else wanted.y,
        share.z if kinds.z == Axis.PASS_THROUGH else wanted.z,
    )
    return chosen + model.trim_torque.times(full)
