"""Whether a system has anything to do: told by the system, so that nobody asks in every tick."""

from collections.abc import Callable


class Activity:
    """What a system gives as `active` if it says when there is something to do.

    `look` answers whether there is, and `stir` makes the runner look. It also looks when vehicles
    or subscribers have come or gone, after going back in time, and when the system is due that
    answered yes; so nobody has to tell that there is nothing left to do. A `next_tick` beside it
    counts until the next look. `stir` may be called from any thread.
    """

    __slots__ = ("_look", "stir")

    def __init__(self, look: Callable[[], bool]) -> None:
        self._look = look
        self.stir: Callable[[], None] = _nobody_runs_it

    def __call__(self) -> bool:
        """Is there anything to do?"""
        return self._look()


def _nobody_runs_it() -> None:
    """Before it is in a schedule nobody has to look."""
