"""Levenberg and Marquardt within bounds: small, dense, for smooth residuals without derivatives."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Residual = Callable[[Numbers], Numbers]

_FIRST_DAMPING = 1e-3
_LEAST_DAMPING = 1e-12
_MOST_DAMPING = 1e6
# A search that gains less than this share of its error so many times in a row is given up.
_WORTH_WHILE = 0.98
_PATIENCE = 4
_UNFELT = 1e-9
# The cube root of the rounding error balances rounding and truncation of a central difference.
_STEP = 6e-6


@dataclass(frozen=True, slots=True)
class Solution:
    """Where the search ended."""

    x: Numbers
    residual: Numbers
    converged: bool

    @property
    def error(self) -> float:
        """The largest residual."""
        return float(np.max(np.abs(self.residual)))


@dataclass(frozen=True, slots=True)
class Problem:
    """Residuals to bring to zero by unknowns between bounds; `scale` is what counts as a lot."""

    residual: Residual
    lower: Numbers
    upper: Numbers
    scale: Numbers
    tolerance: float = 1e-8
    """A point whose residuals are all smaller counts as a solution."""
    perfect: float = 1e-11
    """The search goes on to here if it can."""

    def jacobian(self, x: Numbers) -> Numbers:
        """Differences about x, kept within the bounds."""
        columns = []
        for i in range(len(x)):
            step = _STEP * self.scale[i]
            above, below = x.copy(), x.copy()
            above[i] = min(x[i] + step, self.upper[i])
            below[i] = max(x[i] - step, self.lower[i])
            change = self.residual(above) - self.residual(below)
            columns.append(change / (above[i] - below[i]))
        return np.array(columns).T

    def solve(self, start: Numbers, iterations: int = 50) -> Solution:
        """Walk downhill from a start until the residuals vanish or no step helps."""
        x = np.clip(start, self.lower, self.upper)
        residual = self.residual(x)
        damping, idle = _FIRST_DAMPING, 0
        for _ in range(iterations):
            if not np.all(np.isfinite(residual)) or _largest(residual) < self.perfect:
                break
            jacobian = self.jacobian(x)
            if not np.all(np.isfinite(jacobian)):
                break
            x_new, new, damping = self._step(x, residual, jacobian, damping)
            gained = new @ new < _WORTH_WHILE * (residual @ residual)
            idle = 0 if gained else idle + 1
            if x_new is x or idle >= _PATIENCE:
                break
            x, residual = x_new, new
        return Solution(x, residual, _largest(residual) < self.tolerance)

    def _step(
        self, x: Numbers, residual: Numbers, jacobian: Numbers, damping: float
    ) -> tuple[Numbers, Numbers, float]:
        """The next point, or x itself if no damping makes a step go down."""
        free = self._free(x, jacobian.T @ residual) & self._felt(jacobian)
        if not np.any(free):
            return x, residual, damping
        while damping < _MOST_DAMPING:
            change = np.zeros(len(x))
            change[free] = self._damped(residual, jacobian[:, free], self.scale[free], damping)
            x_new = np.clip(x + change, self.lower, self.upper)
            new = self.residual(x_new)
            if np.all(np.isfinite(new)) and new @ new < residual @ residual:
                return x_new, new, max(_LEAST_DAMPING, damping * 0.1)
            damping = max(damping, 1e-8) * 8.0
        return x, residual, damping

    def _free(self, x: Numbers, gradient: Numbers) -> NDArray[np.bool_]:
        """Unknowns that are not pressed against a bound."""
        low = (x <= self.lower) & (gradient > 0.0)
        high = (x >= self.upper) & (gradient < 0.0)
        return ~(low | high)

    def _felt(self, jacobian: Numbers) -> NDArray[np.bool_]:
        """Unknowns that matter at all; the others stay, or rounding would carry them away."""
        weights = np.linalg.norm(jacobian * self.scale, axis=0)
        felt: NDArray[np.bool_] = weights > _UNFELT * np.max(weights)
        return felt

    @staticmethod
    def _damped(residual: Numbers, jacobian: Numbers, scale: Numbers, damping: float) -> Numbers:
        """The shortest step that solves the damped linear problem, in units of the scale."""
        scaled = jacobian * scale
        # Marquardt's damping: every unknown by its own weight.
        weights = np.linalg.norm(scaled, axis=0)
        tall = np.vstack((scaled, np.sqrt(damping) * np.diag(weights)))
        right = np.concatenate((-residual, np.zeros(len(scale))))
        step: Numbers = np.linalg.lstsq(tall, right, rcond=None)[0] * scale
        return step


def _largest(numbers: Numbers) -> float:
    return float(np.max(np.abs(numbers))) if np.all(np.isfinite(numbers)) else float("inf")
