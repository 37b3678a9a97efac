"""Which measurements are believed, and which states must begin anew because none was for long."""

from simloop.firmware.maths import larger, smaller
from simloop.firmware.navigation.indices import (
    DIRECT,
    ERROR_OF,
    GNSS_POSITION,
    GROUP_BARO,
    GROUP_FIRST,
    GROUP_GNSS_HEIGHT,
    GROUP_SIZE,
    GROUP_VELOCITY,
    GROUPS,
    HEADING,
    MEASUREMENTS,
    SENSOR_GROUPS,
    STATE_OF,
    STATES,
    WHITE,
)
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.navigation.tilt_slope import slope_variance, tilt_variance
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

BARO_FRESH_S = 1.0
LARGEST_RATIO = 1e6


def weigh_measurements(
    period_s: float,
    fw_gate_sigma: Row,
    fw_gnss_reset_time_s: Row,
    fw_aligned: Row,
    fw_baro_age_s: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_variance: Row,
    fw_ekf_tilt_slope: Row,
    fw_ekf_covariance: Row,
    fw_ekf_innovation: Row,
    fw_ekf_test_ratio: Row,
    fw_ekf_used: Row,
    fw_ekf_reset: Row,
    fw_ekf_rejected_s: Row,
    fw_ekf_rejections: Row,
    fw_baro_references: Row,
    fw_gnss_age_s: Row,
    fw_velocity_age_s: Row,
) -> None:
    """Compare mean innovations with what they may be; groups pass together or not at all.

    The flow of air is judged at its update, where its variance is worked out.
    """
    for m in range(WHITE):
        for j in range(W):
            count = fw_ekf_count[m * W + j]
            fewer = count if count > 1.0 else 1.0
            fw_ekf_variance[m * W + j] = fw_ekf_variance[m * W + j] / fewer
    for m in range(DIRECT):
        own = place(STATE_OF[m], STATE_OF[m])
        error = ERROR_OF[m] if ERROR_OF[m] >= 0 else STATE_OF[m]
        slow = 1.0 if ERROR_OF[m] >= 0 else 0.0
        both = place(STATE_OF[m], error)
        error_own = place(error, error)
        for j in range(W):
            at = m * W + j
            count = fw_ekf_count[at]
            innovation = fw_ekf_sum[at] / (count if count > 0.0 else 1.0)
            more = 2.0 * fw_ekf_covariance[both + j] + fw_ekf_covariance[error_own + j]
            spread = fw_ekf_covariance[own + j] + slow * more + fw_ekf_variance[at]
            if m == HEADING:
                spread = spread + slope_variance(j, fw_ekf_tilt_slope, fw_ekf_covariance)
            gate = fw_gate_sigma[j] * fw_gate_sigma[j] * spread
            ratio = innovation * innovation / (gate if gate > 0.0 else 1.0)
            shown = smaller(LARGEST_RATIO, ratio)
            fw_ekf_innovation[at] = innovation
            fw_ekf_test_ratio[at] = shown if count > 0.0 else fw_ekf_test_ratio[at]
    for m in range(DIRECT, MEASUREMENTS):
        for j in range(W):
            at = m * W + j
            count = fw_ekf_count[at]
            fw_ekf_innovation[at] = fw_ekf_sum[at] / (count if count > 0.0 else 1.0)
            fw_ekf_used[at] = 1.0 if (count > 0.0) & (fw_aligned[j] > 0.0) else 0.0
    for g in range(GROUPS):
        first = GROUP_FIRST[g]
        size = GROUP_SIZE[g]
        for j in range(W):
            there = (fw_ekf_count[first * W + j] > 0.0) & (fw_aligned[j] > 0.0)
            passed = there
            for k in range(size):
                passed = passed & (fw_ekf_test_ratio[(first + k) * W + j] <= 1.0)
            waited = fw_ekf_rejected_s[g * W + j] + period_s
            rejected_s = waited if there else fw_ekf_rejected_s[g * W + j]
            rejected_s = 0.0 if passed else rejected_s
            turned_down = there & (rejected_s > 0.0)
            for k in range(size):
                fw_ekf_used[(first + k) * W + j] = 1.0 if passed else 0.0
            fw_ekf_rejected_s[g * W + j] = rejected_s
            fw_ekf_rejections[g * W + j] = (
                fw_ekf_rejections[g * W + j] + 1.0 if turned_down else fw_ekf_rejections[g * W + j]
            )
    for j in range(W):
        accepted = fw_ekf_used[GNSS_POSITION * W + j] > 0.0
        moving = fw_ekf_used[GROUP_FIRST[GROUP_VELOCITY] * W + j] > 0.0
        fw_gnss_age_s[j] = 0.0 if accepted else fw_gnss_age_s[j] + period_s
        fw_velocity_age_s[j] = 0.0 if moving else fw_velocity_age_s[j] + period_s
    order_resets(
        fw_gnss_reset_time_s,
        fw_baro_age_s,
        fw_ekf_used,
        fw_ekf_reset,
        fw_ekf_rejected_s,
        fw_baro_references,
    )


def order_resets(
    fw_gnss_reset_time_s: Row,
    fw_baro_age_s: Row,
    fw_ekf_used: Row,
    fw_ekf_reset: Row,
    fw_ekf_rejected_s: Row,
    fw_baro_references: Row,
) -> None:
    """States whose sensor was turned down for too long take that sensor's word.

    Height is the barometer's as long as there is one. If GNSS agrees with the estimate and the
    barometer does not, it is the pressure that changed: the barometer gets a new reference.
    """
    for j in range(W):
        longest = 0.0
        for g in range(SENSOR_GROUPS):
            longest = larger(longest, fw_ekf_rejected_s[g * W + j])
        fw_ekf_reset[j] = 0.0
        if longest <= fw_gnss_reset_time_s[j]:
            continue
        groups = 0.0
        power = 1.0
        for g in range(SENSOR_GROUPS):
            over = fw_ekf_rejected_s[g * W + j] > fw_gnss_reset_time_s[j]
            fw_ekf_rejected_s[g * W + j] = 0.0 if over else fw_ekf_rejected_s[g * W + j]
            confirmed = fw_ekf_used[(GNSS_POSITION + 2) * W + j] > 0.0
            if over and g == GROUP_BARO and confirmed:
                fw_baro_references[j] = 0.0
                over = False
            if g == GROUP_GNSS_HEIGHT and fw_baro_age_s[j] < BARO_FRESH_S:
                over = False
            groups = groups + power if over else groups
            power = 2.0 * power
        fw_ekf_reset[j] = groups


def reset_states(
    fw_ekf_innovation: Row,
    fw_ekf_variance: Row,
    fw_ekf_tilt_slope: Row,
    fw_ekf_reset: Row,
    fw_ekf_correction: Row,
    fw_ekf_covariance: Row,
    fw_ekf_resets: Row,
) -> None:
    """Set states that must begin anew to what their sensor says, as sure as the sensor is.

    A sensor with a slow error e tells state + e: the state gets what is left, and is as unsure of
    everything as the error is. A heading by the field is as unsure as the tilt makes it.
    """
    for j in range(W):
        if fw_ekf_reset[j] <= 0.0:
            continue
        wanted = int(fw_ekf_reset[j])
        for g in range(SENSOR_GROUPS):
            if (wanted >> g) & 1 == 0:
                continue
            for m in range(GROUP_FIRST[g], GROUP_FIRST[g] + GROUP_SIZE[g]):
                state = STATE_OF[m]
                error = ERROR_OF[m] if ERROR_OF[m] >= 0 else state
                slow = 1.0 if ERROR_OF[m] >= 0 else 0.0
                by_field = 1.0 if m == HEADING else 0.0
                slope_n = by_field * fw_ekf_tilt_slope[j]
                slope_e = by_field * fw_ekf_tilt_slope[W + j]
                tilted = by_field * tilt_variance(j, fw_ekf_tilt_slope, fw_ekf_covariance)
                for other in range(STATES):
                    shared = -slow * fw_ekf_covariance[place(error, other) + j]
                    shared = shared - slope_n * fw_ekf_covariance[place(0, other) + j]
                    shared = shared - slope_e * fw_ekf_covariance[place(1, other) + j]
                    fw_ekf_covariance[place(state, other) + j] = shared
                    fw_ekf_covariance[place(other, state) + j] = shared
                fw_ekf_covariance[place(state, state) + j] = (
                    slow * fw_ekf_covariance[place(error, error) + j]
                    + tilted
                    + fw_ekf_variance[m * W + j]
                )
                fw_ekf_correction[state * W + j] = fw_ekf_innovation[m * W + j]
                fw_ekf_resets[j] = fw_ekf_resets[j] + 1.0
