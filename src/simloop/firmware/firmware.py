"""The firmware: reads its board, estimates, controls, drives the outputs, talks, and decides."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from simloop.firmware.board import RC_PPM, Board, Lanes
from simloop.firmware.bound_tasks import Bind, BoundTasks, Compile, TaskRunner, allocate
from simloop.firmware.codes import Error
from simloop.firmware.component import Block
from simloop.firmware.fields.samples import SAMPLES, SENSORS
from simloop.firmware.lane import BlockLane
from simloop.firmware.link.interface import CommLinkInterface
from simloop.firmware.stack import Stack
from simloop.firmware.task import Task

Value = float | Sequence[float]

# Bytes taken from a lane's serial line in one pass.
MOST_BYTES = 4096
BAUD = 921600
PWM_RATE_HZ = 400.0
CONSTANTS = {"ROTORS": 4, "OUTPUTS": 5, "ITEMS": 50}


class Firmware:
    """All lanes of one board.

    `run` has a fixed order: sensors, then for a new IMU sample estimators, controllers, mixer and
    `pwm_write`; telemetry, receive, state manager, RC and command mux follow. Slow tasks run at
    every n-th IMU sample and periods are nominal, so that a run is a function of the samples alone
    and equals the same blocks in a simulator's schedule bit for bit.
    """

    def __init__(
        self,
        board: Board,
        lanes: Lanes,
        stack: Stack,
        parameters: Mapping[str, Value],
        *,
        constants: Mapping[str, int] | None = None,
        sensors: Iterable[str] = tuple(SENSORS),
        imu_rate_hz: float = 400.0,
        compile_block: Compile | None = None,
        columns: Mapping[str, Block] | None = None,
        bind: Bind | None = None,
    ) -> None:
        """Allocate all columns and bind every task to them.

        Args:
            board: Where samples come from and outputs go.
            lanes: How many vehicles, and how they lie in memory.
            stack: The kind of vehicle.
            parameters: Values of parameter columns, the same for every lane.
            constants: ROTORS, OUTPUTS and ITEMS, when they are not the usual ones.
            sensors: Sensors that the vehicle carries.
            imu_rate_hz: Samples per second that the board's IMU delivers.
            compile_block: Turns a block function into one that works on `lanes.width` lanes; the
                functions themselves work on one.
            columns: Memory for all columns, filled already, if the firmware is to have none of its
                own.
            bind: Binds all tasks to the columns at once, in the place of one by one.
        """
        self._board = board
        self._lanes = lanes
        self._outputs = stack.outputs
        self._known = {field.name for field in (*stack.parameters, *stack.state)}
        self._own_columns = columns is None
        if columns is None:
            sizes = {**CONSTANTS, **(constants or {})}
            fields = (*stack.parameters, *stack.state, *SAMPLES, *stack.outputs)
            columns = allocate(fields, lanes, sizes)
            columns["fw_airframe"][:] = stack.airframe
        self.columns: Mapping[str, Block] = columns
        for name, value in parameters.items():
            self.set_column(name, value)
        self._tasks = self._bind(stack.fitting(sensors), imu_rate_hz, compile_block, bind)
        self._links: dict[int, CommLinkInterface] = {}
        self._samples = 0
        self._last_micros = -1

    def start(self, *, baud: int = BAUD, device: int = 0, rc_kind: int = RC_PPM) -> None:
        """Make the board ready for the first pass: sensors, memory, serial line, RC, outputs."""
        board = self._board
        board.init_board()
        board.sensors_init()
        board.memory_init()
        board.backup_memory_init()
        board.serial_init(baud, device)
        board.rc_init(rc_kind)
        board.pwm_init((PWM_RATE_HZ,))

    def lane(self, number: int = 0) -> BlockLane:
        """The columns of one vehicle."""
        return BlockLane(self.columns, self._lanes, number)

    def connect(self, link: CommLinkInterface, lane: int = 0) -> None:
        """Let a lane talk over its serial line."""
        self._links[lane] = link

    def disconnect(self, lane: int = 0) -> None:
        """Let a lane fall silent."""
        self._links.pop(lane, None)

    def save(self) -> dict[str, Any]:
        """What it holds beside its links and memory that was given to it."""
        own = self.columns if self._own_columns else {}
        return {
            "samples": self._samples,
            "last_micros": self._last_micros,
            "columns": {name: column.copy() for name, column in own.items()},
        }

    def load(self, saved: Mapping[str, Any]) -> None:
        """Back to what was saved."""
        self._samples = saved["samples"]
        self._last_micros = saved["last_micros"]
        for name, column in saved["columns"].items():
            self.columns[name][:] = column

    def set_column(self, name: str, value: Value, *, lane: int | None = None) -> None:
        """Set a column of parameters or state in one lane, or in every lane."""
        if name not in self._known:
            raise KeyError(f"the firmware has no column {name!r}")
        lanes = range(self._lanes.count) if lane is None else (lane,)
        for number in lanes:
            self.lane(number).write(name, value)

    def run(self) -> bool:
        """One pass; returns whether there was a new IMU sample."""
        now = self._board.clock_micros()
        fresh = self._read_sensors()
        backwards = now <= self._last_micros
        # A clock that stands still or goes back must not move the estimate.
        flies = fresh and not backwards
        if fresh:
            self._note_time(backwards)
        if flies:
            self._last_micros = now
            self._samples += 1
            self._tasks.run(self._samples, "estimate")
            self._tasks.run(self._samples, "control")
            self._board.pwm_write(self._pulses())
        self._talk(now)
        self._board.rc_read(self.columns)
        if flies:
            self._tasks.run(self._samples, "command")
        return flies

    def _bind(
        self,
        tasks: Sequence[Task],
        imu_rate_hz: float,
        compile_block: Compile | None,
        bind: Bind | None,
    ) -> TaskRunner:
        if bind is not None:
            return bind(tasks, imu_rate_hz)
        return BoundTasks(
            tasks, self.columns, self._lanes, imu_rate_hz=imu_rate_hz, compile_block=compile_block
        )

    def _read_sensors(self) -> bool:
        board, columns = self._board, self.columns
        board.mag_read(columns)
        board.baro_read(columns)
        board.gnss_read(columns)
        board.diff_pressure_read(columns)
        board.sonar_read(columns)
        board.battery_read(columns)
        return board.imu_read(columns)

    def _note_time(self, backwards: bool) -> None:
        width = self._lanes.width
        first = Error.TIME_GOING_BACKWARDS * width
        self.columns["fw_error"][:, first : first + width] = float(backwards)

    def _talk(self, now: int) -> None:
        for lane, link in self._links.items():
            link.stream(now)
            data = self._board.serial_read(lane, MOST_BYTES)
            if data:
                link.receive(data, now)

    def _pulses(self) -> Block:
        """All outputs as pulses from 0 to 1: motors first, then servos with 0.5 in the middle."""
        return np.concatenate([self._pulses_of(field.name) for field in self._outputs], axis=1)

    def _pulses_of(self, column: str) -> Block:
        commands = self.columns[column]
        if column != "actuator_command":
            return commands
        return np.where(self.columns["fw_output_least"] < 0.0, 0.5 * commands + 0.5, commands)
