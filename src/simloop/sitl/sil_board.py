"""The board in simulation: samples of a table's vehicles in, their actuator commands out."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from simloop.firmware.board import Lanes, Samples
from simloop.firmware.component import Block
from simloop.firmware.field import Field
from simloop.firmware.fields.samples import SAMPLES, SENSORS
from simloop.firmware.memory_slots import MemorySlots
from simloop.firmware.soft_board import LaneParts, SoftBoard
from simloop.sitl.lane_trouble import LateSamples, lane_views
from simloop.sitl.memory_files import MemoryFiles
from simloop.sitl.output_columns import (
    ACTUATOR_COMMAND,
    MOTOR_COMMAND,
    OUTPUT_COLUMNS,
    OUTPUT_LEAST,
    SHARED_COMMAND,
)
from simloop.sitl.vehicle_memory import VehicleMemories
from simloop.timing.clock import microseconds_at
from simloop.world.arena import Arena
from simloop.world.entities import Entity
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World


class SilBoard(SoftBoard):
    """Implements the firmware's Board for every row of one table.

    Columns lie in the table as they lie in the firmware, block by block and lane by lane, so a
    read is one copy per column. Rows that no vehicle uses are lanes too: they fly nothing.
    The memory of a vehicle is its own among `memories`, or in `memory_directory` if there is one.
    With `shares_outputs` others may command the outputs too, while the firmware is disarmed.
    """

    def __init__(
        self,
        world: World,
        table: int = 0,
        *,
        memory_directory: Path | None = None,
        memories: VehicleMemories | None = None,
        shares_outputs: bool = False,
    ) -> None:
        self._world = world
        self._number = table
        self._table = world.tables[table]
        super().__init__(Lanes(count=self._table.capacity, width=self._table.lanes))
        self._seen: dict[str, Arena] = {}
        files = MemoryFiles(memory_directory) if memory_directory is not None else None
        self._vehicle_memories = memories or VehicleMemories(files)
        self._shares_outputs = shares_outputs
        self._flown: dict[int, Entity] = {}
        self._known: object = None
        self._columns: dict[str, Arena] = {}
        self._outputs = 0
        # Lanes whose samples come late.
        self.late: dict[int, LateSamples] = {}
        self.output_columns = tuple(self._target(n) for n in OUTPUT_COLUMNS if self._has(n))
        if not self.output_columns:
            raise ValueError(
                f"these vehicles have neither column {MOTOR_COMMAND} nor {ACTUATOR_COMMAND} "
                "to write to"
            )
        self.meet_vehicles()

    def meet_vehicles(self) -> list[int]:
        """Give lanes whose vehicle is new a fresh board; returns their numbers."""
        there = {
            record.row: record for record in self._world.models() if record.table == self._number
        }
        new = [lane for lane in there if self._flown.get(lane) != there[lane].entity]
        for lane in new:
            self.parts[lane] = LaneParts()
            # Files are read now, so that a run does not depend on when.
            self._vehicle_memories.of(there[lane].name)
        self._flown = {lane: record.entity for lane, record in there.items()}
        return sorted(new)

    def refit(self) -> None:
        """Follow a table that has grown or lies in other lanes now; lanes keep what they hold."""
        old, self.lanes = self.lanes, Lanes(self._table.capacity, self._table.lanes)
        more = max(self.lanes.count - old.count, 0)
        self.parts += [LaneParts() for _ in range(more)]
        self._memories += [MemorySlots() for _ in range(more)]
        self._seen = {name: relaid(seen, old, self.lanes) for name, seen in self._seen.items()}
        self._voltage_multiplier = relaid(self._voltage_multiplier, old, self.lanes, 1.0)
        self._current_multiplier = relaid(self._current_multiplier, old, self.lanes, 1.0)

    @property
    def outputs(self) -> int:
        """How many numbers `pwm_write` takes per lane."""
        if self._table.arenas is not self._known:
            self._look_again()
        return self._outputs

    @property
    def tick(self) -> int:
        """The tick whose samples are there."""
        return self._world.tick

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

    def memory_of(self, lane: int) -> MemorySlots:
        """The memory of the vehicle in a lane, or of the lane itself while nobody flies in it."""
        for record in self._world.models():
            if record.table == self._number and record.row == lane:
                return self._vehicle_memories.of(record.name)
        return super().memory_of(lane)

    def save(self) -> dict[str, Any]:
        """Everything this board holds, as copies."""
        return {**super().save(), "memories": self._vehicle_memories.save()}

    def load(self, saved: dict[str, Any]) -> None:
        """Back to what was saved."""
        super().load(saved)
        self._vehicle_memories.load(saved["memories"])

    def read_sensor(self, sensor: str, fields: tuple[Field, ...], samples: Samples) -> bool:
        """Fill the fields if there is a new sample."""
        sequence = self._column_if_there(f"{sensor}_sequence")
        if sequence is None:
            return False
        seen = self._seen.get(sensor)
        if seen is None:
            seen = self._seen[sensor] = np.zeros_like(sequence)
        # Most reads bring nothing, and most boards have one lane.
        if sequence.size == 1:
            fresh = bool(sequence.item() > seen.item())
        else:
            fresh = bool((sequence > seen).any())
        seen[:] = sequence
        if fresh:
            for field in fields:
                column = self._column_if_there(field.name)
                if column is not None and field.name in samples:
                    samples[field.name][:] = column
        if self.late:
            self._show_late(sensor, fields, samples, sequence)
        return fresh

    def seen_samples(self, lane: int) -> dict[str, float]:
        """Which sample of each sensor a lane has read last."""
        block, place = divmod(lane, self.lanes.width)
        return {sensor: float(seen[block, place]) for sensor, seen in self._seen.items()}

    def unsee(self, lane: int, seen: Mapping[str, float]) -> None:
        """Let samples wait that a lane has missed; one of the IMU is gone with its pass."""
        block, place = divmod(lane, self.lanes.width)
        for sensor, number in seen.items():
            if sensor != "imu":
                self._seen[sensor][block, place] = number

    def _show_late(
        self, sensor: str, fields: tuple[Field, ...], samples: Samples, sequence: Arena
    ) -> None:
        names = [field.name for field in fields]
        axis = list(SENSORS).index(sensor)
        for lane, late in self.late.items():
            block, place = divmod(lane, self.lanes.width)
            views = lane_views(samples, names, block, place, self.lanes.width)
            late.show(sensor, axis, float(sequence[block, place]), views, self._world.tick)

    def _commands(self, name: str, pulses: Block) -> Block:
        """What pulses mean to the outputs of a column: 0 to 1 for motors, -1 to 1 for servos."""
        least = None if name == MOTOR_COMMAND else self._column_if_there(OUTPUT_LEAST)
        if least is None:
            # Of NaN and a number these take the number.
            return np.fmin(np.fmax(pulses, 0.0), 1.0)
        within = np.minimum(np.maximum(pulses, 0.0), 1.0)
        commands = np.where(least < 0.0, 2.0 * within - 1.0, within)
        return np.where(np.isnan(commands), 0.0, commands)

    def _target(self, name: str) -> str:
        """Where the commands of an output column go."""
        return SHARED_COMMAND if name == ACTUATOR_COMMAND and self._shares_outputs else name

    def _has(self, column: str) -> bool:
        return column in self._table.layout.places

    def _column(self, name: str) -> Arena:
        """A column as the table holds it: shape (blocks, size * width)."""
        column = self._column_if_there(name)
        if column is None:
            raise KeyError(f"these vehicles have no column {name}")
        return column

    def _column_if_there(self, name: str) -> Arena | None:
        if self._table.arenas is not self._known:
            self._look_again()
        column = self._columns.get(name)
        if column is None and self._has(name):
            column = self._columns[name] = self._table.blocks_of(name)
        return column

    def _look_again(self) -> None:
        """Find the columns in the table's arenas; those of a table that grew are others."""
        table = self._table
        if (table.capacity, table.lanes) != (self.lanes.count, self.lanes.width):
            raise RuntimeError(
                f"the table has {table.capacity} rows in lanes of {table.lanes} now, the board "
                f"was made for {self.lanes.count} in lanes of {self.lanes.width}: make a new one"
            )
        self._known = table.arenas
        self._columns = {}
        self._outputs = sum(table.layout.places[name].size for name in self.output_columns)

    def _kept(self) -> tuple[str, ...]:
        return (*super()._kept(), "_seen", "_flown")


def relaid(column: Arena, old: Lanes, new: Lanes, default: float = 0.0) -> Arena:
    """A column of some lanes as it lies in others; lanes that are new have the default."""
    size = column.shape[1] // old.width
    rows = column.reshape(old.blocks, size, old.width).transpose(0, 2, 1).reshape(-1, size)
    grown = np.full((new.blocks * new.width, size), default)
    kept = min(len(rows), len(grown))
    grown[:kept] = rows[:kept]
    moved = grown.reshape(new.blocks, new.width, size).transpose(0, 2, 1)
    return np.ascontiguousarray(moved).reshape(new.blocks, size * new.width)


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
