"""The state manager: initialising, ready, armed, in error, in failsafe, calibrating.

Takes what pilot, link and mission ask about arming, decides, and tells why. Errors keep it from
arming and never disarm it.
"""

from simloop.firmware.command.arming import (
    STILL_MPS,
    STILL_S,
    first_error_against,
    may_disarm,
    refusal_of,
    refused_by_sticks,
    stands_against,
    throttle_is_at_rest,
)
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.notices import post
from simloop.firmware.command.reasons import (
    ARMED,
    ARMED_BY_FORCE,
    CALIBRATION_DONE,
    DISARMED,
    DISARMED_BY_FAILSAFE,
    DISARMED_BY_FORCE,
    DISARMED_IDLE,
    DISARMED_LANDED,
    NO_REASON,
    READY,
    REFUSED_ALIGNING,
    REFUSED_BY_ERROR,
    REFUSED_CALIBRATING,
    REFUSED_FLYING,
)
from simloop.firmware.command.timers import expired, run_on
from simloop.firmware.fields.radio import STICK_THROTTLE, SWITCH_THROTTLE
from simloop.firmware.modes import MODE_AUTO
from simloop.firmware.phases import PHASE_LANDED, PHASE_PILOT
from simloop.firmware.requests import (
    ANSWER_ACCEPTED,
    ANSWER_DENIED,
    ANSWER_TEMPORARILY_REJECTED,
    CALIBRATE_GYRO,
    REQUEST_ARM,
)
from simloop.firmware.row import Row
from simloop.firmware.states import (
    ERROR_RC_LOST,
    ERRORS,
    FAILSAFES,
    STATE_ARMED,
    STATE_CALIBRATING,
    STATE_ERROR,
    STATE_FAILSAFE,
    STATE_INIT,
    STATE_PREFLIGHT,
)

# Lanes per block; compiled copies set it.
W = 1

# A pilot who holds a gesture hears why not once in this time.
REFUSAL_EVERY_S = 1.0
# Landed means landed in this flight: the phase of the last one may stand for a pass.
LANDED_AFTER_S = 0.1


def is_armed(state: float) -> bool:
    """May the motors turn in this state?"""
    return (state == STATE_ARMED) | (state == STATE_FAILSAFE)


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
    resting = STATE_ERROR if blocked else STATE_PREFLIGHT
    if state == STATE_INIT:
        return STATE_PREFLIGHT if initialised else STATE_INIT
    if is_armed(state):
        flying = STATE_FAILSAFE if failsafe else STATE_ARMED
        return resting if disarm else flying
    if calibrating:
        return STATE_CALIBRATING
    arms = calibrated & (not blocked) if state == STATE_CALIBRATING else arm
    return STATE_ARMED if arms else resting


def disarm_reason(
    terminate: bool,
    by_force: bool,
    asked: bool,
    landed: bool,
    idle: bool,
) -> float:
    """Why it disarms, or none."""
    if terminate:
        return DISARMED_BY_FAILSAFE
    if by_force:
        return DISARMED_BY_FORCE
    if landed:
        return DISARMED_LANDED
    if idle:
        return DISARMED_IDLE
    return DISARMED if asked else NO_REASON


def is_lasting(refusal: float) -> bool:
    """Is this a reason against arming that does not go away by waiting?"""
    waits = (refusal == REFUSED_ALIGNING) | (refusal == REFUSED_CALIBRATING)
    return (refusal != NO_REASON) & (not waits)


def start_memory(taken: float, start: bool, armed: bool, stuck: bool, refusal: float) -> float:
    """What is kept of the scenario's start: 1 once it has armed, minus the reason it was told."""
    if not start:
        return 0.0
    if (taken > 0.0) | armed:
        return 1.0
    return -refusal if stuck else taken


def failsafe_in_force(fw_failsafe: Row, fw_error: Row, j: int) -> bool:
    """Is any failsafe in force, or the radio lost?"""
    count = fw_error[ERROR_RC_LOST * W + j]
    for i in range(FAILSAFES):
        count = count + fw_failsafe[i * W + j]
    return bool(count > 0.0)


def is_slow(north_mps: float, east_mps: float, down_mps: float) -> bool:
    """Does it hardly move?"""
    square = north_mps * north_mps + east_mps * east_mps + down_mps * down_mps
    return square < STILL_MPS * STILL_MPS


def post_refusals(
    fw_error: Row, check: float, force: bool, refusal: float, fw_event: Row, n: Row, j: int
) -> None:
    """Tell every error that stands against arming, or the one other reason."""
    by_error = (refusal >= REFUSED_BY_ERROR) & (refusal < REFUSED_BY_ERROR + ERRORS)
    for i in range(ERRORS):
        if by_error & stands_against(fw_error[i * W + j], check, i, force):
            post(fw_event, n, j, REFUSED_BY_ERROR + i, 0.0)
    if not by_error:
        post(fw_event, n, j, refusal, 0.0)


def manage_state(
    fw_airframe: Row,
    fw_arming_check: Row,
    fw_arming_gyro: Row,
    fw_disarm_delay_s: Row,
    fw_rc_arm_threshold: Row,
    fw_take_least_throttle: Row,
    fw_offboard_timeout_s: Row,
    fw_mission_start: Row,
    fw_item_count: Row,
    fw_velocity_ned_mps: Row,
    fw_aligned: Row,
    fw_attitude_settled: Row,
    fw_position_ok: Row,
    fw_request: Row,
    fw_request_id: Row,
    fw_pass_s: Row,
    fw_rc_ok: Row,
    fw_rc_stick: Row,
    fw_rc_switch: Row,
    fw_rc_arm_request: Row,
    fw_offboard_age_s: Row,
    fw_failsafe: Row,
    fw_terminate: Row,
    fw_error: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_flying: Row,
    fw_calibration_outcome: Row,
    fw_calibration_kind: Row,
    fw_calibration_time_s: Row,
    fw_arm_when_done: Row,
    fw_arming_reason: Row,
    fw_armed_time_s: Row,
    fw_idle_time_s: Row,
    fw_still_time_s: Row,
    fw_refusal_age_s: Row,
    fw_start_taken: Row,
    fw_state: Row,
    fw_armed: Row,
    fw_answer_id: Row,
    fw_answer: Row,
    fw_answer_reason: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Decide what is asked about arming, and go to the next state."""
    for j in range(W):
        airframe = fw_airframe[j]
        check = fw_arming_check[j]
        state = fw_state[j]
        armed = is_armed(state)
        rc_ok = fw_rc_ok[j] > 0.0

        # Who asks for what: the link, the pilot, the scenario's mission.
        asked = (fw_request_id[j] != fw_answer_id[j]) & (fw_request[j] == REQUEST_ARM)
        link_arms = asked & (fw_request[W + j] > 0.0)
        link_disarms = asked & (fw_request[W + j] <= 0.0)
        force = asked & (fw_request[2 * W + j] > 0.0)
        pilot_arms = rc_ok & (fw_rc_arm_request[j] > 0.0) & (not link_arms)
        pilot_disarms = rc_ok & (fw_rc_arm_request[j] < 0.0)
        start = (fw_mission_start[j] > 0.0) & (fw_item_count[j] > 0.0)
        starts = start & (fw_start_taken[j] <= 0.0) & (fw_position_ok[j] > 0.0)

        # May it arm? A mission that is about to start needs no sticks.
        throttle = fw_rc_stick[STICK_THROTTLE * W + j]
        at_rest = throttle_is_at_rest(airframe, throttle, fw_rc_arm_threshold[j])
        program = fw_offboard_age_s[j] < fw_offboard_timeout_s[j]
        taken = fw_rc_switch[SWITCH_THROTTLE * W + j] > 0.0
        by_sticks = refused_by_sticks(
            check,
            MODE_AUTO if starts & (not pilot_arms) else fw_mode[j],
            airframe,
            rc_ok,
            pilot_arms,
            at_rest,
            program & (fw_take_least_throttle[j] <= 0.0) & (not taken),
        )
        by_error = first_error_against(fw_error, check, force, j)
        by_sticks = NO_REASON if force else by_sticks
        settled = (fw_aligned[j] > 0.0) & (force | (fw_attitude_settled[j] > 0.0))
        refusal = refusal_of(state, settled, by_error, by_sticks)
        wants = (link_arms | pilot_arms | starts) & (not armed)
        grants = wants & (refusal == NO_REASON)
        # Calibrate first, if that is set; force does without.
        calibrates = grants & (fw_arming_gyro[j] > 0.0) & (not force)

        # May it disarm? On the ground, or by force.
        still = (
            armed
            & rc_ok
            & at_rest
            & (fw_phase[j] == PHASE_PILOT)
            & is_slow(
                fw_velocity_ned_mps[j], fw_velocity_ned_mps[W + j], fw_velocity_ned_mps[2 * W + j]
            )
        )
        still_time = run_on(fw_still_time_s[j], fw_pass_s[j], still)
        flying = fw_flying[j] > 0.0
        stands = (not flying) | (expired(still_time, STILL_S) & (not on_surface(airframe)))
        idle_time = run_on(fw_idle_time_s[j], fw_pass_s[j], armed & stands)
        idle = expired(idle_time, fw_disarm_delay_s[j]) & (fw_disarm_delay_s[j] > 0.0)
        on_ground = may_disarm(airframe, flying, still_time)
        landed = (fw_phase[j] == PHASE_LANDED) & (fw_armed_time_s[j] > LANDED_AFTER_S)
        goes = disarm_reason(
            fw_terminate[j] > 0.0,
            link_disarms & force & (not on_ground),
            (link_disarms | pilot_disarms) & on_ground,
            landed,
            idle,
        )
        goes = goes if armed else NO_REASON
        keeps = armed & (link_disarms | pilot_disarms) & (goes == NO_REASON)

        # The next state. To disarm while a calibration for arming runs is to give up arming.
        kind = fw_calibration_kind[j]
        arm_when_done = (fw_arm_when_done[j] > 0.0) & (not (link_disarms | pilot_disarms))
        if calibrates:
            kind = CALIBRATE_GYRO
            arm_when_done = True
        new_state = next_state(
            state,
            fw_aligned[j] > 0.0,
            first_error_against(fw_error, check, False, j) != NO_REASON,
            failsafe_in_force(fw_failsafe, fw_error, j),
            grants & (not calibrates),
            goes != NO_REASON,
            kind > 0.0,
            arm_when_done & (fw_calibration_outcome[j] == CALIBRATION_DONE),
        )
        now_armed = is_armed(new_state)

        # Tell it.
        refused = wants & (not grants) & (link_arms | pilot_arms)
        loud = link_arms | link_disarms | expired(fw_refusal_age_s[j], REFUSAL_EVERY_S)
        # A mission asks in every pass, and hears each reason once.
        stuck = starts & (not armed) & is_lasting(refusal)
        if (refused & loud) | (stuck & (fw_start_taken[j] != -refusal)):
            post_refusals(fw_error, check, force, refusal, fw_event, fw_event_count, j)
        note = REFUSED_FLYING if keeps & loud else goes
        note = READY if (state == STATE_ERROR) & (new_state == STATE_PREFLIGHT) else note
        if now_armed & (not armed):
            note = ARMED_BY_FORCE if force & (fw_arming_reason[j] != NO_REASON) else ARMED
        if note != NO_REASON:
            post(fw_event, fw_event_count, j, note, new_state)
        if asked:
            answer = ANSWER_TEMPORARILY_REJECTED if refused else ANSWER_ACCEPTED
            reason = refusal if refused else NO_REASON
            fw_answer[j] = ANSWER_DENIED if keeps else answer
            fw_answer_reason[j] = REFUSED_FLYING if keeps else reason
            fw_answer_id[j] = fw_request_id[j]

        told = (refused | keeps) & loud
        fw_refusal_age_s[j] = 0.0 if told else fw_refusal_age_s[j] + fw_pass_s[j]
        fw_calibration_time_s[j] = 0.0 if calibrates else fw_calibration_time_s[j]
        fw_calibration_kind[j] = kind
        fw_arm_when_done[j] = 1.0 if arm_when_done & (kind > 0.0) else 0.0
        fw_arming_reason[j] = NO_REASON if now_armed else refusal
        fw_armed_time_s[j] = run_on(fw_armed_time_s[j], fw_pass_s[j], now_armed)
        fw_idle_time_s[j] = idle_time
        fw_still_time_s[j] = still_time
        fw_start_taken[j] = start_memory(fw_start_taken[j], start, now_armed, stuck, refusal)
        fw_state[j] = new_state
        fw_armed[j] = 1.0 if now_armed else 0.0
