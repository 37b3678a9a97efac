"""Reads JSON of strangers: an object of limited depth, with numbers that a simulator can hold."""

import json
from math import isfinite
from typing import Any

_DEEPEST = 16
_LARGEST = 2**63


class BadInput(ValueError):
    """Text that is refused; `str()` says why."""


def read_object(text: str | bytes) -> dict[str, Any]:
    """The object that a text holds."""
    try:
        said = json.loads(text, parse_constant=_constant)
    except BadInput:
        raise
    except (ValueError, RecursionError):
        # Python itself refuses whole numbers of thousands of digits.
        raise BadInput("not JSON") from None
    if not isinstance(said, dict):
        raise BadInput("not a message")
    _check_layers(said)
    return said


def _check_layers(said: dict[str, Any]) -> None:
    # Layer by layer, without a call for each value: a flood of numbers is cheap to look at.
    layer: list[Any] = [said]
    for _ in range(_DEEPEST):
        deeper: list[Any] = []
        for each in layer:
            for value in each.values() if type(each) is dict else each:
                kind = type(value)
                if kind is int or kind is float:
                    if not -_LARGEST <= value <= _LARGEST:
                        _check_number(value)
                elif kind is dict or kind is list:
                    deeper.append(value)
        layer = deeper
    if layer:
        raise BadInput(f"nested deeper than {_DEEPEST}")


def _check_number(value: float) -> None:
    """A whole number beyond 64 bits, or a number that is too large to be one."""
    if isinstance(value, int) or not isfinite(value):
        raise BadInput(f"{str(value)[:20]} is too large")


def _constant(text: str) -> float:
    raise BadInput(f"{text} is no number of JSON")
