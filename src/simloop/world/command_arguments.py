"""What the verbs of all plugins ask of their arguments, with the same words of refusal."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from simloop.world.commands import CommandRefused

# Beyond it a whole number fits no float.
_MOST = 10**300
_LONGEST_TEXT = 256


def text(
    given: Mapping[str, Any], key: str, refused: Callable[[str], Exception] = CommandRefused
) -> str:
    """An argument that is a word."""
    value = given.get(key)
    if not isinstance(value, str) or not value:
        raise refused(f"argument '{key}' is missing: write a name")
    # To look for names like a very long one would hold the world up.
    if len(value) > _LONGEST_TEXT:
        raise refused(f"argument '{key}' is longer than {_LONGEST_TEXT} signs")
    return value


def the_name(given: Mapping[str, Any]) -> str:
    """Whom the command is about."""
    return text(given, "name")


def as_number(
    key: str, value: object, refused: Callable[[str], Exception] = CommandRefused
) -> float:
    """The value of an argument that is a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise refused(f"argument '{key}' takes a number")
    return float(min(max(value, -_MOST), _MOST) if isinstance(value, int) else value)


def only(verb: str, given: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse an argument that the verb does not have, with the nearest that it has."""
    names = sorted(known)
    for key in given:
        if key not in names:
            near = get_close_matches(key, names, 1)
            use = f"use {', '.join(names)}" if names else "it takes none"
            hint = f"did you mean '{near[0]}'?" if near else use
            raise CommandRefused(f"{verb} has no argument '{key}': {hint}")


def check_sizes(given: Mapping[str, Any]) -> None:
    """Refuse whole numbers that nobody can calculate with, wherever they are."""
    for key, value in given.items():
        rest = [value]
        while rest:
            each = rest.pop()
            if isinstance(each, int) and not -_MOST <= each <= _MOST:
                raise CommandRefused(f"argument '{key}' has a number beyond 1e300: write less")
            if isinstance(each, Mapping):
                rest += each.values()
            elif isinstance(each, (list, tuple)):
                rest += each
