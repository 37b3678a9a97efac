"""The firmware's own maths: a few transcendental functions, without libm."""

from collections.abc import Iterable

PI = 3.141592653589793
HALF_PI = 1.5707963267948966
QUARTER_PI = 0.7853981633974483
TWO_PI = 6.283185307179586
LN_2 = 0.6931471805599453
GRAVITY_MPS2 = 9.80665

# Adding and taking away 1.5 * 2**52 rounds a double to the nearest whole number.
ROUNDER = 6755399441055744.0

# Half a turn in three parts: the first two have zeros at the end, so that n * part is exact.
HALF_PI_HIGH = 1.5707963267341256
HALF_PI_MIDDLE = 6.077100506303966e-11
HALF_PI_LOW = 2.0222662487959506e-21


def clamp(value: float, low: float, high: float) -> float:
    """The value, or the limit that it passes."""
    raised = value if value > low else low
    return raised if raised < high else high


def larger(a: float, b: float) -> float:
    """The larger of two numbers."""
    return a if a > b else b


def smaller(a: float, b: float) -> float:
    """The smaller of two numbers."""
    return a if a < b else b


def is_number(value: float) -> bool:
    """Is it a number, and finite?"""
    return value - value == 0.0


def round_nearest(value: float) -> float:
    """The nearest whole number, for |value| below 2**51."""
    return (value + ROUNDER) - ROUNDER


def wrap_pi(angle: float) -> float:
    """The same direction within half a turn of zero."""
    return angle - TWO_PI * round_nearest(angle / TWO_PI)


def sin_cos(angle: float) -> tuple[float, float]:
    """Sine and cosine, for angles of a few thousand turns at most."""
    quarters = round_nearest(angle / HALF_PI)
    x = angle - quarters * HALF_PI_HIGH
    x = x - quarters * HALF_PI_MIDDLE
    x = x - quarters * HALF_PI_LOW
    s, c = sin_cos_eighth(x)
    # Which quarter turn, from -2 to 2: an odd one swaps the two, and each has its signs.
    quarter = quarters - 4.0 * round_nearest(0.25 * quarters)
    odd = (quarter == 1.0) | (quarter == -1.0)
    behind = (quarter == 2.0) | (quarter == -2.0)
    first = c if odd else s
    second = s if odd else c
    sine = -first if behind | (quarter == -1.0) else first
    cosine = -second if behind | (quarter == 1.0) else second
    return sine, cosine


def sin_cos_eighth(x: float) -> tuple[float, float]:
    """Sine and cosine within an eighth turn of zero, by their series."""
    t = x * x
    s = 1.0 / 6227020800.0 - t * (1.0 / 1307674368000.0)
    s = s * t - 1.0 / 39916800.0
    s = s * t + 1.0 / 362880.0
    s = s * t - 1.0 / 5040.0
    s = s * t + 1.0 / 120.0
    s = s * t - 1.0 / 6.0
    c = 1.0 / 20922789888000.0 * t - 1.0 / 87178291200.0
    c = c * t + 1.0 / 479001600.0
    c = c * t - 1.0 / 3628800.0
    c = c * t + 1.0 / 40320.0
    c = c * t - 1.0 / 720.0
    c = c * t + 1.0 / 24.0
    return x + x * t * s, (1.0 - 0.5 * t) + t * t * c


def atan2(y: float, x: float) -> float:
    """The angle of the point (x, y), 0 for the origin."""
    across = abs(x)
    along = abs(y)
    large = larger(across, along)
    small = smaller(across, along)
    ratio = small / large if large > 0.0 else 0.0
    # Above tan(22.5 deg) the angle is measured from 45 degrees, which keeps the series short.
    steep = ratio > 0.41421356237309503
    z = (ratio - 1.0) / (ratio + 1.0) if steep else ratio
    angle = atan_small(z)
    angle = QUARTER_PI + angle if steep else angle
    angle = HALF_PI - angle if along > across else angle
    angle = PI - angle if x < 0.0 else angle
    return -angle if y < 0.0 else angle


def atan_small(z: float) -> float:
    """Arc tangent for |z| up to tan(22.5 deg), by its series."""
    t = z * z
    p = 1.0 / 33.0 - t * (1.0 / 35.0)
    p = 1.0 / 31.0 - t * p
    p = 1.0 / 29.0 - t * p
    p = 1.0 / 27.0 - t * p
    p = 1.0 / 25.0 - t * p
    p = 1.0 / 23.0 - t * p
    p = 1.0 / 21.0 - t * p
    p = 1.0 / 19.0 - t * p
    p = 1.0 / 17.0 - t * p
    p = 1.0 / 15.0 - t * p
    p = 1.0 / 13.0 - t * p
    p = 1.0 / 11.0 - t * p
    p = 1.0 / 9.0 - t * p
    p = 1.0 / 7.0 - t * p
    p = 1.0 / 5.0 - t * p
    p = 1.0 / 3.0 - t * p
    return z - z * t * p


def log_moderate(x: float) -> float:
    """Natural logarithm for x from 1/16 to 16; outside it is held at the nearest limit."""
    m = clamp(x, 0.0625, 16.0)
    e = 0.0
    low = m < 0.1767766952966369
    m = m * 4.0 if low else m
    e = e - 2.0 if low else e
    low = m < 0.3535533905932738
    m = m * 2.0 if low else m
    e = e - 1.0 if low else e
    low = m < 0.7071067811865476
    m = m * 2.0 if low else m
    e = e - 1.0 if low else e
    high = m > 5.656854249492381
    m = m * 0.25 if high else m
    e = e + 2.0 if high else e
    high = m > 2.8284271247461903
    m = m * 0.5 if high else m
    e = e + 1.0 if high else e
    high = m > 1.4142135623730951
    m = m * 0.5 if high else m
    e = e + 1.0 if high else e
    s = (m - 1.0) / (m + 1.0)
    t = s * s
    p = 1.0 / 19.0 + t * (1.0 / 21.0)
    p = 1.0 / 17.0 + t * p
    p = 1.0 / 15.0 + t * p
    p = 1.0 / 13.0 + t * p
    p = 1.0 / 11.0 + t * p
    p = 1.0 / 9.0 + t * p
    p = 1.0 / 7.0 + t * p
    p = 1.0 / 5.0 + t * p
    p = 1.0 / 3.0 + t * p
    return e * LN_2 + (2.0 * s + 2.0 * s * t * p)


def exp_small(x: float) -> float:
    """Exponential for |x| up to 1, by its series at a quarter of x."""
    r = 0.25 * x
    p = 1.0 / 39916800.0 + r * (1.0 / 479001600.0)
    p = 1.0 / 3628800.0 + r * p
    p = 1.0 / 362880.0 + r * p
    p = 1.0 / 40320.0 + r * p
    p = 1.0 / 5040.0 + r * p
    p = 1.0 / 720.0 + r * p
    p = 1.0 / 120.0 + r * p
    p = 1.0 / 24.0 + r * p
    p = 1.0 / 6.0 + r * p
    p = 0.5 + r * p
    p = 1.0 + r * (1.0 + r * p)
    square = p * p
    return square * square


def ordered_sum(numbers: Iterable[float]) -> float:
    """Add from left to right; the builtin `sum` compensates its rounding since Python 3.12."""
    total = 0.0
    for number in numbers:
        total += number
    return total
