"""Type names of the arrays that collisions work on."""

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]
Integers = NDArray[np.int64]
IntegerTable = NDArray[np.int64]
