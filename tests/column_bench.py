"""Tasks of the firmware alone on their columns; nothing here needs a simulator."""

from collections.abc import Mapping, Sequence

from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import BoundTasks, allocate
from simloop.firmware.field import Field
from simloop.firmware.lane import BlockLane
from simloop.firmware.task import Task


class TaskBench:
    """Tasks on columns of their own, without a board: set columns, run, read columns."""

    def __init__(
        self,
        fields: Sequence[Field],
        tasks: Sequence[Task],
        constants: Mapping[str, int] | None = None,
        lanes: Lanes | None = None,
    ) -> None:
        lanes = lanes or Lanes()
        self.columns = allocate(fields, lanes, constants or {})
        self.lane = BlockLane(self.columns, lanes)
        self.tasks = BoundTasks(tasks, self.columns, lanes)
        self.sample = 0

    def run(self, seconds: float) -> None:
        """Let IMU samples pass at 400 Hz."""
        for _ in range(round(400.0 * seconds)):
            self.sample += 1
            self.tasks.run(self.sample)

    def set(self, **values: float | Sequence[float]) -> None:
        """Write columns."""
        for name, value in values.items():
            self.lane.write(name, value)

    def get(self, column: str) -> float:
        """The first element of a column."""
        return self.lane.read(column)[0]
