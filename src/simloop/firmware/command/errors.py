"""Which errors are in force: found anew in every pass, armed or not."""

from simloop.firmware.airframes import AIRFRAME_MULTIROTOR, AIRFRAME_VTOL
from simloop.firmware.command.arming import is_checked, never_left_out
from simloop.firmware.command.failsafe_actions import action_is_valid
from simloop.firmware.command.failsafes import battery_is_below
from simloop.firmware.command.mode_entry import needs_position
from simloop.firmware.command.notices import post
from simloop.firmware.command.reasons import ERROR_RAISED
from simloop.firmware.command.timers import expired
from simloop.firmware.fields.safety import BATTERY_CRITICAL, BATTERY_TO_ARM
from simloop.firmware.maths import larger, sin_cos
from simloop.firmware.row import Row
from simloop.firmware.states import (
    ERROR_BATTERY,
    ERROR_BUFFER_OVERRUN,
    ERROR_FENCE,
    ERROR_IMU_NOT_RESPONDING,
    ERROR_INVALID_FAILSAFE,
    ERROR_INVALID_MIXER,
    ERROR_NO_POSITION,
    ERROR_NOT_LEVEL,
    ERROR_RC_LOST,
    ERROR_TIME_GOING_BACKWARDS,
    ERROR_UNCALIBRATED_IMU,
    ERROR_UNHEALTHY_ESTIMATOR,
    ERRORS,
    FAILSAFES,
    STATE_INIT,
)

# Lanes per block; compiled copies set it.
W = 1

IMU_QUIET_S = 0.1
OVERRUN_SHOWN_S = 1.0


def failsafe_is_valid(airframe: float, throttle: float, fw_failsafe_action: Row, j: int) -> bool:
    """Can failsafes do what they are set to? Rotors need a throttle to come down on."""
    has_rotors = (airframe == AIRFRAME_MULTIROTOR) | (airframe == AIRFRAME_VTOL)
    valid = ((throttle >= 0.0) & (throttle <= 1.0)) | (not has_rotors)
    for i in range(FAILSAFES):
        valid = valid & action_is_valid(fw_failsafe_action[i * W + j])
    return valid


def is_level(x: float, y: float, most_tilt_rad: float) -> bool:
    """Is the tilt within the limit? x and y are of the attitude wxyz."""
    _, least = sin_cos(most_tilt_rad)
    return 1.0 - 2.0 * (x * x + y * y) >= least


def note(fw_error: Row, fw_error_raised: Row, j: int, place: int, wrong: bool) -> float:
    """Set one error of lane j; returns 1 if it has just come up."""
    raised = 1.0 if wrong & (fw_error[place * W + j] <= 0.0) else 0.0
    fw_error_raised[place * W + j] = raised
    fw_error[place * W + j] = 1.0 if wrong else 0.0
    return raised


def tell(
    fw_error_raised: Row, check: float, armed: bool, fw_event: Row, fw_event_count: Row, j: int
) -> None:
    """Tell what is new; in flight the failsafes speak, and from here only what has none."""
    for i in range(ERRORS):
        told = never_left_out(i) | (is_checked(check, i) & (not armed))
        if (fw_error_raised[i * W + j] > 0.0) & told:
            post(fw_event, fw_event_count, j, ERROR_RAISED + i, float(i))


def find_errors(
    period_s: float,
    fw_airframe: Row,
    fw_arming_check: Row,
    fw_arming_tilt_rad: Row,
    fw_rc_required: Row,
    fw_failsafe_action: Row,
    fw_failsafe_throttle: Row,
    fw_battery_least_v: Row,
    fw_battery_least_left: Row,
    fw_mixer_valid: Row,
    fw_imu_calibrated: Row,
    fw_link_overruns: Row,
    imu_sequence: Row,
    fw_attitude_wxyz: Row,
    fw_aligned: Row,
    fw_attitude_ok: Row,
    fw_contradicted: Row,
    fw_position_ok: Row,
    fw_battery_voltage_v: Row,
    fw_battery_left: Row,
    fw_pass_s: Row,
    fw_clock_back: Row,
    fw_rc_ok: Row,
    fw_rc_seen: Row,
    fw_fence_breach: Row,
    fw_state: Row,
    fw_armed: Row,
    fw_mode: Row,
    fw_imu_quiet_s: Row,
    fw_imu_counted: Row,
    fw_overrun_age_s: Row,
    fw_overrun_counted: Row,
    fw_error: Row,
    fw_error_raised: Row,
    fw_errors_raised: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Look at everything that can be wrong; tell the pilot what has come up."""
    for j in range(W):
        airframe = fw_airframe[j]
        armed = fw_armed[j] > 0.0
        # Board time may stand still with the IMU, so its silence is counted in passes.
        imu_heard = imu_sequence[j] != fw_imu_counted[j]
        imu_quiet = 0.0 if imu_heard else fw_imu_quiet_s[j] + period_s
        overrun = fw_link_overruns[j] != fw_overrun_counted[j]
        overrun_age = 0.0 if overrun else fw_overrun_age_s[j] + fw_pass_s[j]

        expected = (fw_rc_seen[j] > 0.0) | (fw_rc_required[j] > 0.0)
        settings = failsafe_is_valid(airframe, fw_failsafe_throttle[j], fw_failsafe_action, j)
        battery = battery_is_below(
            fw_battery_voltage_v[j],
            fw_battery_left[j],
            larger(
                fw_battery_least_v[BATTERY_TO_ARM * W + j],
                fw_battery_least_v[BATTERY_CRITICAL * W + j],
            ),
            larger(
                fw_battery_least_left[BATTERY_TO_ARM * W + j],
                fw_battery_least_left[BATTERY_CRITICAL * W + j],
            ),
        )
        # In the air it may tilt as it likes.
        level = armed | is_level(
            fw_attitude_wxyz[W + j], fw_attitude_wxyz[2 * W + j], fw_arming_tilt_rad[j]
        )
        aligned = fw_aligned[j] > 0.0
        unhealthy = (fw_attitude_ok[j] <= 0.0) | (fw_contradicted[j] > 0.0)
        raised = note(fw_error, fw_error_raised, j, ERROR_INVALID_MIXER, fw_mixer_valid[j] <= 0.0)
        raised += note(
            fw_error,
            fw_error_raised,
            j,
            ERROR_IMU_NOT_RESPONDING,
            expired(imu_quiet, IMU_QUIET_S),
        )
        raised += note(fw_error, fw_error_raised, j, ERROR_RC_LOST, expected & (fw_rc_ok[j] <= 0.0))
        raised += note(fw_error, fw_error_raised, j, ERROR_UNHEALTHY_ESTIMATOR, aligned & unhealthy)
        raised += note(
            fw_error, fw_error_raised, j, ERROR_TIME_GOING_BACKWARDS, fw_clock_back[j] > 0.0
        )
        raised += note(
            fw_error, fw_error_raised, j, ERROR_UNCALIBRATED_IMU, fw_imu_calibrated[j] <= 0.0
        )
        raised += note(
            fw_error,
            fw_error_raised,
            j,
            ERROR_BUFFER_OVERRUN,
            not expired(overrun_age, OVERRUN_SHOWN_S),
        )
        raised += note(fw_error, fw_error_raised, j, ERROR_INVALID_FAILSAFE, not settings)
        raised += note(
            fw_error,
            fw_error_raised,
            j,
            ERROR_NO_POSITION,
            needs_position(fw_mode[j], airframe) & (fw_position_ok[j] <= 0.0),
        )
        raised += note(fw_error, fw_error_raised, j, ERROR_BATTERY, battery)
        raised += note(fw_error, fw_error_raised, j, ERROR_FENCE, fw_fence_breach[j] > 0.0)
        raised += note(fw_error, fw_error_raised, j, ERROR_NOT_LEVEL, not level)
        fw_errors_raised[j] = raised

        fw_imu_quiet_s[j] = imu_quiet
        fw_imu_counted[j] = imu_sequence[j]
        fw_overrun_age_s[j] = overrun_age
        fw_overrun_counted[j] = fw_link_overruns[j]
    # Seldom is there anything to tell: lanes part only here.
    for j in range(W):
        if (fw_errors_raised[j] > 0.0) & (fw_state[j] != STATE_INIT):
            tell(
                fw_error_raised, fw_arming_check[j], fw_armed[j] > 0.0, fw_event, fw_event_count, j
            )
