"""The command mux: for each axis, does the pilot's stick rule or a program, and why.

Column fw_override is the sum of the reasons for sticks. Everything is decided in every pass, so a
program is heard without radio, and its silence is noticed without radio.
"""

from simloop.firmware.airframes import AIRFRAME_WING
from simloop.firmware.command.legs import glides, heading_of
from simloop.firmware.command.listening import gone_silent
from simloop.firmware.command.rc import is_mapped
from simloop.firmware.command.sticks import (
    AXES,
    AXIS_QX,
    airspeed_by_sticks,
    climb_by_sticks,
    command_by_nobody,
    command_by_sticks,
    forward_by_sticks,
    sideways_by_sticks,
    throttle_axis,
    turn_by_sticks,
    uses_angles,
)
from simloop.firmware.fields.radio import (
    STICK_THROTTLE,
    SWITCH_ANGLE,
    SWITCH_ATTITUDE,
    SWITCH_THROTTLE,
)
from simloop.firmware.maths import atan2, sin_cos
from simloop.firmware.modes import COMMAND_NONE, COMMAND_THROTTLE, LEVEL_CLIMB, LEVEL_VELOCITY
from simloop.firmware.phases import PHASE_OFFBOARD, PHASE_PILOT
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

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

# What a program sends, in fw_offboard_kind.
PROGRAM_AXES = 1.0


def mask_of(axis: int) -> int:
    """The reasons for which sticks rule an axis; the three forces go together."""
    if axis < AXIS_QX:
        return THROTTLE_MASK
    turn = axis - AXIS_QX
    stick = OVERRIDE_ROLL_STICK << turn
    return OVERRIDE_ATTITUDE_SWITCH | stick | (OVERRIDE_NO_ROLL_PROGRAM << turn)


def time_left(left_s: float, pass_s: float, deflected: bool, lag_s: float) -> float:
    """How long a stick still rules after it was let go."""
    if deflected:
        return lag_s
    return left_s - pass_s if left_s - pass_s > 0.5 * pass_s else 0.0


def reasons_for_sticks(
    rc_ok: bool, fw_rc_switch: Row, fw_rc_stick: Row, fw_override_left_s: Row, dead: float, j: int
) -> int:
    """What the pilot does to take axes from a program."""
    bits = 0
    if rc_ok & (fw_rc_switch[SWITCH_ATTITUDE * W + j] > 0.0):
        bits = bits | OVERRIDE_ATTITUDE_SWITCH
    if rc_ok & (fw_rc_switch[SWITCH_THROTTLE * W + j] > 0.0):
        bits = bits | OVERRIDE_THROTTLE_SWITCH
    for turn in range(3):
        deflected = abs(fw_rc_stick[turn * W + j]) > dead
        if rc_ok & (deflected | (fw_override_left_s[turn * W + j] > 0.0)):
            bits = bits | (OVERRIDE_ROLL_STICK << turn)
    return bits


def absent_axes(fw_offboard_type: Row, fresh: bool, throttle: int, j: int) -> int:
    """The axes that no program commands, as reasons for sticks."""
    bits = 0
    for turn in range(3):
        if (not fresh) | (fw_offboard_type[(AXIS_QX + turn) * W + j] == COMMAND_NONE):
            bits = bits | (OVERRIDE_NO_ROLL_PROGRAM << turn)
    if (not fresh) | (fw_offboard_type[throttle * W + j] == COMMAND_NONE):
        bits = bits | OVERRIDE_NO_THROTTLE_PROGRAM
    return bits


def program_value(kind: float, value: float, throttle_most: float) -> float:
    """What a program asks on an axis; the limit of the throttle holds for it too."""
    return value * throttle_most if kind == COMMAND_THROTTLE else value


def mix_commands(
    fw_airframe: Row,
    fw_cruise_speed_mps: Row,
    fw_rc_channels_used: Row,
    fw_rc_switch_channel: Row,
    fw_rc_angle_most_rad: Row,
    fw_rc_rate_most_radps: Row,
    fw_rc_speed_most_mps: Row,
    fw_rc_throttle_most: Row,
    fw_override_deflection: Row,
    fw_override_lag_s: Row,
    fw_take_least_throttle: Row,
    fw_offboard_timeout_s: Row,
    fw_failsafe_throttle: Row,
    fw_attitude_wxyz: Row,
    fw_offboard: Row,
    fw_offboard_type: Row,
    fw_offboard_kind: Row,
    fw_pass_s: Row,
    fw_offboard_age_s: Row,
    fw_rc_ok: Row,
    fw_rc_stick: Row,
    fw_rc_switch: Row,
    fw_vtol_request: Row,
    fw_phase: Row,
    fw_control_level: Row,
    fw_override_left_s: Row,
    fw_override: Row,
    fw_command: Row,
    fw_command_type: Row,
    fw_goal_speed_mps: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_goal_yaw_rate_radps: Row,
) -> None:
    """Command by sticks where the pilot flies or takes over, else by the program."""
    for j in range(W):
        # A quadplane in cruise is flown as a wing.
        airframe = fw_airframe[j]
        airframe = AIRFRAME_WING if glides(airframe, fw_vtol_request[j]) else airframe
        level = fw_control_level[j]
        rc_ok = fw_rc_ok[j] > 0.0
        pilot = fw_phase[j] == PHASE_PILOT
        program = fw_phase[j] == PHASE_OFFBOARD
        throttle_most = fw_rc_throttle_most[j]

        # Why sticks rule.
        dead = fw_override_deflection[j]
        for turn in range(3):
            k = turn * W + j
            deflected = rc_ok & (abs(fw_rc_stick[k]) > dead)
            fw_override_left_s[k] = time_left(
                fw_override_left_s[k], fw_pass_s[j], deflected, fw_override_lag_s[j]
            )
        throttle = throttle_axis(airframe)
        fresh = not gone_silent(fw_offboard_age_s[j], fw_offboard_timeout_s[j])
        heard = program & fresh & (fw_offboard_kind[j] == PROGRAM_AXES)
        bits = reasons_for_sticks(rc_ok, fw_rc_switch, fw_rc_stick, fw_override_left_s, dead, j)
        by_axes = pilot | (fw_offboard_kind[j] == PROGRAM_AXES)
        if by_axes:
            bits = bits | absent_axes(fw_offboard_type, heard, throttle, j)

        # All axes by sticks or, when nobody is there, by what is safe.
        if rc_ok | (level >= LEVEL_CLIMB):
            mapped = is_mapped(fw_rc_switch_channel[SWITCH_ANGLE * W + j], fw_rc_channels_used[j])
            angles = uses_angles(level, mapped, fw_rc_switch[SWITCH_ANGLE * W + j] > 0.0)
            command_by_sticks(
                level,
                airframe,
                angles,
                throttle_most,
                fw_rc_angle_most_rad,
                fw_rc_rate_most_radps,
                fw_rc_stick,
                fw_command,
                fw_command_type,
                j,
            )
        else:
            command_by_nobody(airframe, fw_failsafe_throttle[j], fw_command, fw_command_type, j)

        # The smaller throttle rules; then the program gets the axes that no stick has.
        k = throttle * W + j
        asked = program_value(fw_offboard_type[k], fw_offboard[k], throttle_most)
        if rc_ok & heard & (fw_take_least_throttle[j] > 0.0) & (fw_command[k] < asked):
            bits = bits | OVERRIDE_LESS_THROTTLE
        for axis in range(AXES):
            k = axis * W + j
            if heard & (bits & mask_of(axis) == 0):
                kind = fw_offboard_type[k]
                fw_command[k] = program_value(kind, fw_offboard[k], throttle_most)
                fw_command_type[k] = kind
        fw_override[j] = float(bits) if pilot | program else 0.0

        # Sticks that mean climb, speed and turn: in the pilot's modes, and over a program's.
        climb = climb_by_sticks(airframe, rc_ok, fw_rc_speed_most_mps, fw_rc_stick, j)
        if pilot & (level >= LEVEL_CLIMB):
            fw_goal_velocity_ned_mps[2 * W + j] = -climb
        if pilot & (airframe == AIRFRAME_WING) & (level >= LEVEL_CLIMB):
            fw_goal_speed_mps[j] = airspeed_by_sticks(
                fw_cruise_speed_mps[j], fw_rc_stick[STICK_THROTTLE * W + j], rc_ok
            )
        moves = OVERRIDE_ATTITUDE_SWITCH | OVERRIDE_ROLL_STICK | OVERRIDE_PITCH_STICK
        turns = OVERRIDE_ATTITUDE_SWITCH | OVERRIDE_YAW_STICK
        if (level == LEVEL_VELOCITY) & (pilot | (program & (bits & moves != 0))):
            ahead = forward_by_sticks(
                airframe, rc_ok, fw_cruise_speed_mps[j], fw_rc_speed_most_mps[j], fw_rc_stick, j
            )
            aside = sideways_by_sticks(airframe, fw_rc_speed_most_mps[j], fw_rc_stick, j)
            nose_n, nose_e = heading_of(fw_attitude_wxyz, j)
            sine, cosine = sin_cos(atan2(nose_e, nose_n))
            fw_goal_velocity_ned_mps[j] = ahead * cosine - aside * sine
            fw_goal_velocity_ned_mps[W + j] = ahead * sine + aside * cosine
        if (level == LEVEL_VELOCITY) & (pilot | (program & (bits & turns != 0))):
            fw_goal_yaw_rate_radps[j] = turn_by_sticks(
                airframe, fw_rc_rate_most_radps[2 * W + j], fw_rc_stick, j
            )
