"""Takes the place of a file between a verdict and the first thing that happens after it."""

from collections.abc import Callable

from simloop.systems.recorder.sink import RecordSink
from simloop.systems.recorder.state_copy import StateCopy
from simloop.transport.inbox import Stamped


class WaitingSink(RecordSink):
    """It counts idle rounds; `begin` gives the sink of a new file.

    A world that stands still leaves no file, however long somebody looks at it. Messages and things
    that are told of it stand at the beginning of the new file.
    """

    def __init__(self, begin: Callable[[], RecordSink]) -> None:
        self._begin = begin
        self._idles = 0
        self._idle_tick = 0

    def begin(self) -> RecordSink:
        """Something happens: the new file begins with what was waited for."""
        sink = self._begin()
        for _ in range(self._idles):
            sink.idle(self._idle_tick)
        return sink

    def inputs(self, tick: int, taken: tuple[Stamped, ...], *, paused: bool, at_once: bool) -> None:
        """Somebody does something."""
        self.begin().inputs(tick, taken, paused=paused, at_once=at_once)

    def idle(self, tick: int) -> None:
        """A round of a paused world: a replay repeats it, if anything follows."""
        self._idles += 1
        self._idle_tick = tick

    def restored(self, tick: int) -> None:
        """A program sets the world back."""
        self.begin().restored(tick)

    def began_anew(self) -> None:
        """A program resets the run."""
        self.begin().began_anew()

    def checkpoint(self, state: StateCopy) -> None:
        """Ticks run that nobody has asked for from outside."""
        self.begin().checkpoint(state)

    def reached(self, tick: int) -> None:
        """Ticks run that nobody has asked for from outside."""
        self.begin().reached(tick)
