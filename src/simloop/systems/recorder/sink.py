"""What a recorder needs of the place it records to."""

from simloop.messages import Message
from simloop.systems.recorder.state_copy import StateCopy, ThingCopy
from simloop.transport.inbox import Stamped


class RecordSink:
    """Takes what happens, in order, on the world's thread; it must not hold the tick for long.

    As it is it takes nothing, as while a run goes back: what happens again was recorded before.
    """

    def message(self, tick: int, topic: str, message: Message) -> None:
        """A message of a recorded topic."""

    def inputs(self, tick: int, taken: tuple[Stamped, ...], *, paused: bool, at_once: bool) -> None:
        """Inputs that take effect now that the world has reached `tick`."""

    def idle(self, tick: int) -> None:
        """A round of a paused world without input."""

    def restored(self, tick: int) -> None:
        """A program has set the world back to `tick` by a snapshot."""

    def began_anew(self) -> None:
        """The run was reset: ticks count from the start again."""

    def checkpoint(self, state: StateCopy) -> None:
        """The state at the end of a tick."""

    def things(self, tick: int, things: tuple[ThingCopy, ...]) -> None:
        """The lights, actors and obstacles that there are, whenever they are others than before."""

    def reached(self, tick: int) -> None:
        """Everything before this tick has been handed over; the sink may make the world wait."""
