"""What can go wrong between a pilot's transmitter and the receiver, frame by frame."""

from collections import deque
from collections.abc import Callable, Sequence
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
        return self.share

    def load(self, saved: Any) -> None:
        """Back to what was saved."""
        self.share = saved


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

    def __init__(self) -> None:
        super().__init__()
        self._frame: Frame | None = None

    def heard(self, frame: Frame, tick: int) -> Frame:
        """That frame."""
        if self._frame is None:
            self._frame = frame
        return self._frame

    def save(self) -> Any:
        """The frame."""
        return self.share, self._frame

    def load(self, saved: Any) -> None:
        """Back to it."""
        self.share, self._frame = saved


class Late(Spoiler):
    """Frames come later, in their order."""

    MOST = 1024

    def __init__(self, delay_ticks: int) -> None:
        super().__init__()
        self._delay_ticks = delay_ticks
        self._held: deque[tuple[int, Frame]] = deque()

    @property
    def waits(self) -> bool:
        """Are frames on their way?"""
        return bool(self._held)

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """Nothing yet."""
        if len(self._held) < self.MOST:
            self._held.append((tick + round(self.share * self._delay_ticks), frame))
        return None

    def late(self, tick: int) -> list[Frame]:
        """Those whose time has come."""
        come = []
        while self._held and self._held[0][0] <= tick:
            come.append(self._held.popleft()[1])
        return come

    def save(self) -> Any:
        """What is on its way."""
        return self.share, list(self._held)

    def load(self, saved: Any) -> None:
        """Back to it."""
        self.share, held = saved
        self._held = deque(held)


class Seldom(Spoiler):
    """One frame of so many is heard."""

    def __init__(self, every: float) -> None:
        super().__init__()
        self._every = every
        self._missed = 0

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """The frame, if enough were missed."""
        self._missed += 1
        if self._missed < self.share * self._every:
            return None
        self._missed = 0
        return frame

    def save(self) -> Any:
        """How many were missed."""
        return self.share, self._missed

    def load(self, saved: Any) -> None:
        """Back to it."""
        self.share, self._missed = saved


class Gaps(Spoiler):
    """A share of all time slots brings no frame; with slots of one tick, a share of all frames."""

    def __init__(self, lost: float, slot_ticks: int, uniform: Uniform) -> None:
        super().__init__()
        self._lost, self._slot_ticks, self._uniform = lost, slot_ticks, uniform

    def heard(self, frame: Frame, tick: int) -> Frame | None:
        """The frame, or nothing in a slot that is lost."""
        lost = self._uniform(tick // self._slot_ticks, 0) < self.share * self._lost
        return None if lost else frame


class Noisy(Spoiler):
    """Pulses tremble by a normal deviation."""

    def __init__(self, deviation_us: float, gauss: Uniform) -> None:
        super().__init__()
        self._deviation_us, self._gauss = deviation_us, gauss

    def heard(self, frame: Frame, tick: int) -> Frame:
        """The frame with trembling pulses."""
        size = self.share * self._deviation_us
        return _each(frame, lambda place, us: us + size * self._gauss(tick, place))


class Garbled(Spoiler):
    """Pulses of a share of the frames are anything at all."""

    def __init__(self, hit: float, uniform: Uniform) -> None:
        super().__init__()
        self._hit, self._uniform = hit, uniform

    def heard(self, frame: Frame, tick: int) -> Frame:
        """Garbage, or the frame if it is spared."""
        if self._uniform(tick, 0) >= self.share * self._hit:
            return frame
        span = LONGEST_US - SHORTEST_US
        return _each(frame, lambda place, us: SHORTEST_US + span * self._uniform(tick, 1 + place))


class Mirrored(Spoiler):
    """Sticks read the wrong way round; switches are right."""

    def heard(self, frame: Frame, tick: int) -> Frame:
        """The frame with its sticks mirrored about the middle."""
        mirrored = _each(frame[:STICKS], lambda place, us: 2.0 * MIDDLE_US - us)
        return (*mirrored, *frame[STICKS:])


def _each(frame: Sequence[int | None], change: Callable[[int, float], float]) -> Frame:
    """A frame with every pulse changed, within what a receiver can say."""
    return tuple(
        None if us is None else round(min(max(change(place, us), SHORTEST_US), LONGEST_US))
        for place, us in enumerate(frame)
    )
