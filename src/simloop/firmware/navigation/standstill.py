"""Alignment: from a vehicle that stands still, its attitude, biases, origin and references."""

from math import sqrt

from simloop.firmware.airframes import AIRFRAME_BOAT
from simloop.firmware.maths import body_to_ned, larger, sin_cos
from simloop.firmware.navigation.barometer import REFERENCE_SAMPLES
from simloop.firmware.navigation.gnss_fix import FIX_3D, ORIGIN_FIXES
from simloop.firmware.navigation.start import START_AFLOAT, START_AT_REST
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

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


def average_rest(
    period_s: float,
    fw_align_rate_limit_radps: Row,
    fw_align_accel_limit_mps2: Row,
    fw_aligned: Row,
    fw_clean_gyro_frd_radps: Row,
    fw_clean_accel_frd_mps2: Row,
    fw_align_elapsed_s: Row,
    fw_align_gyro_frd_radps: Row,
    fw_align_accel_frd_mps2: Row,
    fw_align_smooth_gyro_frd_radps: Row,
    fw_align_smooth_accel_frd_mps2: Row,
    fw_align_moved: Row,
    fw_align_rocking_radps: Row,
) -> None:
    """Average gyro and accelerometer until aligned, and note how far they leave their mean."""
    for j in range(W):
        if fw_aligned[j] > 0.0:
            continue
        elapsed = fw_align_elapsed_s[j] + period_s
        turned = average(
            j,
            period_s,
            elapsed,
            fw_clean_gyro_frd_radps,
            fw_align_gyro_frd_radps,
            fw_align_smooth_gyro_frd_radps,
        )
        shaken = average(
            j,
            period_s,
            elapsed,
            fw_clean_accel_frd_mps2,
            fw_align_accel_frd_mps2,
            fw_align_smooth_accel_frd_mps2,
        )
        unsteady = (turned > fw_align_rate_limit_radps[j]) | (shaken > fw_align_accel_limit_mps2[j])
        fw_align_elapsed_s[j] = elapsed
        if elapsed > JUDGED_AFTER_S:
            fw_align_rocking_radps[j] = larger(fw_align_rocking_radps[j], turned)
        if unsteady and elapsed > JUDGED_AFTER_S:
            fw_align_moved[j] = 1.0


def average(
    j: int, period_s: float, elapsed_s: float, sample: Row, mean: Row, smooth: Row
) -> float:
    """Take one sample of three axes into the mean and the low pass; how far they are apart."""
    share = period_s / elapsed_s
    pull = 1.0 if elapsed_s <= period_s else period_s / SMOOTH_TIME_S
    apart = 0.0
    for axis in range(3):
        i = axis * W + j
        mean[i] = mean[i] + share * (sample[i] - mean[i])
        smooth[i] = smooth[i] + pull * (sample[i] - smooth[i])
        apart = larger(apart, abs(smooth[i] - mean[i]))
    return apart


def align_at_rest(
    fw_align_time_s: Row,
    fw_align_wait_s: Row,
    fw_align_speed_limit_mps: Row,
    fw_gravity_mps2: Row,
    fw_declination_rad: Row,
    fw_airframe: Row,
    fw_clean_mag_frd_t: Row,
    fw_mag_seen: Row,
    fw_baro_seen: Row,
    fw_align_gyro_frd_radps: Row,
    fw_align_accel_frd_mps2: Row,
    fw_align_elapsed_s: Row,
    fw_align_moved: Row,
    fw_align_rocking_radps: Row,
    fw_align_gyro_sigma_radps: Row,
    fw_align_mag_frd_t: Row,
    fw_align_mags: Row,
    fw_align_mag_seen: Row,
    fw_align_accel_bias_frd_mps2: Row,
    fw_mag_strength_t: Row,
    fw_origin_fixes: Row,
    fw_baro_references: Row,
    fw_ahrs_attitude_wxyz: Row,
    fw_ahrs_gyro_bias_frd_radps: Row,
    fw_ekf_start: Row,
    fw_aligned: Row,
    gnss_velocity_ned_mps: Row,
    gnss_fix_type: Row,
) -> None:
    """Begin anew if anything moved; once all means are good, start both filters from them."""
    for j in range(W):
        if fw_aligned[j] > 0.0:
            continue
        elapsed = fw_align_elapsed_s[j]
        ax = fw_align_accel_frd_mps2[j]
        ay = fw_align_accel_frd_mps2[W + j]
        az = fw_align_accel_frd_mps2[2 * W + j]
        force = sqrt(ax * ax + ay * ay + az * az + 1e-12)
        spin = 0.0
        for axis in range(3):
            spin = larger(spin, abs(fw_align_gyro_frd_radps[axis * W + j]))
        off = abs(force - fw_gravity_mps2[j])
        wrong = (spin > LARGEST_BIAS_RADPS) | (off > LARGEST_FORCE_ERROR_MPS2)
        sn = gnss_velocity_ned_mps[j]
        se = gnss_velocity_ned_mps[W + j]
        speed_limit = fw_align_speed_limit_mps[j]
        drifting = (gnss_fix_type[j] >= FIX_3D) & (sn * sn + se * se > speed_limit * speed_limit)
        if fw_align_moved[j] > 0.0 or drifting or (wrong and elapsed > JUDGED_AFTER_S):
            fw_align_elapsed_s[j] = 0.0
            fw_align_moved[j] = 0.0
            fw_align_rocking_radps[j] = 0.0
            fw_align_mags[j] = 0.0
            fw_origin_fixes[j] = 0.0
            fw_baro_references[j] = 0.0
            continue

        # The magnetometer's mean over the same time.
        if fw_mag_seen[j] != fw_align_mag_seen[j]:
            fw_align_mag_seen[j] = fw_mag_seen[j]
            fw_align_mags[j] = fw_align_mags[j] + 1.0
            for axis in range(3):
                i = axis * W + j
                step = (fw_clean_mag_frd_t[i] - fw_align_mag_frd_t[i]) / fw_align_mags[j]
                fw_align_mag_frd_t[i] = fw_align_mag_frd_t[i] + step

        compass = (fw_align_mags[j] >= MAG_SAMPLES) | (fw_mag_seen[j] == 0.0)
        pressed = (fw_baro_references[j] >= REFERENCE_SAMPLES) | (fw_baro_seen[j] == 0.0)
        located = (fw_origin_fixes[j] >= ORIGIN_FIXES) | (elapsed >= fw_align_wait_s[j])
        if elapsed < fw_align_time_s[j] or not (compass and pressed and located):
            continue
        mx = fw_align_mag_frd_t[j]
        my = fw_align_mag_frd_t[W + j]
        mz = fw_align_mag_frd_t[2 * W + j]
        # What floats is never quite at rest: its attitude of now is the filter's, not the mean's.
        afloat = fw_airframe[j] == AIRFRAME_BOAT
        if not afloat:
            w, x, y, z = attitude_at_rest(ax, ay, az, mx, my, mz, fw_declination_rad[j])
            fw_ahrs_attitude_wxyz[j] = w
            fw_ahrs_attitude_wxyz[W + j] = x
            fw_ahrs_attitude_wxyz[2 * W + j] = y
            fw_ahrs_attitude_wxyz[3 * W + j] = z
        excess = 1.0 - fw_gravity_mps2[j] / force
        share, sigma = bias_by_mean(fw_align_rocking_radps[j])
        fw_align_gyro_sigma_radps[j] = sigma
        for axis in range(3):
            i = axis * W + j
            fw_ahrs_gyro_bias_frd_radps[i] = share * fw_align_gyro_frd_radps[i]
            fw_align_accel_bias_frd_mps2[i] = excess * fw_align_accel_frd_mps2[i]
        fw_mag_strength_t[j] = sqrt(mx * mx + my * my + mz * mz)
        fw_ekf_start[j] = START_AFLOAT if afloat else START_AT_REST
        fw_aligned[j] = 1.0


def bias_by_mean(rocking_radps: float) -> tuple[float, float]:
    """The share of a mean rate that is bias, and how sure that is: a body that rocks tells less."""
    rocked = ROCKING_SHARE * rocking_radps
    mean = RATE_SIGMA_RADPS * RATE_SIGMA_RADPS + rocked * rocked
    usual = USUAL_BIAS_RADPS * USUAL_BIAS_RADPS
    share = usual / (usual + mean)
    return share, sqrt(share * mean)


def attitude_at_rest(
    ax: float, ay: float, az: float, mx: float, my: float, mz: float, declination: float
) -> tuple[float, float, float, float]:
    """The attitude in which specific force points up and the field lies at the declination.

    First the shortest turn that levels the body, then a turn about down; without a field there is
    no second turn.
    """
    force = sqrt(ax * ax + ay * ay + az * az + 1e-12)
    ux = ax / force
    uy = ay / force
    uz = az / force
    upright = uz < 0.999999
    length = sqrt(larger(2.0 - 2.0 * uz, 1e-12))
    lw = 0.5 * length if upright else 0.0
    lx = -uy / length if upright else 1.0
    ly = ux / length if upright else 0.0
    north, east, _ = body_to_ned(lw, lx, ly, 0.0, mx, my, mz)
    level = sqrt(north * north + east * east)
    known = level > 1e-7
    scale = 1.0 / (level if known else 1.0)
    s, c = sin_cos(declination)
    cosine = scale * (c * north + s * east) if known else 1.0
    sine = scale * (s * north - c * east) if known else 0.0
    hw = sqrt(larger(0.5 + 0.5 * cosine, 0.0))
    hz = sqrt(larger(0.5 - 0.5 * cosine, 0.0))
    hz = -hz if sine < 0.0 else hz
    return (hw * lw, hw * lx - hz * ly, hw * ly + hz * lx, hz * lw)
