"""Distance along body down to the plane of the ground below."""

from simloop.component import Mut
from simloop.kernels.noise import STREAM_SONAR, gauss_pair
from simloop.kernels.sensors.error_model import quantise
from simloop.math.scalar import clamp
from simloop.systems.range.components import Sonar
from simloop.world.body import Body, Ground, NoiseKey

# A beam that nears the ground more slowly meets it nowhere: 87 degrees of tilt if it is level.
SMALLEST_COSINE = 0.05


def take_sonar(tick: int, key: NoiseKey, body: Body, ground: Ground, sonar: Mut[Sonar]) -> None:
    """Sample the range; without an echo it is the largest range."""
    white, _ = gauss_pair(key.value, STREAM_SONAR, tick, 0)
    w, x, y, z = body.attitude_wxyz
    # Body down in NED: how much nearer a metre of beam comes to the ground. On level ground
    # that is the cosine of the tilt.
    cosine = 1.0 - 2.0 * (x * x + y * y)
    cosine = cosine - ground.slope_ne.x * (2.0 * (x * z + w * y))
    cosine = cosine - ground.slope_ne.y * (2.0 * (y * z - w * x))
    height_m = ground.down_m - body.position_ned_m.z
    furthest_m = sonar.max_range_m
    slant_m = height_m / (cosine if cosine > SMALLEST_COSINE else 1.0)
    echo = (cosine > SMALLEST_COSINE) & (slant_m < furthest_m)
    noisy_m = quantise(slant_m + sonar.sigma_m * white, sonar.resolution_m)
    sonar.range_m = clamp(noisy_m, sonar.min_range_m, furthest_m) if echo else furthest_m
    sonar.sequence += 1.0
