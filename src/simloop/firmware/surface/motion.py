"""How the vehicle moves over the surface: heading, speed forward, drift, and what pushes it."""

from simloop.firmware.maths import atan2, clamp, larger, ned_to_body, sin_cos
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# How slowly a stream is believed, s: waves are no stream.
STREAM_LAG_S = 10.0
# What follows its motors sooner than this is taken to be as slow, effort per m/s^2.
LEAST_INERTIA = 0.05
# Wheels that roll faster than this feel all of their rolling resistance, m/s.
ROLLING_MPS = 0.05


def heading_of(w: float, x: float, y: float, z: float) -> float:
    """Heading of an attitude, from north to the right."""
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def feel_motion(
    period_s: float,
    fw_drift_lag_s: Row,
    fw_drive_curve: Row,
    fw_attitude_wxyz: Row,
    fw_velocity_ned_mps: Row,
    fw_drive_effort: Row,
    fw_heading_rad: Row,
    fw_forward_mps: Row,
    fw_drift_mps: Row,
    fw_driven_mps: Row,
    fw_stream_ned_mps: Row,
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
        # The speed that the drive makes of itself; the rest of the motion is wind and stream.
        own = fw_driven_mps[j]
        resisted = fw_drive_curve[W + j] * own + fw_drive_curve[2 * W + j] * own * abs(own)
        resisted = resisted + fw_drive_curve[j] * clamp(own / ROLLING_MPS, -1.0, 1.0)
        inertia = larger(fw_drive_curve[3 * W + j], LEAST_INERTIA)
        own = own + period_s * (fw_drive_effort[j] - resisted) / inertia
        believed = period_s / (period_s + STREAM_LAG_S)
        fw_driven_mps[j] = own
        stream_n = fw_stream_ned_mps[j]
        stream_e = fw_stream_ned_mps[W + j]
        fw_stream_ned_mps[j] = stream_n + believed * (north - own * c - stream_n)
        fw_stream_ned_mps[W + j] = stream_e + believed * (east - own * s - stream_e)
        fw_heading_rad[j] = heading
        fw_forward_mps[j] = forward
        fw_drift_mps[j] = fw_drift_mps[j] + share * (aside - fw_drift_mps[j])
