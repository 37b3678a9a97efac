"""How much text of browsers is read: so much of one, and so much of all guests together.

Reading JSON is what costs the studio most, so bytes are counted before they are read.
"""

import asyncio
from collections.abc import Callable

from simloop.studio.access import Role
from simloop.studio.allowance import Allowance
from simloop.studio.guards import BODY_BYTES

BROWSER_BYTES_PER_S = 256 * 1024.0
SHARED_BYTES_PER_S = 1024 * 1024.0
# One message of the greatest length may always come.
BROWSER_BURST = float(BODY_BYTES)
SHARED_BURST = float(BODY_BYTES)
# Several may wait for the same bytes: each looks again, but not at once.
_LEAST_WAIT_S = 0.01


class ParseBudget:
    """The budgets of one page: the owner has one of its own, which no guest can spend."""

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock or asyncio.get_running_loop().time
        self._shared: dict[bool, Allowance] = {
            is_owner: Allowance(SHARED_BYTES_PER_S, SHARED_BURST, self._clock)
            for is_owner in (False, True)
        }

    def of_browser(self) -> Allowance:
        """What one browser may send."""
        return Allowance(BROWSER_BYTES_PER_S, BROWSER_BURST, self._clock)

    def take(self, role: Role, size: int) -> bool:
        """May a text of this size be read now?"""
        return self._shared[role == "admin"].take(size)

    async def turn(self, role: Role, size: int) -> None:
        """Wait until a text of this size may be read; meanwhile nothing of that browser is."""
        while not self.take(role, size):
            wait_s = self._shared[role == "admin"].wait_s(size)
            await asyncio.sleep(max(_LEAST_WAIT_S, wait_s))
