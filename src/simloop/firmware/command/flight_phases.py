"""The phase that a leg and the ground lead to."""

from typing import NamedTuple

from simloop.firmware.codes import Axis, Level, Mode, Offboard, Phase
from simloop.firmware.command.answers import post
from simloop.firmware.command.legs import ROTOR_SPIN_UP_S, LegKind, has_rotors, on_surface
from simloop.firmware.command.reasons import Event
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Notices, Requests
from simloop.firmware.fields.craft import Craft, Hearing, Plan, Talk
from simloop.firmware.fields.mission import Legs
from simloop.firmware.maths import GRAVITY_MPS2

NO_MODE = -1.0
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


class Asked(NamedTuple):
    """What sticks or a program ask of the height."""

    throttle: float
    down_mps: float
    above_m: float


def step_phase(
    period_s: float,
    craft: Mut[Craft],
    talk: Mut[Talk],
    hearing: Hearing,
    plan: Mut[Plan],
    legs: Mut[Legs],
) -> None:
    """One step from phase to phase, on the ground and in the air."""
    airframe = craft.airframe
    armed = craft.armed > 0.0
    flying = craft.flying > 0.0
    if not armed:
        # What it was about to do is forgotten with the arming.
        legs.now = legs.now.of_kind(LegKind.REST)
        plan.mode_begun = NO_MODE
        plan.paused = 0.0
    leg = legs.now.kind
    craft.phase_time_s += period_s
    craft.control_level = level_of(leg, craft.mode, talk)
    asked = asked_of(leg, craft, talk, hearing)
    lifts = lifts_off(leg, airframe, craft.control_level, talk.offboard_kind, asked)
    grounded = lets_down(leg, talk.offboard_kind, asked) and stands(craft)
    rests = grounded and flying and not lifts
    legs.ground_time_s = legs.ground_time_s + period_s if rests else 0.0

    phase = craft.phase
    new = phase
    paused = plan.paused > 0.0 and can_pause(leg)
    if not armed:
        new = phase if phase == Phase.ALIGN else Phase.LANDED
    elif is_flight(phase):
        new = air_phase(craft, paused, legs)
    else:
        arms = plan.was_armed == 0.0
        new = ground_phase(craft, arms, lifts and (not paused), leg)
    # A pilot's landing ends when it is disarmed, one in the air is no landing.
    ends = new != phase and new == Phase.LANDED and (armed or not flying)
    note_times(is_flight(new), ends, craft, talk)
    craft.phase = new
    craft.phase_time_s = 0.0 if new != phase else craft.phase_time_s
    craft.flying = is_flight(new)
    legs.time_s += period_s
    plan.was_armed = craft.armed


def note_times(flies: bool, ends: bool, craft: Mut[Craft], notices: Mut[Notices]) -> None:
    """Note when a flight begins and when it ends, and tell it."""
    if flies and craft.flying <= 0.0:
        craft.takeoff_time_s = craft.time_s
        craft.landed_time_s = -1.0
        post(notices, Event.TAKEOFF, 0.0)
    elif ends and craft.takeoff_time_s >= 0.0 and craft.landed_time_s < 0.0:
        craft.landed_time_s = craft.time_s
        post(notices, Event.LANDED, 0.0)


def phase_of(kind: float) -> float:
    """What the vehicle does on such a leg."""
    phase = Phase.HOLD
    phase = Phase.PILOT if kind == LegKind.PILOT else phase
    phase = Phase.OFFBOARD if kind == LegKind.OFFBOARD else phase
    phase = Phase.WAYPOINT if kind in (LegKind.GO, LegKind.PASS) else phase
    phase = Phase.CIRCLE if kind == LegKind.ORBIT else phase
    phase = Phase.RETURN if kind in (LegKind.RETURN, LegKind.RETRACE) else phase
    phase = Phase.TAKEOFF if kind == LegKind.TAKEOFF else phase
    return Phase.DESCEND if kind == LegKind.LAND else phase


def level_of_sticks(mode: float) -> float:
    """Which loops are closed behind the sticks."""
    level = Level.VELOCITY
    level = Level.PASS_THROUGH if mode == Mode.MANUAL else level
    level = Level.RATE if mode == Mode.ACRO else level
    level = Level.ANGLE if mode == Mode.STABILISE else level
    return Level.CLIMB if mode == Mode.ALTITUDE else level


def level_of(leg: float, mode: float, requests: Requests) -> float:
    """Which loops are closed on such a leg."""
    if leg == LegKind.PILOT:
        return level_of_sticks(mode)
    if leg == LegKind.OFFBOARD:
        types = requests.offboard_type
        return level_of_program(requests.offboard_kind, types[3], types[4])
    return Level.GOAL


def level_of_program(kind: float, roll_type: float, pitch_type: float) -> float:
    """Which loops are closed behind a program's message."""
    if kind != Offboard.AXES:
        return Level.VELOCITY if kind == Offboard.VELOCITY else Level.GOAL
    if Axis.ANGLE in (roll_type, pitch_type):
        return Level.ANGLE
    rates = Axis.RATE in (roll_type, pitch_type)
    return Level.RATE if rates else Level.PASS_THROUGH


def asked_of(leg: float, craft: Craft, requests: Requests, hearing: Hearing) -> Asked:
    """What is asked on this leg; a program's throttle is upwards with rotors, else forwards."""
    thrust = requests.offboard[2] if has_rotors(craft.airframe) else requests.offboard[0]
    return Asked(
        thrust if leg == LegKind.OFFBOARD else hearing.stick.throttle,
        requests.offboard_velocity_ned_mps.z,
        craft.position_ned_m.z - requests.offboard_position_ned_m.z,
    )


def lifts_off(leg: float, airframe: float, level: float, program: float, asked: Asked) -> bool:
    """Does the leg lead off the ground? Sticks and programs must ask for it."""
    if leg == LegKind.PILOT and not on_surface(airframe):
        climbs = level in (Level.CLIMB, Level.VELOCITY)
        return asked.throttle > (LIFT_CLIMB_THROTTLE if climbs else LIFT_THROTTLE)
    if leg == LegKind.OFFBOARD and not on_surface(airframe):
        return program_lifts(program, asked)
    return leg == LegKind.TAKEOFF or (leg != LegKind.REST and on_surface(airframe))


def program_lifts(program: float, asked: Asked) -> bool:
    """Does a program ask to leave the ground: by throttle, by climbing, by a place above?"""
    if program == Offboard.AXES:
        return asked.throttle > LIFT_THROTTLE
    if program == Offboard.VELOCITY:
        return asked.down_mps < -LIFT_CLIMB_MPS
    return asked.above_m > LIFT_HEIGHT_M


def lets_down(leg: float, program: float, asked: Asked) -> bool:
    """Is it asked to come down? A program that names a place or a speed has no throttle."""
    if leg == LegKind.OFFBOARD and program == Offboard.VELOCITY:
        return asked.down_mps > LET_DOWN_MPS
    if leg == LegKind.OFFBOARD and program != Offboard.AXES:
        return asked.above_m < -LIFT_HEIGHT_M
    return asked.throttle < LIFT_THROTTLE


def stands(craft: Craft) -> bool:
    """Could it stand on the ground: still, and carried? So could one that hovers."""
    force = craft.acceleration_frd_mps2.norm()
    carried = abs(force - GRAVITY_MPS2) < GROUND_SHARE_OFF * GRAVITY_MPS2
    slow = craft.velocity_ned_mps.norm() < GROUND_SPEED_MPS
    return slow and craft.rate_frd_radps.norm() < GROUND_RATE_RADPS and carried


def can_pause(kind: float) -> bool:
    """Is it a way that may be interrupted?"""
    return kind > LegKind.OFFBOARD and kind != LegKind.LAND


def is_flight(phase: float) -> bool:
    """Do controllers drive the motors in this phase?"""
    return phase not in (Phase.ALIGN, Phase.SPIN_UP, Phase.LANDED)


def ground_phase(craft: Craft, arms: bool, lifts: bool, leg: float) -> float:
    """The phase after one on the ground, while armed."""
    phase = craft.phase
    if phase == Phase.ALIGN:
        return Phase.SPIN_UP if craft.aligned > 0.0 else phase
    if phase == Phase.LANDED:
        return Phase.SPIN_UP if arms else phase
    spin_up_s = ROTOR_SPIN_UP_S if has_rotors(craft.airframe) else 0.0
    return phase_of(leg) if lifts and craft.phase_time_s >= spin_up_s else phase


def air_phase(craft: Craft, paused: bool, legs: Legs) -> float:
    """The phase after one in flight."""
    phase = craft.phase
    if paused:
        return Phase.HOLD
    if legs.count != legs.taken or legs.was_paused > 0.0:
        return phase_of(legs.now.kind)
    if phase in (Phase.DESCEND, Phase.TOUCH_DOWN):
        return landing_phase(craft)
    sticks = phase in (Phase.PILOT, Phase.OFFBOARD)
    rests = sticks and legs.ground_time_s > GROUND_TIME_S and not on_surface(craft.airframe)
    return Phase.SPIN_UP if rests else phase


def landing_phase(craft: Craft) -> float:
    """The phase after one of landing: down, felt the ground, landed."""
    phase = craft.phase
    # What guidance tells is of this landing once it has looked at it.
    looked = craft.phase_time_s > FRESH_S
    if phase == Phase.DESCEND:
        return Phase.TOUCH_DOWN if craft.touched > 0.0 and looked else phase
    # What felt like the ground was none.
    if craft.velocity_ned_mps.z > FALLING_MPS and has_rotors(craft.airframe):
        return Phase.DESCEND
    return Phase.LANDED if craft.settled > 0.0 and looked else phase
