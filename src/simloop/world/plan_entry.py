"""A Python system in the runner's plan."""

from simloop.world.system import PHASE_OF_STAGE, Phase, PythonSystem


class Entry:
    """A Python system in the plan: where it stands among the block systems, and when it runs."""

    __slots__ = (
        "active", "at_end", "fused", "next_tick", "observes", "period", "positions",
        "system",
    )  # fmt: skip

    def __init__(
        self, system: PythonSystem, positions: tuple[int, ...], period: int, *, at_end: bool
    ) -> None:
        self.system = system
        self.positions = positions
        self.at_end = at_end
        self.observes = PHASE_OF_STAGE[system.stage] is Phase.POST_UPDATE
        self.period = period
        self.active = system.active
        self.fused = system.fused
        self.next_tick = system.next_tick

    def is_active(self) -> bool:
        """Is there anything to do at all?"""
        return self.active is None or self.active()

    @property
    def is_steady(self) -> bool:
        """Does it run at its rate whatever happens, and has no compiled form?"""
        return self.active is None and self.next_tick is None and self.fused is None
