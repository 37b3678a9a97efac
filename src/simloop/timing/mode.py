"""TimeMode: what decides when the next tick may run."""

from dataclasses import dataclass
from math import isnan
from typing import ClassVar


class TimeMode:
    """One of `FreeRunning()`, `Lockstep(step_size_us)` and `Scaled(factor)`."""

    __slots__ = ()

    FreeRunning: ClassVar[type["FreeRunning"]]
    Lockstep: ClassVar[type["Lockstep"]]
    Scaled: ClassVar[type["Scaled"]]


@dataclass(frozen=True, slots=True)
class FreeRunning(TimeMode):
    """The wall clock decides: one simulated second per second."""


@dataclass(frozen=True, slots=True)
class Lockstep(TimeMode):
    """Whoever steps the world decides: steps of this size, never held back by the wall clock."""

    step_size_us: int

    def __post_init__(self) -> None:
        if self.step_size_us <= 0:
            raise ValueError(f"Lockstep: step_size_us must be positive, not {self.step_size_us}")


@dataclass(frozen=True, slots=True)
class Scaled(TimeMode):
    """The wall clock times `factor` decides; an infinite factor runs flat out."""

    factor: float

    def __post_init__(self) -> None:
        if isnan(self.factor) or self.factor <= 0.0:
            raise ValueError(f"Scaled: factor must be positive, not {self.factor}")


TimeMode.FreeRunning = FreeRunning
TimeMode.Lockstep = Lockstep
TimeMode.Scaled = Scaled
