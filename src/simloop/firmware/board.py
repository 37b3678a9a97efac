"""What the firmware asks of the board it runs on: a clock, sensors and motor outputs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from simloop.firmware.row import Block

Samples = Mapping[str, Block]


@dataclass(frozen=True, slots=True)
class Lanes:
    """How many vehicles one firmware flies, and how their numbers lie in memory.

    A column of `size` numbers is an array (blocks, size * width): element c of lane j of a block
    is at c * width + j. On hardware there is one block of one lane, in simulation the fleet.
    Lanes never influence each other.
    """

    count: int = 1
    width: int = 1

    def __post_init__(self) -> None:
        if self.count < 1 or self.width < 1:
            raise ValueError(f"lanes: count {self.count} and width {self.width} must be at least 1")

    @property
    def blocks(self) -> int:
        """Blocks that hold all lanes; the last one may be partly unused."""
        return -(-self.count // self.width)

    def column(self, size: int, default: float | tuple[float, ...] = 0.0) -> Block:
        """A new column with the same values in every lane."""
        values = np.broadcast_to(np.asarray(default, dtype=np.float64), (size,))
        return np.tile(np.repeat(values, self.width), (self.blocks, 1))


class Board(Protocol):
    """One board per firmware, with as many lanes as the firmware.

    A `*_read` fills the columns of its sensor, named and described in columns.py, and returns
    True if any lane got a new sample since the last call; a lane's sequence tells which. A sensor
    that is not there returns False and fills nothing. Reading never waits.
    """

    def clock_micros(self) -> int:
        """Time since the board started, in microseconds; never goes back."""

    def imu_read(self, samples: Samples) -> bool:
        """Specific force in m/s^2 and angular rate in rad/s, both FRD."""

    def mag_read(self, samples: Samples) -> bool:
        """Magnetic field in T, FRD."""

    def baro_read(self, samples: Samples) -> bool:
        """Static pressure in Pa."""

    def gnss_read(self, samples: Samples) -> bool:
        """Latitude and longitude in rad, height in m, velocity in m/s NED, type of fix."""

    def sonar_read(self, samples: Samples) -> bool:
        """Distance to the ground along body z in m."""

    def battery_read(self, samples: Samples) -> bool:
        """Voltage in V."""

    def pwm_write(self, motor_command: Block) -> None:
        """Motor commands from 0 (off) to 1 (full), one per rotor and lane."""
