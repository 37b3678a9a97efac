"""Finds where two recorded runs part: tick, vehicle and column, with both values.

Checkpoints tell between which two of them, and after the last one their ends do. If both runs can
be simulated again, the tick itself is found that way; else the checkpoint has to do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from math import lcm
from typing import Any

from simloop.server.files.mistake import FileMistake
from simloop.server.recording.divergence import Difference, parted
from simloop.server.recording.reader import End, RunFile
from simloop.server.recording.replay import columns_of
from simloop.server.recording.replayer import Replayer
from simloop.server.recording.state_journal import RecordedState
from simloop.systems.recorder.state_copy import StateCopy, copy_state
from simloop.transport.errors import BusError
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class DiffReport:
    """What two runs have in common, and where they part."""

    checkpoints: int
    last_equal_tick: int
    difference: Difference | None = None
    exact: bool = True
    """Is the tick of the difference the first one, or that of the first checkpoint after it?"""
    longer: str = ""
    """Which of the two goes on after the other has ended."""
    cut: tuple[str, ...] = ()
    """What was said of recordings that end before their run did."""

    @property
    def same(self) -> bool:
        """Are they equal as far as they go?"""
        return self.difference is None and not self.longer


class _NotTheSameRun(Exception):
    """Simulated again, a run is not what was recorded, or cannot be."""


def diff(one: RunFile, other: RunFile, **options: Any) -> DiffReport:
    """Compare two recordings; options are those of Simulation, for the search of the tick."""
    compared, last_equal, longer = 0, 0, ""
    every = lcm(one.about.checkpoint_ticks, other.about.checkpoint_ticks)
    for a, b in zip_longest(_checkpoints(one, every), _checkpoints(other, every)):
        if a is None or b is None:
            longer = _name(one, other, b is None)
            break
        compared += 1
        found = _difference(a, b)
        if found is not None:
            known = End(found.tick, a.state_hash), End(found.tick, b.state_hash)
            return _sharpened(one, other, known, found, compared, last_equal, options)
        last_equal = a.tick
    # A recording that was cut off says nothing about what came after.
    cut = tuple(run.cut for run in (one, other) if run.cut)
    if cut:
        return DiffReport(compared, last_equal, cut=cut)
    return _after(one, other, DiffReport(compared, last_equal, longer=longer), options)


def _checkpoints(run: RunFile, every: int) -> Iterator[RecordedState]:
    """Those at ticks where the other run has some as well."""
    return (state for state in run.checkpoints() if state.tick % every == 0)


def _name(one: RunFile, other: RunFile, is_one: bool) -> str:
    """The run by its directory; two files of the same directory by their own names."""
    run = one if is_one else other
    return str(run.path if one.directory == other.directory else run.directory)


def _difference(a: RecordedState, b: RecordedState) -> Difference | None:
    if a.tick != b.tick:
        return Difference(min(a.tick, b.tick), "the world", "tick", -1, (str(a.tick), str(b.tick)))
    hashes = a.state_hash, b.state_hash
    return None if hashes[0] == hashes[1] else parted(a.tick, hashes, a.vehicles, b.vehicles)


def _after(one: RunFile, other: RunFile, so_far: DiffReport, options: dict[str, Any]) -> DiffReport:
    """What follows the last checkpoint that both have: of that, their ends tell."""
    a, b = one.end(), other.end()
    if a is None or b is None:
        return so_far
    tick, last_equal = min(a.tick, b.tick), so_far.last_equal_tick
    longer = "" if a.tick == b.tick else _name(one, other, a.tick > b.tick)
    if a == b or tick <= last_equal:
        return DiffReport(so_far.checkpoints, max(tick, last_equal), longer=longer)
    known = _known_from(one, tick, a), _known_from(other, tick, b)
    try:
        found = _first_tick(one, other, (last_equal + 1, tick), known, options)
    except _NotTheSameRun:
        found = None if longer else parted(tick, (a.state_hash, b.state_hash), {}, {})
        return DiffReport(so_far.checkpoints, last_equal, found, exact=False, longer=longer)
    if found is not None:
        return DiffReport(so_far.checkpoints, last_equal, found)
    return DiffReport(so_far.checkpoints, tick, longer=longer)


def _known_from(run: RunFile, tick: int, end: End) -> End:
    """The first state that was recorded at a tick or after it."""
    states = (End(state.tick, state.state_hash) for state in run.checkpoints())
    return end if end.tick == tick else next((s for s in states if s.tick >= tick), end)


def _sharpened(
    one: RunFile,
    other: RunFile,
    known: tuple[End, End],
    found: Difference,
    compared: int,
    last_equal: int,
    options: dict[str, Any],
) -> DiffReport:
    first, last = last_equal + 1, found.tick
    exact = first == last or found.column == "tick"
    if not exact:
        try:
            found = _first_tick(one, other, (first, last), known, options) or found
            exact = True
        except _NotTheSameRun:
            pass
    return DiffReport(compared, last_equal, found, exact)


def _first_tick(
    one: RunFile,
    other: RunFile,
    span: tuple[int, int],
    known: tuple[End, End],
    options: dict[str, Any],
) -> Difference | None:
    """Simulate both again, look at every tick of a span; None if they are equal throughout.

    Raises:
        _NotTheSameRun: the states that are known of both come out differently.
    """
    try:
        first, last = span
        mine, theirs = (
            _hashes(run, (first, state.tick), options)
            for run, state in zip((one, other), known, strict=True)
        )
        if (mine.get(known[0].tick), theirs.get(known[1].tick)) != tuple(k[1] for k in known):
            raise _NotTheSameRun
        ticks = range(first, last + 1)
        tick = next((t for t in ticks if mine.get(t) != theirs.get(t)), None)
        if tick is None:
            return None
        a, b = (columns_of(_state_at(run, tick, options)) for run in (one, other))
    except (BusError, ValueError, FileMistake, OSError):
        raise _NotTheSameRun from None
    return parted(tick, (mine[tick], theirs[tick]), a, b)


def _hashes(run: RunFile, span: tuple[int, int], options: dict[str, Any]) -> dict[int, str]:
    found: dict[int, str] = {}

    def look(world: World) -> None:
        if span[0] <= world.tick <= span[1]:
            found[world.tick] = world.state_hash()
        replayer.is_over = world.tick >= span[1]

    replayer = Replayer(run, look, every=1, **options)
    _follow(replayer)
    return found


def _state_at(run: RunFile, tick: int, options: dict[str, Any]) -> StateCopy:
    found: list[StateCopy] = []

    def look(world: World) -> None:
        if world.tick == tick:
            found.append(copy_state(world))
            replayer.is_over = True

    replayer = Replayer(run, look, every=1, **options)
    _follow(replayer)
    return found[0]


def _follow(replayer: Replayer) -> None:
    try:
        replayer.prepare()
        replayer.follow()
    finally:
        replayer.simulation.close()
