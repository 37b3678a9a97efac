"""How the vehicle moves over the surface: heading, speed forward, drift to the side."""

from simloop.firmware.maths import atan2, ned_to_body, sin_cos
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def heading_of(w: float, x: float, y: float, z: float) -> float:
    """Heading of an attitude, from north to the right."""
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def feel_motion(
    period_s: float,
    fw_drift_lag_s: Row,
    fw_attitude_wxyz: Row,
    fw_velocity_ned_mps: Row,
    fw_heading_rad: Row,
    fw_forward_mps: Row,
    fw_drift_mps: Row,
) -> None:
    """Turn attitude and velocity into what a driver looks at."""
    for j in range(W):
        w = fw_attitude_wxyz[j]
        x = fw_attitude_wxyz[W + j]
        y = fw_attitude_wxyz[2 * W + j]
        z = fw_attitude_wxyz[3 * W + j]
        north = fw_velocity_ned_mps[j]
        east = fw_velocity_ned_mps[W + j]
        heading = heading_of(w, x, y, z)
        # Along the body, which on a slope is more than along the map.
        forward, _right, _down = ned_to_body(
            w, x, y, z, north, east, fw_velocity_ned_mps[2 * W + j]
        )
        s, c = sin_cos(heading)
        aside = c * east - s * north
        share = period_s / (period_s + fw_drift_lag_s[j])
        fw_heading_rad[j] = heading
        fw_forward_mps[j] = forward
        fw_drift_mps[j] = fw_drift_mps[j] + share * (aside - fw_drift_mps[j])
