"""A board for tests: its clock and samples are whatever the test sets."""

import numpy as np

from simloop.firmware.board import Lanes, Samples
from simloop.firmware.columns import SAMPLES, Field
from simloop.firmware.row import Block
from simloop.firmware.sample_reads import SampleReads


class FakeBoard(SampleReads):
    """Implements Board. Give it samples with `deliver`, move its time with `advance`."""

    def __init__(self, lanes: Lanes) -> None:
        self.motor_command: Block = np.zeros((lanes.blocks, 0))
        self._lanes = lanes
        self._micros = 0
        self._waiting = {field.name: lanes.column(_size(field)) for field in SAMPLES}
        self._fresh: set[str] = set()

    def advance(self, micros: int) -> None:
        """Let time pass."""
        self._micros += micros

    def deliver(self, sensor: str, **values: float | tuple[float, ...]) -> None:
        """A new sample of "imu", "mag", "baro", "gnss", "sonar" or "battery", in every lane."""
        for name, value in values.items():
            column = self._waiting[name]
            size = column.shape[1] // self._lanes.width
            column[:] = self._lanes.column(size, value)
        self._waiting[f"{sensor}_sequence"] += 1.0
        self._fresh.add(sensor)

    def clock_micros(self) -> int:
        """Time since the start."""
        return self._micros

    def pwm_write(self, motor_command: Block) -> None:
        """Keep the commands for the test to look at."""
        self.motor_command = motor_command.copy()

    def read_sensor(self, sensor: str, fields: tuple[Field, ...], samples: Samples) -> bool:
        """Fill the fields if there is a new sample."""
        if sensor not in self._fresh:
            return False
        self._fresh.discard(sensor)
        for field in fields:
            samples[field.name][:] = self._waiting[field.name]
        return True


def _size(field: Field) -> int:
    if isinstance(field.size, str):
        raise ValueError(f"sample {field.name} must have a fixed size")
    return field.size
