"""Tells what is wrong with a peer's bytes: once per cause, however often it happens."""

from collections import Counter
from collections.abc import Callable

Tell = Callable[[str, str], None]

# Causes of one peer that are told in a run; addresses and reasons can be forged without end.
MOST_TOLD = 16


class PeerNotices:
    """The complaints about one peer; `counts` knows how often each was due."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._told: set[tuple[str, str]] = set()
        self.counts: Counter[str] = Counter()

    def once(self, what: str, detail: str, about: str = "") -> None:
        """Tell it, unless it was told before; `about` tells causes of the same kind apart."""
        self.counts[what] += 1
        if (what, about) in self._told or len(self._told) >= MOST_TOLD:
            return
        self._told.add((what, about))
        last = len(self._told) == MOST_TOLD
        self._tell(what, f"{detail}; no more is told about it" if last else detail)
