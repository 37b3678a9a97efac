"""The sonar: distance along body down to the plane of the ground below."""

from simloop.kernels.noise import STREAM_SONAR, gauss_pair
from simloop.kernels.sensors.delay_line import push
from simloop.kernels.sensors.error_model import quantise
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
SONAR_SLOTS = 1
# A beam that nears the ground more slowly meets it nowhere: 87 degrees of tilt if it is level.
SMALLEST_COSINE = 0.05


def take_sonar(
    tick: int,
    noise_key: KeyRow,
    sonar_sigma_m: Row,
    sonar_min_range_m: Row,
    sonar_max_range_m: Row,
    sonar_resolution_m: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    sonar_range_m: Row,
    sonar_sequence: Row,
) -> None:
    """Sample the range; without an echo it is the largest range."""
    push(sonar_range_m, 1, SONAR_SLOTS)
    push(sonar_sequence, 1, SONAR_SLOTS)
    for j in range(W):
        white, _ = gauss_pair(noise_key[j], STREAM_SONAR, tick, 0)
        w, x = attitude_wxyz[j], attitude_wxyz[W + j]
        y, z = attitude_wxyz[2 * W + j], attitude_wxyz[3 * W + j]
        # Body down in NED: how much nearer a metre of beam comes to the ground. On level ground
        # that is the cosine of the tilt.
        cosine = 1.0 - 2.0 * (x * x + y * y)
        cosine = cosine - ground_slope_ne[j] * (2.0 * (x * z + w * y))
        cosine = cosine - ground_slope_ne[W + j] * (2.0 * (y * z - w * x))
        height = ground_down_m[j] - position_ned_m[2 * W + j]
        furthest = sonar_max_range_m[j]
        slant = height / (cosine if cosine > SMALLEST_COSINE else 1.0)
        echo = (cosine > SMALLEST_COSINE) & (slant < furthest)
        noisy = quantise(slant + sonar_sigma_m[j] * white, sonar_resolution_m[j])
        sonar_range_m[j] = clamp(noisy, sonar_min_range_m[j], furthest) if echo else furthest
        sonar_sequence[j] = sonar_sequence[j] + 1.0
