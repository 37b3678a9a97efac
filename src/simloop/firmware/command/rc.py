"""Radio control: from channels to sticks, switches, and what the pilot asks with them."""

from simloop.firmware.command.arming import throttle_is_at_rest
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.timers import STOPPED, expired, run_on
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft, Hearing
from simloop.firmware.fields.radio import (
    STICK_PITCH,
    STICK_ROLL,
    STICK_THROTTLE,
    STICK_YAW,
    SWITCH_ARM,
    UNMAPPED,
    Gestures,
    Sticks,
)
from simloop.firmware.maths import clamp

SWITCHES = 4
# The first channels are for sticks.
FIRST_SWITCH_CHANNEL = 4.0
SWITCH_ON = 0.8
SWITCH_OFF = 0.7

# The mode switch has six positions; it must rest in one for a while, as it passes others.
FIRST_EDGE = 0.23
BETWEEN_EDGES = 0.13
LAST_PLACE = 5.0
MODE_REST_S = 0.2

GESTURE_S = 1.0
NO_REQUEST = 0.0
ARM = 1.0
DISARM = -1.0
NO_MODE = -1.0


def read_radio(craft: Craft, hearing: Mut[Hearing]) -> None:
    """Read sticks and switches; without radio, sticks are let go and switches stay."""
    ok = hearing.ok > 0.0
    # What moved while nobody listened asks for nothing: the pilot must move it again.
    heard = ok and hearing.heard > 0.0
    if ok and hearing.trim_request > 0.0:
        take_trim(hearing)
    hearing.trim_request = 0.0
    hearing.stick = Sticks(0.0, 0.0, 0.0, 0.5 if on_surface(craft.airframe) else 0.0)
    if ok:
        hearing.stick = read_sticks(hearing)
    by_switch = read_switches(hearing, heard)
    hearing.arm_request = read_gestures(craft, hearing, by_switch)
    hearing.mode_request = read_mode_switch(hearing, heard)
    hearing.heard = ok


def is_mapped(channel: float, channels_used: float) -> bool:
    """Is there such a switch?"""
    return channel >= FIRST_SWITCH_CHANNEL and channel < channels_used


def take_trim(hearing: Mut[Hearing]) -> None:
    """Make where the sticks are now their middle."""
    for stick in range(STICK_THROTTLE):
        channel = int(hearing.stick_channel[stick])
        hearing.trim[channel] = hearing.channel[channel]


def read_sticks(hearing: Hearing) -> Sticks:
    """Where the sticks are, by the calibration of their channels."""
    k = int(hearing.stick_channel[STICK_THROTTLE])
    throttle = one_sided(
        hearing.channel[k], hearing.least[k], hearing.most[k], hearing.reversed[k] > 0.0
    )
    roll, pitch = stick_of(hearing, STICK_ROLL), stick_of(hearing, STICK_PITCH)
    return Sticks(roll, pitch, stick_of(hearing, STICK_YAW), throttle)


def stick_of(hearing: Hearing, stick: int) -> float:
    """Where a stick is that rests in the middle."""
    k = int(hearing.stick_channel[stick])
    return two_sided(
        hearing.channel[k],
        hearing.least[k],
        hearing.trim[k],
        hearing.most[k],
        hearing.dead[k],
        hearing.reversed[k] > 0.0,
    )


def two_sided(
    value: float, least: float, trim: float, most: float, dead: float, reverse: bool
) -> float:
    """A stick that rests in the middle, from -1 to 1."""
    off = value - trim
    if off >= 0.0:
        share = (off - dead) / (most - trim - dead) if most - trim > dead else 0.0
        share = clamp(share, 0.0, 1.0)
    else:
        share = (off + dead) / (trim - least - dead) if trim - least > dead else 0.0
        share = clamp(share, -1.0, 0.0)
    return -share if reverse else share


def one_sided(value: float, least: float, most: float, reverse: bool) -> float:
    """A stick that stays where it is put, from 0 to 1."""
    share = clamp((value - least) / (most - least), 0.0, 1.0) if most > least else 0.0
    return 1.0 - share if reverse else share


def read_switches(hearing: Mut[Hearing], heard: bool) -> float:
    """Read all switches; what the arm switch asks for as it moves."""
    request = NO_REQUEST
    for switch in range(SWITCHES):
        channel = hearing.switch_channel[switch]
        mapped = is_mapped(channel, hearing.channels_used)
        was = hearing.switch[switch] > 0.0
        on = was and mapped
        if mapped and hearing.ok > 0.0:
            k = int(channel)
            on = switch_is_on(hearing.channel[k], hearing.reversed[k] > 0.0, was)
        if switch == SWITCH_ARM and mapped and heard:
            request = request_of_switch(on, was)
        hearing.switch[switch] = on
    return request


def switch_is_on(value: float, reverse: bool, was: bool) -> bool:
    """Is a switch on? Between the two levels it stays what it was."""
    level = 1.0 - value if reverse else value
    return level >= (SWITCH_OFF if was else SWITCH_ON)


def request_of_switch(on: bool, was: bool) -> float:
    """What moving the arm switch asks for."""
    if on == was:
        return NO_REQUEST
    return ARM if on else DISARM


def read_gestures(craft: Craft, hearing: Mut[Hearing], by_switch: float) -> float:
    """Without an arm switch, throttle at rest and yaw to the side do it."""
    threshold = hearing.arm_threshold
    has_arm_switch = is_mapped(hearing.switch_channel[SWITCH_ARM], hearing.channels_used)
    at_rest = throttle_is_at_rest(craft.airframe, hearing)
    gestures = hearing.ok > 0.0 and at_rest and not has_arm_switch
    yaw = hearing.stick.yaw
    held = hearing.gesture_s
    arms = run_on(held.arm_s, hearing.pass_s, gestures and yaw > 1.0 - threshold)
    disarms = run_on(held.disarm_s, hearing.pass_s, gestures and yaw < threshold - 1.0)
    hearing.gesture_s = Gestures(arms, disarms)
    if expired(disarms, GESTURE_S):
        return DISARM
    return ARM if expired(arms, GESTURE_S) else by_switch


def read_mode_switch(hearing: Mut[Hearing], heard: bool) -> float:
    """The mode that the switch was moved to, once it rests there; or none."""
    place = hearing.mode_place
    place_next = UNMAPPED
    if is_mapped(hearing.mode_channel, hearing.channels_used) and hearing.ok > 0.0:
        k = int(hearing.mode_channel)
        place_next = mode_place(hearing.channel[k], hearing.reversed[k] > 0.0)
    there = place_next != UNMAPPED
    timer = hearing.mode_timer_s if place_next == hearing.mode_next else STOPPED
    timer = run_on(timer, hearing.pass_s, there and place_next != place)
    moved = expired(timer, MODE_REST_S)
    # Where it stands when it is first heard is no wish.
    found = there and (not heard or place == UNMAPPED)
    hearing.mode_place = place_next if found or moved else place
    hearing.mode_next = place_next
    hearing.mode_timer_s = STOPPED if found or moved else timer
    return hearing.mode[int(place_next)] if moved and not found else NO_MODE


def mode_place(value: float, reverse: bool) -> float:
    """Position of the mode switch, from 0 to 5."""
    level = 1.0 - value if reverse else value
    if level < FIRST_EDGE:
        return 0.0
    return clamp(float(int((level - FIRST_EDGE) / BETWEEN_EDGES)) + 1.0, 0.0, LAST_PLACE)
