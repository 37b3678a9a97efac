"""A failure as somebody asks for it, and the answer: plain values, logged and replayed as such."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from math import isfinite
from typing import Any

OK = "ok"
EVERYTHING = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureRequest:
    """What shall fail on which vehicle, how, when and for how long."""

    vehicle: str
    """Name of the vehicle."""
    component: str
    """What fails, by PX4's names where it has one; `all` with kind `ok` clears everything."""
    kind: str
    """How it fails; `ok` ends what was injected before."""
    instance: int = 0
    """Which one, counted from 1; 0 for all of them."""
    onset_s: float = 0.0
    """From the request to the failure."""
    duration_s: float | None = None
    """From the failure to recovery; None lasts until it is cleared."""
    ramp_s: float = 0.0
    """From the onset to full strength."""
    probability: float = 1.0
    """Chance that it happens at all, drawn for each vehicle."""
    strength: Mapping[str, float] = field(default_factory=dict)
    """Numbers of the kind, such as a bias; what is not given has its default."""

    def plain(self) -> dict[str, Any]:
        """The request as plain values, ready for JSON."""
        return {**asdict(self), "strength": dict(self.strength)}


class FailureResult(Enum):
    """How the desk answers; MAVLink has the same three words."""

    ACCEPTED = "accepted"
    UNSUPPORTED = "unsupported"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class FailureAnswer:
    """What became of a request, and why."""

    result: FailureResult
    reason: str = ""

    @property
    def accepted(self) -> bool:
        """Will it be done?"""
        return self.result is FailureResult.ACCEPTED


def check_numbers(request: FailureRequest) -> None:
    """Raise ValueError for a number of a request with which nobody can work."""
    for name in ("onset_s", "ramp_s"):
        value = getattr(request, name)
        if not (isfinite(value) and value >= 0.0):
            raise ValueError(f"{name} is {value:g}: use zero or more")
    lasts_s = request.duration_s
    if lasts_s is not None and not lasts_s > 0.0:
        raise ValueError(f"duration_s is {lasts_s:g}: use more than zero, or leave it out")
    if not 0.0 <= request.probability <= 1.0:
        raise ValueError(f"probability is {request.probability:g}: use 0 to 1")
    if request.instance < 0:
        raise ValueError(f"instance is {request.instance}: count from 1, or use 0 for all")
    for name, number in request.strength.items():
        if not isfinite(number):
            raise ValueError(f"strength {name} is {number}: use a finite number")
