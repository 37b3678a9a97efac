"""A failure that waits for its onset or is under way, and its place in time."""

from dataclasses import dataclass

from simloop.systems.failures.effect import Effect
from simloop.systems.failures.request import EVERYTHING, FailureRequest
from simloop.world.entities import Entity

NEVER = 1 << 62


@dataclass(slots=True)
class Failure:
    """What the desk knows of an accepted request; ticks are those in which things happen."""

    request: FailureRequest
    entity: Entity
    effect: Effect
    onset_tick: int
    ramp_ticks: int = 0
    duration_ticks: int | None = None
    running: bool = False
    share: float = 0.0

    @property
    def end_tick(self) -> int:
        """The first tick of recovery."""
        return NEVER if self.duration_ticks is None else self.onset_tick + self.duration_ticks

    def share_at(self, tick: int) -> float:
        """The share of full strength: a ramp from the onset on."""
        if self.ramp_ticks == 0:
            return 1.0
        return min((tick - self.onset_tick + 1) / self.ramp_ticks, 1.0)

    def next_tick(self, tick: int) -> int:
        """The first tick after this one in which there is something to do."""
        if not self.running:
            return max(self.onset_tick, tick + 1)
        if not self.effect.steady or self.share < 1.0:
            return tick + 1
        return max(self.end_tick, tick + 1)

    def stop(self, tick: int) -> None:
        """It ends in this tick; what is left of its time it keeps, in case it is brought back."""
        if self.duration_ticks is not None:
            self.duration_ticks = max(self.end_tick - tick, 1)
        self.running, self.share = False, 0.0

    def concerns(self, component: str, instance: int) -> bool:
        """Is it a failure of this component, and of this one of them?"""
        mine = self.request
        if component not in (mine.component, EVERYTHING):
            return False
        return 0 in (instance, mine.instance) or instance == mine.instance
