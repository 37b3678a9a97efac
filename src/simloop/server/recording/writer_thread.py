"""The thread that encodes, compresses and writes, so that a tick does none of it."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Literal

from simloop.messages import Message
from simloop.messages.cdr import to_cdr
from simloop.server.recording.mcap_file import McapFile

# Of simulated time in steps of the recorder's beat, of wall time in nanoseconds: what a crash may
# cost is a chunk under way and what waits before it.
_BEATS_PER_CHUNK = 5
_BEATS_WAITING = 10
_CHUNK_NS = 250_000_000
_LOOK_AROUND_S = 0.1

Job = Callable[[], None]


@dataclass(slots=True)
class Lateness:
    """What a slow disk has cost."""

    waits: int = 0
    waited_s: float = 0.0
    dropped: int = 0


class WriterThread:
    """Does jobs in order and flushes; the world hands jobs in and is held back if it must be.

    `when_slow` says whether the world waits for a disk that cannot keep up, or messages that may
    be dropped are.
    """

    def __init__(
        self, file: McapFile, *, now_ns: Callable[[], int], when_slow: Literal["wait", "drop"]
    ) -> None:
        self.file = file
        self.lateness = Lateness()
        self.failure: Exception | None = None
        self._now_ns = now_ns
        self.when_slow = when_slow
        self._jobs: deque[Job] = deque()
        self._change = Condition()
        self._closing = False
        self._beat = self._done_beat = self._flushed_beat = 0
        self._flushed_ns = now_ns()
        self._dropping = False
        self._thread = Thread(target=self._work, name="recording", daemon=True)
        self._thread.start()

    def do(self, job: Job) -> None:
        """Have something done that is never dropped."""
        if self.failure is None:
            self._jobs.append(job)

    def do_unless_slow(self, job: Job) -> None:
        """Have something done that may be dropped if the user prefers that to waiting."""
        if self._dropping:
            self.lateness.dropped += 1
        else:
            self.do(job)

    def write(self, topic: str, time_ns: int, message: Message) -> None:
        """Encode a message and put it into the file; on this thread only."""
        self.file.add(self.file.channel(topic, type(message)), time_ns, to_cdr(message))

    def beat(self) -> None:
        """A step of simulated time is over: wake the thread, wait if it is too far behind."""
        self._beat += 1
        number = self._beat
        self.do(lambda: self._beaten(number))
        with self._change:
            self._change.notify_all()
            self._dropping = self.is_behind and self.when_slow == "drop"
            if self.is_behind and not self._dropping:
                self._wait()

    def close(self) -> None:
        """Write all that waits and the index, and end the thread."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join()

    @property
    def is_behind(self) -> bool:
        """Does more wait for the disk than a crash may cost?"""
        return self.failure is None and self._beat - self._flushed_beat > _BEATS_WAITING

    def _wait(self) -> None:
        begin_ns = self._now_ns()
        while self.is_behind and self._thread.is_alive():
            self._change.wait(_LOOK_AROUND_S)
        self.lateness.waits += 1
        self.lateness.waited_s += (self._now_ns() - begin_ns) / 1e9

    def _work(self) -> None:
        try:
            while not self._closing or self._jobs:
                self._work_off()
                self._flush_if_due(_BEATS_PER_CHUNK)
                with self._change:
                    if not (self._jobs or self._closing):
                        self._change.wait(_LOOK_AROUND_S)
            self.file.finish()
        except Exception as error:
            # Whatever it is, it must reach the user by the world's thread and not as a traceback.
            self.failure = error
            self._jobs.clear()
            self.file.close()
            with self._change:
                self._change.notify_all()

    def _work_off(self) -> None:
        while self._jobs:
            self._jobs.popleft()()

    def _beaten(self, number: int) -> None:
        self._done_beat = number
        self._flush_if_due(_BEATS_PER_CHUNK)

    def _flush_if_due(self, beats: int) -> None:
        enough = self._done_beat - self._flushed_beat >= beats
        if enough or self._now_ns() - self._flushed_ns >= _CHUNK_NS:
            self.file.flush()
            self._flushed_ns = self._now_ns()
            with self._change:
                self._flushed_beat = self._done_beat
                self._change.notify_all()
