"""Plays recordings on a page, and flies on from them when somebody wants to."""

import argparse
import gc
import signal
import sys
import time
from contextlib import ExitStack, suppress

from simloop.cli.branch_record import refuse_taken
from simloop.cli.branching import Branching
from simloop.cli.main import OK
from simloop.cli.open_run import tell_choice
from simloop.cli.page_options import address_lines, rules_of
from simloop.cli.terminal import is_terminal
from simloop.cli.watching import event_message
from simloop.server.player.player import Player
from simloop.server.player.programme import Programme
from simloop.server.player.recorded_run import RecordedRun
from simloop.studio.process import StudioProcess
from simloop.studio.scene_port import ScenePort
from simloop.timing.wall import WallClock
from simloop.transport.inbox import Inbox

# Time to load a page again, or to think between two requests.
_GRACE_S = 60.0


class Audience:
    """Knows whether anybody is left to play for: on a terminal always, until Ctrl-C."""

    def __init__(self, port: ScenePort, wall: WallClock, *, stays: bool) -> None:
        self._port = port
        self._wall = wall
        self._stays = stays
        self._seen_ns: int | None = None
        self._ended = False

    def end(self) -> None:
        """The owner wants it to end."""
        self._ended = True

    def has_gone(self) -> bool:
        """Did somebody look, and does nobody any more?"""
        if self._port.viewers:
            self._seen_ns = self._wall.monotonic_ns()
        if self._ended or self._stays or self._seen_ns is None:
            return self._ended
        return self._wall.monotonic_ns() - self._seen_ns > _GRACE_S * 1e9


def view_recordings(options: argparse.Namespace) -> int:
    """Serve a page with one recording, or two."""
    rules = rules_of(options)
    refuse_taken(options.out)
    with ExitStack() as stack:
        # Whoever asks the process to end gets what Ctrl-C gets: no branch is left half done.
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        stack.callback(signal.signal, signal.SIGTERM, before)
        runs = [_opened(run) for run in options.what]
        programme = Programme(*runs, align=options.align)
        for note in programme.notes:
            print(f"simloop: {note}", file=sys.stderr)
        gc.freeze()
        gc.enable()
        wall, inbox = WallClock(), Inbox(keep_log=False)
        port = ScenePort(inbox)
        stack.callback(port.close)
        player = Player(programme, port, inbox, event_message, loop=options.loop, wall=wall)
        stack.callback(player.close)
        port.open()
        audience = Audience(port, wall, stays=is_terminal(sys.stdin))
        port.on_quit = audience.end
        studio = StudioProcess(port.address, options.page_port, rules)
        stack.callback(_let_go, port, studio)
        for line in address_lines(studio.addresses, rules, options.share):
            print(line, flush=True)
        with suppress(KeyboardInterrupt):
            _play(player, runs[0], port, inbox, audience, options.out)
    return OK


def _play(
    player: Player,
    run: RecordedRun,
    port: ScenePort,
    inbox: Inbox,
    audience: Audience,
    out: str | None,
) -> None:
    while (wish := player.play(audience.has_gone)) is not None:
        branching = Branching(run, wish, port, inbox, player.playhead, out)
        if branching.fly(audience.has_gone):
            return
        port.serve(inbox)


def _let_go(port: ScenePort, studio: StudioProcess) -> None:
    # The studio ends when the port has hung up.
    port.close()
    studio.close()


def _opened(run: str) -> RecordedRun:
    begin = time.monotonic()
    on_terminal = is_terminal(sys.stderr)

    def progress(share: float) -> None:
        if on_terminal:
            print(f"\rsimloop: reading {run} {100.0 * share:3.0f} %", end="", file=sys.stderr)

    recorded = RecordedRun(run, progress)
    tell_choice(recorded.file)
    seconds = (recorded.last_tick - recorded.first_tick) / recorded.tick_rate_hz
    count = len(recorded.vehicles)
    words = (
        f"simloop: {run}: {seconds:.1f} s of {recorded.about.scenario}, "
        f"{count} {'vehicle' if count == 1 else 'vehicles'}, "
        f"read in {time.monotonic() - begin:.1f} s"
    )
    print(f"\r\033[K{words}" if on_terminal else words, file=sys.stderr, flush=True)
    return recorded
