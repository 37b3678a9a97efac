"""Radio control: from channels to sticks, switches, and what the pilot asks with them."""

from simloop.firmware.command.arming import throttle_is_at_rest
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.timers import expired, run_on
from simloop.firmware.fields.radio import (
    STICK_THROTTLE,
    STICK_YAW,
    SWITCH_ARM,
    UNMAPPED,
)
from simloop.firmware.maths import clamp
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

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


def is_mapped(channel: float, channels_used: float) -> bool:
    """Is there such a switch?"""
    return (channel >= FIRST_SWITCH_CHANNEL) & (channel < channels_used)


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


def switch_is_on(value: float, reverse: bool, was: bool) -> bool:
    """Is a switch on? Between the two levels it stays what it was."""
    level = 1.0 - value if reverse else value
    return level >= (SWITCH_OFF if was else SWITCH_ON)


def mode_place(value: float, reverse: bool) -> float:
    """Position of the mode switch, from 0 to 5."""
    level = 1.0 - value if reverse else value
    if level < FIRST_EDGE:
        return 0.0
    return clamp(float(int((level - FIRST_EDGE) / BETWEEN_EDGES)) + 1.0, 0.0, LAST_PLACE)


def stick_of(
    stick: int,
    fw_rc_stick_channel: Row,
    fw_rc_least: Row,
    fw_rc_trim: Row,
    fw_rc_most: Row,
    fw_rc_dead: Row,
    fw_rc_reversed: Row,
    rc_channel: Row,
    j: int,
) -> float:
    """Where a stick is, by the calibration of its channel."""
    k = int(fw_rc_stick_channel[stick * W + j]) * W + j
    reverse = fw_rc_reversed[k] > 0.0
    if stick == STICK_THROTTLE:
        return one_sided(rc_channel[k], fw_rc_least[k], fw_rc_most[k], reverse)
    return two_sided(
        rc_channel[k], fw_rc_least[k], fw_rc_trim[k], fw_rc_most[k], fw_rc_dead[k], reverse
    )


def request_of_switch(on: bool, was: bool) -> float:
    """What moving the arm switch asks for."""
    if on == was:
        return NO_REQUEST
    return ARM if on else DISARM


def take_trim(fw_rc_stick_channel: Row, rc_channel: Row, fw_rc_trim: Row, j: int) -> None:
    """Make where the sticks are now their middle."""
    for stick in range(STICK_THROTTLE):
        k = int(fw_rc_stick_channel[stick * W + j]) * W + j
        fw_rc_trim[k] = rc_channel[k]


def read_radio(
    fw_airframe: Row,
    fw_rc_stick_channel: Row,
    fw_rc_switch_channel: Row,
    fw_rc_channels_used: Row,
    fw_rc_least: Row,
    fw_rc_most: Row,
    fw_rc_dead: Row,
    fw_rc_reversed: Row,
    fw_rc_arm_threshold: Row,
    fw_rc_mode_channel: Row,
    fw_rc_mode: Row,
    rc_channel: Row,
    fw_pass_s: Row,
    fw_rc_ok: Row,
    fw_rc_trim: Row,
    fw_rc_trim_request: Row,
    fw_rc_heard: Row,
    fw_rc_stick: Row,
    fw_rc_switch: Row,
    fw_rc_mode_place: Row,
    fw_rc_mode_next: Row,
    fw_rc_mode_timer_s: Row,
    fw_rc_gesture_s: Row,
    fw_rc_mode_request: Row,
    fw_rc_arm_request: Row,
) -> None:
    """Read sticks and switches; without radio, sticks are let go and switches stay."""
    for j in range(W):
        airframe = fw_airframe[j]
        passed = fw_pass_s[j]
        ok = fw_rc_ok[j] > 0.0
        # What moved while nobody listened asks for nothing: the pilot must move it again.
        heard = ok & (fw_rc_heard[j] > 0.0)
        if ok & (fw_rc_trim_request[j] > 0.0):
            take_trim(fw_rc_stick_channel, rc_channel, fw_rc_trim, j)
        fw_rc_trim_request[j] = 0.0

        for stick in range(4):
            value = 0.5 if (stick == STICK_THROTTLE) & on_surface(airframe) else 0.0
            if ok:
                value = stick_of(
                    stick,
                    fw_rc_stick_channel,
                    fw_rc_least,
                    fw_rc_trim,
                    fw_rc_most,
                    fw_rc_dead,
                    fw_rc_reversed,
                    rc_channel,
                    j,
                )
            fw_rc_stick[stick * W + j] = value

        # Switches. The arm switch asks when it moves.
        request = NO_REQUEST
        has_arm_switch = False
        for switch in range(SWITCHES):
            channel = fw_rc_switch_channel[switch * W + j]
            mapped = is_mapped(channel, fw_rc_channels_used[j])
            was = fw_rc_switch[switch * W + j] > 0.0
            on = was & mapped
            if mapped & ok:
                k = int(channel) * W + j
                on = switch_is_on(rc_channel[k], fw_rc_reversed[k] > 0.0, was)
            if (switch == SWITCH_ARM) & mapped:
                has_arm_switch = True
                request = request_of_switch(on, was) if heard else NO_REQUEST
            fw_rc_switch[switch * W + j] = 1.0 if on else 0.0

        # Without an arm switch, throttle at rest and yaw to the side do it.
        threshold = fw_rc_arm_threshold[j]
        at_rest = throttle_is_at_rest(airframe, fw_rc_stick[STICK_THROTTLE * W + j], threshold)
        yaw = fw_rc_stick[STICK_YAW * W + j]
        gestures = ok & at_rest & (not has_arm_switch)
        arms = run_on(fw_rc_gesture_s[j], passed, gestures & (yaw > 1.0 - threshold))
        disarms = run_on(fw_rc_gesture_s[W + j], passed, gestures & (yaw < threshold - 1.0))
        request = ARM if expired(arms, GESTURE_S) else request
        request = DISARM if expired(disarms, GESTURE_S) else request

        # Mode switch.
        channel = fw_rc_mode_channel[j]
        place = fw_rc_mode_place[j]
        place_next = UNMAPPED
        mode = NO_MODE
        if is_mapped(channel, fw_rc_channels_used[j]) & ok:
            k = int(channel) * W + j
            place_next = mode_place(rc_channel[k], fw_rc_reversed[k] > 0.0)
        moving = (place_next != UNMAPPED) & (place_next != place)
        same = place_next == fw_rc_mode_next[j]
        timer = run_on(fw_rc_mode_timer_s[j] if same else -1.0, passed, moving)
        if (place_next != UNMAPPED) & ((not heard) | (place == UNMAPPED)):
            place = place_next
            timer = -1.0
        elif expired(timer, MODE_REST_S):
            place = place_next
            timer = -1.0
            mode = fw_rc_mode[int(place) * W + j]

        fw_rc_heard[j] = 1.0 if ok else 0.0
        fw_rc_mode_place[j] = place
        fw_rc_mode_next[j] = place_next
        fw_rc_mode_timer_s[j] = timer
        fw_rc_mode_request[j] = mode
        fw_rc_gesture_s[j] = arms
        fw_rc_gesture_s[W + j] = disarms
        fw_rc_arm_request[j] = request
