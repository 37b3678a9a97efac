"""The parameter memory of a vehicle whose flight stack is part of the schedule."""

from simloop.firmware.board import MEMORY_SLOTS


class VehicleMemory:
    """Implements the board's Memory for one vehicle; it outlives a restart of the firmware."""

    def __init__(self) -> None:
        self._slots: list[bytes | None] = [None] * MEMORY_SLOTS

    def memory_init(self) -> None:
        """It is always ready."""

    def memory_read(self, lane: int, slot: int = 0) -> bytes | None:
        """What was written last, or None."""
        return self._slots[slot]

    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        """Keep these bytes."""
        self._slots[slot] = bytes(data)
        return True
