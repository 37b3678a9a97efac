"""Range checks of settings: each raises a ValueError that names the field and the fix."""

from typing import Any


def above_zero(settings: Any, *names: str) -> None:
    """Refuse zero and below; None means not given."""
    for name in names:
        value = getattr(settings, name)
        if value is not None and value <= 0:
            raise ValueError(f"{name} is {value:g}: write a number above 0")


def not_negative(settings: Any, *names: str) -> None:
    """Refuse what lies below zero; None means not given."""
    for name in names:
        value = getattr(settings, name)
        if value is not None and value < 0:
            raise ValueError(f"{name} is {value:g}: write 0 or more")


def between(settings: Any, name: str, low: float, high: float) -> None:
    """Refuse what lies outside the closed range."""
    value = getattr(settings, name)
    if not low <= value <= high:
        raise ValueError(f"{name} is {value:g}: write a number from {low:g} to {high:g}")
