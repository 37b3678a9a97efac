"""A Python system in the runner's plan."""

from simloop.world.system import PHASE_OF_STAGE, Phase, PythonSystem


class Entry:
    """A Python system in the plan: where it stands among the block systems, and when it runs."""

    __slots__ = (
        "_next_tick", "_period", "active", "at_end", "fused", "observes", "positions", "system",
    )  # fmt: skip

    def __init__(
        self, system: PythonSystem, positions: tuple[int, ...], period: int, *, at_end: bool
    ) -> None:
        self.system = system
        self.positions = positions
        self.at_end = at_end
        self.observes = PHASE_OF_STAGE[system.stage] is Phase.POST_UPDATE
        self._period = period
        self.active = system.active
        self.fused = system.fused
        self._next_tick = system.next_tick

    def is_active(self) -> bool:
        """Is there anything to do at all?"""
        return self.active is None or self.active()

    def ticks_until(self, tick: int) -> int:
        """From this tick to the next one in which the system runs."""
        if self._next_tick is not None:
            return self._next_tick() - tick
        return self._period - tick % self._period
