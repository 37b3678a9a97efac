"""What vehicles keep from run to run: read when a scenario is loaded, so that a lock repeats it."""

from base64 import b64decode, b64encode
from pathlib import Path

from simloop.server.files.resolved import ResolvedMemory
from simloop.sitl.memory_files import MemoryFiles
from simloop.sitl.vehicle_memory import VehicleMemories, read_image


def remembered(directory: str) -> ResolvedMemory:
    """All that a directory holds now, of any vehicle."""
    files = MemoryFiles(Path(directory))
    images = {
        vehicle: {
            str(slot): b64encode(data).decode() for slot, data in read_image(files, vehicle).items()
        }
        for vehicle in files.vehicles
    }
    return ResolvedMemory(images, directory)


def vehicle_memories(memory: ResolvedMemory | None) -> VehicleMemories:
    """The memories that a run begins with; they reach files only if there is a directory."""
    if memory is None:
        return VehicleMemories()
    images = {
        vehicle: {int(slot): b64decode(text) for slot, text in slots.items()}
        for vehicle, slots in memory.images.items()
    }
    files = None if memory.directory is None else MemoryFiles(Path(memory.directory))
    return VehicleMemories(files, images)
