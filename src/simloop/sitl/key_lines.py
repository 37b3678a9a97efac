"""Which lines of vehicles may set the key of signatures without a signature."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

KEY_LINES = "key_lines"
"""Under this name a run knows them: from its scenario, so that a replay knows them too."""


@dataclass(frozen=True, slots=True)
class KeyLines:
    """The marked ones among the lines of a vehicle, by number."""

    marked: frozenset[int] = frozenset()
    count: int = 0

    def __contains__(self, line: int) -> bool:
        return line in self.marked

    @property
    def all_are(self) -> bool:
        """Are there lines, and no other ones?"""
        return 0 < self.count == len(self.marked)


def key_lines_of(links: Mapping[str, Mapping[str, Any]], endpoints: Sequence[str]) -> KeyLines:
    """What the settings of the MAVLink link say; `endpoints` are its usual ones."""
    settings = links.get("mavlink")
    if settings is None:
        return KeyLines()
    lines = [str(line) for line in settings.get("endpoints", endpoints)]
    marked = settings.get("key_setup", ())
    return KeyLines(frozenset(n for n, line in enumerate(lines) if line in marked), len(lines))
