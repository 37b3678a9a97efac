"""What a timeline is told: how far back it reaches, what happened, and how a moment looked."""

from dataclasses import dataclass
from typing import Literal

from simloop.systems.scene.messages import Item, VehicleStatus


@dataclass(frozen=True, slots=True)
class Marker:
    """Something that happened, to be drawn at its place."""

    tick: int
    time_s: float
    vehicle: str
    words: str
    level: Literal["info", "good", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Timeline:
    """Answer to `timeline`: the stretch of time that may be looked at."""

    first_tick: int
    last_tick: int
    tick_rate_hz: int
    can_branch: bool
    """Is the verb `branch` (argument `tick`) understood?"""
    markers: tuple[Marker, ...]
    branches: tuple[int, ...] = ()
    """Ticks from which the run went on anew."""
    branch_refusal: str = ""
    """Why it cannot branch."""


@dataclass(frozen=True, slots=True)
class ModeChange:
    """From a tick on a vehicle flew in this mode."""

    tick: int
    index: int
    mode: str


@dataclass(frozen=True, slots=True)
class Track:
    """Answer to `track`: how everything moved, for trails and plots of who comes late."""

    frames: tuple[str, ...]
    """Pose frames in base64, in the order of ticks."""
    modes: tuple[ModeChange, ...]
    """The mode of each vehicle where the track begins, and every change."""


@dataclass(frozen=True, slots=True)
class Past:
    """Answer to `past` (argument `tick`): the nearest moment that is known, not after it."""

    tick: int
    poses: str
    """A pose frame, in base64."""
    status: tuple[VehicleStatus, ...]
    items: tuple[Item, ...] | None = None
    """The things of that moment, when they are not those of now."""
