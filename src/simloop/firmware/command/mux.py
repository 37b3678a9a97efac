"""The command mux: for each axis, does the pilot's stick rule or a program, and why.

Column fw_override is the sum of the reasons for sticks. Everything is decided in every pass, so a
program is heard without radio, and its silence is noticed without radio.
"""

from simloop.firmware.codes import Airframe, Axis, Level, Phase
from simloop.firmware.command.legs import glides
from simloop.firmware.command.listening import gone_silent
from simloop.firmware.command.rc import is_mapped
from simloop.firmware.command.sticks import (
    AXES,
    AXIS_QX,
    airspeed_by_sticks,
    climb_by_sticks,
    command_axis,
    command_by_nobody,
    command_by_sticks,
    forward_by_sticks,
    sideways_by_sticks,
    throttle_axis,
    turn_by_sticks,
    uses_angles,
)
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft, Hearing, Plan, Safety
from simloop.firmware.fields.radio import SWITCH_ANGLE, SWITCH_ATTITUDE, SWITCH_THROTTLE
from simloop.firmware.maths import sin_cos
from simloop.firmware.vector import Vec2

# Bits of fw_override: why sticks rule.
OVERRIDE_ATTITUDE_SWITCH = 0x1
OVERRIDE_THROTTLE_SWITCH = 0x2
OVERRIDE_ROLL_STICK = 0x4
OVERRIDE_PITCH_STICK = 0x8
OVERRIDE_YAW_STICK = 0x10
OVERRIDE_LESS_THROTTLE = 0x20
OVERRIDE_NO_ROLL_PROGRAM = 0x40
OVERRIDE_NO_PITCH_PROGRAM = 0x80
OVERRIDE_NO_YAW_PROGRAM = 0x100
OVERRIDE_NO_THROTTLE_PROGRAM = 0x200

THROTTLE_MASK = OVERRIDE_THROTTLE_SWITCH | OVERRIDE_LESS_THROTTLE | OVERRIDE_NO_THROTTLE_PROGRAM
# Why a pilot's stick moves or turns a vehicle that flies by velocity.
MOVES = OVERRIDE_ATTITUDE_SWITCH | OVERRIDE_ROLL_STICK | OVERRIDE_PITCH_STICK
TURNS = OVERRIDE_ATTITUDE_SWITCH | OVERRIDE_YAW_STICK

# What a program sends, in fw_offboard_kind.
PROGRAM_AXES = 1.0


def mix_commands(
    craft: Mut[Craft], hearing: Mut[Hearing], safety: Safety, plan: Plan, requests: Requests
) -> None:
    """Command by sticks where the pilot flies or takes over, else by the program."""
    # A quadplane in cruise is flown as a wing.
    gliding = glides(craft.airframe, plan.vtol_request)
    airframe = Airframe.WING if gliding else craft.airframe
    level = craft.control_level
    pilot = craft.phase == Phase.PILOT
    program = craft.phase == Phase.OFFBOARD

    count_down(hearing)
    by_axes = requests.offboard_kind == PROGRAM_AXES
    fresh = not gone_silent(hearing.offboard_age_s, hearing.offboard_timeout_s)
    heard = program and fresh and by_axes
    bits = reasons_for_sticks(hearing)
    if pilot or by_axes:
        bits = bits | absent_axes(requests, heard, throttle_axis(airframe))

    # All axes by sticks or, when nobody is there, by what is safe.
    if hearing.ok > 0.0 or level >= Level.CLIMB:
        mapped = is_mapped(hearing.switch_channel[SWITCH_ANGLE], hearing.channels_used)
        angles = uses_angles(level, mapped, hearing.switch[SWITCH_ANGLE] > 0.0)
        command_by_sticks(level, airframe, angles, hearing, craft)
    else:
        command_by_nobody(airframe, safety.failsafe_throttle, craft)
    if heard:
        if is_less_throttle(airframe, requests, hearing, craft):
            bits = bits | OVERRIDE_LESS_THROTTLE
        command_by_program(bits, requests, hearing, craft)
    craft.override = float(bits) if pilot or program else 0.0

    # Sticks that mean climb, speed and turn: in the pilot's modes, and over a program's.
    if pilot and level >= Level.CLIMB:
        climb = climb_by_sticks(airframe, hearing)
        craft.goal_velocity_ned_mps = craft.goal_velocity_ned_mps.with_z(-climb)
        if airframe == Airframe.WING:
            craft.goal_speed_mps = airspeed_by_sticks(craft.cruise_speed_mps, hearing)
    if level == Level.VELOCITY and (pilot or (program and bits & MOVES != 0)):
        move_by_sticks(airframe, craft, hearing)
    if level == Level.VELOCITY and (pilot or (program and bits & TURNS != 0)):
        craft.goal_yaw_rate_radps = turn_by_sticks(airframe, hearing)


def mask_of(axis: int) -> int:
    """The reasons for which sticks rule an axis; the three forces go together."""
    if axis < AXIS_QX:
        return THROTTLE_MASK
    turn = axis - AXIS_QX
    stick = OVERRIDE_ROLL_STICK << turn
    return OVERRIDE_ATTITUDE_SWITCH | stick | (OVERRIDE_NO_ROLL_PROGRAM << turn)


def count_down(hearing: Mut[Hearing]) -> None:
    """How long does each stick still rule after it was let go?"""
    for turn in range(3):
        deflected = hearing.ok > 0.0 and abs(hearing.stick[turn]) > hearing.override_deflection
        hearing.override_left_s[turn] = time_left(
            hearing.override_left_s[turn], hearing.pass_s, deflected, hearing.override_lag_s
        )


def time_left(left_s: float, pass_s: float, deflected: bool, lag_s: float) -> float:
    """How long a stick still rules after it was let go."""
    if deflected:
        return lag_s
    return left_s - pass_s if left_s - pass_s > 0.5 * pass_s else 0.0


def reasons_for_sticks(hearing: Hearing) -> int:
    """What the pilot does to take axes from a program."""
    if hearing.ok <= 0.0:
        return 0
    bits = 0
    if hearing.switch[SWITCH_ATTITUDE] > 0.0:
        bits = bits | OVERRIDE_ATTITUDE_SWITCH
    if hearing.switch[SWITCH_THROTTLE] > 0.0:
        bits = bits | OVERRIDE_THROTTLE_SWITCH
    for turn in range(3):
        deflected = abs(hearing.stick[turn]) > hearing.override_deflection
        if deflected or hearing.override_left_s[turn] > 0.0:
            bits = bits | (OVERRIDE_ROLL_STICK << turn)
    return bits


def absent_axes(requests: Requests, fresh: bool, throttle: int) -> int:
    """The axes that no program commands, as reasons for sticks."""
    bits = 0
    for turn in range(3):
        if not fresh or requests.offboard_type[AXIS_QX + turn] == Axis.NONE:
            bits = bits | (OVERRIDE_NO_ROLL_PROGRAM << turn)
    if not fresh or requests.offboard_type[throttle] == Axis.NONE:
        bits = bits | OVERRIDE_NO_THROTTLE_PROGRAM
    return bits


def is_less_throttle(airframe: float, requests: Requests, hearing: Hearing, craft: Craft) -> bool:
    """Does the pilot ask for less throttle than the program, where the smaller one rules?"""
    axis = throttle_axis(airframe)
    asked = program_value(requests, axis, hearing.throttle_most)
    matters = hearing.ok > 0.0 and hearing.take_least_throttle > 0.0
    return matters and craft.command[axis] < asked


def command_by_program(bits: int, requests: Requests, hearing: Hearing, craft: Mut[Craft]) -> None:
    """The program gets the axes that no stick has."""
    for axis in range(AXES):
        if bits & mask_of(axis) == 0:
            value = program_value(requests, axis, hearing.throttle_most)
            command_axis(craft, axis, value, requests.offboard_type[axis])


def program_value(requests: Requests, axis: int, throttle_most: float) -> float:
    """What a program asks on an axis; the limit of the throttle holds for it too."""
    value: float = requests.offboard[axis]
    is_throttle = requests.offboard_type[axis] == Axis.THROTTLE
    return value * throttle_most if is_throttle else value


def move_by_sticks(airframe: float, craft: Mut[Craft], hearing: Hearing) -> None:
    """Move ahead and aside as the sticks say."""
    ahead = forward_by_sticks(airframe, craft.cruise_speed_mps, hearing)
    aside = sideways_by_sticks(airframe, hearing)
    sine, cosine = sin_cos(craft.attitude_wxyz.heading())
    nose = Vec2(cosine, sine)
    velocity = ahead * nose + aside * nose.right()
    craft.goal_velocity_ned_mps = craft.goal_velocity_ned_mps.with_xy(velocity)
