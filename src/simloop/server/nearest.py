"""Finds what the user most likely meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name the user most likely meant, if one is near enough."""
    by_folded = {candidate.lower(): candidate for candidate in known}
    close = get_close_matches(name.lower(), by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


def suggestion(name: str, known: Iterable[str]) -> str:
    """The fix for an unknown name: the nearest one, or all of them."""
    names = sorted(known)
    near = nearest(name, names)
    if near is not None:
        return f"did you mean '{near}'?"
    return f"use one of {', '.join(names)}" if names else "leave it out"
