"""Heights in files: finds a file beside the one that names it, and reads grids."""

import io
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from simloop.world.regular_file import IrregularFile, read_regular

MAX_BYTES = 500_000_000

_HEADER = ("ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter")
_NUMBERS = (*_HEADER, "cellsize", "nodata_value")


@dataclass(frozen=True, slots=True)
class NearFile:
    """A file, named as seen from the file that names it."""

    path: str

    IN_WORDS: ClassVar[str] = "the name of a file"

    @classmethod
    def from_node(cls, node: Any, name: str) -> "NearFile":
        """Read the name from a world file; where it does not lie beside that, it is taken as is."""
        path = Path(str(node.value)).expanduser()
        beside = Path(node.mark.path).parent / path
        return cls(str(beside if beside.exists() else path))

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """In a file it is text."""
        return {"type": "string"}


def read_heights(path: Path) -> tuple[NDArray[np.float64], float | None]:
    """Heights as on a map, first row north, and the spacing in metres if the file tells it."""
    try:
        if path.suffix == ".npy":
            return _read_npy(path), None
        if path.suffix == ".asc":
            return _read_asc(path)
    except IrregularFile as irregular:
        raise ValueError(f"terrain: file {path}: {irregular}") from None
    except OSError as error:
        raise ValueError(f"terrain: file {path}: {error.strerror or error}") from None
    raise ValueError(f"terrain: file {path.name}: write .asc (ESRI grid) or .npy")


def _read_npy(path: Path) -> NDArray[np.float64]:
    data = io.BytesIO(read_regular(path, MAX_BYTES))
    version = np.lib.format.read_magic(data)
    read_head = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else np.lib.format.read_array_header_2_0
    )
    shape, _, kind = read_head(data)
    # The head could ask for any amount of memory.
    if kind.hasobject or prod(shape) * kind.itemsize != len(data.getvalue()) - data.tell():
        raise ValueError(f"terrain: file {path.name}: it does not hold what its head says")
    data.seek(0)
    return _checked(np.load(data, allow_pickle=False), path)


def _read_asc(path: Path) -> tuple[NDArray[np.float64], float]:
    header: dict[str, float] = {}
    words = read_regular(path, MAX_BYTES).decode("ascii", errors="replace").split()
    while len(words) > 1 and words[0].lower() in _NUMBERS:
        header[words[0].lower()] = _number(words[1], path)
        words = words[2:]
    for name in ("ncols", "nrows", "cellsize"):
        if not header.get(name, 0.0) > 0.0:
            raise ValueError(f"terrain: file {path.name}: no {name} at its head: no ESRI grid")
    shape = (int(header["nrows"]), int(header["ncols"]))
    if len(words) != shape[0] * shape[1]:
        raise ValueError(
            f"terrain: file {path.name}: {len(words)} heights, but {shape[0]} rows of {shape[1]}"
        )
    try:
        heights = np.array(words, dtype=np.float64).reshape(shape)
    except ValueError as wrong:
        raise ValueError(f"terrain: file {path.name}: {wrong}") from None
    holes = heights == header.get("nodata_value", np.nan)
    if holes.all():
        raise ValueError(f"terrain: file {path.name}: it has no heights at all")
    heights[holes] = heights[~holes].min()
    return _checked(heights, path), header["cellsize"]


def _number(word: str, path: Path) -> float:
    try:
        return float(word)
    except ValueError:
        raise ValueError(f"terrain: file {path.name}: {word!r} is no number") from None


def _checked(heights: NDArray[Any], path: Path) -> NDArray[np.float64]:
    if heights.ndim != 2 or min(heights.shape) < 2 or heights.dtype.kind not in "fiu":
        raise ValueError(f"terrain: file {path.name}: not rows and columns of numbers")
    if not np.isfinite(heights).all():
        raise ValueError(f"terrain: file {path.name}: a height is not finite")
    return heights.astype(np.float64)
