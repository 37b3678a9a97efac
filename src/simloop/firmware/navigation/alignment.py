"""Columns that make the filters start at a known state at once: air start, state set by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simloop.firmware.component import Row
from simloop.firmware.navigation.filter_columns import (
    COVARIANCE,
    GROUPS,
    HISTORY_SLOTS,
    MEASUREMENTS,
    STATES,
    At,
)

Columns = dict[str, tuple[float, ...] | float]
Numbers = Sequence[float] | Row

# One sigma of each group of states when a state is told: first state, sigma.
TOLD_SIGMA = (
    (At.ATTITUDE, 0.01),
    (At.VELOCITY, 0.1),
    (At.POSITION, 0.5),
    (At.GYRO_BIAS, 0.002),
    (At.ACCEL_BIAS, 0.1),
    (At.WIND, 3.0),
    (At.BARO_ERROR, 0.5),
    (At.GNSS_ERROR, 1.0),
)
# The same after a flight up to here: the filter would have settled.
FLOWN_SIGMA = (
    (At.ATTITUDE, 0.01),
    (At.VELOCITY, 0.05),
    (At.POSITION, 0.1),
    (At.GYRO_BIAS, 0.001),
    (At.ACCEL_BIAS, 0.05),
    (At.WIND, 1.0),
    (At.BARO_ERROR, 0.1),
    (At.GNSS_ERROR, 0.1),
)
ZERO = (0.0, 0.0, 0.0)
Sigmas = Sequence[tuple[int, float]]
SENSORS = {"gnss": "gnss", "mag": "mag", "baro": "baro", "diff_pressure": "pitot", "sonar": "sonar"}
LONG_AGO_S = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldState:
    """What a filter is told of its vehicle and the air around it."""

    attitude_wxyz: Numbers
    rate_frd_radps: Numbers
    position_ned_m: Numbers
    velocity_ned_mps: Numbers
    wind_ned_mps: Numbers = (0.0, 0.0)


def aligned_columns(
    told: ToldState,
    *,
    time_s: float = 0.0,
    gyro_bias_frd_radps: Numbers = ZERO,
    accel_bias_frd_mps2: Numbers = ZERO,
    origin_llh: Numbers | None = None,
    gravity_mps2: float = 9.80665,
    sequences: Mapping[str, float] | None = None,
    sigmas: Sigmas = TOLD_SIGMA,
) -> Columns:
    """All columns of a filter that is aligned and knows this state.

    Positions are from `origin_llh`. Without one the next fix is taken to agree with the position
    and so tells the origin, as the next pressure tells the barometer's reference. `sequences` are
    the samples that lie there already, by sensor: they belong to the past and are not used.
    """
    rate = _plain(told.rate_frd_radps)
    bias = _plain(gyro_bias_frd_radps)
    gyro = tuple(r + b for r, b in zip(rate, bias, strict=True))
    columns: Columns = {
        **_state(told),
        "fw_rate_frd_radps": rate,
        "fw_clean_gyro_frd_radps": gyro,
        "fw_mid_gyro_frd_radps": gyro,
        "fw_ekf_gyro_bias_frd_radps": bias,
        "fw_ahrs_gyro_bias_frd_radps": bias,
        "fw_ekf_accel_bias_frd_mps2": _plain(accel_bias_frd_mps2),
        "fw_ekf_force_ned_mps2": (0.0, 0.0, -gravity_mps2),
        "fw_history_time_s": time_s,
        "fw_ekf_covariance": told_covariance(sigmas),
        **_flags(),
    }
    if origin_llh is not None:
        columns["fw_origin_llh"] = _plain(origin_llh)
        columns["fw_origin_fixes"] = 5.0
    for sensor, count in (sequences or {}).items():
        columns[f"fw_{SENSORS[sensor]}_seen"] = count
    return columns


def told_covariance(sigmas: Sigmas = TOLD_SIGMA) -> tuple[float, ...]:
    """The covariance of a state that was told: sure of itself, without correlations."""
    numbers = [0.0] * COVARIANCE
    for first, sigma in sigmas:
        for state in range(first, STATES):
            numbers[state * STATES + state] = sigma * sigma
    return tuple(numbers)


def _state(told: ToldState) -> Columns:
    """The same state in both filters, their history and the public estimate."""
    attitude, position = _plain(told.attitude_wxyz), _plain(told.position_ned_m)
    velocity, wind = _plain(told.velocity_ned_mps), _plain(told.wind_ned_mps)
    return {
        "fw_attitude_wxyz": attitude,
        "fw_ahrs_attitude_wxyz": attitude,
        "fw_ekf_attitude_wxyz": attitude,
        "fw_position_ned_m": position,
        "fw_ekf_position_ned_m": position,
        "fw_history_position_ned_m": position * HISTORY_SLOTS,
        "fw_ahrs_down_m": position[2],
        "fw_velocity_ned_mps": velocity,
        "fw_ekf_velocity_ned_mps": velocity,
        "fw_history_velocity_ned_mps": velocity * HISTORY_SLOTS,
        "fw_ahrs_climb_down_mps": velocity[2],
        "fw_wind_ned_mps": wind,
        "fw_ekf_wind_ned_mps": wind,
    }


def _flags() -> Columns:
    """Healthy and aligned, with nothing under way."""
    return {
        "fw_aligned": 1.0,
        "fw_attitude_ok": 1.0,
        "fw_contradicted": 0.0,
        "fw_velocity_ok": 1.0,
        "fw_position_ok": 1.0,
        "fw_height_ok": 1.0,
        "fw_dead_reckoning": 0.0,
        "fw_ekf_healthy": 1.0,
        "fw_attitude_settled": 1.0,
        "fw_ekf_start": 0.0,
        "fw_still_s": 0.0,
        "fw_gnss_age_s": 0.0,
        "fw_velocity_age_s": 0.0,
        "fw_ground_age_s": LONG_AGO_S,
        "fw_baro_references": 0.0,
        "fw_ahrs_heading_correction_radps": 0.0,
        "fw_ahrs_unlevelled_s": 0.0,
        "fw_ekf_push_ned_mps": ZERO,
        "fw_ekf_baro_error_m": 0.0,
        "fw_ekf_gnss_error_ned_m": ZERO,
        "fw_ekf_sum": (0.0,) * MEASUREMENTS,
        "fw_ekf_count": (0.0,) * MEASUREMENTS,
        "fw_ekf_correction": (0.0,) * STATES,
        "fw_ekf_rejected_s": (0.0,) * GROUPS,
    }


def _plain(numbers: Numbers) -> tuple[float, ...]:
    return tuple(float(number) for number in numbers)
