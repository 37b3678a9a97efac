"""The satellite receiver: place and velocity, with an error that wanders."""

from simloop.kernels.noise import STREAM_GNSS, STREAM_GNSS_WALK, gauss_pair
from simloop.kernels.sensors.delay_line import push
from simloop.kernels.sensors.error_model import TURN_ON_TICK, wander
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.math.row import KeyRow, Row

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
GNSS_SLOTS = 1


def take_gnss(
    tick: int,
    noise_key: KeyRow,
    origin_llh: Row,
    gnss_position_sigma_ned_m: Row,
    gnss_velocity_sigma_mps: Row,
    gnss_wander_decay: Row,
    gnss_wander_kick_ned_m: Row,
    gnss_wander_start_ned_m: Row,
    gnss_status: Row,
    gnss_nominal_accuracy: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    gnss_wander_ned_m: Row,
    gnss_llh: Row,
    gnss_velocity_ned_mps: Row,
    gnss_fix_type: Row,
    gnss_satellites: Row,
    gnss_accuracy: Row,
    gnss_sequence: Row,
) -> None:
    """Sample place, velocity and what the receiver says about them."""
    push(gnss_llh, 3, GNSS_SLOTS)
    push(gnss_velocity_ned_mps, 3, GNSS_SLOTS)
    push(gnss_fix_type, 1, GNSS_SLOTS)
    push(gnss_satellites, 1, GNSS_SLOTS)
    push(gnss_accuracy, 3, GNSS_SLOTS)
    push(gnss_sequence, 1, GNSS_SLOTS)
    for j in range(W):
        key = noise_key[j]
        velocity = rotate_to_world(
            attitude_wxyz[j],
            attitude_wxyz[W + j],
            attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
            velocity_frd_mps[j],
            velocity_frd_mps[W + j],
            velocity_frd_mps[2 * W + j],
        )
        first = gnss_sequence[j] == 0.0
        for axis in range(3):
            i = axis * W + j
            start, _ = gauss_pair(key, STREAM_GNSS_WALK, TURN_ON_TICK, axis)
            step, _ = gauss_pair(key, STREAM_GNSS_WALK, tick, axis)
            before = gnss_wander_start_ned_m[i] * start if first else gnss_wander_ned_m[i]
            gnss_wander_ned_m[i] = wander(
                before, 0.0, gnss_wander_decay[j], gnss_wander_kick_ned_m[i], step
            )
            white, white_velocity = gauss_pair(key, STREAM_GNSS, tick, axis)
            # The places of the result hold the noisy NED position until it is converted.
            gnss_llh[i] = (
                position_ned_m[i] + gnss_wander_ned_m[i] + gnss_position_sigma_ned_m[i] * white
            )
            gnss_velocity_ned_mps[i] = velocity[axis] + gnss_velocity_sigma_mps[j] * white_velocity
    for j in range(W):
        latitude, longitude, height = ned_to_llh(
            origin_llh[j],
            origin_llh[W + j],
            origin_llh[2 * W + j],
            gnss_llh[j],
            gnss_llh[W + j],
            gnss_llh[2 * W + j],
        )
        gnss_llh[j] = latitude
        gnss_llh[W + j] = longitude
        gnss_llh[2 * W + j] = height
        gnss_fix_type[j] = gnss_status[j]
        gnss_satellites[j] = gnss_status[W + j]
        gnss_accuracy[j] = gnss_nominal_accuracy[j]
        gnss_accuracy[W + j] = gnss_nominal_accuracy[W + j]
        gnss_accuracy[2 * W + j] = gnss_nominal_accuracy[2 * W + j]
        gnss_sequence[j] = gnss_sequence[j] + 1.0
