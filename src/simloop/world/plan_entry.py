"""A Python system in the runner's plan."""

from collections.abc import Callable

from simloop.world.activity import Activity
from simloop.world.schedule import Access
from simloop.world.system import PHASE_OF_STAGE, BlockSystem, Phase, PythonSystem, Stage

_STAGE_NUMBER = {stage: number for number, stage in enumerate(Stage)}

Asked = tuple["Entry", Callable[[], bool] | None, Callable[[], int] | None, int, bool]


class Entry:
    """A Python system in the plan: where it stands among the block systems, and when it runs."""

    __slots__ = (
        "active", "at_end", "fused", "is_steady", "is_watcher", "next_tick", "observes", "period",
        "positions", "run", "system",
    )  # fmt: skip

    def __init__(
        self, system: PythonSystem, positions: tuple[int, ...], period: int, *, at_end: bool
    ) -> None:
        self.system = system
        self.run = system.run
        self.positions = positions
        self.at_end = at_end
        self.observes = PHASE_OF_STAGE[system.stage] is Phase.POST_UPDATE
        self.period = period
        self.active = system.active
        self.fused = system.fused
        self.next_tick = system.next_tick
        has_form = self.active is not None or self.next_tick is not None or self.fused is not None
        # It runs at its rate whatever happens, and has no compiled form.
        self.is_steady = not has_form
        self.is_watcher = self.is_steady and period == 1

    def is_active(self) -> bool:
        """Is there anything to do at all?"""
        return self.active is None or self.active()

    @property
    def asked(self) -> Asked:
        """What a look ahead wants of it, unpacked in one go: last, does it tell when to look?

        Who names its tick has no rate.
        """
        period = self.period if self.next_tick is None else 1
        return self, self.active, self.next_tick, period, isinstance(self.active, Activity)


def position_of(system: PythonSystem, blocks: tuple[BlockSystem, ...]) -> int:
    """How many of a class's block systems run before this Python system."""
    stage = _STAGE_NUMBER[system.stage]
    earlier = sum(_STAGE_NUMBER[block.stage] < stage for block in blocks)
    same = [block for block in blocks if block.stage is system.stage]
    feeds = any(Access.of(block).reads & set(system.writes) for block in same)
    return earlier if feeds else earlier + len(same)
