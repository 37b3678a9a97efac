"""The memory of one vehicle in plain bytes, slot by slot."""

from collections.abc import Callable
from dataclasses import dataclass, field

from simloop.firmware.board import MEMORY_SLOTS

# Takes a slot and its bytes to where they outlive the program; False if that failed.
Keep = Callable[[int, bytes], bool]


@dataclass(slots=True)
class MemorySlots:
    """Implements the board's Memory for one lane, whatever its number; `keep` hears of writes."""

    slots: dict[int, bytes] = field(default_factory=dict)
    keep: Keep | None = None

    def memory_init(self) -> None:
        """It is always ready."""

    def memory_read(self, lane: int, slot: int = 0) -> bytes | None:
        """What was written last, or None."""
        return self.slots.get(_check_slot(slot))

    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        """Keep these bytes; False if they could not be kept beyond the program."""
        _check_slot(slot)
        if self.keep is not None and not self.keep(slot, data):
            return False
        self.slots[slot] = bytes(data)
        return True

    def clear(self) -> None:
        """Forget all, as a new chip has it."""
        self.slots.clear()


def _check_slot(slot: int) -> int:
    if not 0 <= slot < MEMORY_SLOTS:
        raise IndexError(f"no memory slot {slot}: there are {MEMORY_SLOTS}, from 0")
    return slot
