"""The compiled loops around cross-vehicle work, made when first needed."""

from collections.abc import Callable, Sequence

from simloop.world.fused_work import FusedWork, Part, drive_source
from simloop.world.plan_entry import Entry
from simloop.world.steps import TableSteps


class Drives:
    """Runs ticks of all tables with one system's work in each."""

    def __init__(self, steps: Sequence[TableSteps]) -> None:
        self._steps = steps
        self._made: dict[tuple[str, str], Callable[..., tuple[int, int]]] = {}

    def run(self, entry: Entry, work: FusedWork, *, first_tick: int, ticks: int) -> tuple[int, int]:
        """How many ticks are done, and what the work answered in the tick after them."""
        tables = [argument for steps in self._steps for argument in steps.arguments]
        drive = self._drive(entry, work)
        return drive(first_tick, ticks, *tables, *work.seen, *work.arguments)

    def _drive(self, entry: Entry, work: FusedWork) -> Callable[..., tuple[int, int]]:
        key = (entry.system.name, work.module)
        if key not in self._made:
            parts = [
                Part(
                    steps.module_of(0, cut),
                    steps.module_of(cut, len(steps.systems)),
                    len(steps.table.vehicle_class.shared),
                )
                for steps, cut in zip(self._steps, entry.positions, strict=True)
            ]
            self._made[key] = self._steps[0].write_drive(drive_source(parts, work))
        return self._made[key]
