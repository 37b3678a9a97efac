"""Columns for a set of lanes, and tasks bound to them: the engine under the firmware."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from simloop.firmware.board import Lanes
from simloop.firmware.component import Block, Row, component_of
from simloop.firmware.field import Field, size_of
from simloop.firmware.task import Task

Compile = Callable[[Callable[..., None]], Callable[[float, Mapping[str, Row]], None]]
"""Turns a task into a function of its period and of the columns of one block by name."""


class TaskRunner(Protocol):
    """Tasks bound to columns."""

    def run(self, sample: int, group: str | None = None) -> None:
        """Run the tasks that are due at this sample, counted from 1, of one group or of all."""

    def run_one(self, name: str) -> None:
        """Run one task alone, whether due or not."""


# Tasks, and the IMU samples per second that their periods are counted in.
Bind = Callable[[Sequence[Task], float], TaskRunner]


def allocate(
    fields: Iterable[Field], lanes: Lanes, constants: Mapping[str, int]
) -> dict[str, Block]:
    """A column for each field, with its default in every lane."""
    sizes = dict(constants)
    return {field.name: lanes.column(size_of(field, sizes), field.default) for field in fields}


class BoundTasks:
    """Runs tasks on columns, each at its own share of the IMU samples.

    Periods are nominal, so that a run is a function of the samples alone and equals the same
    blocks in a simulator's schedule bit for bit.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        columns: Mapping[str, Block],
        lanes: Lanes,
        *,
        imu_rate_hz: float = 400.0,
        compile_block: Compile | None = None,
    ) -> None:
        if compile_block is None and lanes.width != 1:
            raise ValueError(f"plain block functions work on 1 lane per block, not {lanes.width}")
        self._groups = {task.name: task.group for task in tasks}
        self._bound = {
            task.name: _bind(task, columns, lanes.blocks, imu_rate_hz, compile_block)
            for task in tasks
        }

    def run(self, sample: int, group: str | None = None) -> None:
        """Run the tasks that are due at this sample, counted from 1, of one group or of all."""
        for name, (period, step) in self._bound.items():
            if sample % period == 0 and group in (None, self._groups[name]):
                step()

    def run_one(self, name: str) -> None:
        """Run one task alone, whether due or not."""
        _, step = self._bound[name]
        step()


def _bind(
    task: Task,
    columns: Mapping[str, Block],
    blocks: int,
    imu_rate_hz: float,
    compile_block: Compile | None,
) -> tuple[int, Callable[[], None]]:
    """The task's period in IMU samples, and a call that runs it on every block."""
    period = 1 if task.rate_hz is None else round(imu_rate_hz / task.rate_hz)
    if task.rate_hz is not None and abs(period * task.rate_hz - imu_rate_hz) > 1e-6:
        raise ValueError(
            f"{task.name} at {task.rate_hz:g} Hz does not divide the IMU rate {imu_rate_hz:g} Hz"
        )
    period_s = period / imu_rate_hz
    rows = [{name: column[row] for name, column in columns.items()} for row in range(blocks)]
    if compile_block is not None:
        compiled = compile_block(task.block)
        return period, lambda: _run_compiled(compiled, period_s, rows)
    calls = [task_arguments(task.block, period_s, row) for row in rows]

    def step() -> None:
        for arguments in calls:
            task.block(*arguments)

    return period, step


def _run_compiled(
    compiled: Callable[[float, Mapping[str, Row]], None],
    period_s: float,
    rows: Sequence[Mapping[str, Row]],
) -> None:
    for row in rows:
        compiled(period_s, row)


def task_arguments(
    block: Callable[..., None], period_s: float, columns: Mapping[str, Row]
) -> tuple[object, ...]:
    """What a task is called with: the period, components, columns by their names."""
    found: list[object] = []
    for name, parameter in inspect.signature(block).parameters.items():
        part = component_of(parameter.annotation)
        if part is not None:
            fields = enumerate(part.columns)
            found.append(part.over({n: columns[f.name] for n, f in fields if f.name in columns}))
        else:
            found.append(period_s if name == "period_s" else columns[name])
    return tuple(found)
