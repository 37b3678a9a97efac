"""A fault that stands where something passes, samples or commands, from its onset to its end."""

from typing import Any, Protocol

from simloop.systems.failures.effect import Effect
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim


class FaultStage(Protocol):
    """Where samples or commands pass."""

    def attach(self, fault: Any) -> None:
        """Let a fault see them."""

    def detach(self, fault: Any) -> None:
        """Let a fault go."""


class StagedFault(Effect):
    """Its vehicle, its time, its chance and its memory; subclasses say what becomes of things."""

    def __init__(self, stage: FaultStage, victim: Victim, request: FailureRequest) -> None:
        self.victim = victim
        self.strength = request.strength
        self.share = 0.0
        self.onset_tick = 0
        self.memory: Any = None
        self._stage = stage
        self._chance = victim.chance()
        self._rate_hz = victim.world.tick_rate_hz

    def begin(self) -> None:
        """See everything from now on."""
        self.onset_tick = self.victim.tick
        self.memory = self.first_memory()
        self._stage.attach(self)

    def update(self, share: float) -> None:
        """Keep the share for what is to come."""
        self.share = share

    def end(self) -> None:
        """See nothing more."""
        self._stage.detach(self)

    def drop(self) -> None:
        """See nothing more."""
        self._stage.detach(self)

    def save(self) -> Any:
        """When it began, how strong it is, and what it remembers."""
        return self.onset_tick, self.share, self.kept_memory()

    def load(self, saved: Any) -> None:
        """Go on where `save` was called."""
        self.onset_tick, self.share, self.memory = saved
        self.memory = self.kept_memory()
        self._stage.attach(self)

    def first_memory(self) -> Any:
        """What it has to remember from the start."""
        return None

    def kept_memory(self) -> Any:
        """A copy of the memory."""
        return list(self.memory) if isinstance(self.memory, list) else self.memory
