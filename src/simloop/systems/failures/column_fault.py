"""What all failures share that change columns: of actuators, power, weather and structure."""

from typing import Any

from simloop.systems.failures.column_ledger import Change, ColumnLedger, Owner
from simloop.systems.failures.effect import Effect
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim


class ColumnFault(Effect):
    """A failure that lays changes over columns; subclasses say which in `lay`."""

    def __init__(self, ledger: ColumnLedger, victim: Victim, request: FailureRequest) -> None:
        self.victim = victim
        self.strength = request.strength
        self.instance = request.instance
        self.lasts_s = request.duration_s
        self.share = 0.0
        self.onset_tick = 0
        self._kind = request.kind
        self._ledger = ledger
        self._owner: Owner = (request.component, request.kind, f"{request.instance:04d}")
        self._rate_hz = victim.world.tick_rate_hz
        self.check()

    def check(self) -> None:
        """Raise UnsupportedError if this vehicle cannot have it."""

    def start(self) -> None:
        """Remember what the failure needs to know of the moment in which it sets in."""

    def lay(self) -> None:
        """Put the changes of this tick into the ledger."""
        raise NotImplementedError

    def begin(self) -> None:
        """It sets in with this tick."""
        self.onset_tick = self.victim.tick
        self.start()

    def update(self, share: float) -> None:
        """Change the columns anew."""
        self.share = share
        self.lay()

    def end(self) -> None:
        """Leave the columns as they would be without it."""
        self._ledger.take_away(self.victim.entity, self._owner)

    def drop(self) -> None:
        """Leave the columns alone."""
        self._ledger.forget(self.victim.entity, self._owner)

    def save(self) -> Any:
        """When it began, and what it remembers."""
        return self.onset_tick, self.memory()

    def load(self, saved: Any) -> None:
        """Go on where `save` was called; the next tick lays the changes again."""
        self.onset_tick, memory = saved
        self.recall(memory)

    def memory(self) -> Any:
        """What it remembers, as a copy."""
        return None

    def recall(self, memory: Any) -> None:
        """Take the memory back."""

    def put(self, column: str, change: Change) -> None:
        """Change a column of the vehicle."""
        self._ledger.put(self.victim.entity, column, self._owner, change)

    def elapsed_s(self) -> float:
        """Time from the onset to the end of this tick."""
        return (self.victim.tick - self.onset_tick + 1) / self._rate_hz

    def window_start(self, hold_s: float) -> int:
        """The tick in which the while of `hold_s` began that this tick belongs to."""
        hold = max(round(hold_s * self._rate_hz), 1)
        tick = self.victim.tick
        return tick - (tick - self.onset_tick) % hold
