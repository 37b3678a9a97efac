"""The state manager: initialising, ready, armed, in error, in failsafe, calibrating.

Takes what pilot, link and mission ask about arming, decides, and tells why. Errors keep it from
arming and never disarm it.
"""

from typing import NamedTuple

from simloop.firmware.codes import (
    ERRORS,
    FAILSAFES,
    Answer,
    Calibrate,
    Error,
    Mode,
    Phase,
    RequestKind,
    State,
)
from simloop.firmware.command.answers import answer, is_asked, post
from simloop.firmware.command.arming import (
    STILL_MPS,
    STILL_S,
    first_error_against,
    refusal_of,
    refused_by_sticks,
    stands_against,
    throttle_is_at_rest,
)
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.reasons import Reason
from simloop.firmware.command.timers import expired, run_on
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Notices, Requests
from simloop.firmware.fields.craft import Craft, Hearing, Plan, Safety, Talk
from simloop.firmware.fields.navigation import Calibration

# A pilot who holds a gesture hears why not once in this time.
REFUSAL_EVERY_S = 1.0
# Landed means landed in this flight: the phase of the last one may stand for a pass.
LANDED_AFTER_S = 0.1


def is_armed(state: float) -> bool:
    """May the motors turn in this state?"""
    return state in (State.ARMED, State.FAILSAFE)


def next_state(
    state: float,
    initialised: bool,
    blocked: bool,
    failsafe: bool,
    arm: bool,
    disarm: bool,
    calibrating: bool,
    calibrated: bool,
) -> float:
    """The state that follows, or the same one; `arm` and `disarm` are requests granted.

    `calibrated` says that a calibration for arming has just ended well.
    """
    resting = State.ERROR if blocked else State.PREFLIGHT
    if state == State.INIT:
        return State.PREFLIGHT if initialised else State.INIT
    if is_armed(state):
        flying = State.FAILSAFE if failsafe else State.ARMED
        return resting if disarm else flying
    if calibrating:
        return State.CALIBRATING
    arms = calibrated and not blocked if state == State.CALIBRATING else arm
    return State.ARMED if arms else resting


def start_memory(taken: float, start: bool, armed: bool, stuck: bool, refusal: float) -> float:
    """What is kept of the scenario's start: 1 once it has armed, minus the reason it was told."""
    if not start:
        return 0.0
    if taken > 0.0 or armed:
        return 1.0
    return -refusal if stuck else taken


class Asking(NamedTuple):
    """Who asks for what: the link, the pilot, the scenario's mission."""

    is_request: bool
    by_force: bool
    link_arms: bool
    link_disarms: bool
    pilot_arms: bool
    pilot_disarms: bool

    def disarms(self) -> bool:
        """Does anyone ask to disarm?"""
        return self.link_disarms or self.pilot_disarms


def who_asks(requests: Requests, hearing: Hearing) -> Asking:
    """What link and pilot ask for in this pass; the link rules."""
    asked = is_asked(requests, RequestKind.ARM)
    link_arms = asked and requests.request.first > 0.0
    rc_ok = hearing.ok > 0.0
    return Asking(
        asked,
        asked and requests.request.second > 0.0,
        link_arms,
        asked and requests.request.first <= 0.0,
        rc_ok and hearing.arm_request > 0.0 and not link_arms,
        rc_ok and hearing.arm_request < 0.0,
    )


def watch_rest(craft: Craft, hearing: Hearing, safety: Mut[Safety]) -> None:
    """How long has it been still under sticks at rest, and how long idle?"""
    airframe = craft.airframe
    armed = is_armed(craft.state)
    at_rest = throttle_is_at_rest(airframe, hearing)
    speed = craft.velocity_ned_mps
    still = (
        armed
        and hearing.ok > 0.0
        and at_rest
        and craft.phase == Phase.PILOT
        and speed.dot(speed) < STILL_MPS * STILL_MPS
    )
    safety.still_time_s = run_on(safety.still_time_s, hearing.pass_s, still)
    rests = expired(safety.still_time_s, STILL_S) and not on_surface(airframe)
    stands = craft.flying <= 0.0 or rests
    safety.idle_time_s = run_on(safety.idle_time_s, hearing.pass_s, armed and stands)


def arming_refusal(
    craft: Craft, safety: Safety, hearing: Hearing, asking: Asking, starts: bool
) -> float:
    """Why it may not arm, or none. A mission that is about to start needs no sticks."""
    check, force = safety.arming_check, asking.by_force
    mode = Mode.AUTO if starts and not asking.pilot_arms else craft.mode
    by_sticks = refused_by_sticks(check, mode, craft.airframe, hearing, asking.pilot_arms)
    settled = craft.aligned > 0.0 and (force or craft.attitude_settled > 0.0)
    return refusal_of(
        craft.state,
        settled,
        first_error_against(craft, check, force),
        Reason.NONE if force else by_sticks,
    )


def reason_to_disarm(craft: Craft, safety: Safety, asking: Asking) -> float:
    """Why it disarms now, or none: on the ground, by force, or because nothing is left to do."""
    if not is_armed(craft.state):
        return Reason.NONE
    # Rovers and boats are always on the ground.
    stands = on_surface(craft.airframe) or expired(safety.still_time_s, STILL_S)
    on_ground = stands or craft.flying <= 0.0
    if safety.terminate > 0.0:
        return Reason.DISARMED_BY_FAILSAFE
    if asking.link_disarms and asking.by_force and not on_ground:
        return Reason.DISARMED_BY_FORCE
    if craft.phase == Phase.LANDED and safety.armed_time_s > LANDED_AFTER_S:
        return Reason.DISARMED_LANDED
    if expired(safety.idle_time_s, safety.disarm_delay_s) and safety.disarm_delay_s > 0.0:
        return Reason.DISARMED_IDLE
    return Reason.DISARMED if asking.disarms() and on_ground else Reason.NONE


def failsafe_in_force(craft: Craft) -> bool:
    """Is any failsafe in force, or the radio lost?"""
    count: float = craft.error[Error.RC_LOST]
    for i in range(FAILSAFES):
        count = count + craft.failsafe[i]
    return count > 0.0


def post_refusals(
    craft: Craft, check: float, force: bool, refusal: float, notices: Mut[Notices]
) -> None:
    """Tell every error that stands against arming, or the one other reason."""
    if refusal < Reason.REFUSED_BY_ERROR or refusal >= Reason.REFUSED_BY_ERROR + ERRORS:
        post(notices, refusal, 0.0)
        return
    for i in range(ERRORS):
        if stands_against(craft.error[i], check, i, force):
            post(notices, Reason.REFUSED_BY_ERROR + i, 0.0)


def manage_state(
    craft: Mut[Craft],
    safety: Mut[Safety],
    plan: Plan,
    hearing: Hearing,
    calibration: Mut[Calibration],
    talk: Mut[Talk],
) -> None:
    """Decide what is asked about arming, and go to the next state."""
    check = safety.arming_check
    state = craft.state
    armed = is_armed(state)
    asking = who_asks(talk, hearing)
    planned = plan.mission_start > 0.0 and plan.item_count > 0.0
    starts = planned and safety.start_taken <= 0.0 and craft.position_ok > 0.0

    refusal = arming_refusal(craft, safety, hearing, asking, starts)
    wants = (asking.link_arms or asking.pilot_arms or starts) and not armed
    grants = wants and refusal == Reason.NONE
    # Calibrate first, if that is set; force does without.
    calibrates = grants and safety.arming_gyro > 0.0 and not asking.by_force
    goes = reason_to_disarm(craft, safety, asking)
    keeps = armed and asking.disarms() and goes == Reason.NONE

    # The next state. To disarm while a calibration for arming runs is to give up arming.
    arms_then = calibrates or (safety.arm_when_done > 0.0 and not asking.disarms())
    if calibrates:
        calibration.kind = Calibrate.GYRO
        safety.calibration_time_s = 0.0
    new_state = next_state(
        state,
        craft.aligned > 0.0,
        first_error_against(craft, check, False) != Reason.NONE,
        failsafe_in_force(craft),
        grants and not calibrates,
        goes != Reason.NONE,
        calibration.kind > 0.0,
        arms_then and safety.calibration_outcome == Reason.CALIBRATION_DONE,
    )
    now_armed = is_armed(new_state)

    # Tell it. A mission asks in every pass, and hears each reason once.
    refused = wants and not grants and (asking.link_arms or asking.pilot_arms)
    by_link = asking.link_arms or asking.link_disarms
    loud = by_link or expired(safety.refusal_age_s, REFUSAL_EVERY_S)
    # Waiting helps against these alone.
    passes = refusal in (Reason.NONE, Reason.REFUSED_ALIGNING, Reason.REFUSED_CALIBRATING)
    stuck = starts and not armed and not passes
    if (refused and loud) or (stuck and safety.start_taken != -refusal):
        post_refusals(craft, check, asking.by_force, refusal, talk)
    note = Reason.REFUSED_FLYING if keeps and loud else goes
    note = Reason.READY if state == State.ERROR and new_state == State.PREFLIGHT else note
    if now_armed and not armed:
        forced = asking.by_force and safety.arming_reason != Reason.NONE
        note = Reason.ARMED_BY_FORCE if forced else Reason.ARMED
    if note != Reason.NONE:
        post(talk, note, new_state)
    if asking.is_request:
        answer_arming(talk, keeps, refused, refusal)

    told = (refused or keeps) and loud
    safety.refusal_age_s = 0.0 if told else safety.refusal_age_s + hearing.pass_s
    safety.arming_reason = Reason.NONE if now_armed else refusal
    safety.armed_time_s = run_on(safety.armed_time_s, hearing.pass_s, now_armed)
    safety.arm_when_done = arms_then and calibration.kind > 0.0
    safety.start_taken = start_memory(safety.start_taken, planned, now_armed, stuck, refusal)
    craft.state = new_state
    craft.armed = now_armed


def answer_arming(requests: Mut[Requests], keeps: bool, refused: bool, refusal: float) -> None:
    """Tell the link what became of its request."""
    if keeps:
        answer(requests, Answer.DENIED, Reason.REFUSED_FLYING)
    elif refused:
        answer(requests, Answer.TEMPORARILY_REJECTED, refusal)
    else:
        answer(requests, Answer.ACCEPTED, Reason.NONE)
