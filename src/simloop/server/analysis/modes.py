"""Modes of a linear model: eigenvalues with frequency, damping, and a name."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, pi

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

# States that motion depends on, and what a mode led by each is called.
_LEADERS = {
    "u_mps": "surge",
    "v_mps": "sway",
    "w_mps": "heave",
    "p_radps": "roll",
    "q_radps": "pitch",
    "r_radps": "yaw",
    "phi_rad": "roll",
    "theta_rad": "pitch",
    "down_m": "heave",
}
_WING_LONGITUDINAL = ("u_mps", "w_mps", "q_radps", "theta_rad")
_WING_LATERAL = ("v_mps", "p_radps", "r_radps", "phi_rad")
# Eigenvalues smaller than this are states that nothing brings back, such as heading.
_NEUTRAL = 1e-3


@dataclass(frozen=True, slots=True)
class Mode:
    """One way of moving: a pair of complex eigenvalues, or a real one."""

    name: str
    real_per_s: float
    imaginary_radps: float
    """Damped frequency; 0 for a mode that does not swing."""

    @property
    def frequency_radps(self) -> float:
        """Natural frequency: the length of the eigenvalue."""
        return abs(complex(self.real_per_s, self.imaginary_radps))

    @property
    def damping_ratio(self) -> float:
        """1 or more does not swing, below 0 grows."""
        return -self.real_per_s / self.frequency_radps if self.frequency_radps > 0.0 else 0.0

    @property
    def period_s(self) -> float:
        """Of one swing; infinite for a real eigenvalue."""
        return 2.0 * pi / self.imaginary_radps if self.imaginary_radps > 0.0 else inf

    @property
    def time_to_half_s(self) -> float:
        """Until half is left; negative: until it has doubled."""
        return -log(2.0) / self.real_per_s if self.real_per_s != 0.0 else inf

    @property
    def stable(self) -> bool:
        """Does it die away?"""
        return self.real_per_s < 0.0


def find_modes(A: Numbers, states: Sequence[str], how: str, *, turning: bool) -> list[Mode]:
    """All modes but the neutral ones, fastest first."""
    if how == "wing" and not turning:
        found = _wing(A, states)
    else:
        kept = list(_LEADERS) if how == "surface" else [*_WING_LONGITUDINAL, *_WING_LATERAL]
        found = _led(_block(A, states, kept), kept)
    found = [mode for mode in found if mode.frequency_radps > _NEUTRAL]
    return sorted(found, key=lambda mode: -mode.frequency_radps)


def _block(A: Numbers, states: Sequence[str], kept: Sequence[str]) -> Numbers:
    index = [states.index(name) for name in kept]
    block: Numbers = A[np.ix_(index, index)]
    return block


def _wing(A: Numbers, states: Sequence[str]) -> list[Mode]:
    """The five modes of the textbooks, as far as they are there."""
    along = _eigenvalues(_block(A, states, _WING_LONGITUDINAL))
    across = _eigenvalues(_block(A, states, _WING_LATERAL))
    return _named(along, ("short period", "phugoid"), ("pitch", "speed")) + _named(
        across, ("dutch roll", "lateral phugoid"), ("roll", "spiral")
    )


def _named(
    values: list[complex], swinging: tuple[str, str], creeping: tuple[str, str]
) -> list[Mode]:
    """Names by order of speed, apart for those that swing and those that do not."""
    swings = [value for value in values if value.imag > 0.0]
    creeps = [value for value in values if value.imag == 0.0]
    # Where the quick swing has split into two that do not, the one that is left is the slow one.
    split = len(creeps) == 2 and len(swings) == 1 and abs(swings[0]) < abs(creeps[-1])
    names = [(v, _pick(swinging, i + split)) for i, v in enumerate(swings)]
    names += [(v, _pick(creeping, i)) for i, v in enumerate(creeps)]
    return [Mode(name, value.real, value.imag) for value, name in names]


def _pick(names: tuple[str, str], number: int) -> str:
    return names[number] if number < len(names) else f"{names[-1]} {number}"


def _eigenvalues(matrix: Numbers) -> list[complex]:
    """One of each pair, fastest first."""
    values = [complex(value) for value in np.linalg.eigvals(matrix)]
    return sorted((value for value in values if value.imag >= 0.0), key=lambda v: -abs(v))


def _led(matrix: Numbers, names: Sequence[str]) -> list[Mode]:
    """Modes named after the motion that takes part most."""
    values, right = np.linalg.eig(matrix)
    left = np.linalg.pinv(right)
    modes = []
    for number, value in enumerate(values):
        if value.imag < 0.0:
            continue
        share: dict[str, float] = {}
        for i, name in enumerate(names):
            motion = _LEADERS[name]
            share[motion] = share.get(motion, 0.0) + abs(right[i, number] * left[number, i])
        leader = max(share, key=lambda motion: share[motion])
        modes.append(Mode(leader, float(value.real), float(value.imag)))
    return modes
