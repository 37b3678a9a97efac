"""Range checks of settings: each raises a ValueError that names the field and the fix."""

from typing import Any

LONGEST_NAME = 100


def plain_name(settings: Any) -> None:
    """Refuse a name that would lead to another folder: runs and files are called by it."""
    name = settings.name
    if not name or len(name) > LONGEST_NAME or "/" in name or "\\" in name or name[0] in ".~":
        raise ValueError(
            f"name is {name[:LONGEST_NAME]!r}: write one word, without slashes or a dot in front"
        )


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
