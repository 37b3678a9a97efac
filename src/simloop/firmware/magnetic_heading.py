"""Heading correction from the magnetometer."""

from math import sqrt

from simloop.firmware.maths import body_to_ned, clamp, sin_cos
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

ALIGN_BOOST = 20.0
LONGEST_AGE_S = 0.5
LARGEST_STEP = 0.8


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


def correct_heading(
    period_s: float,
    fw_align_time_s: Row,
    fw_heading_gain_per_s: Row,
    fw_declination_rad: Row,
    fw_time_s: Row,
    fw_attitude_wxyz: Row,
    fw_mag_seen: Row,
    fw_mag_age_s: Row,
    fw_heading_correction_radps: Row,
    mag_field_frd_t: Row,
    mag_sequence: Row,
) -> None:
    """Turns a fresh sample into a yaw rate that lasts until the next call.

    The correction is sized by the time since the last sample, so its strength does not depend on
    the rate of the sensor.
    """
    for j in range(W):
        fresh = mag_sequence[j] != fw_mag_seen[j]
        age = fw_mag_age_s[j] + period_s
        north, east, _ = body_to_ned(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
            mag_field_frd_t[j],
            mag_field_frd_t[W + j],
            mag_field_frd_t[2 * W + j],
        )
        # A field of length zero means that no sample came yet.
        error = heading_error(north, east, fw_declination_rad[j])
        boost = ALIGN_BOOST if fw_time_s[j] < fw_align_time_s[j] else 1.0
        waited = age if age < LONGEST_AGE_S else LONGEST_AGE_S
        step = clamp(boost * fw_heading_gain_per_s[j] * waited, 0.0, LARGEST_STEP) * error
        fw_heading_correction_radps[j] = -step / period_s if fresh else 0.0
        fw_mag_age_s[j] = 0.0 if fresh else age
        fw_mag_seen[j] = mag_sequence[j]
