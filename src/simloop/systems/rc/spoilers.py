"""What can go wrong between a pilot's transmitter and the receiver, frame by frame."""

from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from simloop.systems.rc.stick import MIDDLE_US

Frame = tuple[int | None, ...]
"""Channels in us; None where a frame does not speak of a channel."""

# Sticks come first; switches follow.
STICKS = 4
SHORTEST_US, LONGEST_US = 800, 2200

Uniform = Callable[[int, int], float]
"""Chance from [0, 1) by tick and axis."""


class Spoiler:
    """Lets every frame pass; `share` is how strong the trouble is."""

    says_lost = False
    """Does the receiver notice, and say that it hears nothing?"""

    def __init__(self) -> None:
        self.share = 1.0
        self.memory: Any = None

    @property
    def waits(self) -> bool:
        """Does it hold frames that will come later?"""
        return False

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """What the receiver hears instead; None for nothing."""
        return frame

    def late(self, tick: int) -> list[Frame]:
        """Frames that were held and come now."""
        return []

    def save(self) -> Any:
        """What it remembers, as a copy."""
        return self.share, copy(self.memory)

    def load(self, saved: Any) -> None:
        """Back to what was saved."""
        self.share, memory = saved
        self.memory = copy(memory)


class Cut(Spoiler):
    """No contact; the receiver says so unless it fails without a word."""

    def __init__(self, *, silent: bool) -> None:
        super().__init__()
        self.says_lost = not silent

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """Nothing."""
        return None


class Stuck(Spoiler):
    """The receiver repeats the first frame that it hears from now on."""

    def heard(self, frame: Frame, tick: int) -> Frame:
        """That frame."""
        if self.memory is None:
            self.memory = frame
        first: Frame = self.memory
        return first


class Late(Spoiler):
    """Frames come later, in their order."""

    MOST = 1024

    def __init__(self, delay_ticks: int) -> None:
        super().__init__()
        self._delay_ticks = delay_ticks
        self.memory = deque[tuple[int, Frame]]()

    @property
    def waits(self) -> bool:
        """Are frames on their way?"""
        return bool(self.memory)

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """Nothing yet."""
        if len(self.memory) < self.MOST:
            self.memory.append((tick + round(self.share * self._delay_ticks), frame))
        return None

    def late(self, tick: int) -> list[Frame]:
        """Those whose time has come."""
        come = []
        while self.memory and self.memory[0][0] <= tick:
            come.append(self.memory.popleft()[1])
        return come


class Seldom(Spoiler):
    """One frame of so many is heard."""

    def __init__(self, every: float) -> None:
        super().__init__()
        self._every = every
        self.memory = 0

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """The frame, if enough were missed."""
        self.memory += 1
        if self.memory < self.share * self._every:
            return None
        self.memory = 0
        return frame


class Changed(Spoiler):
    """Frames come as others, by their strength, the tick and chance."""

    def __init__(self, law: Callable[[Frame, float, int], Frame | None]) -> None:
        super().__init__()
        self._law = law

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """What the law makes of it."""
        return self._law(frame, self.share, tick)


def gaps(lost: float, slot_ticks: int, uniform: Uniform) -> Spoiler:
    """A share of all time slots brings no frame; with slots of one tick, a share of all frames."""
    return Changed(
        lambda frame, share, tick: None if uniform(tick // slot_ticks, 0) < share * lost else frame
    )


def noisy(deviation_us: float, gauss: Uniform) -> Spoiler:
    """Pulses tremble by a normal deviation."""

    def tremble(frame: Frame, share: float, tick: int) -> Frame:
        size = share * deviation_us
        return _each(frame, lambda place, us: us + size * gauss(tick, place))

    return Changed(tremble)


def garbled(hit: float, uniform: Uniform) -> Spoiler:
    """Pulses of a share of the frames are anything at all."""

    def garble(frame: Frame, share: float, tick: int) -> Frame:
        if uniform(tick, 0) >= share * hit:
            return frame
        span = LONGEST_US - SHORTEST_US
        return _each(frame, lambda place, us: SHORTEST_US + span * uniform(tick, 1 + place))

    return Changed(garble)


def mirrored() -> Spoiler:
    """Sticks read the wrong way round; switches are right."""

    def mirror(frame: Frame, share: float, tick: int) -> Frame:
        sticks = _each(frame[:STICKS], lambda place, us: 2.0 * MIDDLE_US - us)
        return (*sticks, *frame[STICKS:])

    return Changed(mirror)


def _each(frame: Sequence[int | None], change: Callable[[int, float], float]) -> Frame:
    """A frame with every pulse changed, within what a receiver can say."""
    return tuple(
        None if us is None else round(min(max(change(place, us), SHORTEST_US), LONGEST_US))
        for place, us in enumerate(frame)
    )
