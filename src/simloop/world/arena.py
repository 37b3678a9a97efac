"""Memory of tables: numbers of all rows, in blocks of lanes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Arena = NDArray[Any]

DTYPES = {"f8": np.float64, "params": np.float64, "i8": np.int64, "u8": np.uint64}
"""The type of the numbers of each arena."""

_CACHE_LINE_BYTES = 64


def new_arena(blocks: int, numbers: int, dtype: type) -> Arena:
    """Zeros that start on a cache line, so that a vector of lanes never straddles two."""
    size = blocks * numbers * 8
    raw = np.zeros(size + _CACHE_LINE_BYTES, dtype=np.uint8)
    shift = -raw.ctypes.data % _CACHE_LINE_BYTES
    arena: Arena = raw[shift : shift + size].view(dtype).reshape(blocks, numbers)
    return arena
