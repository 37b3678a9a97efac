"""Type names of the one-dimensional rows that block functions work on."""

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float64]
KeyRow = NDArray[np.uint64]
