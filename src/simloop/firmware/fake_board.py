"""A board for tests: its clock, samples and failures are whatever the test sets."""

import numpy as np

from simloop.firmware.board import Lanes, Samples
from simloop.firmware.component import Block
from simloop.firmware.field import Field, size_of
from simloop.firmware.fields.samples import SAMPLES
from simloop.firmware.soft_board import SoftBoard


class FakeBoard(SoftBoard):
    """Implements Board. Give it samples with `deliver`, move its time with `advance`.

    `motor_command` is what the outputs do, once something was written. With `tear_write_at` the
    next write of memory breaks off after so many bytes, as when power fails.
    """

    def __init__(self, lanes: Lanes) -> None:
        super().__init__(lanes)
        self.motor_command: Block = np.zeros((lanes.blocks, 0))
        self.sensor_errors = 0
        self.tear_write_at: int | None = None
        self._micros = 0
        self._waiting = {
            field.name: lanes.column(size_of(field, {}), field.default) for field in SAMPLES
        }
        self._fresh: set[str] = set()

    def advance(self, micros: int) -> None:
        """Let time pass."""
        self._micros += micros

    def deliver(self, sensor: str, **values: float | tuple[float, ...]) -> None:
        """A new sample of one of the SENSORS in fields/samples.py, in every lane."""
        for name, value in values.items():
            column = self._waiting[name]
            column[:] = self.lanes.column(column.shape[1] // self.lanes.width, value)
        self._waiting[f"{sensor}_sequence"] += 1.0
        self._fresh.add(sensor)

    def clock_micros(self) -> int:
        """Time since the start."""
        return self._micros

    def clock_millis(self) -> int:
        """The same in milliseconds."""
        return self._micros // 1000

    def clock_delay(self, milliseconds: int) -> None:
        """Let the time pass at once."""
        self.advance(1000 * milliseconds)

    def sensors_errors_count(self, lane: int = 0) -> int:
        """What the test set."""
        self.check_lane(lane)
        return self.sensor_errors

    def pwm_write(self, values: Block) -> None:
        """Keep the outputs for the test to look at; all of them are motors here."""
        if self.pwm_is_enabled:
            self.motor_command = np.clip(np.where(np.isnan(values), 0.0, values), 0.0, 1.0)

    def rest_outputs(self, lane: int) -> None:
        """The motors of the lane stand still."""
        block, place = divmod(lane, self.lanes.width)
        self.motor_command[block, place :: self.lanes.width] = 0.0

    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        """Keep these bytes, or break off if the test wants it."""
        if self.tear_write_at is None:
            return super().memory_write(lane, data, slot)
        old = self.memory_read(lane, slot) or b""
        end = self.tear_write_at
        super().memory_write(lane, data[:end] + old[end:], slot)
        self.tear_write_at = None
        return False

    def read_sensor(self, sensor: str, fields: tuple[Field, ...], samples: Samples) -> bool:
        """Fill the fields if there is a new sample."""
        if sensor not in self._fresh:
            return False
        self._fresh.discard(sensor)
        for field in fields:
            if field.name in samples:
                samples[field.name][:] = self._waiting[field.name]
        return True

    def _kept(self) -> tuple[str, ...]:
        own = ("motor_command", "sensor_errors", "tear_write_at", "_micros", "_waiting", "_fresh")
        return super()._kept() + own
