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
        said = json.loads(text, parse_float=_number, parse_int=_whole, parse_constant=_constant)
    except BadInput:
        raise
    except (ValueError, RecursionError):
        raise BadInput("not JSON") from None
    if not isinstance(said, dict):
        raise BadInput("not a message")
    if _is_deeper(said, _DEEPEST):
        raise BadInput(f"nested deeper than {_DEEPEST}")
    return said


def _is_deeper(value: Any, most: int) -> bool:
    if not isinstance(value, (dict, list)):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_is_deeper(each, most - 1) for each in inner)


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise BadInput(f"{text[:20]} is too large")
    return number


def _whole(text: str) -> int:
    if len(text) > 20 or abs(number := int(text)) > _LARGEST:
        raise BadInput(f"{text[:20]} is too large")
    return number


def _constant(text: str) -> float:
    raise BadInput(f"{text} is no number of JSON")
