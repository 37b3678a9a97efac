"""How far the estimate can be trusted, and which filter it comes from."""

from simloop.firmware.navigation.indices import (
    ATTITUDE,
    GROUP_BARO,
    GROUP_HEADING,
    GROUP_LEVEL,
    GROUP_POSITION,
    GROUP_VELOCITY,
    POSITION,
    STATES,
    VELOCITY,
)
from simloop.firmware.navigation.start import START_IN_FLIGHT
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

TILT_LIMIT_RAD = 0.2
# A filter that begins among waves is unsure of its tilt, and by that of its heading, until fixes
# have shown it how it moves.
SETTLED_TILT_RAD = 0.05
# Counted in updates, of which one in a second measures level: ten refusals.
LEVEL_REFUSED_S = 1.0
UNLEVELLED_LIMIT_S = 2.0
BARO_FRESH_S = 1.0
GNSS_FRESH_S = 1.0
AGAINST_IT = 2.0
# Beyond these numbers a state or variance is broken, not large.
LARGEST_STATE = 1e8
LARGEST_VARIANCE = 1e12


def refused(fw_ekf_rejected_s: Row, group: int, j: int) -> float:
    """1 if a group of measurements was turned down when it last came."""
    return 1.0 if fw_ekf_rejected_s[group * W + j] > 0.0 else 0.0


def judge_health(
    fw_position_limit_m: Row,
    fw_velocity_limit_mps: Row,
    fw_height_limit_m: Row,
    fw_aligned: Row,
    fw_origin_fixes: Row,
    fw_gnss_age_s: Row,
    fw_baro_age_s: Row,
    fw_ahrs_unlevelled_s: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_ekf_rejected_s: Row,
    fw_ekf_covariance: Row,
    fw_ekf_load: Row,
    fw_ekf_start: Row,
    fw_ekf_restarts: Row,
    fw_ekf_healthy: Row,
    fw_attitude_settled: Row,
    fw_attitude_ok: Row,
    fw_contradicted: Row,
    fw_velocity_ok: Row,
    fw_position_ok: Row,
    fw_height_ok: Row,
    fw_dead_reckoning: Row,
) -> None:
    """Set the flags by the filter's own variances; a filter that broke down is started anew."""
    for j in range(W):
        fw_ekf_load[j] = 0.0
    for state in range(STATES):
        own = place(state, state)
        for j in range(W):
            fw_ekf_load[j] = fw_ekf_load[j] + fw_ekf_covariance[own + j]
    for j in range(W):
        aligned = fw_aligned[j] > 0.0
        total = (
            abs(fw_ekf_attitude_wxyz[j])
            + abs(fw_ekf_attitude_wxyz[W + j])
            + abs(fw_ekf_attitude_wxyz[2 * W + j])
            + abs(fw_ekf_attitude_wxyz[3 * W + j])
            + abs(fw_ekf_velocity_ned_mps[j])
            + abs(fw_ekf_velocity_ned_mps[W + j])
            + abs(fw_ekf_velocity_ned_mps[2 * W + j])
            + abs(fw_ekf_position_ned_m[j])
            + abs(fw_ekf_position_ned_m[W + j])
            + abs(fw_ekf_position_ned_m[2 * W + j])
        )
        # A comparison with NaN is false, so broken numbers fail here too.
        whole = (total < LARGEST_STATE) & (fw_ekf_load[j] < LARGEST_VARIANCE)
        tilt = (
            fw_ekf_covariance[place(ATTITUDE, ATTITUDE) + j]
            + fw_ekf_covariance[place(ATTITUDE + 1, ATTITUDE + 1) + j]
        )
        sure = tilt < TILT_LIMIT_RAD * TILT_LIMIT_RAD
        upright = fw_ekf_rejected_s[GROUP_LEVEL * W + j] < LEVEL_REFUSED_S
        calm = 1.0 if whole & sure & upright else 0.0
        healthy = aligned & (calm > 0.0) & (fw_ekf_start[j] <= 0.0)
        restart = aligned & (fw_ekf_start[j] <= 0.0) & (calm <= 0.0)

        speed = (
            fw_ekf_covariance[place(VELOCITY, VELOCITY) + j]
            + fw_ekf_covariance[place(VELOCITY + 1, VELOCITY + 1) + j]
        )
        where = (
            fw_ekf_covariance[place(POSITION, POSITION) + j]
            + fw_ekf_covariance[place(POSITION + 1, POSITION + 1) + j]
        )
        height = fw_ekf_covariance[place(POSITION + 2, POSITION + 2) + j]
        speed_limit = fw_velocity_limit_mps[j]
        place_limit = fw_position_limit_m[j]
        height_limit = fw_height_limit_m[j]
        located = fw_origin_fixes[j] > 0.0
        levelled = fw_ahrs_unlevelled_s[j] < UNLEVELLED_LIMIT_S
        velocity_ok = healthy & located & (speed < speed_limit * speed_limit)
        position_ok = healthy & located & (where < place_limit * place_limit)
        by_baro = aligned & (fw_baro_age_s[j] < BARO_FRESH_S)
        height_ok = (healthy & (height < height_limit * height_limit)) | by_baro
        # One kind of sensor may go wrong; if two do, it is the estimate.
        against = refused(fw_ekf_rejected_s, GROUP_POSITION, j)
        against = against + refused(fw_ekf_rejected_s, GROUP_VELOCITY, j)
        against = against + refused(fw_ekf_rejected_s, GROUP_BARO, j)
        against = against + refused(fw_ekf_rejected_s, GROUP_HEADING, j)
        alone = fw_gnss_age_s[j] > GNSS_FRESH_S
        settled = healthy & (tilt < SETTLED_TILT_RAD * SETTLED_TILT_RAD)

        fw_ekf_healthy[j] = 1.0 if healthy else 0.0
        fw_attitude_settled[j] = 1.0 if settled else fw_attitude_settled[j]
        fw_ekf_start[j] = START_IN_FLIGHT if restart else fw_ekf_start[j]
        fw_ekf_restarts[j] = fw_ekf_restarts[j] + 1.0 if restart else fw_ekf_restarts[j]
        fw_attitude_ok[j] = 1.0 if healthy | (aligned & levelled) else 0.0
        fw_contradicted[j] = 1.0 if aligned & (against >= AGAINST_IT) else 0.0
        fw_velocity_ok[j] = 1.0 if velocity_ok else 0.0
        fw_position_ok[j] = 1.0 if position_ok else 0.0
        fw_height_ok[j] = 1.0 if height_ok else 0.0
        fw_dead_reckoning[j] = 1.0 if alone & (position_ok | velocity_ok) else 0.0
