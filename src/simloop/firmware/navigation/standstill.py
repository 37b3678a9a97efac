"""Alignment: from a vehicle that stands still, its attitude, biases, origin and references."""

from math import sqrt

from simloop.firmware.codes import Airframe
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import BarometerWatch, Compass, Inertial, Rest
from simloop.firmware.fields.samples import Gnss
from simloop.firmware.maths import larger, sin_cos
from simloop.firmware.navigation.filter_columns import Filter
from simloop.firmware.navigation.gnss_fix import FIX_3D, ORIGIN_FIXES
from simloop.firmware.navigation.pressures import REFERENCE_SAMPLES
from simloop.firmware.navigation.start import START_AFLOAT, START_AT_REST
from simloop.firmware.vector import Quaternion, Vec3

# Motion is judged behind a low pass, once there is something to compare with.
SMOOTH_TIME_S = 0.1
JUDGED_AFTER_S = 0.3
# Beyond this it turns, or is no vehicle at rest, whatever the spread.
LARGEST_BIAS_RADPS = 0.5
LARGEST_FORCE_ERROR_MPS2 = 2.0
MAG_SAMPLES = 5.0
# What a mean rate may be off by when nothing moves, and its share of how far a body rocked: gusts
# and waves turn it there and back, but not by as much while the mean is taken.
RATE_SIGMA_RADPS = 0.0005
ROCKING_SHARE = 0.3
# Biases of gyros that nobody has calibrated since they were switched on.
USUAL_BIAS_RADPS = 0.015


def average_rest(period_s: float, alignment: Mut[Rest], craft: Craft, inertial: Inertial) -> None:
    """Average gyro and accelerometer until aligned, and note how far they leave their mean."""
    if craft.aligned > 0.0:
        return
    elapsed = alignment.elapsed_s + period_s
    share = period_s / elapsed
    pull = 1.0 if elapsed <= period_s else period_s / SMOOTH_TIME_S
    gyro, accel = inertial.gyro_frd_radps, inertial.accel_frd_mps2
    alignment.elapsed_s = elapsed
    alignment.gyro_frd_radps = towards(alignment.gyro_frd_radps, gyro, share)
    alignment.accel_frd_mps2 = towards(alignment.accel_frd_mps2, accel, share)
    alignment.smooth_gyro_frd_radps = towards(alignment.smooth_gyro_frd_radps, gyro, pull)
    alignment.smooth_accel_frd_mps2 = towards(alignment.smooth_accel_frd_mps2, accel, pull)
    if elapsed > JUDGED_AFTER_S:
        turned = largest(alignment.smooth_gyro_frd_radps - alignment.gyro_frd_radps)
        shaken = largest(alignment.smooth_accel_frd_mps2 - alignment.accel_frd_mps2)
        alignment.rocking_radps = larger(alignment.rocking_radps, turned)
        if (turned > alignment.rate_limit_radps) | (shaken > alignment.accel_limit_mps2):
            alignment.moved = 1.0


def towards(value: Vec3, sample: Vec3, share: float) -> Vec3:
    """So much of the way to a sample."""
    return value + share * (sample - value)


def largest(v: Vec3) -> float:
    """The largest of three numbers, whatever their sign."""
    return larger(larger(larger(0.0, abs(v.x)), abs(v.y)), abs(v.z))


def align_at_rest(
    alignment: Mut[Rest],
    inertial: Mut[Inertial],
    compass: Mut[Compass],
    craft: Mut[Craft],
    baro: Mut[BarometerWatch],
    ekf: Mut[Filter],
    gnss: Gnss,
) -> None:
    """Begin anew if anything moved; once all means are good, start both filters from them."""
    if craft.aligned > 0.0:
        return
    if (alignment.moved > 0.0) | drifts(alignment, gnss) | is_wrong(inertial, alignment):
        alignment.elapsed_s = 0.0
        alignment.moved = 0.0
        alignment.rocking_radps = 0.0
        alignment.mags = 0.0
        alignment.origin_fixes = 0.0
        baro.references = 0.0
        return
    average_field(compass, alignment)
    located = alignment.origin_fixes >= ORIGIN_FIXES
    if (
        (alignment.elapsed_s < alignment.time_s)
        | ((alignment.mags < MAG_SAMPLES) & (compass.seen != 0.0))
        | ((baro.references < REFERENCE_SAMPLES) & (baro.seen != 0.0))
        | ((alignment.elapsed_s < alignment.wait_s) & (not located))
    ):
        return
    # What floats is never quite at rest: its attitude of now is the filter's, not the mean's.
    afloat = craft.airframe == Airframe.BOAT
    force, field = alignment.accel_frd_mps2, alignment.mag_frd_t
    if not afloat:
        inertial.attitude_wxyz = attitude_at_rest(force, field, compass.declination_rad)
    share, sigma = bias_by_mean(alignment.rocking_radps)
    excess = 1.0 - inertial.gravity_mps2 / length_of(force)
    alignment.gyro_sigma_radps = sigma
    alignment.accel_bias_frd_mps2 = excess * force
    inertial.gyro_bias_frd_radps = share * alignment.gyro_frd_radps
    compass.strength_t = field.norm()
    ekf.start = START_AFLOAT if afloat else START_AT_REST
    craft.aligned = 1.0


def drifts(alignment: Rest, gnss: Gnss) -> bool:
    """Does GNSS see it move?"""
    north, east, _ = gnss.velocity_ned_mps
    limit = alignment.speed_limit_mps
    return (gnss.fix_type >= FIX_3D) & (north * north + east * east > limit * limit)


def is_wrong(inertial: Inertial, alignment: Rest) -> bool:
    """Do the means say that it turns, or feels more than gravity?"""
    off = abs(length_of(alignment.accel_frd_mps2) - inertial.gravity_mps2)
    spins = largest(alignment.gyro_frd_radps) > LARGEST_BIAS_RADPS
    return (alignment.elapsed_s > JUDGED_AFTER_S) & (spins | (off > LARGEST_FORCE_ERROR_MPS2))


def average_field(compass: Compass, alignment: Mut[Rest]) -> None:
    """The magnetometer's mean over the same time."""
    if compass.seen != alignment.mag_seen:
        alignment.mag_seen = compass.seen
        alignment.mags += 1.0
        off = compass.clean_frd_t - alignment.mag_frd_t
        mags = alignment.mags
        alignment.mag_frd_t = alignment.mag_frd_t + Vec3(off.x / mags, off.y / mags, off.z / mags)


def length_of(force: Vec3) -> float:
    """The length of a specific force, never zero."""
    return sqrt(force.dot(force) + 1e-12)


def bias_by_mean(rocking_radps: float) -> tuple[float, float]:
    """The share of a mean rate that is bias, and how sure that is: a body that rocks tells less."""
    rocked = ROCKING_SHARE * rocking_radps
    mean = RATE_SIGMA_RADPS * RATE_SIGMA_RADPS + rocked * rocked
    usual = USUAL_BIAS_RADPS * USUAL_BIAS_RADPS
    share = usual / (usual + mean)
    return share, sqrt(share * mean)


def attitude_at_rest(force: Vec3, field: Vec3, declination: float) -> Quaternion:
    """The attitude in which specific force points up and the field lies at the declination.

    First the shortest turn that levels the body, then a turn about down; without a field there is
    no second turn.
    """
    levelling = shortest_turn_level(force)
    north, east, _ = levelling.to_ned(field)
    level = sqrt(north * north + east * east)
    known = level > 1e-7
    scale = 1.0 / (level if known else 1.0)
    s, c = sin_cos(declination)
    cosine = scale * (c * north + s * east) if known else 1.0
    sine = scale * (s * north - c * east) if known else 0.0
    w = sqrt(larger(0.5 + 0.5 * cosine, 0.0))
    z = sqrt(larger(0.5 - 0.5 * cosine, 0.0))
    z = -z if sine < 0.0 else z
    return Quaternion(
        w * levelling.w,
        w * levelling.x - z * levelling.y,
        w * levelling.y + z * levelling.x,
        z * levelling.w,
    )


def shortest_turn_level(force: Vec3) -> Quaternion:
    """The turn after which a specific force points up."""
    size = length_of(force)
    x, y, z = force.x / size, force.y / size, force.z / size
    upright = z < 0.999999
    length = sqrt(larger(2.0 - 2.0 * z, 1e-12))
    return Quaternion(
        0.5 * length if upright else 0.0,
        -y / length if upright else 1.0,
        x / length if upright else 0.0,
        0.0,
    )
