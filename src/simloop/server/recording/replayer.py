"""A simulation that gets the inputs of a recording, at the ticks at which they came in."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from simloop.messages.simloop_msgs import InboxEntry, SerialData
from simloop.server.files.mistake import FileMistake
from simloop.server.recording.inbox_journal import Payload, payload_of
from simloop.server.recording.reader import RunFile
from simloop.server.recording.state_journal import RecordedState
from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.systems.user_commands.verbs import RESETS
from simloop.transport.errors import BusError
from simloop.transport.inbox import ServiceInput
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

Watch = Callable[[World], None]


class Replayer:
    """Repeats a run; `watch` sees the world at the end of every tick that is due.

    All input comes from the recording: sockets stay closed, and nothing is written.
    """

    def __init__(
        self,
        run: RunFile,
        watch: Watch,
        *,
        every: int,
        prepare: Callable[[Simulation], None] = Simulation.prepare,
        **options: Any,
    ) -> None:
        if run.about.first_tick:
            fix = "record from the start"
            raise FileMistake(None, f"{run.path}: begins at tick {run.about.first_tick}", fix)
        self.simulation = Simulation(run.read_lock().scenario, open_links=False, **options)
        self._prepare = prepare
        self.inputs = 0
        self.looks = 0
        self.is_over = False
        """Set by who has seen enough."""
        self.stop_at: tuple[int, int] | None = None
        """After so many resets, the tick to stop at, before what came in there."""
        self._resets = 0
        self._run = run
        self._watch = watch
        self._every = every
        for topic in run.about.lines_heard:
            self.simulation.bus.subscribe(topic, SerialData, _ignore, by="replay")
        self.simulation.add_system(
            PythonSystem(
                name="replay", stage=Stage.OBSERVE, run=self._look, next_tick=self._next_tick
            )
        )

    def prepare(self) -> None:
        """Compile what the run needs, which may take a minute and more."""
        self._prepare(self.simulation)

    def follow(self) -> InboxEntry | None:
        """Do what the journal says, in order; returns its last line if the run told its end.

        Raises:
            ValueError: the run did something that no replay can do again.
            BusError: an input does not meet the tick or the taker that it had.
        """
        # A call of a service that a command makes is in the journal, too.
        self.simulation.bus.inbox.is_handed_a_log = True
        try:
            return self._follow()
        finally:
            self.simulation.bus.inbox.is_handed_a_log = False

    def _follow(self) -> InboxEntry | None:
        states = 0
        for _, together in groupby(self._run.journal(), _round_of):
            first, *more = together
            if self.is_over or self._is_there():
                return None
            if isinstance(first, RecordedState):
                states += 1
                # A reset may have followed in the very tick: then it has been looked at already.
                if self.looks < states:
                    self._advance_to(first.tick)
            elif first.kind == "end":
                self._advance_to(first.tick)
                return first
            else:
                self._do([first, *(entry for entry in more if isinstance(entry, InboxEntry))])
        return None

    def _do(self, entries: list[InboxEntry]) -> None:
        first = entries[0]
        self._advance_to(first.tick)
        if self._is_there():
            return
        if first.kind == "restored":
            raise ValueError("a program set this run back by a snapshot: no replay goes further")
        if first.kind == "idle":
            for _ in range(first.count):
                self.simulation.idle()
        else:
            self._hand_in(entries)

    def _hand_in(self, entries: list[InboxEntry]) -> None:
        sim, first = self.simulation, entries[0]
        self.inputs += len(entries)
        payloads = [payload_of(entry, sim.bus) for entry in entries]
        self._resets += sum(_is_reset(payload) for payload in payloads)
        if first.at_once and isinstance(payloads[0], ServiceInput):
            sim.bus.call(payloads[0].service, payloads[0].request, by=first.source)
            return
        for entry, payload in zip(entries, payloads, strict=True):
            sim.bus.inbox.push(entry.source, payload)
        if first.paused:
            sim.idle()
        else:
            sim.advance(1)

    def _advance_to(self, tick: int) -> None:
        world = self.simulation.world
        if self.stop_at is not None and self._resets == self.stop_at[0]:
            tick = min(tick, self.stop_at[1])
        while world.tick < tick and not self.is_over:
            if self.simulation.advance(tick - world.tick) == 0:
                break
        if world.tick != tick and not self.is_over:
            raise BusError(f"the replay is at tick {world.tick} where the run was at {tick}")

    def _is_there(self) -> bool:
        return self.stop_at == (self._resets, self.simulation.world.tick)

    def _next_tick(self) -> int:
        return (self.simulation.world.tick // self._every + 1) * self._every

    def _look(self, info: TickInfo) -> None:
        if info.paused or info.tick % self._every:
            return
        if info.tick % self._run.about.checkpoint_ticks == 0:
            self.looks += 1
        self._watch(self.simulation.world)
        if self.is_over:
            self.simulation.runner.hold()


def _is_reset(payload: Payload) -> bool:
    return isinstance(payload, UserCommand) and payload.verb in RESETS


def _ignore(message: SerialData) -> None:
    """Somebody listened here."""


def _round_of(item: InboxEntry | RecordedState) -> Any:
    """Inputs of one round belong together; everything else stands alone."""
    if isinstance(item, InboxEntry) and item.round:
        return item.round
    return object()
