"""The firmware's tasks on the columns of a table: one generated function per group of tasks."""

from collections.abc import Mapping, Sequence

import numpy as np

from simloop.firmware.stack import Stack
from simloop.firmware.task import Task
from simloop.sitl.board_columns import board_names
from simloop.world.kernel_copy import KernelCopies
from simloop.world.step import Step, generate, load_step
from simloop.world.steps import cache_directory
from simloop.world.system import BlockSystem, Stage
from simloop.world.table import Arena, Table


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
        self._imu_rate_hz = imu_rate_hz
        self._compiled = compiled
        self._known: object = None
        self._given: tuple[Arena, ...] = ()
        constants = {"W": table.lanes, **table.vehicle_class.constants}
        self._copies = KernelCopies(cache_directory(), constants, compiled)
        names = board_names(stack)
        self._systems = [_as_system(task, names) for task in tasks]
        groups = dict.fromkeys(task.group for task in tasks)
        self._steps: dict[str, Step] = {
            group: self._made(
                [s for s, t in zip(self._systems, tasks, strict=True) if t.group == group]
            )
            for group in groups
        }

    def run(self, sample: int, group: str | None = None) -> None:
        """Run the tasks that are due at this sample, counted from 1, of one group or of all."""
        for step in self._steps.values() if group is None else (self._steps[group],):
            self._call(step, sample)

    def run_one(self, name: str) -> None:
        """Run one task alone, whether due or not."""
        system = next(system for system in self._systems if system.name == name)
        # At sample 0 everything is due.
        self._call(self._made([system]), 0)

    def prepare(self) -> None:
        """Compile now what `run` needs."""
        for step in self._steps.values():
            step(1, 0, 0, 0, *self._arenas())

    def _call(self, step: Step, sample: int) -> None:
        blocks = self._table.blocks_in_use
        if self._compiled:
            step(sample, 1, 0, blocks, *self._arenas())
            return
        with np.errstate(all="ignore"):
            step(sample, 1, 0, blocks, *self._arenas())

    def _arenas(self) -> tuple[Arena, ...]:
        # A table that grows gets a new set of arenas.
        arenas = self._table.arenas
        if arenas is not self._known:
            self._known, self._given = arenas, (arenas["f8"], arenas["i8"], arenas["u8"])
        return self._given

    def _made(self, systems: Sequence[BlockSystem]) -> Step:
        source = generate(
            systems,
            layout=self._table.layout,
            lanes=self._table.lanes,
            tick_rate_hz=round(self._imu_rate_hz),
            copies=self._copies,
        )
        return load_step(source, "step", self._copies)


def _as_system(task: Task, names: Mapping[str, str]) -> BlockSystem:
    """A task in the words of the world; its stage plays no part here."""
    return BlockSystem(
        name=task.name,
        stage=Stage.ESTIMATE,
        block=task.block,
        writes=tuple(names.get(name, name) for name in task.writes),
        rate_hz=task.rate_hz,
        bind=names,
    )
