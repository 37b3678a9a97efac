"""From where the vehicle should be to a thrust and an attitude: position P, velocity PI."""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.codes import Level, Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor import Loops, Multirotor
from simloop.firmware.fields.multirotor_loops import AttitudeSetPoint, SetPoint, StickAttitude
from simloop.firmware.maths import GRAVITY_MPS2, clamp, larger, sin_cos, smaller
from simloop.firmware.vector import ZERO, Quaternion, Vec2, Vec3

# Most speed that a position error may ask for on top of the moving set point.
CATCH_UP_MPS = 4.0
CATCH_UP_VERTICAL_MPS = 2.0
# Close to the ground a foot must not be dragged over it.
CATCH_UP_NEAR_GROUND_MPS = 0.7
# After touch-down the vehicle lies down level on its feet: this share of its weight, then fading.
SETTLE_THRUST_SHARE = 0.6
SETTLE_HOLD_S = 0.3
SETTLE_FADE_S = 0.3
# How fast the difference fades that a change of level would make jump.
HANDOVER_TIME_S = 0.4
# A vehicle on its side cannot hold its height by thrust.
LEAST_TILT_COSINE = 0.5


class Lift(NamedTuple):
    """Upward force wanted and asked, and what force per sideways acceleration is left beside it."""

    wanted_n: float
    force_n: float
    per_sideways_kg: float
    is_tilt_limited: bool


def control_position(
    period_s: float,
    model: Multirotor,
    craft: Craft,
    loops: Mut[Loops],
    stick: StickAttitude,
    setpoint: Mut[SetPoint],
    aim: Mut[AttitudeSetPoint],
) -> None:
    """One step of the outer loops; gains come in pairs, horizontal then vertical.

    Below level velocity sticks say the attitude, below level climb also the thrust. When the
    level changes, the step it would make is taken up as an acceleration of its own and fades.
    """
    flying, mass = craft.flying > 0.0, model.mass_kg
    steers, lifts = setpoint.level >= Level.VELOCITY, setpoint.level >= Level.CLIMB
    changed = flying & (setpoint.level != loops.controlled_level)
    takes_over = changed & steers & (loops.controlled_level < Level.VELOCITY)

    error = velocity_error(model, craft, loops, setpoint)
    integral = loops.velocity_integral_ned_mps2
    integral = held_against(craft, integral) if takes_over else integral
    answer = model.velocity_gain_per_s.along_ned().times(error)
    asked = setpoint.acceleration_ned_mps2 + answer + integral
    # Without a lift loop the third of these is how much less than its weight is carried.
    asked = asked if lifts else asked.with_z(GRAVITY_MPS2 - stick.thrust_n / mass)
    # What was asked until now, and what fades of the difference.
    fade = 1.0 - period_s / HANDOVER_TIME_S
    handover = last_asked(aim, mass, lifts) - asked if changed else fade * loops.handover_ned_mps2
    asked = asked + handover

    lift = lift_of(model, setpoint, asked)
    settling = steers & (craft.phase == Phase.TOUCH_DOWN)
    sideways = Vec2(0.0, 0.0) if settling else lift.per_sideways_kg * asked.xy()
    force = Vec3(sideways.x, sideways.y, -lift.force_n)
    thrust = settling_thrust(mass, craft) if settling else force.norm()
    upright = larger(craft.attitude_wxyz.tilt_cosine(), LEAST_TILT_COSINE)
    thrust = thrust if steers else lift.force_n / upright
    thrust = thrust if lifts else larger(lift.wanted_n, 0.0)
    grown = grown_integral(period_s, model, error, integral, lift, steers, lifts)

    # Guidance says at a slower pace how fast the set point moves; here it moves.
    setpoint.position_ned_m = setpoint.position_ned_m + period_s * setpoint.velocity_ned_mps
    loops.controlled_level = setpoint.level
    loops.handover_ned_mps2 = handover if flying else ZERO
    loops.velocity_integral_ned_mps2 = grown if flying else ZERO
    aim.wxyz = attitude_for_thrust(force, setpoint.yaw_rad) if steers else stick.wxyz
    aim.thrust_n = thrust if flying else 0.0


def velocity_error(model: Multirotor, craft: Craft, loops: Loops, setpoint: SetPoint) -> Vec3:
    """What the set point's velocity asks, and what the position error asks on top."""
    off = setpoint.position_ned_m - craft.position_ned_m
    catch_up = model.position_gain_per_s.along_ned().times(off)
    speed = catch_up.xy().norm()
    top = CATCH_UP_NEAR_GROUND_MPS if loops.near_ground > 0.0 else CATCH_UP_MPS
    level = (top / speed if speed > top else 1.0) * catch_up.xy()
    sink = clamp(catch_up.z, -CATCH_UP_VERTICAL_MPS, CATCH_UP_VERTICAL_MPS)
    return setpoint.velocity_ned_mps + Vec3(level.x, level.y, sink) - craft.velocity_ned_mps


def held_against(craft: Craft, integral: Vec3) -> Vec3:
    """Loops that take over from sticks start with what holds against the wind right now.

    It is the part of the felt force that the rotors, which push along the body's axis, do not give.
    """
    drag = craft.attitude_wxyz.to_ned(craft.acceleration_frd_mps2.with_z(0.0))
    return integral.with_xy(-drag.xy())


def last_asked(aim: AttitudeSetPoint, mass: float, lifts: bool) -> Vec3:
    """The acceleration that the last attitude and thrust meant."""
    per_mass = aim.thrust_n / mass
    push = aim.wxyz.to_ned(Vec3(0.0, 0.0, -per_mass))
    return push.with_z((push.z if lifts else -per_mass) + GRAVITY_MPS2)


def lift_of(model: Multirotor, setpoint: SetPoint, asked: Vec3) -> Lift:
    """Height comes first: sideways goes what the rotors have left, within the tilt limit."""
    mass = model.mass_kg
    wanted = mass * (GRAVITY_MPS2 - asked.z)
    lift = clamp(wanted, model.lift_limits_n.low, model.lift_limits_n.high)
    sideways = asked.xy().norm()
    full = model.thrust_limit_n
    left = sqrt(larger(full * full - lift * lift, 0.0))
    most = smaller(setpoint.tilt_limit_tan * lift, left)
    tilted = mass * sideways > most
    return Lift(wanted, lift, most / sideways if tilted else mass, tilted)


def grown_integral(
    period_s: float,
    model: Multirotor,
    error: Vec3,
    integral: Vec3,
    lift: Lift,
    steers: bool,
    lifts: bool,
) -> Vec3:
    """It carries wind and wrong mass, and stands still while a limit of its axis holds."""
    gain, limit = model.velocity_integral_gain_per_s2, model.velocity_integral_limit_mps2
    level = gain.level * period_s if steers & (not lift.is_tilt_limited) else 0.0
    upright = gain.vertical * period_s if lifts & (lift.force_n == lift.wanted_n) else 0.0
    grown = integral + Vec3(level, level, upright).times(error)
    size = grown.xy().norm()
    shrink = limit.level / size if size > limit.level else 1.0
    sink = clamp(grown.z, -limit.vertical, limit.vertical)
    return Vec3(shrink * grown.x, shrink * grown.y, sink)


def settling_thrust(mass: float, craft: Craft) -> float:
    """What still carries a vehicle that lies down on its feet."""
    faded = (craft.phase_time_s - SETTLE_HOLD_S) * (1.0 / SETTLE_FADE_S)
    return SETTLE_THRUST_SHARE * GRAVITY_MPS2 * mass * clamp(1.0 - faded, 0.0, 1.0)


def attitude_for_thrust(force: Vec3, yaw: float) -> Quaternion:
    """The attitude whose body -z points along the force, turned by yaw about it.

    The force must have some part upwards.
    """
    scale = 1.0 / force.norm()
    un = scale * force.x
    ue = scale * force.y
    # Shortest turn from straight up to the force: (1 + cosine, up x force), made unit.
    w = 1.0 - scale * force.z
    inverse = 1.0 / sqrt(w * w + ue * ue + un * un)
    w = inverse * w
    x = inverse * ue
    y = -inverse * un
    s, c = sin_cos(0.5 * yaw)
    return Quaternion(w * c, x * c + y * s, y * c - x * s, w * s)
