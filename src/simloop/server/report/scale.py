"""Axes of charts: round numbers between two ends, and how they are written."""

from math import ceil, floor, log10

_STEPS = (1.0, 2.0, 5.0, 10.0)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, `most` of them or fewer."""
    step = round_step((high - low) / max(most, 1))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def round_step(least: float) -> float:
    """The smallest round step of at least this size."""
    if not least > 0.0:
        return 1.0
    size = 10.0 ** floor(log10(least))
    return next(step * size for step in _STEPS if step * size >= least * (1.0 - 1e-9))


def span(low: float, high: float, least: float) -> tuple[float, float]:
    """Both ends with a margin, at least so far apart: a calm line is no storm."""
    middle, half = 0.5 * (low + high), max(0.5 * (high - low), 0.5 * least)
    return middle - 1.08 * half, middle + 1.08 * half


def text(number: float) -> str:
    """A tick's number without more digits than it needs."""
    return f"{number:.6g}".replace("-", "\N{MINUS SIGN}") if abs(number) > 1e-12 else "0"
