"""The board in simulation: samples of a table's vehicles in, their actuator commands out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from simloop.firmware.board import MEMORY_SLOTS, Lanes, Samples
from simloop.firmware.field import Field
from simloop.firmware.fields.samples import SAMPLES, SENSORS
from simloop.firmware.row import Block
from simloop.firmware.soft_board import SoftBoard
from simloop.sitl.memory_files import MemoryFiles
from simloop.timing.clock import microseconds_at
from simloop.world.entities import EntityKind
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Arena
from simloop.world.world import World

MOTOR_COMMAND = "motor_command"
ACTUATOR_COMMAND = "actuator_command"
OUTPUT_COLUMNS = (MOTOR_COMMAND, ACTUATOR_COMMAND)
# The lowest command of each output behind a mixer: negative for servos.
OUTPUT_LEAST = "output_least"


class SilBoard(SoftBoard):
    """Implements the firmware's Board for every row of one table.

    Columns lie in the table as they lie in the firmware, block by block and lane by lane, so a
    read is one copy per column. Rows that no vehicle uses are lanes too: they fly nothing.
    Memory lives in the board, and beyond it in `memory_directory` if there is one. Files keep what
    was written last, also after the world went back to an earlier time.
    """

    def __init__(
        self, world: World, table: int = 0, *, memory_directory: Path | None = None
    ) -> None:
        self._world = world
        self._number = table
        self._table = world.tables[table]
        super().__init__(Lanes(count=self._table.capacity, width=self._table.lanes))
        self._seen: dict[str, Arena] = {}
        self._files = MemoryFiles(memory_directory) if memory_directory is not None else None
        self.output_columns = tuple(name for name in OUTPUT_COLUMNS if self._has(name))
        if not self.output_columns:
            raise ValueError(
                f"these vehicles have neither column {MOTOR_COMMAND} nor {ACTUATOR_COMMAND} "
                "to write to"
            )
        self._recall()

    @property
    def outputs(self) -> int:
        """How many numbers `pwm_write` takes per lane."""
        return sum(self._table.layout.places[name].size for name in self.output_columns)

    def clock_micros(self) -> int:
        """Simulated time up to the tick whose samples are there."""
        return microseconds_at(self._world.tick, self._world.tick_rate_hz)

    def clock_millis(self) -> int:
        """The same in milliseconds."""
        return self.clock_micros() // 1000

    def clock_delay(self, milliseconds: int) -> None:
        """Time passes by ticks alone."""

    def sensors_init(self) -> None:
        """Tell which sensors the vehicles carry."""
        carried = [sensor for sensor in SENSORS if self._has(f"{sensor}_sequence")]
        self.sensor_messages = [(f"{sensor} is there", True) for sensor in carried]
        if "imu" not in carried:
            self.sensor_messages.append(("imu is missing", False))

    def pwm_write(self, values: Block) -> None:
        """Hand the pulses to motors and servos, within what a pulse can say."""
        expected = (self.lanes.blocks, self.outputs * self.lanes.width)
        if values.shape != expected:
            raise ValueError(
                f"outputs have shape {values.shape}, the table's {expected}: "
                "give the firmware board.lanes and the vehicle's ROTORS and OUTPUTS"
            )
        if not self.pwm_is_enabled:
            return
        first = 0
        for name in self.output_columns:
            target = self._column(name)
            pulses = values[:, first : first + target.shape[1]]
            target[:] = self._commands(name, pulses)
            first += target.shape[1]

    def rest_outputs(self, lane: int) -> None:
        """Commands of 0: motors stand still, servos lie in the middle."""
        block, place = divmod(lane, self.lanes.width)
        for name in self.output_columns:
            self._column(name)[block, place :: self.lanes.width] = 0.0

    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        """Keep these bytes, in the vehicle's file too."""
        vehicle = self._vehicles().get(self.check_lane(lane))
        if (
            self._files is not None
            and vehicle is not None
            and not self._files.write(vehicle, slot, data)
        ):
            return False
        return super().memory_write(lane, data, slot)

    def read_sensor(self, sensor: str, fields: tuple[Field, ...], samples: Samples) -> bool:
        """Fill the fields if there is a new sample."""
        counter = f"{sensor}_sequence"
        if not self._has(counter):
            return False
        sequence = self._column(counter)
        fresh = bool(np.any(sequence > self._seen.get(sensor, 0.0)))
        self._seen[sensor] = sequence.copy()
        if fresh:
            for field in fields:
                if field.name in samples and self._has(field.name):
                    samples[field.name][:] = self._column(field.name)
        return fresh

    def _commands(self, name: str, pulses: Block) -> Block:
        """What pulses mean to the outputs of a column: 0 to 1 for motors, -1 to 1 for servos."""
        within = np.clip(pulses, 0.0, 1.0)
        if name == ACTUATOR_COMMAND and self._has(OUTPUT_LEAST):
            within = np.where(self._column(OUTPUT_LEAST) < 0.0, 2.0 * within - 1.0, within)
        return np.where(np.isnan(within), 0.0, within)

    def _recall(self) -> None:
        """Read what earlier runs left in files; once, so that a run does not depend on when."""
        if self._files is None:
            return
        for lane, vehicle in self._vehicles().items():
            for slot in range(MEMORY_SLOTS):
                data = self._files.read(vehicle, slot)
                if data is not None:
                    self.parts[lane].memory[slot] = data

    def _vehicles(self) -> dict[int, str]:
        """Who flies in which lane."""
        return {
            record.row: record.name
            for record in self._world.entities
            if record.kind is EntityKind.MODEL and record.table == self._number
        }

    def _has(self, column: str) -> bool:
        return column in self._table.layout.places

    def _column(self, name: str) -> Arena:
        """A column as the table holds it: shape (blocks, size * width)."""
        table = self._table
        if (table.capacity, table.lanes) != (self.lanes.count, self.lanes.width):
            raise RuntimeError(
                f"the table has {table.capacity} rows in lanes of {table.lanes} now, the board "
                f"was made for {self.lanes.count} in lanes of {self.lanes.width}: make a new one"
            )
        view: Arena = table.arenas["f8"][:, table.layout.slice(name, table.lanes)]
        return view

    def _kept(self) -> tuple[str, ...]:
        return (*super()._kept(), "_seen")


def board_system(
    run: Callable[[], Any],
    board: SilBoard,
    *,
    name: str = "firmware",
    rate_hz: float | None = None,
    active: Callable[[], bool] | None = None,
) -> PythonSystem:
    """Runs a firmware once a tick or at a rate, on the samples of the tick before."""
    return PythonSystem(
        name=name,
        # Before CONTROL, where a drive that is commanded by others overrides what it asks for.
        stage=Stage.ESTIMATE,
        run=lambda info: run(),
        reads=tuple(field.name for field in SAMPLES),
        writes=board.output_columns,
        rate_hz=rate_hz,
        active=active,
        save=board.save,
        load=board.load,
    )
