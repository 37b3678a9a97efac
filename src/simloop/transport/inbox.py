"""The one door for input from outside: drained once per tick, stamped, logged, replayable."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from simloop.messages import Message
from simloop.transport.errors import BusError
from simloop.transport.spool import Spool

# What a single tick takes in at most.
MOST_INPUTS_PER_TICK = 10_000
MOST_BYTES_PER_TICK = 250_000


@dataclass(frozen=True, slots=True)
class TopicInput:
    """A message from outside for the subscribers of a topic."""

    topic: str
    message: Message


@dataclass(frozen=True, slots=True)
class ServiceInput:
    """A call from outside to a service."""

    service: str
    request: Message


@dataclass(slots=True)
class Reply:
    """Where the answer to a queued call arrives; `tick` is None until then."""

    tick: int | None = None
    response: Message | None = None
    error: str | None = None

    @property
    def done(self) -> bool:
        """Whether the call was answered, with a response or an error."""
        return self.tick is not None


@dataclass(frozen=True, slots=True)
class Stamped:
    """One input and the tick that took it in: a line of the inbox log."""

    tick: int
    source: str
    payload: Any
    reply: Reply | None = field(default=None, compare=False, repr=False)


Taken = Callable[[tuple[Stamped, ...], bool], None]


class Inbox:
    """Input from any thread, in the order of arrival, handed to the world once per tick.

    Given a log of an earlier run, it replays that log and ignores live input: then the run is
    a function of scenario, seed and log.
    """

    def __init__(
        self,
        *,
        replay: Iterable[Stamped] | None = None,
        capacity: int = 100_000,
        keep_log: bool = True,
    ) -> None:
        # Appending to and popping from a deque is atomic, so no lock is needed.
        self._waiting: deque[tuple[str, Any, Reply | None]] = deque()
        self._script = None if replay is None else deque(replay)
        self._capacity = capacity
        self._keep_log = keep_log
        self._log: Spool[Stamped] = Spool()
        self._repeated: deque[Stamped] | None = None
        # Where the next input comes from; asked for in every tick.
        self.source: deque[Any] = self._waiting if self._script is None else self._script
        self._listeners: tuple[Taken, ...] = ()
        self.ignored = 0
        self.is_handed_a_log = False
        """Set by who hands the inputs of an earlier run in again, one by one."""

    @property
    def replaying(self) -> bool:
        """Whether input comes from a log."""
        return self._script is not None

    @property
    def repeats(self) -> bool:
        """Whether everything comes again that once came: nobody must add to it what it has."""
        return self.replaying or self._repeated is not None or self.is_handed_a_log

    @property
    def next_tick(self) -> int | None:
        """The tick of the next input of a replayed log: a batch of ticks must end before it."""
        return self._script[0].tick if self._script else None

    @property
    def log(self) -> tuple[Stamped, ...]:
        """Everything drained so far; it lies on disk but for its end, and is read for this."""
        return tuple(self._log)

    @property
    def logged(self) -> int:
        """How many inputs the log holds."""
        return len(self._log)

    def cut_log(self, count: int) -> None:
        """Forget all but the first lines of the log, as after going back in time."""
        self._log.cut(count)

    def __len__(self) -> int:
        return len(self._waiting)

    def listen(self, listener: Taken) -> Callable[[], None]:
        """Tell of every input as it takes effect, and whether that was between two ticks.

        A tick that waits for somebody may take more in: then it is told of more than once.
        Gives back what ends it.
        """
        self._listeners = (*self._listeners, listener)

        def end() -> None:
            self._listeners = tuple(each for each in self._listeners if each is not listener)

        return end

    @contextmanager
    def repeating(self) -> Iterator[deque[Stamped]]:
        """Take in only what is put into the queue given; what arrives meanwhile waits.

        Nothing is logged or told: it was already, when it came.
        """
        usual = self.source
        self._repeated = self.source = deque()
        try:
            yield self._repeated
        finally:
            self._repeated, self.source = None, usual

    def push(self, source: str, payload: Any, reply: Reply | None = None) -> None:
        """Hand in an input; safe from any thread.

        Raises:
            BusError: too much is waiting, so the world does not drain.
        """
        if self.replaying:
            self.ignored += 1
            return
        if len(self._waiting) >= self._capacity:
            raise BusError(f"inbox full: {self._capacity} inputs wait, the last from {source}")
        self._waiting.append((source, payload, reply))

    def drain(self, tick: int) -> tuple[Stamped, ...]:
        """Take everything that has arrived and stamp it with the tick."""
        if not self.source:
            return ()
        if self._repeated is not None:
            return _due(self._repeated, tick)
        taken = _due(self._script, tick) if self._script is not None else self._arrived(tick)
        if taken:
            self._note(taken)
        return taken

    def drain_messages(self, tick: int) -> tuple[Stamped, ...]:
        """Take only the messages of topics out of what has arrived; the rest keeps its order.

        A replay has nothing to take: a log's messages all come when their tick opens.
        """
        if self._script is not None or self._repeated is not None or not self._waiting:
            return ()
        arrived = self._arrived(tick)
        taken = tuple(item for item in arrived if isinstance(item.payload, TopicInput))
        kept = [
            (item.source, item.payload, item.reply)
            for item in arrived
            if not isinstance(item.payload, TopicInput)
        ]
        self._waiting.extendleft(reversed(kept))
        if taken:
            self._note(taken)
        return taken

    def record(self, tick: int, source: str, payload: Any) -> None:
        """Log an input that took effect without waiting, so that a replay has it too."""
        if self._repeated is not None:
            return
        item = Stamped(tick, source, payload)
        if self._keep_log:
            self._log.append(item)
        self._tell((item,), at_once=True)

    def _note(self, taken: tuple[Stamped, ...]) -> None:
        if self._keep_log:
            for item in taken:
                self._log.append(Stamped(item.tick, item.source, item.payload))
        self._tell(taken, at_once=False)

    def _tell(self, taken: tuple[Stamped, ...], *, at_once: bool) -> None:
        for listener in self._listeners:
            listener(taken, at_once)

    def _arrived(self, tick: int) -> tuple[Stamped, ...]:
        """What a tick takes in; a flood waits for the next one, so that none takes for ever."""
        taken: list[Stamped] = []
        left = MOST_BYTES_PER_TICK
        # The count is fixed first, so a fast sender cannot hold the tick.
        for _ in range(min(len(self._waiting), MOST_INPUTS_PER_TICK)):
            taken.append(Stamped(tick, *self._waiting.popleft()))
            left -= _bytes_of(taken[-1].payload)
            if left <= 0:
                break
        return tuple(taken)


def _bytes_of(payload: Any) -> int:
    """The bytes that an input brings for somebody to read through."""
    data = getattr(getattr(payload, "message", None), "data", b"")
    return len(data) if isinstance(data, bytes) else 0


def _due(script: deque[Stamped], tick: int) -> tuple[Stamped, ...]:
    """The next lines of a log, which must be those of this tick."""
    taken = []
    while script and script[0].tick <= tick:
        if script[0].tick < tick:
            raise BusError(
                f"replay: input of {script[0].source} belongs to tick {script[0].tick}, "
                f"but the world is at {tick} already"
            )
        taken.append(script.popleft())
    return tuple(taken)
