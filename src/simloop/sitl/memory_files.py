"""Memory of simulated boards in files, so that it outlives the program."""

import os
import re
from pathlib import Path

from simloop.world.regular_file import read_regular

# A slot holds parameters or a plan: some kilobytes.
MAX_BYTES = 10_000_000
NAME = re.compile(r"(.+)\.bin(?:\.\d+)?")


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in place at once: whoever reads sees the old bytes or the new, never half."""
    draft = path.with_name(f"{path.name}.draft")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


class MemoryFiles:
    """A directory with `<vehicle>.bin` for slot 0 and `<vehicle>.bin.<slot>` for the others."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    @property
    def vehicles(self) -> list[str]:
        """The names of all vehicles that ever wrote here, sorted."""
        if not self._directory.exists():
            return []
        found = (NAME.fullmatch(path.name) for path in self._directory.iterdir())
        return sorted({match[1] for match in found if match})

    def read(self, vehicle: str, slot: int) -> bytes | None:
        """The bytes of a slot, or None if it was never written."""
        path = self._path(vehicle, slot)
        return read_regular(path, MAX_BYTES) if path.exists() else None

    def write(self, vehicle: str, slot: int, data: bytes) -> bool:
        """Keep the bytes; False if the file system refuses."""
        path = self._path(vehicle, slot)
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        except OSError:
            return False
        return True

    def _path(self, vehicle: str, slot: int) -> Path:
        if Path(vehicle).name != vehicle:
            raise ValueError(f"vehicle {vehicle!r}: the name cannot be a file's, rename it")
        return self._directory / (f"{vehicle}.bin.{slot}" if slot else f"{vehicle}.bin")
