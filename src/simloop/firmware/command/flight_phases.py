"""The phase that a leg and the ground lead to."""

from math import sqrt

from simloop.firmware.command.legs import (
    LEG_GO,
    LEG_LAND,
    LEG_OFFBOARD,
    LEG_ORBIT,
    LEG_PASS,
    LEG_PILOT,
    LEG_REST,
    LEG_RETRACE,
    LEG_RETURN,
    LEG_TAKEOFF,
    ROTOR_SPIN_UP_S,
    has_rotors,
    on_surface,
)
from simloop.firmware.command.mode_reasons import EVENT_LANDED, EVENT_TAKEOFF
from simloop.firmware.command.notices import post_row as post
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    COMMAND_RATE,
    LEVEL_ANGLE,
    LEVEL_CLIMB,
    LEVEL_GOAL,
    LEVEL_PASS_THROUGH,
    LEVEL_RATE,
    LEVEL_VELOCITY,
    MODE_ACRO,
    MODE_ALTITUDE,
    MODE_MANUAL,
    MODE_STABILISE,
    OFFBOARD_AXES,
    OFFBOARD_VELOCITY,
)
from simloop.firmware.phases import (
    PHASE_ALIGN,
    PHASE_CIRCLE,
    PHASE_DESCEND,
    PHASE_HOLD,
    PHASE_LANDED,
    PHASE_OFFBOARD,
    PHASE_PILOT,
    PHASE_RETURN,
    PHASE_SPIN_UP,
    PHASE_TAKEOFF,
    PHASE_TOUCH_DOWN,
    PHASE_WAYPOINT,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

NO_MODE = -1.0
# As in fields/radio.py.
STICK_THROTTLE = 3
# Throttle that means flight; where the stick in the middle keeps height, above the middle.
LIFT_THROTTLE = 0.1
LIFT_CLIMB_THROTTLE = 0.6
LIFT_CLIMB_MPS = 0.1
LIFT_HEIGHT_M = 0.5
# A program that lands by speed asks for at least this much sink.
LET_DOWN_MPS = 0.2
# Standing on the ground by all signs for so long: not flying any more.
GROUND_TIME_S = 1.0
GROUND_SPEED_MPS = 0.3
GROUND_RATE_RADPS = 0.2
GROUND_SHARE_OFF = 0.2
FALLING_MPS = 2.5
FRESH_S = 0.1


def phase_of(kind: float) -> float:
    """What the vehicle does on such a leg."""
    phase = PHASE_HOLD
    phase = PHASE_PILOT if kind == LEG_PILOT else phase
    phase = PHASE_OFFBOARD if kind == LEG_OFFBOARD else phase
    phase = PHASE_WAYPOINT if (kind == LEG_GO) | (kind == LEG_PASS) else phase
    phase = PHASE_CIRCLE if kind == LEG_ORBIT else phase
    phase = PHASE_RETURN if (kind == LEG_RETURN) | (kind == LEG_RETRACE) else phase
    phase = PHASE_TAKEOFF if kind == LEG_TAKEOFF else phase
    return PHASE_DESCEND if kind == LEG_LAND else phase


def level_of_sticks(mode: float) -> float:
    """Which loops are closed behind the sticks."""
    level = LEVEL_VELOCITY
    level = LEVEL_PASS_THROUGH if mode == MODE_MANUAL else level
    level = LEVEL_RATE if mode == MODE_ACRO else level
    level = LEVEL_ANGLE if mode == MODE_STABILISE else level
    return LEVEL_CLIMB if mode == MODE_ALTITUDE else level


def level_of_program(kind: float, roll_type: float, pitch_type: float) -> float:
    """Which loops are closed behind a program's message."""
    if kind != OFFBOARD_AXES:
        return LEVEL_VELOCITY if kind == OFFBOARD_VELOCITY else LEVEL_GOAL
    level = LEVEL_PASS_THROUGH
    rates = (roll_type == COMMAND_RATE) | (pitch_type == COMMAND_RATE)
    angles = (roll_type == COMMAND_ANGLE) | (pitch_type == COMMAND_ANGLE)
    level = LEVEL_RATE if rates else level
    return LEVEL_ANGLE if angles else level


def level_of(
    leg: float, mode: float, offboard_kind: float, roll_type: float, pitch_type: float
) -> float:
    """Which loops are closed on such a leg."""
    if leg == LEG_PILOT:
        return level_of_sticks(mode)
    if leg == LEG_OFFBOARD:
        return level_of_program(offboard_kind, roll_type, pitch_type)
    return LEVEL_GOAL


def program_lifts(kind: float, throttle: float, down_mps: float, above_m: float) -> bool:
    """Does a program ask to leave the ground: by throttle, by climbing, by a place above?"""
    if kind == OFFBOARD_AXES:
        return throttle > LIFT_THROTTLE
    return down_mps < -LIFT_CLIMB_MPS if kind == OFFBOARD_VELOCITY else above_m > LIFT_HEIGHT_M


def lifts_off(
    leg: float,
    airframe: float,
    level: float,
    throttle: float,
    offboard_kind: float,
    offboard_down_mps: float,
    offboard_above_m: float,
) -> bool:
    """Does the leg lead off the ground? Sticks and programs must ask for it."""
    if leg == LEG_PILOT and not on_surface(airframe):
        climbs = (level == LEVEL_CLIMB) | (level == LEVEL_VELOCITY)
        return throttle > (LIFT_CLIMB_THROTTLE if climbs else LIFT_THROTTLE)
    if leg == LEG_OFFBOARD and not on_surface(airframe):
        return program_lifts(offboard_kind, throttle, offboard_down_mps, offboard_above_m)
    return leg == LEG_TAKEOFF or (leg != LEG_REST and on_surface(airframe))


def ground_phase(
    phase: float,
    phase_time_s: float,
    airframe: float,
    aligned: float,
    arms: bool,
    lifts: bool,
    leg_phase: float,
) -> float:
    """The phase after one on the ground, while armed."""
    if phase == PHASE_ALIGN:
        return PHASE_SPIN_UP if aligned > 0.0 else phase
    if phase == PHASE_LANDED:
        return PHASE_SPIN_UP if arms else phase
    spin_up_s = ROTOR_SPIN_UP_S if has_rotors(airframe) else 0.0
    return leg_phase if lifts and phase_time_s >= spin_up_s else phase


def landing_phase(
    phase: float,
    phase_time_s: float,
    rotors: bool,
    touched: float,
    settled: float,
    sinks_mps: float,
) -> float:
    """The phase after one of landing: down, felt the ground, landed."""
    # What guidance tells is of this landing once it has looked at it.
    looked = phase_time_s > FRESH_S
    if phase == PHASE_DESCEND:
        return PHASE_TOUCH_DOWN if touched > 0.0 and looked else phase
    # What felt like the ground was none.
    if sinks_mps > FALLING_MPS and rotors:
        return PHASE_DESCEND
    return PHASE_LANDED if settled > 0.0 and looked else phase


def air_phase(
    phase: float,
    phase_time_s: float,
    airframe: float,
    renewed: bool,
    paused: bool,
    leg_phase: float,
    touched: float,
    settled: float,
    sinks_mps: float,
    ground_time_s: float,
) -> float:
    """The phase after one in flight."""
    if paused:
        return PHASE_HOLD
    if renewed:
        return leg_phase
    if (phase == PHASE_DESCEND) | (phase == PHASE_TOUCH_DOWN):
        rotors = has_rotors(airframe)
        return landing_phase(phase, phase_time_s, rotors, touched, settled, sinks_mps)
    sticks = (phase == PHASE_PILOT) | (phase == PHASE_OFFBOARD)
    rests = sticks and ground_time_s > GROUND_TIME_S and not on_surface(airframe)
    return PHASE_SPIN_UP if rests else phase


def is_flight(phase: float) -> bool:
    """Do controllers drive the motors in this phase?"""
    return (phase != PHASE_ALIGN) & (phase != PHASE_SPIN_UP) & (phase != PHASE_LANDED)


def can_pause(kind: float) -> bool:
    """Is it a way that may be interrupted?"""
    return kind > LEG_OFFBOARD and kind != LEG_LAND


def lets_down(
    leg: float, offboard_kind: float, throttle: float, down_mps: float, above_m: float
) -> bool:
    """Is it asked to come down? A program that names a place or a speed has no throttle."""
    if leg == LEG_OFFBOARD and offboard_kind != OFFBOARD_AXES:
        lower = above_m < -LIFT_HEIGHT_M
        return down_mps > LET_DOWN_MPS if offboard_kind == OFFBOARD_VELOCITY else lower
    return throttle < LIFT_THROTTLE


def stands(speed_mps: float, rate_radps: float, force_mps2: float) -> bool:
    """Could it stand on the ground: still, and carried? So could one that hovers."""
    carried = abs(force_mps2 - GRAVITY_MPS2) < GROUND_SHARE_OFF * GRAVITY_MPS2
    still = speed_mps < GROUND_SPEED_MPS and rate_radps < GROUND_RATE_RADPS
    return still and carried


def length(vector: Row, j: int) -> float:
    """Length of a column of three."""
    x = vector[j]
    y = vector[W + j]
    z = vector[2 * W + j]
    return sqrt(x * x + y * y + z * z)


def step_phase(
    period_s: float,
    fw_airframe: Row,
    fw_time_s: Row,
    fw_aligned: Row,
    fw_rate_frd_radps: Row,
    fw_acceleration_frd_mps2: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_armed: Row,
    fw_mode: Row,
    fw_rc_stick: Row,
    fw_offboard: Row,
    fw_offboard_type: Row,
    fw_offboard_kind: Row,
    fw_offboard_velocity_ned_mps: Row,
    fw_offboard_position_ned_m: Row,
    fw_touched: Row,
    fw_settled: Row,
    fw_paused: Row,
    fw_was_paused: Row,
    fw_was_armed: Row,
    fw_mode_begun: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_taken: Row,
    fw_leg_time_s: Row,
    fw_ground_time_s: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_flying: Row,
    fw_takeoff_time_s: Row,
    fw_landed_time_s: Row,
    fw_control_level: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """One step from phase to phase, on the ground and in the air."""
    for j in range(W):
        airframe = fw_airframe[j]
        armed = fw_armed[j] > 0.0
        phase = fw_phase[j]
        time = fw_phase_time_s[j] + period_s
        flying = fw_flying[j] > 0.0
        if not armed:
            # What it was about to do is forgotten with the arming.
            fw_leg[j] = LEG_REST
            fw_mode_begun[j] = NO_MODE
            fw_paused[j] = 0.0
        kind = fw_leg[j]
        told = fw_offboard_kind[j]
        level = level_of(
            kind, fw_mode[j], told, fw_offboard_type[3 * W + j], fw_offboard_type[4 * W + j]
        )
        leg_phase = phase_of(kind)
        # Where a program's throttle is: upwards with rotors, forwards without.
        thrust = fw_offboard[2 * W + j] if has_rotors(airframe) else fw_offboard[j]
        throttle = thrust if kind == LEG_OFFBOARD else fw_rc_stick[STICK_THROTTLE * W + j]
        sinks = fw_offboard_velocity_ned_mps[2 * W + j]
        above = fw_position_ned_m[2 * W + j] - fw_offboard_position_ned_m[2 * W + j]
        lifts = lifts_off(kind, airframe, level, throttle, told, sinks, above)
        grounded = lets_down(kind, told, throttle, sinks, above) and stands(
            length(fw_velocity_ned_mps, j),
            length(fw_rate_frd_radps, j),
            length(fw_acceleration_frd_mps2, j),
        )
        ground_time = fw_ground_time_s[j] + period_s if grounded and flying and not lifts else 0.0

        paused = fw_paused[j] > 0.0 and can_pause(kind)
        renewed = fw_leg_count[j] != fw_leg_taken[j] or fw_was_paused[j] > 0.0
        new = phase
        if not armed:
            new = phase if phase == PHASE_ALIGN else PHASE_LANDED
        elif is_flight(phase):
            new = air_phase(
                phase,
                time,
                airframe,
                renewed,
                paused,
                leg_phase,
                fw_touched[j],
                fw_settled[j],
                fw_velocity_ned_mps[2 * W + j],
                ground_time,
            )
        else:
            arms = fw_was_armed[j] == 0.0
            new = ground_phase(
                phase, time, airframe, fw_aligned[j], arms, lifts and not paused, leg_phase
            )
        changed = new != phase
        flies = is_flight(new)

        # A pilot's landing ends when it is disarmed, one in the air is no landing.
        ends = changed and new == PHASE_LANDED and (armed or not flying)
        event = 0.0
        if flies and not flying:
            fw_takeoff_time_s[j] = fw_time_s[j]
            fw_landed_time_s[j] = -1.0
            event = EVENT_TAKEOFF
        elif ends and fw_takeoff_time_s[j] >= 0.0 and fw_landed_time_s[j] < 0.0:
            fw_landed_time_s[j] = fw_time_s[j]
            event = EVENT_LANDED
        if event > 0.0:
            post(fw_event, fw_event_count, j, event, 0.0)
        fw_phase[j] = new
        fw_phase_time_s[j] = 0.0 if changed else time
        fw_flying[j] = 1.0 if flies else 0.0
        fw_control_level[j] = level
        fw_ground_time_s[j] = ground_time
        fw_leg_time_s[j] = fw_leg_time_s[j] + period_s
        fw_was_armed[j] = fw_armed[j]
