"""What a user asks for, as it is queued, logged and replayed."""

import pickle
import sys
from collections.abc import Mapping
from typing import Any


class UserCommand:
    """A verb and its arguments, plain values; as they were, whatever the sender does to them later.

    They are kept packed: a pilot sends 30 frames a second, and the log keeps them all.
    """

    __slots__ = ("_packed", "verb")

    def __init__(self, verb: str, arguments: Mapping[str, Any] | None = None) -> None:
        self.verb = sys.intern(str(verb))
        self._packed = pickle.dumps(dict(arguments or {}), protocol=5)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments, as a copy."""
        unpacked: dict[str, Any] = pickle.loads(self._packed)
        return unpacked

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UserCommand):
            return NotImplemented
        return self.verb == other.verb and self.arguments == other.arguments

    def __hash__(self) -> int:
        return hash(self.verb)

    def __repr__(self) -> str:
        return f"UserCommand({self.verb!r}, {self.arguments!r})"
