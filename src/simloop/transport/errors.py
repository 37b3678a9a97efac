"""The one error of the bus, and what a fault leaves behind when it does not stop the run."""

from dataclasses import dataclass
from enum import Enum


class BusError(Exception):
    """Something on the bus does not fit or failed; the message names both sides."""


class OnFault(Enum):
    """What happens when a subscriber or a service raises."""

    RAISE = "stop: the error reaches the runner as BusError"
    DETACH = "go on without the subscriber; the fault is listed in Bus.faults"


@dataclass(frozen=True, slots=True)
class Fault:
    """A subscriber or service that raised, and when."""

    tick: int
    name: str
    who: str
    error: BaseException

    def __str__(self) -> str:
        return f"tick {self.tick}: {self.who} on {self.name} raised {self.error!r}"
