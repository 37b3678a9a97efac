"""What stick positions mean: angles, rates, shares of throttle, climb and speed."""

from simloop.firmware.codes import Airframe, Axis, Level
from simloop.firmware.command.legs import has_rotors, on_surface
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft, Hearing
from simloop.firmware.fields.radio import STICK_ROLL

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
