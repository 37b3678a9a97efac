"""The gyro's zero, which Betaflight finds at its start with every gyro but a simulated one.

Its target for simulators has no such calibration (a virtual gyro gets no cycles), so a turn-on bias
would stay in its rates for ever. It is taken off here, once, in the way that Betaflight does it.
"""

from math import sqrt

from simloop.wire.betaflight import Three

CALIBRATION_S = 1.25
# Above these it does not stand still: the spread of a board that is handled, and a turn.
_LARGEST_SIGMA_RADPS = 0.05
_LARGEST_MEAN_RADPS = 0.1


class GyroZero:
    """Collects readings at rest until it knows their mean; from then on that is zero."""

    def __init__(self, samples: int) -> None:
        self._wanted = max(1, samples)
        self._zero: Three | None = None
        self._begin()

    @property
    def is_known(self) -> bool:
        """Is the calibration over?"""
        return self._zero is not None

    def corrected(self, rate_radps: Three) -> Three:
        """A reading without its zero, as far as that is known."""
        if self._zero is None:
            self._collect(rate_radps)
            return rate_radps
        p, q, r = (rate - zero for rate, zero in zip(rate_radps, self._zero, strict=True))
        return p, q, r

    def _begin(self) -> None:
        self._count = 0
        self._sums, self._squares = [0.0] * 3, [0.0] * 3

    def _collect(self, rate_radps: Three) -> None:
        self._count += 1
        for axis, rate in enumerate(rate_radps):
            self._sums[axis] += rate
            self._squares[axis] += rate * rate
        if self._count < self._wanted:
            return
        p, q, r = (each / self._count for each in self._sums)
        means = p, q, r
        pairs = zip(self._squares, means, strict=True)
        sigmas = [sqrt(max(0.0, square / self._count - mean * mean)) for square, mean in pairs]
        # What is no number fails both, and so begins anew as a moved board does.
        still = all(sigma <= _LARGEST_SIGMA_RADPS for sigma in sigmas)
        if still and all(abs(mean) <= _LARGEST_MEAN_RADPS for mean in means):
            self._zero = means
        self._begin()
