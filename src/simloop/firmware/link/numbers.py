"""Numbers on their way into fields of messages."""

from collections.abc import Iterable
from math import isfinite
from typing import Any

U16_UNKNOWN = 65535


def whole(value: float, otherwise: int = 0) -> int:
    """The nearest whole number; something else for NaN and infinity."""
    return round(value) if isfinite(value) else otherwise


def finite(value: float, otherwise: float = 0.0) -> float:
    """The value, or something else for NaN and infinity."""
    return value if isfinite(value) else otherwise


def text_of(field: bytes) -> str:
    """A text field up to its first zero; what is not ASCII is left out."""
    return field.partition(b"\0")[0].decode("ascii", "ignore")


def spread(names: str, values: Iterable[Any]) -> dict[str, Any]:
    """Values as the fields of these names, with spaces between them."""
    return dict(zip(names.split(), values, strict=True))
