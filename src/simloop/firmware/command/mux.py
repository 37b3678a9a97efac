"""The command mux: for each axis, does the pilot's stick rule or a program, and why.

Column fw_override is the sum of the reasons for sticks. Everything is decided in every pass, so a
program is heard without radio, and its silence is noticed without radio. Stick positions mean
angles, rates, shares of throttle, climb and speed.
"""

from simloop.firmware.codes import Airframe, Axis, Level, Phase
from simloop.firmware.command.legs import glides, has_rotors, on_surface
from simloop.firmware.command.listening import gone_silent
from simloop.firmware.command.rc import is_mapped
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft, Hearing, Plan, Safety
from simloop.firmware.fields.radio import STICK_ROLL, SWITCH_ANGLE, SWITCH_ATTITUDE, SWITCH_THROTTLE
from simloop.firmware.maths import sin_cos
from simloop.firmware.vector import Vec2

AXIS_FX = 0
AXIS_FZ = 2
AXIS_QX = 3
AXIS_QY = 4
AXIS_QZ = 5
AXES = 6

# Around the middle, the throttle stick holds height.
CLIMB_DEAD = 0.1
# A wing's throttle stick asks for its cruise speed in the middle, and this share more at full.
SPEED_SPAN = 0.25
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


def throttle_axis(airframe: float) -> int:
    """The force that the throttle stick stands for: lift of rotors, else thrust forward."""
    return AXIS_FZ if has_rotors(airframe) else AXIS_FX


def turn_type(level: float, airframe: float, axis: int, angles: bool) -> float:
    """What a stick commands on a turning axis at a control level."""
    if level == Level.PASS_THROUGH:
        return Axis.PASS_THROUGH
    if on_surface(airframe) and axis != AXIS_QZ:
        return Axis.NONE
    if axis == AXIS_QZ:
        # A wing turns by its bank: above the rates the rudder is the pilot's own.
        free = airframe == Airframe.WING and angles
        return Axis.PASS_THROUGH if free else Axis.RATE
    return Axis.ANGLE if angles else Axis.RATE


def uses_angles(level: float, switch_mapped: bool, switch_on: bool) -> bool:
    """Do sticks mean angles? A switch for it decides where the mode leaves the choice."""
    chosen = level in (Level.RATE, Level.ANGLE)
    return switch_on if switch_mapped and chosen else level >= Level.ANGLE


def full_stick(kind: float, axis: int, hearing: Hearing) -> float:
    """What a full stick commands on a turning axis."""
    most = 0.0 if kind == Axis.NONE else 1.0
    if kind == Axis.RATE:
        most = hearing.rate_most_radps[axis - AXIS_QX]
    if kind == Axis.ANGLE:
        most = hearing.angle_most_rad[axis - AXIS_QX]
    return most


def command_axis(craft: Mut[Craft], axis: int, value: float, kind: float) -> None:
    """Command one axis, and say what the number means."""
    craft.command[axis] = value
    craft.command_type[axis] = kind


def command_by_sticks(
    level: float, airframe: float, angles: bool, hearing: Hearing, craft: Mut[Craft]
) -> None:
    """Command all six axes by the sticks. Rovers and boats steer with the roll stick."""
    for axis in range(AXIS_QX):
        command_axis(craft, axis, 0.0, Axis.NONE)
    for axis in range(AXIS_QX, AXES):
        kind = turn_type(level, airframe, axis, angles)
        stick = STICK_ROLL if on_surface(airframe) and axis == AXIS_QZ else axis - AXIS_QX
        command_axis(craft, axis, full_stick(kind, axis, hearing) * hearing.stick[stick], kind)
    throttle = hearing.stick.throttle
    share = 2.0 * throttle - 1.0 if on_surface(airframe) else throttle
    command_throttle(airframe, share * hearing.throttle_most, craft)


def command_throttle(airframe: float, share: float, craft: Mut[Craft]) -> None:
    """Command the throttle; a vehicle with rotors and a wing gets it on both of its axes."""
    command_axis(craft, throttle_axis(airframe), share, Axis.THROTTLE)
    if airframe == Airframe.VTOL:
        command_axis(craft, AXIS_FX, share, Axis.THROTTLE)


def command_by_nobody(airframe: float, throttle: float, craft: Mut[Craft]) -> None:
    """Rotors: level at a throttle that lets it sink. Others: controls in the middle, no thrust."""
    rotors = has_rotors(airframe)
    for axis in range(AXES):
        kind = Axis.ANGLE if rotors and axis >= AXIS_QX else Axis.PASS_THROUGH
        kind = Axis.RATE if rotors and axis == AXIS_QZ else kind
        command_axis(craft, axis, 0.0, kind)
    if rotors:
        command_throttle(airframe, throttle, craft)


def climb_by_sticks(airframe: float, hearing: Hearing) -> float:
    """Climb in m/s: a wing by its pitch stick, rotors by the throttle stick; 0 without radio."""
    deflection = 2.0 * hearing.stick.throttle - 1.0
    if airframe == Airframe.WING:
        deflection = hearing.stick.pitch
    if on_surface(airframe) or hearing.ok <= 0.0 or abs(deflection) <= CLIMB_DEAD:
        return 0.0
    up = deflection > 0.0
    most = hearing.speed_most_mps.climb_mps if up else hearing.speed_most_mps.sink_mps
    dead = CLIMB_DEAD if up else -CLIMB_DEAD
    return (deflection - dead) / (1.0 - CLIMB_DEAD) * most


def airspeed_by_sticks(cruise_mps: float, hearing: Hearing) -> float:
    """Speed that a wing's throttle stick asks for; cruise without radio."""
    share = 2.0 * hearing.stick.throttle - 1.0 if hearing.ok > 0.0 else 0.0
    return cruise_mps * (1.0 + SPEED_SPAN * share)


def forward_by_sticks(airframe: float, cruise_mps: float, hearing: Hearing) -> float:
    """Speed ahead: pitch stick forward for rotors, the throttle stick for others."""
    if airframe == Airframe.WING:
        return airspeed_by_sticks(cruise_mps, hearing)
    if hearing.ok <= 0.0:
        return 0.0
    if on_surface(airframe):
        return (2.0 * hearing.stick.throttle - 1.0) * cruise_mps
    return -hearing.stick.pitch * hearing.speed_most_mps.level_mps


def turn_by_sticks(airframe: float, hearing: Hearing) -> float:
    """Rate of turn: yaw stick of what hovers, roll stick of what must lean or steer."""
    most: float = hearing.rate_most_radps[AXIS_QZ - AXIS_QX]
    return (hearing.stick.yaw if has_rotors(airframe) else hearing.stick.roll) * most


def sideways_by_sticks(airframe: float, hearing: Hearing) -> float:
    """Speed to the right, for what hovers."""
    return hearing.stick.roll * hearing.speed_most_mps.level_mps if has_rotors(airframe) else 0.0


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
