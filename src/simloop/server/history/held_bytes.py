"""How much memory a copy takes, as far as it is plain or says so itself."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any


def held_bytes(thing: Any) -> int:
    """Bytes of containers and all in them; a thing with `nbytes`, such as an array, tells its own.

    Anything else belongs to the run as well and counts for nothing but its name.
    """
    own: int | None = getattr(thing, "nbytes", None)
    if isinstance(own, int):
        return own
    size = sys.getsizeof(thing)
    if isinstance(thing, Mapping):
        return size + _all((*thing.keys(), *thing.values()))
    if isinstance(thing, (tuple, list, set, frozenset)):
        return size + _all(thing)
    return size


def _all(things: Iterable[Any]) -> int:
    return sum(int(held_bytes(thing)) for thing in things)
