"""What stick positions mean: angles, rates, shares of throttle, climb and speed."""

from simloop.firmware.airframes import AIRFRAME_VTOL, AIRFRAME_WING
from simloop.firmware.command.legs import has_rotors, on_surface
from simloop.firmware.fields.radio import STICK_PITCH, STICK_ROLL, STICK_THROTTLE, STICK_YAW
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    COMMAND_NONE,
    COMMAND_PASS_THROUGH,
    COMMAND_RATE,
    COMMAND_THROTTLE,
    LEVEL_ANGLE,
    LEVEL_PASS_THROUGH,
    LEVEL_RATE,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

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


def throttle_axis(airframe: float) -> int:
    """The force that the throttle stick stands for: lift of rotors, else thrust forward."""
    return AXIS_FZ if has_rotors(airframe) else AXIS_FX


def turn_type(level: float, airframe: float, axis: int, angles: bool) -> float:
    """What a stick commands on a turning axis at a control level."""
    if level == LEVEL_PASS_THROUGH:
        return COMMAND_PASS_THROUGH
    if on_surface(airframe) & (axis != AXIS_QZ):
        return COMMAND_NONE
    if axis == AXIS_QZ:
        # A wing turns by its bank: above the rates the rudder is the pilot's own.
        free = (airframe == AIRFRAME_WING) & angles
        return COMMAND_PASS_THROUGH if free else COMMAND_RATE
    return COMMAND_ANGLE if angles else COMMAND_RATE


def uses_angles(level: float, switch_mapped: bool, switch_on: bool) -> bool:
    """Do sticks mean angles? A switch for it decides where the mode leaves the choice."""
    chosen = (level == LEVEL_RATE) | (level == LEVEL_ANGLE)
    return switch_on if switch_mapped & chosen else level >= LEVEL_ANGLE


def full_stick(
    kind: float, axis: int, fw_rc_angle_most_rad: Row, fw_rc_rate_most_radps: Row, j: int
) -> float:
    """What a full stick commands on a turning axis."""
    k = (axis - AXIS_QX) * W + j
    most = 0.0 if kind == COMMAND_NONE else 1.0
    if kind == COMMAND_RATE:
        most = fw_rc_rate_most_radps[k]
    if kind == COMMAND_ANGLE:
        most = fw_rc_angle_most_rad[k]
    return most


def command_by_sticks(
    level: float,
    airframe: float,
    angles: bool,
    throttle_most: float,
    fw_rc_angle_most_rad: Row,
    fw_rc_rate_most_radps: Row,
    fw_rc_stick: Row,
    fw_command: Row,
    fw_command_type: Row,
    j: int,
) -> None:
    """Command all six axes by the sticks. Rovers and boats steer with the roll stick."""
    for axis in range(AXIS_QX):
        fw_command[axis * W + j] = 0.0
        fw_command_type[axis * W + j] = COMMAND_NONE
    for axis in range(AXIS_QX, AXES):
        kind = turn_type(level, airframe, axis, angles)
        stick = STICK_ROLL if on_surface(airframe) & (axis == AXIS_QZ) else axis - AXIS_QX
        most = full_stick(kind, axis, fw_rc_angle_most_rad, fw_rc_rate_most_radps, j)
        fw_command[axis * W + j] = most * fw_rc_stick[stick * W + j]
        fw_command_type[axis * W + j] = kind
    throttle = fw_rc_stick[STICK_THROTTLE * W + j]
    share = 2.0 * throttle - 1.0 if on_surface(airframe) else throttle
    command_throttle(airframe, share * throttle_most, fw_command, fw_command_type, j)


def command_throttle(
    airframe: float, share: float, fw_command: Row, fw_command_type: Row, j: int
) -> None:
    """Command the throttle; a vehicle with rotors and a wing gets it on both of its axes."""
    axis = throttle_axis(airframe)
    fw_command[axis * W + j] = share
    fw_command_type[axis * W + j] = COMMAND_THROTTLE
    if airframe == AIRFRAME_VTOL:
        fw_command[AXIS_FX * W + j] = share
        fw_command_type[AXIS_FX * W + j] = COMMAND_THROTTLE


def command_by_nobody(
    airframe: float, throttle: float, fw_command: Row, fw_command_type: Row, j: int
) -> None:
    """Rotors: level at a throttle that lets it sink. Others: controls in the middle, no thrust."""
    rotors = has_rotors(airframe)
    for axis in range(AXES):
        kind = COMMAND_ANGLE if rotors & (axis >= AXIS_QX) else COMMAND_PASS_THROUGH
        kind = COMMAND_RATE if rotors & (axis == AXIS_QZ) else kind
        fw_command[axis * W + j] = 0.0
        fw_command_type[axis * W + j] = kind
    if rotors:
        command_throttle(airframe, throttle, fw_command, fw_command_type, j)


def climb_by_sticks(
    airframe: float, rc_ok: bool, fw_rc_speed_most_mps: Row, fw_rc_stick: Row, j: int
) -> float:
    """Climb in m/s: a wing by its pitch stick, rotors by the throttle stick; 0 without radio."""
    deflection: float = 2.0 * fw_rc_stick[STICK_THROTTLE * W + j] - 1.0
    if airframe == AIRFRAME_WING:
        deflection = fw_rc_stick[STICK_PITCH * W + j]
    if on_surface(airframe) | (not rc_ok) | (abs(deflection) <= CLIMB_DEAD):
        return 0.0
    up = deflection > 0.0
    most: float = fw_rc_speed_most_mps[W + j] if up else fw_rc_speed_most_mps[2 * W + j]
    dead = CLIMB_DEAD if up else -CLIMB_DEAD
    return (deflection - dead) / (1.0 - CLIMB_DEAD) * most


def airspeed_by_sticks(cruise_mps: float, throttle: float, rc_ok: bool) -> float:
    """Speed that a wing's throttle stick asks for; cruise without radio."""
    share = 2.0 * throttle - 1.0 if rc_ok else 0.0
    return cruise_mps * (1.0 + SPEED_SPAN * share)


def forward_by_sticks(
    airframe: float, rc_ok: bool, cruise_mps: float, most_mps: float, fw_rc_stick: Row, j: int
) -> float:
    """Speed ahead: pitch stick forward for rotors, the throttle stick for others."""
    throttle: float = fw_rc_stick[STICK_THROTTLE * W + j]
    pitch: float = fw_rc_stick[STICK_PITCH * W + j]
    if airframe == AIRFRAME_WING:
        return airspeed_by_sticks(cruise_mps, throttle, rc_ok)
    if not rc_ok:
        return 0.0
    if on_surface(airframe):
        return (2.0 * throttle - 1.0) * cruise_mps
    return -pitch * most_mps


def turn_by_sticks(airframe: float, most_radps: float, fw_rc_stick: Row, j: int) -> float:
    """Rate of turn: yaw stick of what hovers, roll stick of what must lean or steer."""
    stick = STICK_YAW if has_rotors(airframe) else STICK_ROLL
    turn: float = fw_rc_stick[stick * W + j]
    return turn * most_radps


def sideways_by_sticks(airframe: float, most_mps: float, fw_rc_stick: Row, j: int) -> float:
    """Speed to the right, for what hovers."""
    roll: float = fw_rc_stick[STICK_ROLL * W + j]
    return roll * most_mps if has_rotors(airframe) else 0.0
