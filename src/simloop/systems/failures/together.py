"""Several effects as one failure."""

from collections.abc import Sequence
from typing import Any

from simloop.systems.failures.effect import Effect


class Together(Effect):
    """Effects that come and go together."""

    def __init__(self, parts: Sequence[Effect]) -> None:
        self._parts = tuple(parts)
        self.steady = all(part.steady for part in self._parts)

    def begin(self) -> None:
        """All begin."""
        for part in self._parts:
            part.begin()

    def update(self, share: float) -> None:
        """All have this share."""
        for part in self._parts:
            part.update(share)

    def end(self) -> None:
        """All end."""
        for part in self._parts:
            part.end()

    def drop(self) -> None:
        """All are forgotten."""
        for part in self._parts:
            part.drop()

    def save(self) -> Any:
        """What each remembers."""
        return [part.save() for part in self._parts]

    def load(self, saved: Any) -> None:
        """Give each its memory back."""
        for part, memory in zip(self._parts, saved, strict=True):
            part.load(memory)
