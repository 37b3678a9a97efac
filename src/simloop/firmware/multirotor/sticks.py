"""From sticks, or what a program says in their place, to an attitude and a thrust."""

from simloop.firmware.codes import Axis, Level
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.multirotor import Loops, Multirotor
from simloop.firmware.fields.multirotor_loops import AttitudeSetPoint, SetPoint, StickAttitude
from simloop.firmware.fields.multirotor_model import MotorModel
from simloop.firmware.maths import clamp, larger
from simloop.firmware.vector import Vec2, attitude_of, roll_pitch_of

# Tilt raises the thrust for no more than this cosine: 60 degrees.
LEAST_TILT_COSINE = 0.5


def read_sticks(
    period_s: float,
    motor: MotorModel,
    model: Multirotor,
    craft: Craft,
    setpoint: SetPoint,
    aim: AttitudeSetPoint,
    loops: Loops,
    stick: Mut[StickAttitude],
) -> None:
    """Below level velocity: roll and pitch at a limited pace, thrust in proportion."""
    if craft.flying <= 0.0 or setpoint.level >= Level.VELOCITY:
        stick.wxyz = craft.attitude_wxyz
        stick.used = 0.0
        stick.thrust_n = 0.0
        return
    # The first set point is the last one of the loops that held the attitude before.
    old = roll_pitch_of(aim.wxyz) if stick.used == 0.0 else stick.angle_rad
    step_rad = model.stick_slew_radps * period_s
    angle = next_angle(old, step_rad, model, craft)
    thrust = thrust_share(craft) * float(len(loops.ok)) * motor.rotor_thrust_limits_n.high
    if model.tilt_boost > 0.0:
        thrust = thrust / larger(craft.attitude_wxyz.tilt_cosine(), LEAST_TILT_COSINE)
    stick.used = 1.0
    stick.angle_rad = angle
    stick.wxyz = attitude_of(angle.x, angle.y, setpoint.yaw_rad)
    stick.thrust_n = thrust


def next_angle(old: Vec2, step_rad: float, model: Multirotor, craft: Craft) -> Vec2:
    """Roll and pitch one step on; an axis without an angle to hold has the vehicle's."""
    wanted = Vec2(craft.command[3], craft.command[4])
    tilt, limit = wanted.norm(), model.stick_tilt_limit_rad
    scale = limit / tilt if tilt > limit else 1.0
    roll, pitch = roll_pitch_of(craft.attitude_wxyz)
    if craft.command_type[3] == Axis.ANGLE:
        roll = old.x + clamp(scale * wanted.x - old.x, -step_rad, step_rad)
    if craft.command_type[4] == Axis.ANGLE:
        pitch = old.y + clamp(scale * wanted.y - old.y, -step_rad, step_rad)
    return Vec2(roll, pitch)


def thrust_share(craft: Craft) -> float:
    """The throttle, if there is one."""
    given = Axis.THROTTLE <= craft.command_type[2] <= Axis.PASS_THROUGH
    return clamp(craft.command[2], 0.0, 1.0) if given else 0.0
