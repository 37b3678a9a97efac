"""The type of a field with any number of elements, such as one per rotor."""

import numpy as np
from numpy.typing import NDArray

FloatRow = NDArray[np.float64]
