"""The parts of a board that need no hardware: serial lines, memory and lights in plain memory."""

from abc import abstractmethod
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from simloop.firmware.board import BACKUP_BYTES, QOS_USUAL, RC_PPM, Lanes
from simloop.firmware.memory_slots import MemorySlots
from simloop.firmware.sample_reads import SampleReads
from simloop.firmware.serial_line import SerialLine


@dataclass(slots=True)
class LaneParts:
    """What one lane has beside sensors and outputs."""

    serial: SerialLine = field(default_factory=SerialLine)
    backup: bytes | None = None
    led0: bool = False
    led1: bool = False
    resets: int = 0
    in_bootloader: bool = False


class SoftBoard(SampleReads):
    """A Board but for its clock, `read_sensor`, `pwm_write` and `rest_outputs`.

    `parts` has everything a test, a link or a user interface may look at, lane by lane: a link
    puts bytes into `parts[lane].serial.to_firmware` and takes them from `from_firmware`.
    """

    def __init__(self, lanes: Lanes) -> None:
        super().__init__(lanes)
        self.parts = [LaneParts() for _ in range(lanes.count)]
        self._memories = [MemorySlots() for _ in range(lanes.count)]
        self.baud = 0
        self.serial_device = 0
        self.rc_kind = RC_PPM
        self.pwm_rates_hz: tuple[float, ...] = ()
        self.pwm_is_enabled = True
        self.sensor_messages: list[tuple[str, bool]] = []
        self._waiting_resets: list[int] = []

    def init_board(self) -> None:
        """Leave the bootloader."""
        for part in self.parts:
            part.in_bootloader = False

    def board_reset(self, to_bootloader: bool, lane: int | None = None) -> None:
        """Forget what does not outlive a reset; whoever runs the firmware starts it again."""
        chosen = range(self.lanes.count) if lane is None else [self.check_lane(lane)]
        for number in chosen:
            part = self.parts[number]
            part.serial.clear()
            part.led0 = part.led1 = False
            part.resets += 1
            part.in_bootloader = to_bootloader
            self.rest_outputs(number)
            self._waiting_resets.append(number)

    @abstractmethod
    def rest_outputs(self, lane: int) -> None:
        """Let the motors of a lane stand still and its servos go to the middle."""

    def take_resets(self) -> list[int]:
        """The lanes that were reset since the last call."""
        taken, self._waiting_resets = self._waiting_resets, []
        return taken

    def sensors_init(self) -> None:
        """Nothing to start."""

    def sensors_errors_count(self, lane: int = 0) -> int:
        """Reads never go wrong here."""
        self.check_lane(lane)
        return 0

    def sensors_init_message_count(self) -> int:
        """How many things `sensors_init` has to tell."""
        return len(self.sensor_messages)

    def sensors_init_message_good(self, index: int) -> bool:
        """Is this good news?"""
        return self.sensor_messages[index][1]

    def sensors_init_message(self, index: int) -> str:
        """One of the things, in words."""
        return self.sensor_messages[index][0]

    def serial_init(self, baud: int, device: int) -> None:
        """Note how the line would be opened."""
        self.baud, self.serial_device = baud, device

    def serial_write(self, lane: int, data: bytes, qos: int = QOS_USUAL) -> bool:
        """Send bytes, if there is room for all; one queue serves every urgency."""
        return self._part(lane).serial.from_firmware.put(data)

    def serial_bytes_available(self, lane: int) -> int:
        """How many bytes wait to be read."""
        return len(self._part(lane).serial.to_firmware)

    def serial_read(self, lane: int, limit: int) -> bytes:
        """The next bytes received."""
        return self._part(lane).serial.to_firmware.take(limit)

    def serial_flush(self, lane: int) -> None:
        """Written bytes can be taken at once."""
        self.check_lane(lane)

    def rc_init(self, kind: int) -> None:
        """Note the kind of receiver."""
        self.rc_kind = kind

    def pwm_init(self, rates_hz: Sequence[float]) -> None:
        """Start the outputs and note their rates."""
        self.pwm_rates_hz = tuple(rates_hz)
        self.pwm_is_enabled = True

    def pwm_disable(self) -> None:
        """No more pulses until `pwm_init`."""
        self.pwm_is_enabled = False
        for lane in range(self.lanes.count):
            self.rest_outputs(lane)

    def memory_init(self) -> None:
        """Nothing to do."""

    def memory_of(self, lane: int) -> MemorySlots:
        """The memory of one lane."""
        return self._memories[self.check_lane(lane)]

    def memory_read(self, lane: int, slot: int = 0) -> bytes | None:
        """What was written last."""
        return self.memory_of(lane).memory_read(lane, slot)

    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        """Keep these bytes."""
        return self.memory_of(lane).memory_write(lane, data, slot)

    def backup_memory_init(self) -> None:
        """Nothing to do."""

    def backup_memory_read(self, lane: int) -> bytes | None:
        """What was written last."""
        return self._part(lane).backup

    def backup_memory_write(self, lane: int, data: bytes) -> bool:
        """Keep these bytes, if they are few enough."""
        part = self._part(lane)
        if len(data) > BACKUP_BYTES:
            return False
        part.backup = bytes(data)
        return True

    def backup_memory_clear(self, lane: int) -> None:
        """Forget them."""
        self._part(lane).backup = None

    def led0_on(self, lane: int = 0) -> None:
        """Light the first."""
        self._part(lane).led0 = True

    def led0_off(self, lane: int = 0) -> None:
        """Darken the first."""
        self._part(lane).led0 = False

    def led0_toggle(self, lane: int = 0) -> None:
        """Change the first."""
        part = self._part(lane)
        part.led0 = not part.led0

    def led1_on(self, lane: int = 0) -> None:
        """Light the second."""
        self._part(lane).led1 = True

    def led1_off(self, lane: int = 0) -> None:
        """Darken the second."""
        self._part(lane).led1 = False

    def led1_toggle(self, lane: int = 0) -> None:
        """Change the second."""
        part = self._part(lane)
        part.led1 = not part.led1

    def save(self) -> dict[str, Any]:
        """Everything this board holds, as copies."""
        return {name: deepcopy(getattr(self, name)) for name in self._kept()}

    def load(self, saved: dict[str, Any]) -> None:
        """Back to what was saved."""
        for name in self._kept():
            setattr(self, name, deepcopy(saved[name]))

    def _kept(self) -> tuple[str, ...]:
        """The attributes that change after the start."""
        return (
            "parts",
            "_memories",
            "baud",
            "serial_device",
            "rc_kind",
            "pwm_rates_hz",
            "pwm_is_enabled",
            "sensor_messages",
            "_waiting_resets",
            "_voltage_multiplier",
            "_current_multiplier",
        )

    def _part(self, lane: int) -> LaneParts:
        return self.parts[self.check_lane(lane)]
