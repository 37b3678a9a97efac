"""Start of the error-state filter: after alignment, and again in flight if it broke down."""

from simloop.firmware.navigation.indices import (
    ACCEL_BIAS,
    ATTITUDE,
    BARO_ERROR,
    COVARIANCE,
    GNSS_ERROR,
    GROUPS,
    GYRO_BIAS,
    HISTORY_SLOTS,
    LINE,
    MEASUREMENTS,
    POSITION,
    STATES,
    VELOCITY,
    WIND,
)
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Values of fw_ekf_start.
START_AT_REST = 1.0
START_IN_FLIGHT = 2.0
START_AFLOAT = 3.0

# One sigma at the start, at rest, in flight and afloat; height and horizontal position alike.
TILT_RAD = (0.02, 0.1, 0.1)
HEADING_RAD = (0.05, 0.3, 0.3)
NO_HEADING_RAD = 2.0
SPEED_MPS = (0.05, 3.0, 3.0)
PLACE_M = (0.1, 5.0, 0.5)
RATE_BIAS_RADPS = 0.005
FORCE_BIAS_MPS2 = (0.1, 0.2, 0.2)
WIND_MPS = 5.0
BARO_ERROR_M = (0.1, 0.5, 0.2)
GNSS_ERROR_M = (0.1, 1.0, 0.1)
NO_MAG_AFTER_S = 2.0
LARGEST_PLACE_M = 1e7
FIX_3D = 3.0


def start_filter(
    fw_align_accel_bias_frd_mps2: Row,
    fw_align_gyro_sigma_radps: Row,
    fw_ahrs_attitude_wxyz: Row,
    fw_ahrs_gyro_bias_frd_radps: Row,
    fw_mag_age_s: Row,
    fw_position_ned_m: Row,
    fw_ekf_start: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_ekf_gyro_bias_frd_radps: Row,
    fw_ekf_accel_bias_frd_mps2: Row,
    fw_ekf_wind_ned_mps: Row,
    fw_ekf_baro_error_m: Row,
    fw_ekf_gnss_error_ned_m: Row,
    fw_history_velocity_ned_mps: Row,
    fw_history_position_ned_m: Row,
    fw_ekf_push_ned_mps: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_correction: Row,
    fw_ekf_covariance: Row,
    fw_ekf_rejected_s: Row,
    fw_ekf_healthy: Row,
    fw_attitude_settled: Row,
    gnss_velocity_ned_mps: Row,
    gnss_fix_type: Row,
) -> None:
    """Take attitude and gyro bias from the attitude filter, and what else is known.

    This happens once or never in a flight, so lanes that start are worked on one by one.
    """
    for j in range(W):
        if fw_ekf_start[j] <= 0.0:
            continue
        rest = fw_ekf_start[j] == START_AT_REST
        aloft = fw_ekf_start[j] == START_IN_FLIGHT
        located = gnss_fix_type[j] >= FIX_3D
        for element in range(4):
            fw_ekf_attitude_wxyz[element * W + j] = fw_ahrs_attitude_wxyz[element * W + j]
        for axis in range(3):
            i = axis * W + j
            # In flight GNSS knows the velocity; the last place may be as broken as the filter.
            whole = abs(fw_position_ned_m[i]) < LARGEST_PLACE_M
            velocity = gnss_velocity_ned_mps[i] if located else 0.0
            position = fw_position_ned_m[i] if whole else 0.0
            velocity = 0.0 if rest else velocity
            position = 0.0 if rest else position
            fw_ekf_velocity_ned_mps[i] = velocity
            fw_ekf_position_ned_m[i] = position
            fw_ekf_gyro_bias_frd_radps[i] = fw_ahrs_gyro_bias_frd_radps[i]
            fw_ekf_accel_bias_frd_mps2[i] = fw_align_accel_bias_frd_mps2[i] if rest else 0.0
            for slot in range(HISTORY_SLOTS):
                fw_history_velocity_ned_mps[slot * 3 * W + i] = velocity
                fw_history_position_ned_m[slot * 3 * W + i] = position
        clear(fw_ekf_push_ned_mps, 3, j)
        clear(fw_ekf_wind_ned_mps, 2, j)
        clear(fw_ekf_baro_error_m, 1, j)
        clear(fw_ekf_gnss_error_ned_m, 3, j)
        clear(fw_ekf_sum, MEASUREMENTS, j)
        clear(fw_ekf_count, MEASUREMENTS, j)
        clear(fw_ekf_correction, LINE, j)
        clear(fw_ekf_covariance, COVARIANCE, j)
        clear(fw_ekf_rejected_s, GROUPS, j)
        case = 1 if aloft else 2
        case = 0 if rest else case
        for state in range(STATES):
            sigma = start_sigma(state, case, fw_mag_age_s[j] > NO_MAG_AFTER_S)
            if GYRO_BIAS <= state < ACCEL_BIAS:
                sigma = RATE_BIAS_RADPS if aloft else fw_align_gyro_sigma_radps[j]
            fw_ekf_covariance[place(state, state) + j] = sigma * sigma
        fw_ekf_healthy[j] = 1.0
        # In flight it is too late to wait.
        fw_attitude_settled[j] = 1.0 if rest else (fw_attitude_settled[j] if aloft else 0.0)
        fw_ekf_start[j] = 0.0


def clear(numbers: Row, size: int, j: int) -> None:
    """Zeros in one lane."""
    for element in range(size):
        numbers[element * W + j] = 0.0


def start_sigma(state: int, case: int, blind: bool) -> float:
    """How sure a state is at the start: at rest (case 0), in flight (1) or afloat (2)."""
    sigma = TILT_RAD[case]
    heading = NO_HEADING_RAD if blind else HEADING_RAD[case]
    sigma = heading if state == ATTITUDE + 2 else sigma
    sigma = SPEED_MPS[case] if state >= VELOCITY else sigma
    sigma = PLACE_M[case] if state >= POSITION else sigma
    sigma = FORCE_BIAS_MPS2[case] if state >= ACCEL_BIAS else sigma
    sigma = WIND_MPS if state >= WIND else sigma
    sigma = BARO_ERROR_M[case] if state >= BARO_ERROR else sigma
    return GNSS_ERROR_M[case] if state >= GNSS_ERROR else sigma
