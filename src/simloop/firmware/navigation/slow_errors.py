"""Slow errors of GNSS and barometer: what a sensor is off by for minutes, and then forgets.

A fix is not a fresh look at the place: most of its error is that of the fix before. Errors like
that are states of the filter, Gauss-Markov processes, so that many fixes do not make it sure.
"""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.filter_parameters import BarometerErrors, GnssErrors
from simloop.firmware.navigation.filter_columns import STATES, At, Filter
from simloop.firmware.navigation.symmetric import add_variance, place


def age_slow_errors(
    period_s: float, baro: BarometerErrors, gnss: GnssErrors, ekf: Mut[Filter]
) -> None:
    """One period: errors and what is known of them fade, and new error comes in."""
    keep_baro = kept(period_s, baro.wander_time_s)
    keep_gnss = kept(period_s, gnss.wander_time_s)
    ekf.baro_error_m = keep_baro * ekf.baro_error_m
    ekf.gnss_error_ned_m = keep_gnss * ekf.gnss_error_ned_m
    fade(ekf.covariance, At.BARO_ERROR, keep_baro)
    add_variance(ekf.covariance, At.BARO_ERROR, fresh(baro.wander_m, keep_baro))
    for axis in range(3):
        fade(ekf.covariance, At.GNSS_ERROR + axis, keep_gnss)
    level, upright = gnss.wander_m
    add_variance(ekf.covariance, At.GNSS_ERROR, fresh(level, keep_gnss))
    add_variance(ekf.covariance, At.GNSS_ERROR + 1, fresh(level, keep_gnss))
    add_variance(ekf.covariance, At.GNSS_ERROR + 2, fresh(upright, keep_gnss))


def kept(period_s: float, time_s: float) -> float:
    """What a period leaves of an error."""
    return time_s / (time_s + period_s)


def fresh(sigma: float, keep: float) -> float:
    """Variance that a period adds, such that sigma is what it comes to in the end."""
    return sigma * sigma * (1.0 - keep * keep)


def fade(covariance: Row, state: int, keep: float) -> None:
    """The covariance after a state was multiplied: its row, then its column."""
    for other in range(STATES):
        covariance[place(state, other)] *= keep
        covariance[place(other, state)] *= keep
