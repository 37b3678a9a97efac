"""The parameter memories of all vehicles, by name: on boards and without, in files if wanted."""

from collections.abc import Mapping
from functools import partial

from simloop.firmware.board import MEMORY_SLOTS
from simloop.firmware.memory_slots import MemorySlots
from simloop.sitl.memory_files import MemoryFiles

# Under this name a run offers the memories of its vehicles to plugins.
MEMORIES = "vehicle_memories"
# What a vehicle's memory holds when a run begins, slot by slot.
Image = Mapping[int, bytes]


class VehicleMemories:
    """One memory per vehicle name. It outlives the vehicle: one spawned again finds its own.

    A memory begins with its image among `images`, or with what `files` have. Files keep what was
    written last, also after the world went back to an earlier time.
    """

    def __init__(
        self, files: MemoryFiles | None = None, images: Mapping[str, Image] | None = None
    ) -> None:
        self._files = files
        self._images = images
        self._memories: dict[str, MemorySlots] = {}

    def of(self, vehicle: str) -> MemorySlots:
        """The memory of a vehicle."""
        if vehicle not in self._memories:
            keep = None if self._files is None else partial(self._files.write, vehicle)
            self._memories[vehicle] = MemorySlots(self._begin(vehicle), keep)
        return self._memories[vehicle]

    def holds_something(self, vehicle: str) -> bool:
        """Is there anything that a starting firmware should load?"""
        return bool(self.of(vehicle).slots)

    def save(self) -> dict[str, dict[int, bytes]]:
        """The bytes of all."""
        return {name: dict(memory.slots) for name, memory in self._memories.items()}

    def load(self, saved: Mapping[str, Image]) -> None:
        """Back to what was saved; who came later begins anew."""
        for name in [name for name in self._memories if name not in saved]:
            self._memories[name].slots = self._begin(name)
        for name, slots in saved.items():
            self.of(name).slots = dict(slots)

    def _begin(self, vehicle: str) -> dict[int, bytes]:
        if self._images is not None:
            return dict(self._images.get(vehicle, {}))
        return {} if self._files is None else read_image(self._files, vehicle)


def read_image(files: MemoryFiles, vehicle: str) -> dict[int, bytes]:
    """All slots of a vehicle that files have."""
    found = {slot: files.read(vehicle, slot) for slot in range(MEMORY_SLOTS)}
    return {slot: data for slot, data in found.items() if data is not None}
