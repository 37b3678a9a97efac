"""Questions of guests wait here, so that the owner never stands in line behind all of them."""

from collections import deque
from typing import Any

# The simulator answers at least one in each of its 30 frames a second.
GUESTS_AT_ONCE = 12


class Turns:
    """Which questions of guests are with the simulator, and which wait."""

    def __init__(self) -> None:
        self._away: set[str] = set()
        self._waiting: deque[tuple[str, Any]] = deque()

    def admits(self, number: str, message: Any) -> bool:
        """May it go now? If not, it waits here."""
        if len(self._away) >= GUESTS_AT_ONCE:
            self._waiting.append((number, message))
            return False
        self._away.add(number)
        return True

    def next_after(self, number: str) -> Any | None:
        """One was answered: the message that goes next."""
        if number not in self._away:
            return None
        self._away.discard(number)
        if not self._waiting:
            return None
        following, message = self._waiting.popleft()
        self._away.add(following)
        return message

    def forget(self, numbers: set[str]) -> None:
        """Nobody waits for these; those that are away still come back."""
        self._waiting = deque(each for each in self._waiting if each[0] not in numbers)
