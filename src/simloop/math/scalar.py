"""Elementary functions from own polynomials: compiled and interpreted code agree bit by bit.

Every function is branch-free and vectorises. Bounds hold against correctly rounded results:

- sin, cos, sin_cos: absolute error below 2.3e-16 for |x| <= 1e5 (relative 4e-16 also near zeros);
- exp: relative error below 3e-16, saturating outside [-708, 709];
- log: relative error below 3e-16 for every normal positive number; x <= 0 counts as 2.2e-308;
- atan2, asin: relative error below 5e-16.

NaN goes in and comes out; infinity is outside the domain of all of them.
"""

from math import sqrt

import numpy as np

PI = 3.141592653589793
HALF_PI = 1.5707963267948966

# Adding and subtracting 1.5 * 2^52 rounds a double to the nearest integer, ties to even.
ROUNDING = 6755399441055744.0
ROUNDING_BITS = 0x4338000000000000

# pi/2 and 2 pi in three parts of 33, 33 and 53 bits: products with small integers stay exact.
TWO_OVER_PI = 0.6366197723675814
HALF_PI_1 = 1.5707963267341256
HALF_PI_2 = 6.077100506303966e-11
HALF_PI_3 = 2.0222662487959506e-21
ONE_OVER_TWO_PI = 0.15915494309189535
TWO_PI_1 = 6.2831853069365025
TWO_PI_2 = 2.4308402025215864e-10
TWO_PI_3 = 8.089064995183803e-21

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471803691238
LN2_LOW = 1.9082149292705877e-10

SMALLEST_NORMAL = 2.2250738585072014e-308
SQRT_HALF_BITS = 0x3FE6A09E667F3BCD

TAN_PI_8 = 0.41421356237309503
QUARTER_PI = 0.7853981633974483
QUARTER_PI_LOW = 3.061616997868383e-17
HALF_PI_LOW = 6.123233995736766e-17
PI_LOW = 1.2246467991473532e-16


def clamp(x: float, low: float, high: float) -> float:
    """`x` held between `low` and `high`."""
    above = low if x < low else x
    return high if above > high else above


def round_nearest(x: float) -> float:
    """The integer nearest to `x`, ties to even, for |x| < 2^51."""
    return (x + ROUNDING) - ROUNDING


def wrap_pi(x: float) -> float:
    """The angle `x` moved by whole turns into [-pi, pi]."""
    turns = round_nearest(x * ONE_OVER_TWO_PI)
    return ((x - turns * TWO_PI_1) - turns * TWO_PI_2) - turns * TWO_PI_3


def sin_cos(x: float) -> tuple[float, float]:
    """Sine and cosine of `x`."""
    quarters = round_nearest(x * TWO_OVER_PI)
    r = ((x - quarters * HALF_PI_1) - quarters * HALF_PI_2) - quarters * HALF_PI_3
    return _turn_quarters(r, quarters)


def sin(x: float) -> float:
    """Sine of `x`."""
    return sin_cos(x)[0]


def cos(x: float) -> float:
    """Cosine of `x`."""
    return sin_cos(x)[1]


def _turn_quarters(r: float, quarters: float) -> tuple[float, float]:
    """Sine and cosine of `r` plus a whole number of quarter turns, |r| <= pi/4."""
    z = r * r
    s = r + r * z * _sin_tail(z)
    half = 0.5 * z
    c = 1.0 - (half - z * z * _cos_tail(z))
    # The quadrant is one of -2, -1, 0, 1, 2; both ends are the same half turn.
    quadrant = quarters - 4.0 * round_nearest(quarters * 0.25)
    squared = quadrant * quadrant
    sine = c if squared == 1.0 else s
    cosine = s if squared == 1.0 else c
    sine_sign = -1.0 if (squared == 4.0) | (quadrant == -1.0) else 1.0
    cosine_sign = -1.0 if (squared == 4.0) | (quadrant == 1.0) else 1.0
    return sine_sign * sine, cosine_sign * cosine


def _sin_tail(z: float) -> float:
    """(sin(r)/r - 1)/r^2 for z = r^2."""
    p = 1.5917988979397435e-10
    p = p * z - 2.5051129896450185e-08
    p = p * z + 2.7557316093198404e-06
    p = p * z - 0.00019841269836740532
    p = p * z + 0.008333333333330936
    return p * z - 0.16666666666666666


def _cos_tail(z: float) -> float:
    """(cos(r) - 1 + r^2/2)/r^4 for z = r^2."""
    p = -1.138254464534925e-11
    p = p * z + 2.087614504941318e-09
    p = p * z - 2.755731726587808e-07
    p = p * z + 2.48015872987544e-05
    p = p * z - 0.0013888888888887389
    return p * z + 0.041666666666666664


def exp(x: float) -> float:
    """e to the power `x`."""
    held = clamp(x, -708.0, 709.0)
    n = round_nearest(held * LOG2_E)
    r = (held - n * LN2_HIGH) - n * LN2_LOW
    return (1.0 + (r + r * r * _exp_tail(r))) * _power_of_two(n)


def _exp_tail(r: float) -> float:
    """(exp(r) - 1 - r)/r^2."""
    p = 2.5100472505694996e-08
    p = p * r + 2.7620201591031547e-07
    p = p * r + 2.7557268276905696e-06
    p = p * r + 2.4801521057868204e-05
    p = p * r + 0.00019841269863171557
    p = p * r + 0.0013888888917367081
    p = p * r + 0.008333333333330039
    p = p * r + 0.041666666666623824
    p = p * r + 0.16666666666666669
    return p * r + 0.5000000000000001


def _power_of_two(n: float) -> float:
    """2^n for a whole number n in [-1022, 1023], built from its exponent bits."""
    bits = np.float64(n + (ROUNDING + 1023.0)).view(np.int64)
    return float(np.int64(bits << 52).view(np.float64))


def split_exponent(x: float) -> tuple[float, float]:
    """n and m with x = 2^n m and m in [sqrt(1/2), sqrt(2)), for a normal positive `x`."""
    bits = np.float64(x).view(np.int64)
    exponent = (bits - SQRT_HALF_BITS) >> 52
    m = float(np.int64(bits - (exponent << 52)).view(np.float64))
    n = float(np.int64(exponent + ROUNDING_BITS).view(np.float64)) - ROUNDING
    return n, m


def log(x: float) -> float:
    """Natural logarithm of a positive `x`."""
    n, m = split_exponent(x if x > SMALLEST_NORMAL else SMALLEST_NORMAL)
    f = m - 1.0
    s = f / (2.0 + f)
    half = 0.5 * f * f
    tail = s * (half + _log_tail(s * s))
    # x - x is 0, or NaN where x is.
    return n * LN2_HIGH - ((half - (tail + n * LN2_LOW)) - f) + (x - x)


def _log_tail(z: float) -> float:
    """2 atanh(s)/s - 2 for z = s^2."""
    p = 0.13089445145246312
    p = p * z + 0.1326850331279476
    p = p * z + 0.15386249788196105
    p = p * z + 0.181817954545265
    p = p * z + 0.2222222239345263
    p = p * z + 0.28571428570795937
    p = p * z + 0.4000000000000089
    p = p * z + 0.6666666666666666
    return p * z


def pow_positive(x: float, y: float) -> float:
    """`x` to the power `y` for positive `x`; the relative error is about 2e-16 (1 + |y log x|)."""
    return exp(y * log(x))


def atan2(y: float, x: float) -> float:
    """Angle of the point (x, y) in [-pi, pi]; 0 at the origin, and zeros have no sign."""
    ax = abs(x)
    ay = abs(y)
    steep = ay > ax
    larger = ay if steep else ax
    smaller = ax if steep else ay
    # Beyond pi/8 measure from the diagonal, so that one short polynomial serves.
    diagonal = smaller > larger * TAN_PI_8
    numerator = smaller - larger if diagonal else smaller
    denominator = smaller + larger if diagonal else larger
    t = numerator / (denominator if denominator != 0.0 else 1.0)
    z = t * t
    octant = t + t * z * _atan_tail(z)
    octant = QUARTER_PI + (octant + QUARTER_PI_LOW) if diagonal else octant
    quadrant = HALF_PI - (octant - HALF_PI_LOW) if steep else octant
    half = PI - (quadrant - PI_LOW) if x < 0.0 else quadrant
    return -half if y < 0.0 else half


def _atan_tail(z: float) -> float:
    """(atan(t)/t - 1)/t^2 for z = t^2."""
    p = -0.01917392228554793
    p = p * z + 0.03922923713835943
    p = p * z - 0.05085365922344248
    p = p * z + 0.05858132894427922
    p = p * z - 0.06664509603255386
    p = p * z + 0.07692183059894114
    p = p * z - 0.09090904572487347
    p = p * z + 0.11111111015117626
    p = p * z - 0.1428571428466482
    p = p * z + 0.19999999999995513
    return p * z - 0.3333333333333333


def asin(x: float) -> float:
    """Angle in [-pi/2, pi/2] whose sine is `x`, with `x` held in [-1, 1]."""
    held = clamp(x, -1.0, 1.0)
    return atan2(held, sqrt((1.0 - held) * (1.0 + held)))
