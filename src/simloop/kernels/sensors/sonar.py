"""The sonar: distance along body down to flat ground."""

from simloop.kernels.noise import STREAM_SONAR, gauss_pair
from simloop.kernels.sensors.delay_line import push, release
from simloop.kernels.sensors.error_model import quantise
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp

# Lanes per block; compiled copies set it.
W = 1
# Samples under way at most; compiled copies set it.
SONAR_SLOTS = 1
# A beam flatter than this meets the ground nowhere: 87 degrees of tilt.
SMALLEST_COSINE = 0.05


def take_sonar(
    tick: int,
    noise_key: KeyRow,
    ground_down_m: Row,
    sonar_sigma_m: Row,
    sonar_min_range_m: Row,
    sonar_max_range_m: Row,
    sonar_resolution_m: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    sonar_range_m: Row,
    sonar_sequence: Row,
) -> None:
    """Sample the range; without an echo it is the largest range."""
    push(sonar_range_m, 1, SONAR_SLOTS)
    push(sonar_sequence, 1, SONAR_SLOTS)
    for j in range(W):
        white, _ = gauss_pair(noise_key[j], STREAM_SONAR, tick, 0)
        x, y = attitude_wxyz[W + j], attitude_wxyz[2 * W + j]
        # The down part of body down, so the cosine of the tilt.
        cosine = 1.0 - 2.0 * (x * x + y * y)
        height = ground_down_m[j] - position_ned_m[2 * W + j]
        furthest = sonar_max_range_m[j]
        slant = height / (cosine if cosine > SMALLEST_COSINE else 1.0)
        echo = (cosine > SMALLEST_COSINE) & (slant < furthest)
        noisy = quantise(slant + sonar_sigma_m[j] * white, sonar_resolution_m[j])
        sonar_range_m[j] = clamp(noisy, sonar_min_range_m[j], furthest) if echo else furthest
        sonar_sequence[j] = sonar_sequence[j] + 1.0


def release_sonar(
    sonar_range_m_line: Row, sonar_sequence_line: Row, sonar_range_m: Row, sonar_sequence: Row
) -> None:
    """Show the sample that has waited for its delay."""
    release(sonar_range_m_line, sonar_range_m, 1, SONAR_SLOTS)
    release(sonar_sequence_line, sonar_sequence, 1, SONAR_SLOTS)
