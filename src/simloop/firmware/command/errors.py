"""Which errors are in force, found anew in every pass, armed or not; and a disturbed compass."""

from simloop.firmware.codes import ERRORS, FAILSAFES, Airframe, Error, State
from simloop.firmware.command.answers import post
from simloop.firmware.command.arming import is_checked, never_left_out
from simloop.firmware.command.failsafes import action_is_valid, battery_is_below, radio_is_lost
from simloop.firmware.command.mode_entry import needs_position
from simloop.firmware.command.reasons import Reason
from simloop.firmware.command.timers import expired
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Notices
from simloop.firmware.fields.craft import Craft, Hearing, Safety
from simloop.firmware.fields.safety import CompassWatch
from simloop.firmware.fields.samples import Imu
from simloop.firmware.maths import larger, sin_cos
from simloop.firmware.vector import Quaternion

IMU_QUIET_S = 0.1
OVERRUN_SHOWN_S = 1.0
MICROTESLA = 1e6


def watch_sources(period_s: float, imu: Imu, safety: Mut[Safety], hearing: Hearing) -> None:
    """How long has the IMU been silent, and how long ago did a receive buffer run over?"""
    # Board time may stand still with the IMU, so its silence is counted in passes.
    heard = imu.sequence != safety.imu_counted
    safety.imu_quiet_s = 0.0 if heard else safety.imu_quiet_s + period_s
    safety.imu_counted = imu.sequence
    overrun = safety.link_overruns != safety.overrun_counted
    safety.overrun_age_s = 0.0 if overrun else safety.overrun_age_s + hearing.pass_s
    safety.overrun_counted = safety.link_overruns


def find_errors(craft: Mut[Craft], safety: Safety, hearing: Hearing, notices: Mut[Notices]) -> None:
    """Look at everything that can be wrong; tell the pilot what has come up."""
    airframe = craft.airframe
    unhealthy = craft.attitude_ok <= 0.0 or craft.contradicted > 0.0
    blind = needs_position(craft.mode, airframe) and craft.position_ok <= 0.0
    # In the air it may tilt as it likes.
    tilted = craft.armed <= 0.0 and not is_level(craft.attitude_wxyz, safety.arming_tilt_rad)
    wrong = (
        bit_of(Error.INVALID_MIXER, safety.mixer_valid <= 0.0)
        | bit_of(Error.IMU_NOT_RESPONDING, expired(safety.imu_quiet_s, IMU_QUIET_S))
        | bit_of(Error.RC_LOST, radio_is_lost(hearing))
        | bit_of(Error.UNHEALTHY_ESTIMATOR, craft.aligned > 0.0 and unhealthy)
        | bit_of(Error.TIME_GOING_BACKWARDS, hearing.clock_back > 0.0)
        | bit_of(Error.UNCALIBRATED_IMU, safety.imu_calibrated <= 0.0)
        | bit_of(Error.BUFFER_OVERRUN, not expired(safety.overrun_age_s, OVERRUN_SHOWN_S))
        | bit_of(Error.INVALID_FAILSAFE, not failsafe_is_valid(airframe, safety))
        | bit_of(Error.NO_POSITION, blind)
        | bit_of(Error.BATTERY, battery_is_too_low(safety, craft))
        | bit_of(Error.FENCE, safety.breach > 0.0)
        | bit_of(Error.NOT_LEVEL, tilted)
    )
    for place in range(ERRORS):
        is_wrong = (wrong >> place) & 1 == 1
        is_new = is_wrong and craft.error[place] <= 0.0
        craft.error[place] = is_wrong
        if is_new and is_told(place, safety.arming_check, craft):
            post(notices, Reason.ERROR_RAISED + place, float(place))


def bit_of(place: int, is_so: bool) -> int:
    """The bit of an error that is in force."""
    return 1 << place if is_so else 0


def is_told(place: int, check: float, craft: Craft) -> bool:
    """Does the pilot hear of it? In flight the failsafes speak, and here only what has none."""
    told = never_left_out(place) or (is_checked(check, place) and craft.armed <= 0.0)
    return told and craft.state != State.INIT


def failsafe_is_valid(airframe: float, safety: Safety) -> bool:
    """Can failsafes do what they are set to? Rotors need a throttle to come down on."""
    throttle = safety.failsafe_throttle
    has_rotors = airframe in (Airframe.MULTIROTOR, Airframe.VTOL)
    valid = (throttle >= 0.0 and throttle <= 1.0) or not has_rotors
    for i in range(FAILSAFES):
        valid = valid and action_is_valid(safety.failsafe_action[i])
    return valid


def battery_is_too_low(safety: Safety, craft: Craft) -> bool:
    """Is it too low to arm, or already critical?"""
    least_v, least_left = safety.battery_least_v, safety.battery_least_left
    return battery_is_below(
        craft,
        larger(least_v.to_arm, least_v.critical),
        larger(least_left.to_arm, least_left.critical),
    )


def is_level(attitude: Quaternion, most_tilt_rad: float) -> bool:
    """Is the tilt within the limit?"""
    _, least = sin_cos(most_tilt_rad)
    return attitude.tilt_cosine() >= least


def watch_compass(craft: Craft, watch: Mut[CompassWatch], notices: Mut[Notices]) -> None:
    """Post a change; the number with it is what the field has too much of, in microtesla."""
    if craft.mag_disturbed == watch.told:
        return
    code = Reason.COMPASS_DISTURBED if craft.mag_disturbed > 0.0 else Reason.COMPASS_BACK
    post(notices, code, (MICROTESLA * craft.mag_smooth_frd_t).norm())
    watch.told = craft.mag_disturbed
