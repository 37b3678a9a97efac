"""The type of rows that kernels take where they take no component."""

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float64]
