"""Chance of failures: by run seed, vehicle, failure and tick, whatever else happens in the run."""

import numpy as np

from simloop.kernels.noise import gauss_pair, uniform
from simloop.math.address import address_key

STREAM_FAILURES = 50


class Chance:
    """The draws of one failure of one vehicle."""

    def __init__(self, noise_key: int, *use: object) -> None:
        self._key = address_key(int(noise_key), "/".join(str(part) for part in use))

    def uniform(self, tick: int, axis: int = 0) -> float:
        """A number from [0, 1)."""
        with np.errstate(over="ignore"):
            return uniform(self._key, STREAM_FAILURES, tick, axis)

    def gauss(self, tick: int, axis: int = 0) -> float:
        """A number of the standard normal distribution."""
        with np.errstate(over="ignore"):
            return float(gauss_pair(self._key, STREAM_FAILURES, tick, axis)[0])
