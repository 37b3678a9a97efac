"""A sum of floats that every Python gives to the same bit: the firmware's own copy."""

from collections.abc import Iterable


def ordered_sum(numbers: Iterable[float]) -> float:
    """Add from left to right; the builtin `sum` compensates its rounding since Python 3.12."""
    total = 0.0
    for number in numbers:
        total += number
    return total
