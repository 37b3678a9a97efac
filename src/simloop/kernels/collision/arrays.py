"""Type names of the arrays that collisions work on."""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

# The number is that of axes, for whoever makes programs ahead of their calls.
Table = Annotated[NDArray[np.float64], 2]
Integers = NDArray[np.int64]
IntegerTable = Annotated[NDArray[np.int64], 2]
