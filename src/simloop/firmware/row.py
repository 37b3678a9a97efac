"""Type names of the arrays that the firmware works on."""

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float64]
Block = NDArray[np.float64]
