"""Events that a peer could cause without end are told at first, then ever more rarely."""

from collections.abc import Callable

# Kinds of events that are counted apart; a peer cannot make more of them than this.
_MOST_KINDS = 64
# From here on every doubling is told.
_MANY = 16


class RareEvents:
    """Tells of the first events of a kind, then each time their number has doubled."""

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._counts: dict[str, int] = {}

    def tell(self, what: str, detail: str, *, kind: str = "", first: int = 4) -> None:
        """One more event; those of the same `kind` are counted together."""
        key = kind or what
        if key not in self._counts and len(self._counts) >= _MOST_KINDS:
            key = ""
        count = self._counts[key] = self._counts.get(key, 0) + 1
        if count <= first:
            self._tell(what, detail)
        elif count >= _MANY and count & (count - 1) == 0:
            self._tell(what, f"{detail} ({count} times so far)")
