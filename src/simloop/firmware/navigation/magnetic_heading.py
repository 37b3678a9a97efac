"""Heading from the magnetometer, for both filters."""

from math import sqrt

from simloop.firmware.maths import atan2, body_to_ned, clamp, sin_cos, wrap_pi
from simloop.firmware.navigation.field_watch import MOST_LEARNT
from simloop.firmware.navigation.indices import ATTITUDE, HEADING
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

ALIGN_BOOST = 20.0
LONGEST_AGE_S = 0.5
LARGEST_STEP = 0.8
# Near a pole, or beside a magnet, there is no north to find.
LEAST_LEVEL_FIELD_T = 4e-6
STRENGTH_MARGIN = 0.35
# A field that had to be learnt anew tells the heading roughly.
ROUGH_SIGMA_RAD = 0.1


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


def take_field(
    period_s: float,
    fw_declination_rad: Row,
    fw_ahrs_heading_gain_per_s: Row,
    fw_heading_sigma_rad: Row,
    fw_mag_offset_frd_t: Row,
    fw_mag_soft_iron: Row,
    fw_aligned: Row,
    fw_mag_field_ned_t: Row,
    fw_mag_iron_frd_t: Row,
    fw_mag_disturbed: Row,
    fw_mag_refused_s: Row,
    fw_mag_learnt: Row,
    fw_ahrs_attitude_wxyz: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_covariance: Row,
    fw_mag_strength_t: Row,
    fw_clean_mag_frd_t: Row,
    fw_mag_seen: Row,
    fw_mag_age_s: Row,
    fw_ahrs_heading_correction_radps: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_variance: Row,
    fw_ekf_tilt_slope: Row,
    mag_field_frd_t: Row,
    mag_sequence: Row,
) -> None:
    """Free a fresh sample of iron, and see how far both headings are from it.

    The attitude filter gets a yaw rate that lasts until the next call, sized by the time since the
    last sample, so that its strength does not depend on the rate of the sensor. The error-state
    filter is told how the tilt takes part: where the field dips, a tilt looks like a turn.
    """
    tilt_n = place(ATTITUDE, ATTITUDE)
    tilt_e = place(ATTITUDE + 1, ATTITUDE + 1)
    for j in range(W):
        fresh = mag_sequence[j] != fw_mag_seen[j]
        aligned = fw_aligned[j] > 0.0
        age = fw_mag_age_s[j] + period_s
        x = mag_field_frd_t[j] - fw_mag_offset_frd_t[j]
        y = mag_field_frd_t[W + j] - fw_mag_offset_frd_t[W + j]
        z = mag_field_frd_t[2 * W + j] - fw_mag_offset_frd_t[2 * W + j]
        mx = fw_mag_soft_iron[j] * x + fw_mag_soft_iron[W + j] * y + fw_mag_soft_iron[2 * W + j] * z
        my = (
            fw_mag_soft_iron[3 * W + j] * x
            + fw_mag_soft_iron[4 * W + j] * y
            + fw_mag_soft_iron[5 * W + j] * z
        )
        mz = (
            fw_mag_soft_iron[6 * W + j] * x
            + fw_mag_soft_iron[7 * W + j] * y
            + fw_mag_soft_iron[8 * W + j] * z
        )
        mx = mx - fw_mag_iron_frd_t[j]
        my = my - fw_mag_iron_frd_t[W + j]
        mz = mz - fw_mag_iron_frd_t[2 * W + j]
        strength = sqrt(mx * mx + my * my + mz * mz)
        usual = fw_mag_strength_t[j]
        sound = (usual <= 0.0) | (abs(strength - usual) <= STRENGTH_MARGIN * usual)
        sound = sound & (fw_mag_refused_s[j] <= 0.0) & (fw_mag_learnt[j] <= MOST_LEARNT)

        north, east, _ = body_to_ned(
            fw_ahrs_attitude_wxyz[j],
            fw_ahrs_attitude_wxyz[W + j],
            fw_ahrs_attitude_wxyz[2 * W + j],
            fw_ahrs_attitude_wxyz[3 * W + j],
            mx,
            my,
            mz,
        )
        level = north * north + east * east > LEAST_LEVEL_FIELD_T * LEAST_LEVEL_FIELD_T
        good = fresh & level & sound
        error = heading_error(north, east, fw_declination_rad[j])
        boost = 1.0 if aligned else ALIGN_BOOST
        waited = age if age < LONGEST_AGE_S else LONGEST_AGE_S
        step = clamp(boost * fw_ahrs_heading_gain_per_s[j] * waited, 0.0, LARGEST_STEP) * error
        fw_ahrs_heading_correction_radps[j] = -step / period_s if good else 0.0

        north, east, _ = body_to_ned(
            fw_ekf_attitude_wxyz[j],
            fw_ekf_attitude_wxyz[W + j],
            fw_ekf_attitude_wxyz[2 * W + j],
            fw_ekf_attitude_wxyz[3 * W + j],
            mx,
            my,
            mz,
        )
        level = north * north + east * east > LEAST_LEVEL_FIELD_T * LEAST_LEVEL_FIELD_T
        used = good & level & aligned
        # By the field of the place: one that turned with the estimate would seem to show the tilt.
        fn = fw_mag_field_ned_t[j]
        fe = fw_mag_field_ned_t[W + j]
        flat = fn * fn + fe * fe
        dip = -fw_mag_field_ned_t[2 * W + j] / (flat if flat > 0.0 else 1.0)
        slope_n = dip * fn
        slope_e = dip * fe
        # A large tilt error is not in proportion any more.
        tilt = fw_ekf_covariance[tilt_n + j] + fw_ekf_covariance[tilt_e + j]
        bent = (slope_n * slope_n + slope_e * slope_e) * tilt * tilt
        innovation = wrap_pi(fw_declination_rad[j] - atan2(east, north))
        at = HEADING * W + j
        rough = fw_mag_disturbed[j] > 0.0
        sigma = fw_heading_sigma_rad[j]
        sigma = ROUGH_SIGMA_RAD if rough & (sigma < ROUGH_SIGMA_RAD) else sigma
        fw_ekf_sum[at] = fw_ekf_sum[at] + innovation if used else fw_ekf_sum[at]
        fw_ekf_count[at] = fw_ekf_count[at] + 1.0 if used else fw_ekf_count[at]
        fw_ekf_variance[at] = sigma * sigma + bent if used else fw_ekf_variance[at]
        fw_ekf_tilt_slope[j] = slope_n if used else fw_ekf_tilt_slope[j]
        fw_ekf_tilt_slope[W + j] = slope_e if used else fw_ekf_tilt_slope[W + j]

        fw_clean_mag_frd_t[j] = mx if fresh else fw_clean_mag_frd_t[j]
        fw_clean_mag_frd_t[W + j] = my if fresh else fw_clean_mag_frd_t[W + j]
        fw_clean_mag_frd_t[2 * W + j] = mz if fresh else fw_clean_mag_frd_t[2 * W + j]
        fw_mag_age_s[j] = 0.0 if good else age
        fw_mag_seen[j] = mag_sequence[j]
