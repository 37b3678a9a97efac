"""What a failure makes of a column's healthy numbers."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Change = Callable[[Numbers], None]
"""Edits numbers in place."""
Places = slice | list[int]
ALL = slice(None)


def times(factor: float, places: Places = ALL) -> Change:
    """Multiply them."""

    def change(numbers: Numbers) -> None:
        numbers[places] *= factor

    return change


def plus(more: float | Sequence[float], places: Places = ALL) -> Change:
    """Add to them."""

    def change(numbers: Numbers) -> None:
        numbers[places] += more

    return change


def become(values: Mapping[int, float]) -> Change:
    """Put some of them."""

    def change(numbers: Numbers) -> None:
        for place, value in values.items():
            numbers[place] = value

    return change


def follow(law: Callable[[], Sequence[float]]) -> Change:
    """Work all of them out anew, whenever something else has changed."""

    def change(numbers: Numbers) -> None:
        numbers[:] = law()

    return change
