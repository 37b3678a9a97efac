"""Addressed chance: each draw is a function of key, stream, tick and axis, and of nothing else.

The key is the hash of run seed and entity name (simloop.math.address), streams name the uses, and
axis separates the draws of one use in one tick. Interpreted, call it under
`np.errstate(over="ignore")`: the mixing multiplies modulo 2^64 on purpose.
"""

from math import sqrt

import numpy as np

from simloop.math.scalar import split_exponent
from simloop.math.vector import Vec3

STREAM_IMU = 1
STREAM_IMU_BIAS = 2
STREAM_BARO = 3
STREAM_BARO_BIAS = 4
STREAM_MAG = 5
STREAM_GNSS = 6
STREAM_GNSS_WALK = 7
STREAM_PITOT = 8
STREAM_SONAR = 9
STREAM_BATTERY = 10
STREAM_DRYDEN = 11
STREAM_MAG_BIAS = 14
STREAM_PITOT_BIAS = 15
STREAM_WAVES = 20
STREAM_SLALOM_BOAT = 21
STREAM_VESSEL = 22
STREAM_VON_KARMAN = 25
STREAM_ODOMETRY = 30

# Multipliers of the splitmix64 generator; the first is 2^64 over the golden ratio.
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
# The exponent bits of 1.0: 52 random bits below them make a double in [1, 2).
ONE_BITS = 0x3FF0000000000000
TWICE_LN2 = 1.3862943611198906


def mix(x: np.uint64) -> np.uint64:
    """A bijection of 64 bits that spreads every input bit over all output bits."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(MIX_1)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(MIX_2)
    return x ^ (x >> np.uint64(31))


def address_state(key: np.uint64, stream: int, tick: int, axis: int) -> np.uint64:
    """The generator's state at an address; tick, stream and axis >= 0, the latter two < 2^32."""
    # Only the last step depends on the key: the rest is the same for all lanes of a block.
    use = mix(((np.uint64(stream) << np.uint64(32)) ^ np.uint64(axis)) + np.uint64(GOLDEN))
    place = mix(use ^ (np.uint64(tick) * np.uint64(GOLDEN)))
    return key ^ place


def one_to_two(bits: np.uint64) -> float:
    """The upper 52 of 64 random bits as a double in [1, 2)."""
    return float(np.uint64((bits >> np.uint64(12)) | np.uint64(ONE_BITS)).view(np.float64))


def uniform(key: np.uint64, stream: int, tick: int, axis: int) -> float:
    """A uniform draw from [0, 1)."""
    return one_to_two(mix(address_state(key, stream, tick, axis))) - 1.0


def gauss_pair(key: np.uint64, stream: int, tick: int, axis: int) -> tuple[float, float]:
    """Two independent standard normal draws, at most 8.5 in size (Box and Muller's transform)."""
    state = address_state(key, stream, tick, axis)
    radius = _radius(2.0 - one_to_two(mix(state)))
    turn = mix(state + np.uint64(GOLDEN))
    s, c = _sin_cos_quarters(one_to_two(turn) - 1.5)
    # Two spare bits carry the arc of a quarter turn to one of the four sides of the circle.
    side = radius if (turn & np.uint64(1)) == np.uint64(0) else -radius
    upright = (turn & np.uint64(2)) == np.uint64(0)
    return side * (c if upright else s), side * (s if upright else c)


def gauss_vectors(key: np.uint64, stream: int, tick: int) -> tuple[Vec3, Vec3]:
    """Two vectors of standard normal draws: a pair for each of the axes 0, 1, 2."""
    ax, bx = gauss_pair(key, stream, tick, 0)
    ay, by = gauss_pair(key, stream, tick, 1)
    az, bz = gauss_pair(key, stream, tick, 2)
    return Vec3(ax, ay, az), Vec3(bx, by, bz)


def _radius(u: float) -> float:
    """sqrt(-2 log(u)) for u in (0, 1], to 1e-10."""
    n, m = split_exponent(u)
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    p = -0.4723853038295741 * z - 0.570698026311565
    p = p * z - 0.8000077406601414
    p = p * z - 1.3333333047182734
    p = p * z - 4.000000000016889
    return sqrt(s * p - n * TWICE_LN2)


def _sin_cos_quarters(t: float) -> tuple[float, float]:
    """Sine and cosine of t quarter turns, |t| <= 1/2, to 1e-10."""
    z = t * t
    s = 0.0001582054153418526 * z - 0.004681265867999628
    s = s * z + 0.07969258267354878
    s = s * z - 0.6459640961446242
    s = s * z + 1.5707963267880862
    c = 0.0009036218609260198 * z - 0.02086006678438046
    c = c * z + 0.2536692032912251
    c = c * z - 1.2337005406179924
    c = c * z + 0.9999999999523945
    return t * s, c
