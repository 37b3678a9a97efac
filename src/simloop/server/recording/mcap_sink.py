"""Where a recorder's findings become messages of an MCAP file, in the writer's thread."""

import json
from collections.abc import Callable
from functools import partial

from simloop.messages import Message
from simloop.messages.simloop_msgs import InboxEntry, RunEvent, RunThings, StateLayout, VehicleState
from simloop.server.recording.inbox_journal import entry_of
from simloop.server.recording.names import CHECKPOINTS, EVENTS, INBOX, LAYOUTS, STATES, THINGS
from simloop.server.recording.state_journal import StateWriter
from simloop.server.recording.writer_thread import WriterThread
from simloop.systems.recorder.sink import RecordSink
from simloop.systems.recorder.state_copy import StateCopy, ThingCopy
from simloop.timing.clock import nanoseconds_at
from simloop.transport.inbox import Stamped


class McapSink(RecordSink):
    """Writes; `look` is called at every beat, on the world's thread."""

    def __init__(
        self,
        thread: WriterThread,
        tick_rate_hz: int,
        look: Callable[[int], None],
        follows: "McapSink | None" = None,
    ) -> None:
        """After another one in a file that holds what that one wrote, numbers go on."""
        self._thread = thread
        self._rate_hz = tick_rate_hz
        self._look = look
        self._states = StateWriter(follows.next_layout if follows else 0)
        self._rounds: int = follows._rounds if follows else 0
        self.whole: int = follows.whole if follows else 0
        """How many messages are from before the last time that the run began anew."""
        self._idles = 0
        self._idle_tick = 0
        self._open_tick: int | None = None

    @property
    def next_layout(self) -> int:
        """The number that the next new layout gets."""
        return self._states.next_layout

    def message(self, tick: int, topic: str, message: Message) -> None:
        """A message of a recorded topic."""
        time_ns = nanoseconds_at(tick, self._rate_hz)
        self._thread.do_unless_slow(partial(self._thread.write, topic, time_ns, message))

    def inputs(self, tick: int, taken: tuple[Stamped, ...], *, paused: bool, at_once: bool) -> None:
        """Inputs that take effect now that the world has reached `tick`."""
        self._tell_idles()
        within = not paused and not at_once
        # What came while the tick waited is handed in with what was there when it opened.
        if not within or tick != self._open_tick:
            self._rounds += 1
        self._open_tick = tick if within else None
        number = self._rounds

        def write() -> None:
            for item in taken:
                entry = entry_of(tick, item, round_number=number, paused=paused, at_once=at_once)
                self._write(INBOX, tick, entry)

        self._thread.do(write)

    def idle(self, tick: int) -> None:
        """A round of a paused world without input: counted, and told with what comes next."""
        self._idles += 1
        self._idle_tick = tick

    def restored(self, tick: int) -> None:
        """A program has set the world back."""
        self._entry(InboxEntry(tick=tick, kind="restored"))
        self.began_anew()

    def began_anew(self) -> None:
        """Ticks go back: what was written so far belongs to an earlier try."""
        self._tell_idles()
        self._open_tick = None

        def note() -> None:
            self.whole = self._thread.file.messages

        self._thread.do(note)

    def checkpoint(self, state: StateCopy) -> None:
        """The state at the end of a tick."""
        self._tell_idles()

        def write() -> None:
            for message in self._states.messages(state):
                self._write(_TOPIC_OF.get(type(message), CHECKPOINTS), state.tick, message)

        self._thread.do(write)

    def things(self, tick: int, things: tuple[ThingCopy, ...]) -> None:
        """The lights, actors and obstacles that there are."""

        def write() -> None:
            told = [[thing.name, thing.kind, thing.facts] for thing in things]
            self._write(THINGS, tick, RunThings(tick, json.dumps(told)))

        self._thread.do(write)

    def event(self, tick: int, event: RunEvent) -> None:
        """Something happened."""
        self._thread.do(lambda: self._write(EVENTS, tick, event))

    def end(self, tick: int, state_hash: str) -> None:
        """The run is over."""
        self._entry(InboxEntry(tick=tick, kind="end", data=state_hash.encode()))

    def reached(self, tick: int) -> None:
        """Wake the writer, and be held back by it if need be."""
        self._look(tick)
        self._thread.beat()

    def _tell_idles(self) -> None:
        if self._idles:
            count, self._idles = self._idles, 0
            entry = InboxEntry(tick=self._idle_tick, kind="idle", paused=True, count=count)
            self._thread.do(lambda: self._write(INBOX, entry.tick, entry))

    def _entry(self, entry: InboxEntry) -> None:
        self._tell_idles()
        self._thread.do(lambda: self._write(INBOX, entry.tick, entry))

    def _write(self, topic: str, tick: int, message: Message) -> None:
        self._thread.write(topic, nanoseconds_at(max(tick, 0), self._rate_hz), message)


_TOPIC_OF: dict[type[Message], str] = {StateLayout: LAYOUTS, VehicleState: STATES}
