"""A run being recorded: joins simulation, recorder, writer and file, and tells of trouble."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from simloop.messages.simloop_msgs import RunEvent
from simloop.server.events import Event
from simloop.server.files.lock import installed_versions, write_lock
from simloop.server.files.mistake import FileMistake
from simloop.server.files.scenario_file import Record
from simloop.server.nearest import suggestion
from simloop.server.recording.branch_copy import copy_common
from simloop.server.recording.branches import (
    before,
    branches_of,
    first_of,
    make_room,
    next_branch,
    unfinished,
)
from simloop.server.recording.failure import RecordingFailed
from simloop.server.recording.mcap_file import McapFile
from simloop.server.recording.mcap_sink import McapSink
from simloop.server.recording.names import FORMAT, RECORDING
from simloop.server.recording.waiting_sink import WaitingSink
from simloop.server.recording.writer_thread import Lateness, WriterThread
from simloop.server.simulation import Simulation
from simloop.sitl.serial_port import SERIAL_OUT
from simloop.systems.recorder.recorder import Recorder
from simloop.systems.recorder.selection import DEFAULT_TOPICS, Selection
from simloop.systems.recorder.sink import RecordSink
from simloop.timing.rates import highest_rate_hz


@dataclass(frozen=True, slots=True)
class Origin:
    """The recording that a run repeats, and the tick from which it takes a way of its own."""

    path: Path
    tick: int


class Recording:
    """Records from now on, until `finish` or the end of the simulation.

    A run that goes back (`part`, `go_on`) is recorded in a file of its own from there on, and so is
    one that goes on after its verdict (`conclude`). One that
    repeats another up to its `origin` gets its name with `keep`, or is dropped with `discard`.
    `tell` gets one line if the recording has to end before the run.
    """

    def __init__(
        self,
        simulation: Simulation,
        path: Path,
        record: Record | None = None,
        *,
        tell: Callable[[str], None] = lambda line: None,
        origin: Origin | None = None,
    ) -> None:
        record = record or Record()
        self.path = path
        self._simulation = simulation
        self._record = record
        self._tell = tell
        self._told = False
        self._topics: tuple[str, ...] = ()
        self._closed = False
        self._waiting: WaitingSink | None = None
        self._unopened: Exception | None = None
        rate = simulation.tick_rate_hz
        selection = Selection(record.topics)
        refuse_idle_patterns(simulation, record)
        beside = origin is not None and origin.path.parent == path.parent
        self._first = first_of(path) if beside else path
        if not beside:
            # Whatever is recorded can be simulated again.
            write_lock(simulation.scenario, path.with_name("config.lock"))
            make_room(path)
        self._about = _about(simulation, record)
        self._file = self._open(origin)
        self._thread = self._write_to(self._file)
        if origin is not None:
            # What is only repeated can wait for the disk.
            self._thread.when_slow = "wait"
        self._sink = McapSink(self._thread, rate, self._look)
        self._recorder = Recorder(
            simulation,
            self._sink,
            selection,
            every=ticks_between(record, rate),
            checkpoint_ticks=record.checkpoint_ticks or rate,
        )
        self._recorder.join()
        for event in simulation.log.events:
            self._note(event)
        simulation.log.listen(self._note)
        simulation.at_close(self.close)
        simulation.provide(RECORDING, self)

    @property
    def lateness(self) -> Lateness:
        """What a slow disk has cost."""
        return self._thread.lateness

    @property
    def branches(self) -> int:
        """How often the run went back, and got a file more."""
        return len(branches_of(self._first))

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that are or were recorded."""
        return self._topics or self._recorder.topics

    def finish(self) -> None:
        """Note how the run ended, and close."""
        if self._waiting is None:
            self._note_end()
        self.close()

    def conclude(self) -> None:
        """The run has met its verdict: its file is whole, and what may come later gets another."""
        if self._has_ended or self._waiting is not None:
            return
        tick = self._simulation.world.tick
        self.part()
        self._waiting = WaitingSink(lambda: self._begin_after(tick))
        self._recorder.mute(self._waiting)

    def keep(self) -> None:
        """The run has reached where its own way begins: the file gets its name."""
        self._thread.when_slow = self._record.when_slow
        file, path = self._file, self.path
        self._thread.do(lambda: file.rename(path))

    def discard(self) -> None:
        """The run does not get there: nothing is left."""
        self.close()
        self._file.path.unlink(missing_ok=True)

    def part(self) -> None:
        """The run is about to go back: its file is finished as it is, with what is given up."""
        if self._has_ended:
            return
        self._recorder.mute()
        if self._waiting is not None:
            self._waiting = None
            return
        self._note_end()
        self._thread.close()
        self._report(self._simulation.world.tick)

    def go_on(self, tick: int) -> None:
        """The run has gone back to a tick: all up to there, and what comes, is in a new file."""
        if self._has_ended:
            return
        origin, path = self.path, next_branch(self._first)
        about = {**self._about, "branch_of": origin.name, "branch_tick": str(tick)}
        try:
            file = McapFile(unfinished(path), about)
        except OSError as error:
            self._unopened = error
            self._report(tick)
            return
        lateness, self.path = self._thread.lateness, path
        self._thread = self._write_to(file)
        self._thread.lateness = lateness
        self._sink = McapSink(
            self._thread, self._simulation.tick_rate_hz, self._look, follows=self._sink
        )
        whole = self._sink.whole

        def copy() -> None:
            copy_common(origin, file, whole=whole, tick=tick)
            # Under its name it is found: not before it holds all that it should.
            file.rename(path)

        self._thread.do(copy)
        self._recorder.go_on(self._sink)

    def close(self) -> None:
        """Write what waits and let the file go; a recording that was not finished says so."""
        if self._closed:
            return
        self._closed = True
        self._topics = self._recorder.topics
        self._recorder.leave()
        self._thread.close()
        self._report(self._simulation.world.tick)

    def _begin_after(self, tick: int) -> RecordSink:
        """The run goes on after its verdict."""
        self._waiting = None
        self.go_on(tick)
        # Without room for another file it goes on unrecorded.
        return RecordSink() if self._has_ended else self._sink

    def _note(self, event: Event) -> None:
        if self._closed:
            return
        if self._waiting is not None:
            self._waiting.begin()
        detail = json.dumps(event.detail, default=str)
        self._sink.event(event.tick, RunEvent(event.tick, event.vehicle, event.name, detail))

    def _look(self, tick: int) -> None:
        self._mind_size(tick)
        self._report(tick)
        if self._failure is not None and self._record.on_error == "stop":
            raise RecordingFailed(f"{self._line(tick)}: the run stops, as record.on_error says")

    def _mind_size(self, tick: int) -> None:
        """Let no file grow beyond what the user allows."""
        most_mb = self._record.max_mb
        if most_mb is None or self._has_ended or self._thread.file.size < most_mb * 1e6:
            return
        self._recorder.mute()
        self._note_end()
        self._thread.close()
        reason = f"record.max_mb ({most_mb:g}) is reached"
        if self._record.when_full == "stop":
            self._unopened = RecordingFailed(reason)
            return
        self._simulation.log.add(tick, "", "recording rotated", reason=reason)
        self._begin_anew(tick)

    def _begin_anew(self, tick: int) -> None:
        """Go on in an empty file; the full one is kept until this one is full."""
        try:
            self.path.replace(before(self.path))
            file = McapFile(self.path, {**self._about, "first_tick": str(tick)})
        except OSError as error:
            self._unopened = error
            return
        lateness = self._thread.lateness
        self._thread = self._write_to(file)
        self._thread.lateness = lateness
        self._sink = McapSink(self._thread, self._simulation.tick_rate_hz, self._look)
        self._recorder.go_on(self._sink)

    def _report(self, tick: int) -> None:
        """Tell once, on the world's thread."""
        if self._failure is None or self._told:
            return
        self._told = True
        if self._record.on_error == "continue":
            self._tell(f"{self._line(tick)}: the run goes on without it")
        self._simulation.log.add(tick, "", "recording ended", reason=self._reason)

    @property
    def _failure(self) -> Exception | None:
        return self._unopened or self._thread.failure

    @property
    def _has_ended(self) -> bool:
        return self._closed or self._failure is not None

    def _open(self, origin: Origin | None) -> McapFile:
        if origin is None:
            return McapFile(self.path, self._about)
        about = {"branch_of": origin.path.name, "branch_tick": str(origin.tick)}
        return McapFile(unfinished(self.path), self._about | about)

    def _write_to(self, file: McapFile) -> WriterThread:
        now_ns, when_slow = self._simulation.time.wall.monotonic_ns, self._record.when_slow
        return WriterThread(file, now_ns=now_ns, when_slow=when_slow)

    def _note_end(self) -> None:
        world = self._simulation.world
        self._sink.end(world.tick, world.state_hash())

    def _line(self, tick: int) -> str:
        return f"recording ended at {tick / self._simulation.tick_rate_hz:.2f} s: {self._reason}"

    @property
    def _reason(self) -> str:
        failure = self._failure
        if isinstance(failure, OSError) and failure.strerror:
            return f"{self.path}: {failure.strerror}"
        return str(failure)


def ticks_between(record: Record, tick_rate_hz: int) -> int:
    """How many ticks lie between two messages of a recorded topic."""
    if record.rate_hz == "max":
        return 1
    return round(tick_rate_hz / highest_rate_hz(record.rate_hz, tick_rate_hz))


def _about(simulation: Simulation, record: Record) -> dict[str, str]:
    scenario = simulation.scenario
    return {
        "format": str(FORMAT),
        "scenario": scenario.name,
        "seed": str(scenario.seed),
        "tick_rate_hz": str(scenario.tick_rate_hz),
        "checkpoint_ticks": str(record.checkpoint_ticks or scenario.tick_rate_hz),
        "first_tick": str(simulation.world.tick),
        "versions": json.dumps(installed_versions()),
        "lines_heard": json.dumps(_lines_heard(simulation)),
    }


def _lines_heard(simulation: Simulation) -> list[str]:
    """Serial lines that somebody outside listens to: a board behaves accordingly."""
    topics = simulation.bus.graph().topics
    return [t.name for t in topics if t.name.split("/")[-1] == SERIAL_OUT and t.subscribers]


def refuse_idle_patterns(simulation: Simulation, record: Record) -> None:
    """Refuse patterns that no topic of the simulation fits.

    Raises:
        FileMistake: there is one; the nearest topic is suggested.
    """
    topics = [info.name for info in simulation.bus.graph().topics]
    for pattern in Selection(record.topics).idle_patterns(topics):
        if pattern not in DEFAULT_TOPICS:
            fix = suggestion(pattern, topics)
            raise FileMistake(None, f"record: no topic fits '{pattern}'", fix)
