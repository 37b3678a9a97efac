"""Measurements one after the other: each moves the states and makes them surer."""

from simloop.firmware.maths import body_to_ned
from simloop.firmware.navigation.indices import (
    AIR_SLOPE,
    AIR_STATES,
    AIRSPEED,
    DIRECT,
    ERROR_OF,
    HEADING,
    LINE,
    MEASUREMENTS,
    STATE_OF,
    STATES,
    WIND,
)
from simloop.firmware.navigation.symmetric import absorb, place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def update_states(
    fw_gate_sigma: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_wind_ned_mps: Row,
    fw_ekf_innovation: Row,
    fw_ekf_variance: Row,
    fw_ekf_tilt_slope: Row,
    fw_ekf_used: Row,
    fw_ekf_test_ratio: Row,
    fw_ekf_air_rejections: Row,
    fw_ekf_slope: Row,
    fw_ekf_column: Row,
    fw_ekf_weight: Row,
    fw_ekf_step: Row,
    fw_ekf_correction: Row,
    fw_ekf_covariance: Row,
) -> None:
    """All measurements that are to be used; corrections are collected on the way.

    An innovation is reduced by what was corrected before it. Measurements of one state passed
    their gate before; those of the flow of air pass it here, where their variance is known.
    """
    for m in range(MEASUREMENTS):
        wanted = 0
        for j in range(W):
            wanted += 1 if fw_ekf_used[m * W + j] > 0.0 else 0
        if wanted == 0:
            continue
        if m < DIRECT:
            look_at_state(
                m,
                fw_ekf_covariance,
                fw_ekf_correction,
                fw_ekf_variance,
                fw_ekf_tilt_slope,
                fw_ekf_column,
                fw_ekf_weight,
                fw_ekf_step,
            )
        else:
            lay_out_slope(
                1.0 if m == AIRSPEED else 0.0,
                fw_ekf_attitude_wxyz,
                fw_ekf_velocity_ned_mps,
                fw_ekf_wind_ned_mps,
                fw_ekf_slope,
            )
            lay_out_column(fw_ekf_covariance, fw_ekf_slope, fw_ekf_column)
            for j in range(W):
                fw_ekf_weight[j] = fw_ekf_variance[m * W + j]
                fw_ekf_step[j] = 0.0
            for k in range(AIR_SLOPE):
                state = AIR_STATES[k]
                for j in range(W):
                    slope = fw_ekf_slope[k * W + j]
                    fw_ekf_weight[j] = fw_ekf_weight[j] + slope * fw_ekf_column[state * W + j]
                    fw_ekf_step[j] = fw_ekf_step[j] + slope * fw_ekf_correction[state * W + j]
        gated = m >= DIRECT
        for j in range(W):
            asked = fw_ekf_used[m * W + j] > 0.0
            spread = fw_ekf_weight[j]
            weight = 1.0 / (spread if spread > 0.0 else 1.0)
            rest = fw_ekf_innovation[m * W + j] - fw_ekf_step[j]
            ratio = rest * rest * weight / (fw_gate_sigma[j] * fw_gate_sigma[j])
            passed = asked & ((ratio <= 1.0) | (m < DIRECT))
            refused = 1.0 if asked & gated & (ratio > 1.0) else 0.0
            shown = fw_ekf_test_ratio[m * W + j]
            fw_ekf_weight[j] = weight if passed else 0.0
            fw_ekf_step[j] = weight * rest if passed else 0.0
            fw_ekf_used[m * W + j] = 1.0 if passed else 0.0
            fw_ekf_test_ratio[m * W + j] = ratio if asked & gated else shown
            fw_ekf_air_rejections[j] = fw_ekf_air_rejections[j] + refused
        absorb(fw_ekf_covariance, fw_ekf_correction, fw_ekf_column, fw_ekf_weight, fw_ekf_step)


def look_at_state(
    m: int,
    covariance: Row,
    correction: Row,
    variance: Row,
    tilt_slope: Row,
    column: Row,
    weight: Row,
    step: Row,
) -> None:
    """A measurement of one state, and of its sensor's slow error or of the tilt, if they matter."""
    state = STATE_OF[m]
    for i in range(LINE * W):
        column[i] = covariance[state * LINE * W + i]
    for j in range(W):
        weight[j] = column[state * W + j] + variance[m * W + j]
        step[j] = correction[state * W + j]
    if m == HEADING:
        look_along_tilt(m, covariance, correction, variance, tilt_slope, column, weight, step)
    if ERROR_OF[m] >= 0:
        look_at_error(m, covariance, correction, variance, column, weight, step)


def look_along_tilt(
    m: int,
    covariance: Row,
    correction: Row,
    variance: Row,
    tilt_slope: Row,
    column: Row,
    weight: Row,
    step: Row,
) -> None:
    """The tilt's part in a heading by the field."""
    state = STATE_OF[m]
    for r in range(STATES):
        for j in range(W):
            tilted = tilt_slope[j] * covariance[r * W + j]
            tilted = tilted + tilt_slope[W + j] * covariance[(LINE + r) * W + j]
            column[r * W + j] = column[r * W + j] + tilted
    for j in range(W):
        tilted = tilt_slope[j] * column[j] + tilt_slope[W + j] * column[W + j]
        weight[j] = column[state * W + j] + tilted + variance[m * W + j]
        tilted = tilt_slope[j] * correction[j] + tilt_slope[W + j] * correction[W + j]
        step[j] = step[j] + tilted


def look_at_error(
    m: int, covariance: Row, correction: Row, variance: Row, column: Row, weight: Row, step: Row
) -> None:
    """The part of a sensor's slow error."""
    state = STATE_OF[m]
    error = ERROR_OF[m]
    for i in range(LINE * W):
        column[i] = column[i] + covariance[error * LINE * W + i]
    for j in range(W):
        weight[j] = column[state * W + j] + column[error * W + j] + variance[m * W + j]
        step[j] = step[j] + correction[error * W + j]


def lay_out_slope(
    forward: float,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_wind_ned_mps: Row,
    fw_ekf_slope: Row,
) -> None:
    """How the flow along the nose (forward 1) or the wing (0) changes with the states of the air.

    Along a body axis b the flow is b . (v - w), and an attitude error turns b.
    """
    for j in range(W):
        bn, be, bd = body_to_ned(
            fw_ekf_attitude_wxyz[j],
            fw_ekf_attitude_wxyz[W + j],
            fw_ekf_attitude_wxyz[2 * W + j],
            fw_ekf_attitude_wxyz[3 * W + j],
            forward,
            1.0 - forward,
            0.0,
        )
        an = fw_ekf_velocity_ned_mps[j] - fw_ekf_wind_ned_mps[j]
        ae = fw_ekf_velocity_ned_mps[W + j] - fw_ekf_wind_ned_mps[W + j]
        ad = fw_ekf_velocity_ned_mps[2 * W + j]
        fw_ekf_slope[j] = be * ad - bd * ae
        fw_ekf_slope[W + j] = bd * an - bn * ad
        fw_ekf_slope[2 * W + j] = bn * ae - be * an
        fw_ekf_slope[3 * W + j] = bn
        fw_ekf_slope[4 * W + j] = be
        fw_ekf_slope[5 * W + j] = bd
        fw_ekf_slope[6 * W + j] = -bn
        fw_ekf_slope[7 * W + j] = -be


def lay_out_column(covariance: Row, slope: Row, column: Row) -> None:
    """The covariance of every state with a flow of air."""
    for r in range(STATES):
        own = place(r, 0)
        wind = place(r, WIND)
        for j in range(W):
            turned = (
                covariance[own + j] * slope[j]
                + covariance[own + W + j] * slope[W + j]
                + covariance[own + 2 * W + j] * slope[2 * W + j]
            )
            moved = (
                covariance[own + 3 * W + j] * slope[3 * W + j]
                + covariance[own + 4 * W + j] * slope[4 * W + j]
                + covariance[own + 5 * W + j] * slope[5 * W + j]
            )
            blown = covariance[wind + j] * slope[6 * W + j]
            blown = blown + covariance[wind + W + j] * slope[7 * W + j]
            column[r * W + j] = turned + moved + blown
