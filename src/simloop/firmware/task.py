"""One piece of the firmware's work: a kernel, and how often it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

SLOW_RATE_HZ = 50.0
MEDIUM_RATE_HZ = 100.0


@dataclass(frozen=True, slots=True)
class Task:
    """One block function of the firmware.

    Without a rate it runs at every IMU sample. `sensor` names a sensor that a vehicle may lack:
    without it the task is left out, and its columns keep their defaults. The groups run in the
    order in which they stand here; between `control` and `command` lie the outputs, telemetry and
    what the link received.
    """

    name: str
    block: Callable[..., None]
    group: Literal["estimate", "control", "command"]
    rate_hz: float | None = None
    sensor: str | None = None
