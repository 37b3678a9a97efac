"""The board in simulation: samples of a table's vehicles in, their motor commands out."""

from collections.abc import Callable
from typing import Any

import numpy as np

from simloop.firmware.board import Lanes, Samples
from simloop.firmware.columns import SAMPLES, Field
from simloop.firmware.row import Block
from simloop.firmware.sample_reads import SampleReads
from simloop.timing.clock import microseconds_at
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Arena
from simloop.world.world import World

MOTOR_COMMAND = "motor_command"


class SilBoard(SampleReads):
    """Implements the firmware's Board for every row of one table.

    Columns lie in the table as they lie in the firmware, block by block and lane by lane, so a
    read is one copy per column. Rows that no vehicle uses are lanes too: they fly nothing.
    """

    def __init__(self, world: World, table: int = 0) -> None:
        self._world = world
        self._table = world.tables[table]
        self._seen: dict[str, Arena] = {}
        self.lanes = Lanes(count=self._table.capacity, width=self._table.lanes)
        if MOTOR_COMMAND not in self._table.layout.places:
            raise ValueError(f"these vehicles have no column {MOTOR_COMMAND} to write to")

    def clock_micros(self) -> int:
        """Simulated time up to the tick whose samples are there."""
        return microseconds_at(self._world.tick, self._world.tick_rate_hz)

    def pwm_write(self, motor_command: Block) -> None:
        """Hand the commands to the motors, within what a pulse can say."""
        target = self._column(MOTOR_COMMAND)
        if motor_command.shape != target.shape:
            raise ValueError(
                f"motor commands have shape {motor_command.shape}, the table's {target.shape}: "
                "give the firmware board.lanes and the vehicle's ROTORS"
            )
        np.clip(motor_command, 0.0, 1.0, out=target)

    def save(self) -> dict[str, Arena]:
        """What the board remembers: the last sample seen of each sensor."""
        return {sensor: seen.copy() for sensor, seen in self._seen.items()}

    def load(self, saved: dict[str, Arena]) -> None:
        """Back to what was saved."""
        self._seen = {sensor: seen.copy() for sensor, seen in saved.items()}

    def read_sensor(self, sensor: str, fields: tuple[Field, ...], samples: Samples) -> bool:
        """Fill the fields if there is a new sample."""
        counter = f"{sensor}_sequence"
        if counter not in self._table.layout.places:
            return False
        sequence = self._column(counter)
        fresh = bool(np.any(sequence > self._seen.get(sensor, 0.0)))
        self._seen[sensor] = sequence.copy()
        if fresh:
            for field in fields:
                samples[field.name][:] = self._column(field.name)
        return fresh

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


def board_system(
    run: Callable[[], Any], board: SilBoard, *, name: str = "firmware"
) -> PythonSystem:
    """Runs a firmware once a tick, on the samples of the tick before."""
    return PythonSystem(
        name=name,
        stage=Stage.CONTROL,
        run=lambda info: run(),
        reads=tuple(field.name for field in SAMPLES),
        writes=(MOTOR_COMMAND,),
        save=board.save,
        load=board.load,
    )
