"""Flies on from a moment of a recording: simulates it again up to there, then goes on live."""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from simloop.cli.branch_record import BranchRecord, begin_record
from simloop.cli.interrupt import stopping_on_signal
from simloop.cli.progress import prepare_in_sight
from simloop.cli.staying import stay
from simloop.cli.watching import Watching
from simloop.server.files.mistake import FileMistake
from simloop.server.player.player import BranchWish
from simloop.server.player.playhead import Playhead
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.plugins import PluginError
from simloop.server.recording.replay import CheckpointComparison
from simloop.server.recording.replayer import Replayer
from simloop.server.session import Result, Session
from simloop.studio.scene_port import ScenePort
from simloop.systems.scene import SceneOffer
from simloop.systems.scene.messages import EventMessage
from simloop.transport.errors import BusError
from simloop.transport.inbox import Inbox
from simloop.world.system_failure import SystemFailure
from simloop.world.world import World

_TELL_EVERY = 0.25


class CannotBranch(Exception):
    """Why the recording is not flown on from, in one line."""


class Branching:
    """One wish to fly on."""

    def __init__(
        self,
        run: RecordedRun,
        wish: BranchWish,
        port: ScenePort,
        waiting: Inbox,
        playhead: Playhead,
        out: str | None = None,
    ) -> None:
        self._run = run
        self._wish = wish
        self._port = port
        self._waiting = waiting
        self._playhead = playhead
        self._out = out
        self._record: BranchRecord | None = None
        self._comparison = CheckpointComparison(run.file.checkpoints())
        self._replayer: Replayer | None = None
        self._told = 0.0
        self._is_live = False

    def fly(self, has_gone: Callable[[], bool]) -> bool:
        """Fly on until the end; False if that is not possible, which is answered and told."""
        tick, reply = self._wish.tick, self._wish.reply
        try:
            replayer = self._replayer = self._prepared()
        except (FileMistake, PluginError, ValueError) as error:
            reply.error, reply.tick = str(error), tick
            return False
        simulation = replayer.simulation
        try:
            watching = Watching(simulation)
            self._follow(replayer, watching)
            reply.tick = tick
            self._go_on(replayer, watching, has_gone)
            return True
        except CannotBranch as refusal:
            reply.error, reply.tick = str(refusal), tick
            return False
        finally:
            simulation.close()
            self._drop_unfinished()

    def _prepared(self) -> Replayer:
        every = self._run.about.checkpoint_ticks
        replayer = Replayer(self._run.file, self._look, every=every)
        replayer.stop_at = (self._run.resets, self._wish.tick)
        if not isinstance(replayer.simulation.provided.get("scene"), SceneOffer):
            raise ValueError("its world leaves the system 'scene' out: there is nothing to see")
        # From the first tick on, so that the file of the branch is whole.
        self._record = begin_record(
            replayer.simulation, self._run.file, self._wish.tick, self._out, self._warn
        )
        return replayer

    def _follow(self, replayer: Replayer, watching: Watching) -> None:
        """Simulate it again; the page shows it, as fast as it goes."""
        seconds = self._wish.tick / self._run.tick_rate_hz
        print(f"simloop: simulating {seconds:.1f} s again", file=sys.stderr, flush=True)
        self._tell(f"simulates {seconds:.1f} s again, then it is live")
        simulation = replayer.simulation
        prepare_in_sight(simulation)
        watching.attend(self._port)
        self._port.serve(self._waiting)
        try:
            replayer.follow()
        except (BusError, ValueError, SystemFailure) as error:
            raise CannotBranch(f"the run cannot be simulated again: {error}") from None
        found = self._comparison.found
        if found is not None:
            raise CannotBranch(
                f"simulated again, the run leaves its recording by tick {found.tick}, "
                f"which another version may have made ({found.words})"
            )
        if simulation.world.tick != self._wish.tick:
            last_s = simulation.world.tick / self._run.tick_rate_hz
            raise CannotBranch(f"the run can be simulated again up to {last_s:.2f} s only")
        simulation.remove_system("replay")
        if self._record is not None:
            self._is_live = True
            self._record.recording.keep()
            self._say(f"recorded in {self._record.path}")

    def _look(self, world: World) -> None:
        """At every checkpoint: is it still the same run? Nobody may interfere meanwhile."""
        self._refuse_waiting(world.tick)
        self._comparison.look(world)
        if self._comparison.found is not None and self._replayer is not None:
            self._replayer.is_over = True
        share = world.tick / max(1, self._wish.tick)
        if self._told + _TELL_EVERY <= share < 1.0:
            self._told = share
            self._tell(f"simulated again: {100.0 * share:.0f} %")

    def _refuse_waiting(self, tick: int) -> None:
        for taken in self._waiting.drain(tick):
            if taken.reply is not None:
                taken.reply.error = "the run is being simulated again: wait until it is live"
                taken.reply.tick = tick

    def _go_on(self, replayer: Replayer, watching: Watching, has_gone: Callable[[], bool]) -> None:
        simulation = replayer.simulation
        # A run that others pace keeps their pace.
        with suppress(ValueError):
            simulation.set_speed(self._playhead.speed)
        simulation.pause(self._playhead.paused)
        self._port.serve(simulation.bus.inbox)
        # What came after the last look.
        self._refuse_waiting(simulation.world.tick)
        session = Session(simulation)

        def watch() -> None:
            if has_gone():
                session.stop()

        with stopping_on_signal(session):
            result = session.run(watch)
            self._conclude(result)
            stay(session, result, watching, watch, self._conclude)
            watching.finish(result)

    def _conclude(self, result: Result) -> None:
        if self._record is not None:
            self._record.conclude(result)

    def _drop_unfinished(self) -> None:
        """What never became a branch leaves no file."""
        if self._record is not None and not self._is_live:
            self._record.recording.discard()

    def _say(self, words: str) -> None:
        print(f"simloop: {words}", file=sys.stderr, flush=True)
        self._tell(words)

    def _warn(self, words: str) -> None:
        print(f"simloop: {words}", file=sys.stderr, flush=True)
        self._tell(words, "warn")

    def _tell(self, words: str, level: Literal["info", "warn"] = "info") -> None:
        tick, rate = self._wish.tick, self._run.tick_rate_hz
        self._port.tell(EventMessage(tick, tick / rate, "", "branch", words, level))
