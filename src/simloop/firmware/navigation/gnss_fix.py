"""Satellite fixes: the origin of the local frame, and how far the estimate is from a fix."""

from simloop.firmware.codes import Airframe
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import Fixes, Inertial, Rest
from simloop.firmware.fields.samples import Gnss
from simloop.firmware.maths import is_number, larger, smaller, wrap_pi
from simloop.firmware.navigation.filter_columns import At, Filter, History, Measure
from simloop.firmware.navigation.geodesy import metres_per_radian
from simloop.firmware.navigation.history import recalled
from simloop.firmware.navigation.measuring import add_vector
from simloop.firmware.navigation.symmetric import variance_of
from simloop.firmware.vector import ZERO, Geodetic, Vec2, Vec3

FIX_3D = 3.0
# A fix with a larger horizontal sigma is none.
WORST_ACCURACY_M = 20.0
# Most of the error that a receiver tells of is slow; this share of it changes from fix to fix.
WHITE_SHARE = 0.2
# White noise of a receiver that tells no accuracy: horizontal, vertical, speed.
UNTOLD_LEVEL_M = 0.5
UNTOLD_UPRIGHT_M = 0.8
UNTOLD_SPEED_MPS = 0.1
# Fixes wait for the next update: half of its period.
UPDATE_LAG_S = 0.05
# How well the time of a fix is known: what speeds up has another velocity a moment later.
TIMING_S = 0.01
# Fixes that make an origin; one further off their mean begins anew.
ORIGIN_FIXES = 5.0
ORIGIN_SPREAD_M = 10.0


def take_fix(
    inertial: Inertial,
    gnss: Mut[Fixes],
    craft: Mut[Craft],
    ekf: Mut[Filter],
    history: History,
    alignment: Mut[Rest],
) -> None:
    """Compare a fresh fix with the state of its own time; while aligning, average the origin."""
    if gnss.sequence == gnss.seen:
        return
    gnss.seen = gnss.sequence
    if not is_usable(gnss):
        return
    fix, origin = gnss.llh, craft.origin_llh
    middle = 0.5 * (fix.latitude_rad + origin.latitude_rad)
    begun = alignment.origin_fixes > 0.0
    north_m, east_m = metres_per_radian(middle if begun else fix.latitude_rad, fix.height_m)
    level = Vec2(
        north_m * (fix.latitude_rad - origin.latitude_rad),
        east_m * wrap_pi(fix.longitude_rad - origin.longitude_rad),
    )
    if craft.aligned <= 0.0:
        afloat = craft.airframe == Airframe.BOAT
        average_origin(fix, level, afloat, craft, alignment)
        return
    since_s = craft.time_s - history.time_s
    velocity = recalled(history.velocity_ned_mps, ekf.velocity_ned_mps, since_s, gnss.delay_s)
    position = recalled(history.position_ned_m, ekf.position_ned_m, since_s, gnss.delay_s)
    variance = motion_variance(inertial.gravity_mps2, gnss, ekf)
    add_vector(ekf, Measure.GNSS_VELOCITY, gnss.velocity_ned_mps - velocity, variance)
    # Where a fix is expected: the place of then, and the receiver's slow error.
    expected = position + ekf.gnss_error_ned_m
    off = Vec3(level.x, level.y, origin.height_m - fix.height_m) - expected
    if alignment.origin_fixes < ORIGIN_FIXES:
        # A late origin is where it must have been, and this fix agrees with it by definition.
        craft.origin_llh = Geodetic(
            fix.latitude_rad - expected.x / north_m,
            fix.longitude_rad - expected.y / east_m,
            fix.height_m + expected.z,
        )
        alignment.origin_fixes = ORIGIN_FIXES
        off = ZERO
    add_vector(ekf, Measure.GNSS_POSITION, off, place_variance(gnss))


def is_usable(gnss: Gnss) -> bool:
    """Is it a fix, good enough, and all of it a number?"""
    where, motion = gnss.llh, gnss.velocity_ned_mps
    total = where.latitude_rad + where.longitude_rad + where.height_m
    return (
        (gnss.fix_type >= FIX_3D)
        & (gnss.accuracy.horizontal_m < WORST_ACCURACY_M)
        & is_number(total + motion.x + motion.y + motion.z)
    )


def average_origin(
    fix: Geodetic, level: Vec2, afloat: bool, craft: Mut[Craft], alignment: Mut[Rest]
) -> None:
    """Aligning, the origin is the mean of the fixes."""
    far = larger(abs(level.x), abs(level.y)) > ORIGIN_SPREAD_M
    fixes = 1.0 if far else alignment.origin_fixes + 1.0
    # What floats has left the place of its first fixes by the time that it is aligned.
    share = 1.0 / (smaller(fixes, ORIGIN_FIXES) if afloat else fixes)
    origin = craft.origin_llh
    craft.origin_llh = Geodetic(
        origin.latitude_rad + share * (fix.latitude_rad - origin.latitude_rad),
        origin.longitude_rad + share * wrap_pi(fix.longitude_rad - origin.longitude_rad),
        origin.height_m + share * (fix.height_m - origin.height_m),
    )
    alignment.origin_fixes = fixes


def motion_variance(gravity: float, gnss: Fixes, ekf: Filter) -> Vec3:
    """How much the velocity of a fix may be off."""
    speed = white_noise(gnss.accuracy.speed_mps, UNTOLD_SPEED_MPS)
    speed = larger(speed, gnss.least_accuracy.speed_mps)
    # Since the fix, a wrong tilt has made gravity drive the velocity away.
    north = variance_of(ekf.covariance, At.ATTITUDE)
    east = variance_of(ekf.covariance, At.ATTITUDE + 1)
    driven = gravity * (gnss.delay_s + UPDATE_LAG_S)
    force = ekf.force_ned_mps2
    speeding = Vec3(force.x, force.y, force.z + gravity)
    timing = TIMING_S * TIMING_S * speeding.dot(speeding)
    variance = speed * speed + driven * driven * larger(north, east) + timing
    return Vec3(variance, variance, variance)


def place_variance(gnss: Fixes) -> Vec3:
    """How much the place of a fix may be off beside the slow error."""
    level = white_noise(WHITE_SHARE * gnss.accuracy.horizontal_m, UNTOLD_LEVEL_M)
    level = larger(level, gnss.least_accuracy.horizontal_m)
    upright = white_noise(WHITE_SHARE * gnss.accuracy.vertical_m, UNTOLD_UPRIGHT_M)
    upright = larger(upright, gnss.least_accuracy.vertical_m)
    return Vec3(level * level, level * level, upright * upright)


def white_noise(told: float, untold: float) -> float:
    """What a receiver tells of its noise, or what one has that tells nothing."""
    return told if told > 0.0 else untold
