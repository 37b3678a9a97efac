"""A fault that stands where something passes, samples or commands, from its onset to its end."""

from typing import Any, Protocol

from simloop.systems.failures.fault import Fault, Kind
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim


class FaultStage(Protocol):
    """Where samples or commands pass."""

    def attach(self, fault: Any) -> None:
        """Let a fault see them."""

    def detach(self, fault: Any) -> None:
        """Let a fault go."""


class StagedFault(Fault):
    """It sees everything that passes; subclasses say what becomes of it."""

    def __init__(
        self, stage: FaultStage, victim: Victim, request: FailureRequest, kind: Kind
    ) -> None:
        self._stage = stage
        super().__init__(victim, request, kind)

    def enter(self) -> None:
        """See everything from now on."""
        self._stage.attach(self)

    def end(self) -> None:
        """See nothing more."""
        self._stage.detach(self)

    def drop(self) -> None:
        """See nothing more."""
        self._stage.detach(self)
