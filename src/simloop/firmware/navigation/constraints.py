"""What is known without a sensor: a vehicle left alone stands still, a wing flies nose first."""

from math import sqrt

from simloop.firmware.codes import Airframe
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.filter_parameters import AirErrors
from simloop.firmware.fields.navigation import Compass, Fixes, GnssWatch, Inertial, PitotWatch
from simloop.firmware.fields.samples import Gnss
from simloop.firmware.maths import atan2, larger, wrap_pi
from simloop.firmware.navigation.filter_columns import At, Filter, Measure
from simloop.firmware.navigation.gnss_fix import FIX_3D
from simloop.firmware.navigation.measuring import RIGHT, set_measurement, through_air
from simloop.firmware.navigation.symmetric import variance_of
from simloop.firmware.vector import Vec2

STILL_RATE_RADPS = 0.06
STILL_FORCE_MPS2 = 1.0
STILL_SPEED_MPS = 0.5
STILL_TIME_S = 0.5
STILL_SIGMA_MPS = 0.03
# Without velocity from anywhere for this long, gravity must hold the attitude level, roughly.
UNAIDED_AFTER_S = 2.0
LEVEL_SIGMA_RAD = 0.2
# Not oftener, for a vehicle that speeds up does so for a second or so: measurements of that would
# not be independent, and the filter would take its own manoeuvres for drift of its position.
LEVEL_EVERY_S = 1.0
# Much later the velocity is lost, and only kept from running away.
LOST_AFTER_S = 60.0
LOST_SIGMA_MPS = 10.0
# Without a magnetometer a wing's course stands for its heading until that is roughly known; wind
# makes the two differ, so no longer than that.
NO_MAG_AFTER_S = 2.0
COURSE_SPEED_MPS = 5.0
COURSE_SIGMA_RAD = 0.3
KNOWN_HEADING_RAD = 0.2


def watch_rest(
    period_s: float, inertial: Inertial, craft: Craft, ekf: Mut[Filter], gnss: Gnss
) -> None:
    """Still: disarmed, nothing turns or shakes, and GNSS sees no speed. Boats drift."""
    rate = inertial.gyro_frd_radps - ekf.gyro_bias_frd_radps
    shake = abs(inertial.accel_frd_mps2.norm() - inertial.gravity_mps2)
    quiet = (
        (craft.aligned > 0.0)
        & (craft.airframe != Airframe.BOAT)
        & (craft.armed <= 0.0)
        & (rate.dot(rate) < STILL_RATE_RADPS * STILL_RATE_RADPS)
        & (shake < STILL_FORCE_MPS2)
        & ((ground_speed(gnss) < STILL_SPEED_MPS) | (gnss.fix_type < FIX_3D))
    )
    ekf.still_s = ekf.still_s + period_s if quiet else 0.0


def hold_at_rest(
    period_s: float,
    inertial: Inertial,
    craft: Craft,
    gnss: GnssWatch,
    pitot: PitotWatch,
    ekf: Mut[Filter],
) -> None:
    """No velocity at rest; and gravity alone for who long had no velocity from anywhere."""
    aligned = craft.aligned > 0.0
    still = ekf.still_s >= STILL_TIME_S
    unaided_s = gnss.velocity_age_s
    no_air = (not is_winged(craft)) | (pitot.age_s > UNAIDED_AFTER_S)
    lost = (unaided_s > LOST_AFTER_S) & no_air & (ekf.still_s < STILL_TIME_S)
    held = aligned & (still | lost)
    sigma = LOST_SIGMA_MPS if lost else STILL_SIGMA_MPS
    velocity = -ekf.velocity_ned_mps
    set_measurement(ekf, Measure.STILL, velocity.x, sigma * sigma, held)
    set_measurement(ekf, Measure.STILL + 1, velocity.y, sigma * sigma, held)
    set_measurement(ekf, Measure.STILL + 2, velocity.z, sigma * sigma, held)

    due = int(unaided_s / LEVEL_EVERY_S) != int((unaided_s - period_s) / LEVEL_EVERY_S)
    unaided = (unaided_s > UNAIDED_AFTER_S) & no_air & (ekf.still_s < STILL_TIME_S)
    level = aligned & unaided & due
    slope = 1.0 / inertial.gravity_mps2
    sigma = LEVEL_SIGMA_RAD
    set_measurement(ekf, Measure.LEVEL, -slope * ekf.force_ned_mps2.y, sigma * sigma, level)
    set_measurement(ekf, Measure.LEVEL + 1, slope * ekf.force_ned_mps2.x, sigma * sigma, level)


def fly_nose_first(
    errors: AirErrors, craft: Craft, compass: Compass, gnss: Fixes, ekf: Mut[Filter]
) -> None:
    """A wing without a compass heads where it goes, and none slips sideways through the air."""
    winged = (craft.aligned > 0.0) & is_winged(craft)
    steered = (
        winged
        & (gnss.fix_type >= FIX_3D)
        & (gnss.velocity_age_s < UNAIDED_AFTER_S)
        & (compass.age_s > NO_MAG_AFTER_S)
        & (ground_speed(gnss) > COURSE_SPEED_MPS)
        & (variance_of(ekf.covariance, At.ATTITUDE + 2) > KNOWN_HEADING_RAD * KNOWN_HEADING_RAD)
    )
    if steered:
        course = atan2(gnss.velocity_ned_mps.y, gnss.velocity_ned_mps.x)
        off = wrap_pi(course - ekf.attitude_wxyz.heading())
        set_measurement(ekf, Measure.HEADING, off, COURSE_SIGMA_RAD * COURSE_SIGMA_RAD, True)
        ekf.tilt_slope = Vec2(0.0, 0.0)
    flow = through_air(ekf.velocity_ned_mps, ekf.wind_ned_mps)
    slip = ekf.attitude_wxyz.to_ned(RIGHT).dot(flow)
    sigma = errors.sideslip_sigma_mps
    fast = larger(ground_speed(gnss), craft.airspeed_mps) > errors.airspeed_least_mps
    slipping = winged & fast & (sigma > 0.0) & (ekf.still_s < STILL_TIME_S)
    set_measurement(ekf, Measure.SIDESLIP, -slip, sigma * sigma, slipping)


def is_winged(craft: Craft) -> bool:
    """Does it have wings that want to be flown nose first?"""
    return (craft.airframe == Airframe.WING) | (craft.airframe == Airframe.VTOL)


def ground_speed(gnss: Gnss) -> float:
    """Level speed of a fix."""
    north, east, _ = gnss.velocity_ned_mps
    return sqrt(north * north + east * east)
