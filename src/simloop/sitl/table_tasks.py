"""The firmware's tasks on the columns of a table: a part of the tick per group of tasks."""

from collections.abc import Mapping, Sequence

import numpy as np

from simloop.firmware.stack import Stack
from simloop.firmware.task import Task
from simloop.sitl.board_columns import board_names
from simloop.world.kernel_copy import KernelCopies
from simloop.world.step import InterpretedStep, Step
from simloop.world.system import BlockSystem, Stage
from simloop.world.table import Table
from simloop.world.unit_table import UnitTable


class TableTasks:
    """Runs tasks on all blocks of a table; compiled or interpreted, the same bits."""

    def __init__(
        self,
        table: Table,
        stack: Stack,
        tasks: Sequence[Task],
        imu_rate_hz: float,
        *,
        compiled: bool,
    ) -> None:
        self._table = table
        self._compiled = compiled
        names = board_names(stack)
        groups = dict.fromkeys(task.group for task in tasks)
        ordered = [task for group in groups for task in tasks if task.group == group]
        self._systems = [_as_system(task, names) for task in ordered]
        self._parts: dict[str, tuple[int, int]] = {group: _span(group, ordered) for group in groups}
        self._rate_hz = round(imu_rate_hz)
        self._units = UnitTable(table, self._systems, self._rate_hz)
        self._plain: dict[tuple[int, int], Step] = {}

    def run(self, sample: int, group: str | None = None) -> None:
        """Run the tasks that are due at this sample, counted from 1, of one group or of all."""
        for part in self._parts.values() if group is None else (self._parts[group],):
            self._call(part, sample)

    def run_one(self, name: str) -> None:
        """Run one task alone, whether due or not."""
        number = [system.name for system in self._systems].index(name)
        # At sample 0 everything is due.
        self._call((number, number + 1), 0)

    def prepare(self) -> None:
        """Compile now what `run` needs."""
        if self._compiled:
            self._units.prepare()

    def _call(self, part: tuple[int, int], sample: int) -> None:
        blocks = self._table.blocks_in_use
        if self._compiled:
            self._units.run(*part, sample, 1, 0, blocks)
            return
        with np.errstate(all="ignore"):
            self._plain_step(part)(sample, 1, 0, blocks)

    def _plain_step(self, part: tuple[int, int]) -> Step:
        if part not in self._plain:
            constants = self._table.vehicle_class.constants
            self._plain[part] = InterpretedStep(
                self._systems[slice(*part)],
                table=self._table,
                tick_rate_hz=self._rate_hz,
                copies=KernelCopies(constants),
            )
        return self._plain[part]


def _span(group: str, tasks: Sequence[Task]) -> tuple[int, int]:
    """The first of a group's tasks, and the one after its last."""
    numbers = [number for number, task in enumerate(tasks) if task.group == group]
    return numbers[0], numbers[-1] + 1


def _as_system(task: Task, names: Mapping[str, str]) -> BlockSystem:
    """A task in the words of the world; its stage plays no part here."""
    return BlockSystem(
        name=task.name, stage=Stage.ESTIMATE, block=task.block, rate_hz=task.rate_hz, bind=names
    )
