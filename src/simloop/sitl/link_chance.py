"""Addressed chance for events of links, in plain integers.

Draws equal those of simloop.kernels.noise at the same address; a few dozen a second in plain
Python cost less this way than through NumPy's scalars.
"""

from simloop.math.address import address_key

# The streams of links; those of sensors and weather are in simloop.kernels.noise.
STREAM_LINK = 40
STREAM_RADIO = 41
STREAM_BOARD = 42

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB


def chance_key(seed: int, *names: object) -> int:
    """The key of whatever has these names, such as a vehicle, a channel and a direction."""
    return int(address_key(seed, "/".join(map(str, names))))


def uniform(key: int, stream: int, number: int, use: int) -> float:
    """A uniform draw from [0, 1) for one use of the number-th event."""
    return (random_bits(key, stream, number, use) >> 12) / 2.0**52


def random_bits(key: int, stream: int, number: int, use: int) -> int:
    """64 random bits for one use of the number-th event."""
    kind = _mix((((stream << 32) ^ use) + _GOLDEN) & _MASK)
    return _mix(key ^ _mix(kind ^ (number * _GOLDEN & _MASK)))


def _mix(x: int) -> int:
    x = (x ^ (x >> 30)) * _MIX_1 & _MASK
    x = (x ^ (x >> 27)) * _MIX_2 & _MASK
    return x ^ (x >> 31)
