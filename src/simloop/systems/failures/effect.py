"""What a failure does to a vehicle while it lasts: the contract of those who offer failures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simloop.systems.failures.request import FailureRequest


class UnsupportedError(ValueError):
    """A vehicle that cannot fail in this way, and why."""


class Effect:
    """One failure of one vehicle; every method may be left as it is.

    The desk calls `begin` at the onset, `update` with the share of full strength from then on, and
    `end` at recovery: in stage COMMANDS, or between ticks when somebody clears the failure.
    """

    steady = True
    """Is `update` called only when the share changes, and not in every tick?"""

    def begin(self) -> None:
        """The failure sets in."""

    def update(self, share: float) -> None:
        """It has this share of its full strength, above 0 and at most 1."""

    def end(self) -> None:
        """All is well again: leave no trace."""

    def drop(self) -> None:
        """Forget it without undoing it: the world has gone back to another time, or without it."""

    def save(self) -> Any:
        """What it remembers, as a copy, for snapshots."""
        return None

    def load(self, saved: Any) -> None:
        """Take back what `save` gave, in place of `begin`."""


MakeEffect = Callable[[FailureRequest], Effect]


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of failure of one component."""

    component: str
    kind: str
    make: MakeEffect = field(repr=False)
    """Gives the effect, or raises UnsupportedError; it changes nothing by itself."""
    meaning: str = ""
    strength: Mapping[str, float] = field(default_factory=dict)
    """The numbers that a request may give, with their defaults."""


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
