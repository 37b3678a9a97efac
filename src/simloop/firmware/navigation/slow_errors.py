"""Slow errors of GNSS and barometer: what a sensor is off by for minutes, and then forgets.

A fix is not a fresh look at the place: most of its error is that of the fix before. Errors like
that are states of the filter, Gauss-Markov processes, so that many fixes do not make it sure.
"""

from simloop.firmware.navigation.indices import BARO_ERROR, GNSS_ERROR, STATES
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def age_slow_errors(
    period_s: float,
    fw_baro_wander_m: Row,
    fw_baro_wander_time_s: Row,
    fw_gnss_wander_m: Row,
    fw_gnss_wander_time_s: Row,
    fw_ekf_baro_error_m: Row,
    fw_ekf_gnss_error_ned_m: Row,
    fw_ekf_covariance: Row,
) -> None:
    """One period: errors and what is known of them fade, and new error comes in."""
    for j in range(W):
        fw_ekf_baro_error_m[j] = kept(period_s, fw_baro_wander_time_s[j]) * fw_ekf_baro_error_m[j]
    for axis in range(3):
        for j in range(W):
            keep = kept(period_s, fw_gnss_wander_time_s[j])
            i = axis * W + j
            fw_ekf_gnss_error_ned_m[i] = keep * fw_ekf_gnss_error_ned_m[i]
    for other in range(STATES):
        row = place(BARO_ERROR, other)
        column = place(other, BARO_ERROR)
        for j in range(W):
            keep = kept(period_s, fw_baro_wander_time_s[j])
            fw_ekf_covariance[row + j] = keep * fw_ekf_covariance[row + j]
            fw_ekf_covariance[column + j] = keep * fw_ekf_covariance[column + j]
    for axis in range(3):
        for other in range(STATES):
            row = place(GNSS_ERROR + axis, other)
            column = place(other, GNSS_ERROR + axis)
            for j in range(W):
                keep = kept(period_s, fw_gnss_wander_time_s[j])
                fw_ekf_covariance[row + j] = keep * fw_ekf_covariance[row + j]
                fw_ekf_covariance[column + j] = keep * fw_ekf_covariance[column + j]
    own = place(BARO_ERROR, BARO_ERROR)
    for j in range(W):
        more = fresh(period_s, fw_baro_wander_m[j], fw_baro_wander_time_s[j])
        fw_ekf_covariance[own + j] = fw_ekf_covariance[own + j] + more
    for axis in range(3):
        own = place(GNSS_ERROR + axis, GNSS_ERROR + axis)
        size = (1 if axis == 2 else 0) * W
        for j in range(W):
            more = fresh(period_s, fw_gnss_wander_m[size + j], fw_gnss_wander_time_s[j])
            fw_ekf_covariance[own + j] = fw_ekf_covariance[own + j] + more


def kept(period_s: float, time_s: float) -> float:
    """What a period leaves of an error."""
    return time_s / (time_s + period_s)


def fresh(period_s: float, sigma: float, time_s: float) -> float:
    """Variance that a period adds, such that sigma is what it comes to in the end."""
    keep = kept(period_s, time_s)
    return sigma * sigma * (1.0 - keep * keep)
