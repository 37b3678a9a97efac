"""Heading from the magnetometer, for both filters."""

from math import sqrt

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import Compass, Inertial
from simloop.firmware.maths import atan2, clamp, sin_cos, smaller, wrap_pi
from simloop.firmware.navigation.field_watch import MOST_LEARNT
from simloop.firmware.navigation.filter_columns import At, Filter, Measure
from simloop.firmware.navigation.measuring import add_measurement
from simloop.firmware.navigation.symmetric import variance_of
from simloop.firmware.vector import Vec2, Vec3

ALIGN_BOOST = 20.0
LONGEST_AGE_S = 0.5
LARGEST_STEP = 0.8
# Near a pole, or beside a magnet, there is no north to find.
LEAST_LEVEL_FIELD_T = 4e-6
STRENGTH_MARGIN = 0.35
# A field that had to be learnt anew tells the heading roughly.
ROUGH_SIGMA_RAD = 0.1


def take_field(
    period_s: float, compass: Mut[Compass], inertial: Mut[Inertial], craft: Craft, ekf: Mut[Filter]
) -> None:
    """Free a fresh sample of iron, and see how far both headings are from it.

    The attitude filter gets a yaw rate that lasts until the next call, sized by the time since the
    last sample, so that its strength does not depend on the rate of the sensor.
    """
    compass.age_s += period_s
    inertial.heading_correction_radps = 0.0
    if compass.sequence == compass.seen:
        return
    compass.seen = compass.sequence
    sample = compass.soft_iron @ (compass.field_frd_t - compass.offset_frd_t)
    field = sample - compass.iron_frd_t
    compass.clean_frd_t = field
    level = inertial.attitude_wxyz.to_ned(field)
    if not (shows_north(level) & is_of_place(field.norm(), compass)):
        return
    aligned = craft.aligned > 0.0
    gain = inertial.heading_gain_per_s if aligned else ALIGN_BOOST * inertial.heading_gain_per_s
    share = clamp(gain * smaller(compass.age_s, LONGEST_AGE_S), 0.0, LARGEST_STEP)
    step = share * heading_error(level.x, level.y, compass.declination_rad)
    inertial.heading_correction_radps = -step / period_s
    compass.age_s = 0.0
    level = ekf.attitude_wxyz.to_ned(field)
    if aligned & shows_north(level):
        slope = tilt_slope(compass.field_ned_t)
        sigma = compass.sigma_rad
        if (craft.mag_disturbed > 0.0) & (sigma < ROUGH_SIGMA_RAD):
            sigma = ROUGH_SIGMA_RAD
        innovation = wrap_pi(compass.declination_rad - atan2(level.y, level.x))
        add_measurement(ekf, Measure.HEADING, innovation, sigma * sigma + bend(slope, ekf))
        ekf.tilt_slope = slope


def shows_north(field_ned_t: Vec3) -> bool:
    """Is enough of the field level?"""
    north, east, _ = field_ned_t
    return north * north + east * east > LEAST_LEVEL_FIELD_T * LEAST_LEVEL_FIELD_T


def is_of_place(strength_t: float, compass: Compass) -> bool:
    """Is the field as strong as at alignment, and none that was refused?"""
    usual = compass.strength_t
    sound = (usual <= 0.0) | (abs(strength_t - usual) <= STRENGTH_MARGIN * usual)
    return sound & (compass.refused_s <= 0.0) & (compass.learnt <= MOST_LEARNT)


def heading_error(north: float, east: float, declination: float) -> float:
    """How far the estimated heading is too large, in rad and at most 1, from the field seen in NED.

    The sine of the error near zero, and full scale beyond a quarter turn, so that the one wrong
    equilibrium at half a turn pushes away instead of holding.
    """
    n2 = north * north + east * east
    scale = 1.0 / sqrt(n2) if n2 > 1e-16 else 0.0
    s, c = sin_cos(declination)
    sine = scale * (c * east - s * north)
    cosine = scale * (c * north + s * east)
    full = -1.0 if sine < 0.0 else 1.0
    return sine if cosine >= 0.0 else full


def tilt_slope(field_ned_t: Vec3) -> Vec2:
    """How the heading turns with the tilt: where the field dips, a tilt looks like a turn.

    By the field of the place: one that turned with the estimate would seem to show the tilt.
    """
    north, east, down = field_ned_t
    flat = north * north + east * east
    dip = -down / (flat if flat > 0.0 else 1.0)
    return Vec2(dip * north, dip * east)


def bend(slope: Vec2, ekf: Filter) -> float:
    """Variance beyond the slope's: a large tilt error is not in proportion any more."""
    tilt = variance_of(ekf.covariance, At.ATTITUDE) + variance_of(ekf.covariance, At.ATTITUDE + 1)
    return (slope.x * slope.x + slope.y * slope.y) * tilt * tilt
