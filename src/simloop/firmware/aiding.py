"""What GNSS and barometer say about position, velocity and tilt, as rates of correction."""

from math import sqrt

from simloop.firmware.maths import (
    GRAVITY_MPS2,
    clamp,
    exp_small,
    log_moderate,
    sin_cos,
    wrap_pi,
)
from simloop.firmware.phases import PHASE_ALIGN
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

EQUATOR_RADIUS_M = 6378137.0
ECCENTRICITY_SQUARED = 6.69437999014e-3
SEA_LEVEL_PRESSURE_PA = 101325.0
SEA_LEVEL_TEMPERATURE_K = 288.15
LAPSE_KPM = 0.0065
LAPSE_EXPONENT = 0.19026310540355994
FIX_3D = 3.0
LONGEST_AGE_S = 0.5
AIDED_AGE_S = 1.0


def pressure_altitude(pressure_pa: float) -> float:
    """Altitude of a pressure in the standard atmosphere below 11 km, in m."""
    log_ratio = log_moderate(pressure_pa * (1.0 / SEA_LEVEL_PRESSURE_PA))
    rest = 1.0 - exp_small(LAPSE_EXPONENT * log_ratio)
    return (SEA_LEVEL_TEMPERATURE_K / LAPSE_KPM) * rest


def metres_per_radian(latitude: float, height_m: float) -> tuple[float, float]:
    """Metres north per rad of latitude and metres east per rad of longitude (WGS84)."""
    s, c = sin_cos(latitude)
    inside = 1.0 / (1.0 - ECCENTRICITY_SQUARED * s * s)
    prime = EQUATOR_RADIUS_M * sqrt(inside)
    meridian = prime * (1.0 - ECCENTRICITY_SQUARED) * inside
    return meridian + height_m, (prime + height_m) * c


def aid_position(
    period_s: float,
    fw_gnss_delay_s: Row,
    fw_gnss_position_gain_per_s: Row,
    fw_gnss_velocity_gain_per_s: Row,
    fw_gnss_tilt_gain_per_s2: Row,
    fw_baro_gains: Row,
    fw_phase: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_delayed_velocity_ned_mps: Row,
    fw_home_llh: Row,
    fw_home_fixes: Row,
    fw_home_pressure_altitude_m: Row,
    fw_home_pressures: Row,
    fw_gnss_seen: Row,
    fw_gnss_age_s: Row,
    fw_baro_seen: Row,
    fw_baro_age_s: Row,
    fw_aided: Row,
    fw_position_correction_ned_mps: Row,
    fw_velocity_correction_ned_mps2: Row,
    fw_tilt_correction_ned_radps: Row,
    fw_accel_bias_correction_mps3: Row,
    gnss_llh: Row,
    gnss_velocity_ned_mps: Row,
    gnss_fix_type: Row,
    gnss_sequence: Row,
    baro_pressure_pa: Row,
    baro_sequence: Row,
) -> None:
    """Averages home while aligning, then compares fresh samples with the estimate.

    A sample's correction is sized by the time since the one before and lasts until the next call.
    Horizontally the velocity is trusted and the position follows slowly: the position error of
    GNSS wanders over minutes, its velocity error does not. A velocity error also says that the
    estimated attitude is tilted, since a tilt turns gravity into false acceleration.
    """
    for j in range(W):
        aligning = fw_phase[j] == PHASE_ALIGN
        fix = (gnss_sequence[j] != fw_gnss_seen[j]) & (gnss_fix_type[j] >= FIX_3D)
        fresh_baro = baro_sequence[j] != fw_baro_seen[j]
        gnss_age = fw_gnss_age_s[j] + period_s
        baro_age = fw_baro_age_s[j] + period_s
        latitude = gnss_llh[j]
        longitude = gnss_llh[W + j]
        height = gnss_llh[2 * W + j]
        altitude = pressure_altitude(baro_pressure_pa[j])

        # Home is the mean of what was seen while aligning.
        home_fix = aligning & fix
        fixes = fw_home_fixes[j] + 1.0 if home_fix else fw_home_fixes[j]
        share = 1.0 / fixes if home_fix else 0.0
        home_latitude = fw_home_llh[j] + share * (latitude - fw_home_llh[j])
        home_longitude = fw_home_llh[W + j] + share * (longitude - fw_home_llh[W + j])
        home_height = fw_home_llh[2 * W + j] + share * (height - fw_home_llh[2 * W + j])
        home_pressure = aligning & fresh_baro
        pressures = fw_home_pressures[j] + 1.0 if home_pressure else fw_home_pressures[j]
        share = 1.0 / pressures if home_pressure else 0.0
        home_altitude = fw_home_pressure_altitude_m[j]
        home_altitude = home_altitude + share * (altitude - home_altitude)

        # The velocity that a sample should show is as old as the sample.
        delay = fw_gnss_delay_s[j]
        lag = period_s / (delay + period_s)
        vn = fw_velocity_ned_mps[j]
        ve = fw_velocity_ned_mps[W + j]
        vd = fw_velocity_ned_mps[2 * W + j]
        old_vn = fw_delayed_velocity_ned_mps[j]
        old_ve = fw_delayed_velocity_ned_mps[W + j]
        old_vd = fw_delayed_velocity_ned_mps[2 * W + j]
        old_vn = old_vn + lag * (vn - old_vn)
        old_ve = old_ve + lag * (ve - old_ve)
        old_vd = old_vd + lag * (vd - old_vd)

        # How far the samples are from the estimate.
        north_scale, east_scale = metres_per_radian(home_latitude, home_height)
        north = north_scale * (latitude - home_latitude)
        east = east_scale * wrap_pi(longitude - home_longitude)
        position_n = north + vn * delay - fw_position_ned_m[j]
        position_e = east + ve * delay - fw_position_ned_m[W + j]
        velocity_n = gnss_velocity_ned_mps[j] - old_vn
        velocity_e = gnss_velocity_ned_mps[W + j] - old_ve
        velocity_d = gnss_velocity_ned_mps[2 * W + j] - old_vd
        baro_d = home_altitude - altitude - fw_position_ned_m[2 * W + j]

        # The weight of a sample: seconds it stands for, over seconds its correction lasts.
        gnss_used = fix & (fw_phase[j] != PHASE_ALIGN)
        baro_used = fresh_baro & (fw_phase[j] != PHASE_ALIGN)
        weight = clamp(gnss_age, 0.0, LONGEST_AGE_S) / period_s
        gnss = weight if gnss_used else 0.0
        weight = clamp(baro_age, 0.0, LONGEST_AGE_S) / period_s
        baro = weight * baro_d if baro_used else 0.0

        # A sampled velocity error is a position error to come: it moves the position at once.
        kp = fw_gnss_position_gain_per_s[j]
        kv = fw_gnss_velocity_gain_per_s[j]
        kt = fw_gnss_tilt_gain_per_s2[j]
        tilt = gnss * kt * (1.0 / GRAVITY_MPS2)
        fw_position_correction_ned_mps[j] = gnss * (kp * position_n + velocity_n)
        fw_position_correction_ned_mps[W + j] = gnss * (kp * position_e + velocity_e)
        fw_position_correction_ned_mps[2 * W + j] = gnss * velocity_d + fw_baro_gains[j] * baro
        fw_velocity_correction_ned_mps2[j] = gnss * kv * velocity_n
        fw_velocity_correction_ned_mps2[W + j] = gnss * kv * velocity_e
        fw_velocity_correction_ned_mps2[2 * W + j] = (
            gnss * kv * velocity_d + fw_baro_gains[W + j] * baro
        )
        fw_tilt_correction_ned_radps[j] = tilt * velocity_e
        fw_tilt_correction_ned_radps[W + j] = -tilt * velocity_n
        fw_accel_bias_correction_mps3[j] = -gnss * kt * velocity_d - fw_baro_gains[2 * W + j] * baro

        fw_delayed_velocity_ned_mps[j] = old_vn
        fw_delayed_velocity_ned_mps[W + j] = old_ve
        fw_delayed_velocity_ned_mps[2 * W + j] = old_vd
        fw_home_llh[j] = home_latitude
        fw_home_llh[W + j] = home_longitude
        fw_home_llh[2 * W + j] = home_height
        fw_home_fixes[j] = fixes
        fw_home_pressure_altitude_m[j] = home_altitude
        fw_home_pressures[j] = pressures
        fw_gnss_seen[j] = gnss_sequence[j]
        fw_gnss_age_s[j] = 0.0 if fix else gnss_age
        fw_baro_seen[j] = baro_sequence[j]
        fw_baro_age_s[j] = 0.0 if fresh_baro else baro_age
        fw_aided[j] = 1.0 if (fw_phase[j] != PHASE_ALIGN) & (gnss_age < AIDED_AGE_S) else 0.0
