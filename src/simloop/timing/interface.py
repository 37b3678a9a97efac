"""The contract of a time manager, under ROSflight's names; simloop.testing has its checker."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class TimeManagerInterface(Protocol):
    """Who owns simulated time: the world follows as far as its time goes, and no further."""

    def update_time(self) -> None:
        """Move simulated time to where it may be now: forward or not at all, never blocking."""

    def get_seconds(self) -> int:
        """Whole seconds of simulated time."""

    def get_nanoseconds(self) -> int:
        """The nanoseconds beyond the whole seconds, 0 to 999 999 999."""
