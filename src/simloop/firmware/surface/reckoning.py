"""Without fixes, the drive tells the velocity: by its effort, and afloat with the stream."""

from simloop.firmware.airframes import AIRFRAME_BOAT
from simloop.firmware.maths import body_to_ned
from simloop.firmware.navigation.indices import GNSS_VELOCITY
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# So long after the last fix the drive is asked, s.
LOST_AFTER_S = 1.0


def reckon(
    fw_airframe: Row,
    fw_reckoning_sigma_mps: Row,
    fw_aligned: Row,
    fw_armed: Row,
    fw_gnss_age_s: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_driven_mps: Row,
    fw_stream_ned_mps: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_variance: Row,
) -> None:
    """Put the speed of the drive, straight ahead, in place of the velocity of a fix."""
    for j in range(W):
        sigma = fw_reckoning_sigma_mps[j]
        alone = (fw_gnss_age_s[j] > LOST_AFTER_S) & (fw_aligned[j] > 0.0) & (fw_armed[j] > 0.0)
        if sigma <= 0.0 or not alone:
            continue
        told = body_to_ned(
            fw_ekf_attitude_wxyz[j],
            fw_ekf_attitude_wxyz[W + j],
            fw_ekf_attitude_wxyz[2 * W + j],
            fw_ekf_attitude_wxyz[3 * W + j],
            fw_driven_mps[j],
            0.0,
            0.0,
        )
        # What wheels do not make is slip or slope, and passes; a stream stays.
        carried = 1.0 if fw_airframe[j] == AIRFRAME_BOAT else 0.0
        for axis in range(3):
            at = (GNSS_VELOCITY + axis) * W + j
            stream = carried * fw_stream_ned_mps[axis * W + j] if axis < 2 else 0.0
            fw_ekf_sum[at] = told[axis] + stream - fw_ekf_velocity_ned_mps[axis * W + j]
            fw_ekf_count[at] = 1.0
            fw_ekf_variance[at] = sigma * sigma
