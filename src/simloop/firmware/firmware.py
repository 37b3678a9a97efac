"""The firmware: reads its board, runs the pipeline once per IMU sample, drives the motors."""

import inspect
from collections.abc import Callable, Mapping, Sequence

from simloop.firmware.board import Board, Lanes
from simloop.firmware.columns import OUTPUTS, PARAMETERS, SAMPLES, STATE, Field
from simloop.firmware.pipeline import PIPELINE, Task
from simloop.firmware.row import Block

Compile = Callable[[Callable[..., None]], Callable[..., None]]
Value = float | Sequence[float]


class Firmware:
    """All lanes of one board.

    `run` has a fixed order: sensors, then for a new IMU sample estimators, controllers, mixer and
    `pwm_write`; telemetry, receive, state manager, RC and command mux follow in this order.
    Slow tasks run at every n-th IMU sample and periods are nominal, so that a run is a function
    of the samples alone and equals the same blocks in a simulator's schedule bit for bit.
    """

    def __init__(
        self,
        board: Board,
        lanes: Lanes,
        parameters: Mapping[str, Value],
        *,
        constants: Mapping[str, int] | None = None,
        imu_rate_hz: float = 400.0,
        compile_block: Compile | None = None,
    ) -> None:
        """Allocate all columns and bind every task to them.

        Args:
            board: Where samples come from and motor commands go.
            lanes: How many vehicles, and how they lie in memory.
            parameters: Values of parameter columns, the same for every lane.
            constants: ROTORS and WAYPOINTS, when they are not those in the source.
            imu_rate_hz: Samples per second that the board's IMU delivers.
            compile_block: Turns a block function into one that works on `lanes.width` lanes; the
                functions themselves work on one.
        """
        if compile_block is None and lanes.width != 1:
            raise ValueError(f"plain block functions work on 1 lane per block, not {lanes.width}")
        self._board = board
        self._sizes = {"ROTORS": 4, "WAYPOINTS": 16, **(constants or {})}
        self._lanes = lanes
        self.columns = {
            field.name: lanes.column(self._size(field), field.default)
            for field in (*PARAMETERS, *STATE, *SAMPLES, *OUTPUTS)
        }
        for name, value in parameters.items():
            self.set_parameter(name, value)
        self._tasks = {
            task.name: _bind(task, self.columns, lanes.blocks, imu_rate_hz, compile_block)
            for task in PIPELINE
        }
        self._samples = 0
        self._last_micros = -1

    def set_parameter(self, name: str, value: Value, *, lane: int | None = None) -> None:
        """Set a parameter in one lane, or in every lane."""
        field = next((field for field in PARAMETERS if field.name == name), None)
        if field is None:
            raise KeyError(f"the firmware has no parameter {name!r}")
        values = value if isinstance(value, float | int) else tuple(value)
        column = self._lanes.column(self._size(field), values)
        if lane is None:
            self.columns[name][:] = column
        else:
            block, place = divmod(lane, self._lanes.width)
            every = slice(place, None, self._lanes.width)
            self.columns[name][block, every] = column[block, every]

    def run_task(self, name: str) -> None:
        """Run one task of the pipeline alone, whether due or not."""
        _, step = self._tasks[name]
        step()

    def run(self) -> bool:
        """One pass; returns whether there was a new IMU sample."""
        now = self._board.clock_micros()
        fresh = self._read_sensors()
        # A clock that stands still or goes back must not move the estimate.
        if not fresh or now <= self._last_micros:
            return False
        self._last_micros = now
        self._samples += 1
        for period, step in self._tasks.values():
            if self._samples % period == 0:
                step()
        self._board.pwm_write(self.columns["motor_command"])
        return True

    def _read_sensors(self) -> bool:
        board, columns = self._board, self.columns
        board.mag_read(columns)
        board.baro_read(columns)
        board.gnss_read(columns)
        board.sonar_read(columns)
        board.battery_read(columns)
        return board.imu_read(columns)

    def _size(self, field: Field) -> int:
        return self._sizes[field.size] if isinstance(field.size, str) else field.size


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
    block = task.block if compile_block is None else compile_block(task.block)
    names = [name for name in inspect.signature(task.block).parameters if name != "period_s"]
    timed = "period_s" in inspect.signature(task.block).parameters
    scalars = (period / imu_rate_hz,) if timed else ()
    calls = [(*scalars, *(columns[name][row] for name in names)) for row in range(blocks)]

    def step() -> None:
        for arguments in calls:
            block(*arguments)

    return period, step
