"""Airspeed from the pressure at the nose."""

from math import sqrt

from simloop.firmware.airframes import AIRFRAME_WING
from simloop.firmware.maths import body_to_ned, is_number, larger, smaller
from simloop.firmware.navigation.indices import AIRSPEED
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

SMOOTH_TIME_S = 0.1
FRESH_S = 0.5


def take_diff_pressure(
    period_s: float,
    fw_diff_pressure_offset_pa: Row,
    fw_airspeed_least_mps: Row,
    fw_airspeed_sigma_mps: Row,
    fw_aligned: Row,
    fw_air_density_kgpm3: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_wind_ned_mps: Row,
    fw_pitot_seen: Row,
    fw_pitot_pressure_pa: Row,
    fw_pitot_speed_mps: Row,
    fw_pitot_age_s: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_variance: Row,
    diff_pressure_pa: Row,
    diff_pressure_sequence: Row,
) -> None:
    """True airspeed of a fresh sample, and how far the estimate is from it."""
    for j in range(W):
        fresh = (diff_pressure_sequence[j] != fw_pitot_seen[j]) & is_number(diff_pressure_pa[j])
        age = fw_pitot_age_s[j] + period_s
        pressure = diff_pressure_pa[j] - fw_diff_pressure_offset_pa[j]
        factor = 2.0 / fw_air_density_kgpm3[j]
        speed = sqrt(factor * larger(pressure, 0.0))
        before = fw_pitot_pressure_pa[j]
        smooth = before + (pressure - before) * smaller(age / SMOOTH_TIME_S, 1.0)
        smooth_speed = sqrt(factor * larger(smooth, 0.0))

        nose_n, nose_e, nose_d = body_to_ned(
            fw_ekf_attitude_wxyz[j],
            fw_ekf_attitude_wxyz[W + j],
            fw_ekf_attitude_wxyz[2 * W + j],
            fw_ekf_attitude_wxyz[3 * W + j],
            1.0,
            0.0,
            0.0,
        )
        expected = (
            nose_n * (fw_ekf_velocity_ned_mps[j] - fw_ekf_wind_ned_mps[j])
            + nose_e * (fw_ekf_velocity_ned_mps[W + j] - fw_ekf_wind_ned_mps[W + j])
            + nose_d * fw_ekf_velocity_ned_mps[2 * W + j]
        )
        used = fresh & (fw_aligned[j] > 0.0) & (speed > fw_airspeed_least_mps[j])
        at = AIRSPEED * W + j
        sigma = fw_airspeed_sigma_mps[j]
        fw_ekf_sum[at] = fw_ekf_sum[at] + (speed - expected) if used else fw_ekf_sum[at]
        fw_ekf_count[at] = fw_ekf_count[at] + 1.0 if used else fw_ekf_count[at]
        fw_ekf_variance[at] = sigma * sigma if used else fw_ekf_variance[at]

        fw_pitot_pressure_pa[j] = smooth if fresh else before
        fw_pitot_speed_mps[j] = smooth_speed if fresh else fw_pitot_speed_mps[j]
        fw_pitot_age_s[j] = 0.0 if fresh else age
        fw_pitot_seen[j] = diff_pressure_sequence[j]


def choose_airspeed(
    fw_airframe: Row,
    fw_airspeed_least_mps: Row,
    fw_pitot_speed_mps: Row,
    fw_pitot_age_s: Row,
    fw_velocity_ned_mps: Row,
    fw_wind_ned_mps: Row,
    fw_airspeed_mps: Row,
) -> None:
    """The sensor's airspeed where it means something, else the speed against the estimated wind.

    A tube that looks forward tells a wing its airspeed at any speed, and others when they are fast.
    """
    for j in range(W):
        n = fw_velocity_ned_mps[j] - fw_wind_ned_mps[j]
        e = fw_velocity_ned_mps[W + j] - fw_wind_ned_mps[W + j]
        d = fw_velocity_ned_mps[2 * W + j]
        speed = sqrt(n * n + e * e + d * d)
        pitot = fw_pitot_speed_mps[j]
        meant = (fw_airframe[j] == AIRFRAME_WING) | (pitot > fw_airspeed_least_mps[j])
        fw_airspeed_mps[j] = pitot if meant & (fw_pitot_age_s[j] < FRESH_S) else speed
