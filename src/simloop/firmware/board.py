"""What the firmware asks of the board it runs on: clock, sensors, outputs, serial line, memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from simloop.firmware.component import Block

Samples = Mapping[str, Block]

# What rc_init is told about the receiver.
RC_PPM = 0
RC_SBUS = 1

# How urgent a serial message is.
QOS_URGENT = 0
QOS_USUAL = 1

# Memory that outlives power: places that are written apart from each other.
MEMORY_SLOTS = 3
# Memory that outlives a reset, but not power.
BACKUP_BYTES = 1024


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


class Setup(Protocol):
    """How a board starts, and how it starts again."""

    def init_board(self) -> None:
        """Make the board ready; the first call of a firmware."""

    def board_reset(self, to_bootloader: bool, lane: int | None = None) -> None:
        """Restart the processor of one lane, or of all; on hardware this does not come back.

        Memory and backup memory outlive it, bytes on their way through the serial line do not.
        """

    def sensors_init(self) -> None:
        """Look for the sensors and start them."""

    def sensors_errors_count(self, lane: int = 0) -> int:
        """Reads of a sensor that went wrong so far."""

    def sensors_init_message_count(self) -> int:
        """How many things `sensors_init` has to tell."""

    def sensors_init_message_good(self, index: int) -> bool:
        """Is this good news?"""

    def sensors_init_message(self, index: int) -> str:
        """One of the things, in words."""


class Clock(Protocol):
    """Time since the board started; it never goes back."""

    def clock_micros(self) -> int:
        """In microseconds."""

    def clock_millis(self) -> int:
        """In milliseconds."""

    def clock_delay(self, milliseconds: int) -> None:
        """Wait, before flight only; a simulated board comes back at once."""


class Serial(Protocol):
    """A line to the companion or the ground, one per lane; nothing of it ever waits."""

    def serial_init(self, baud: int, device: int) -> None:
        """Open the line: symbols per second, and which port of several."""

    def serial_write(self, lane: int, data: bytes, qos: int = QOS_USUAL) -> bool:
        """Send bytes, all or none; False if there is no room for them.

        `qos` 0 is most urgent. Bytes leave in the order in which they came.
        """

    def serial_bytes_available(self, lane: int) -> int:
        """How many bytes wait to be read."""

    def serial_read(self, lane: int, limit: int) -> bytes:
        """The next bytes received, `limit` at most; empty if there are none."""

    def serial_flush(self, lane: int) -> None:
        """Push out what was written, as far as that takes no waiting."""


class Sensors(Protocol):
    """The sensors of all lanes.

    A `*_read` fills the columns of its sensor, described in fields/samples.py, as far as `samples`
    has them. It returns True if any lane got a new sample since the last call; a lane's sequence
    tells which. A sensor that is not there returns False and fills nothing. Reading never waits.
    """

    def imu_read(self, samples: Samples) -> bool:
        """Specific force in m/s^2 and angular rate in rad/s, both FRD."""

    def mag_read(self, samples: Samples) -> bool:
        """Magnetic field in T, FRD."""

    def baro_read(self, samples: Samples) -> bool:
        """Static pressure in Pa."""

    def diff_pressure_read(self, samples: Samples) -> bool:
        """Pressure at the nose above static pressure in Pa, and its temperature in K."""

    def sonar_read(self, samples: Samples) -> bool:
        """Distance to the ground along body z in m."""

    def range_read(self, samples: Samples) -> bool:
        """The same by ROSflight's name: a sample comes once, by either."""

    def gnss_read(self, samples: Samples) -> bool:
        """Place in rad and m, velocity in m/s NED, type of fix, satellites, accuracy."""

    def battery_read(self, samples: Samples) -> bool:
        """Voltage in V and current in A, times the multipliers."""

    def battery_voltage_set_multiplier(self, multiplier: float, lane: int | None = None) -> None:
        """Scale the voltage of one lane, or of all."""

    def battery_current_set_multiplier(self, multiplier: float, lane: int | None = None) -> None:
        """Scale the current of one lane, or of all."""

    def rc_init(self, kind: int) -> None:
        """Start the receiver: RC_PPM or RC_SBUS."""

    def rc_read(self, samples: Samples) -> bool:
        """Channels from 0 to 1, and whether the receiver hears its transmitter."""


class Outputs(Protocol):
    """Motors and servos of all lanes, by pulses whose length is a number from 0 to 1."""

    def pwm_init(self, rates_hz: Sequence[float]) -> None:
        """Start the outputs, each at its own rate; one rate holds for all that follow."""

    def pwm_disable(self) -> None:
        """Stop all pulses until the next `pwm_init`: motors stand still, servos rest."""

    def pwm_write(self, values: Block) -> None:
        """Set all outputs of all lanes, as a column: lift rotors first, then those of the mixer.

        0 is off and 1 full for a motor; a servo has its middle at 0.5. Numbers beyond are
        clamped, NaN makes a motor stand still and a servo go to its middle. The array stays
        the caller's.
        """


class Memory(Protocol):
    """Bytes that outlive power: MEMORY_SLOTS places per lane, so that one write cannot hurt all."""

    def memory_init(self) -> None:
        """Make the memory ready."""

    def memory_read(self, lane: int, slot: int = 0) -> bytes | None:
        """What was written last, or None if nothing ever was or it cannot be read."""

    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        """Keep these bytes in place of the old ones; False if that failed."""


class BackupMemory(Protocol):
    """Up to BACKUP_BYTES per lane that outlive a reset: why it fell, and what it was doing."""

    def backup_memory_init(self) -> None:
        """Make the backup memory ready."""

    def backup_memory_read(self, lane: int) -> bytes | None:
        """What was written last, or None after `backup_memory_clear`."""

    def backup_memory_write(self, lane: int, data: bytes) -> bool:
        """Keep these bytes; False if they are too many."""

    def backup_memory_clear(self, lane: int) -> None:
        """Forget them."""


class Leds(Protocol):
    """Two lights per lane."""

    def led0_on(self, lane: int = 0) -> None:
        """Light the first."""

    def led0_off(self, lane: int = 0) -> None:
        """Darken the first."""

    def led0_toggle(self, lane: int = 0) -> None:
        """Change the first."""

    def led1_on(self, lane: int = 0) -> None:
        """Light the second."""

    def led1_off(self, lane: int = 0) -> None:
        """Darken the second."""

    def led1_toggle(self, lane: int = 0) -> None:
        """Change the second."""


class Board(Setup, Clock, Serial, Sensors, Outputs, Memory, BackupMemory, Leds, Protocol):
    """One board per firmware, with as many lanes as the firmware.

    `simloop.testing.check_board` checks an implementation; soft_board.py has the parts that need
    no hardware.
    """
